import { Bound } from '../../parts/bound.tsx';
import { Chips } from '../../parts/chips.tsx';
import { MarketplaceChoice } from '../../parts/choices/marketplace-choice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, currency, priceIn, signOf } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { say } from '../../text/say.ts';
import type { Mirrored } from '../../use-mirror.ts';
import { type OfferRow, offerColumns } from './offer-columns.tsx';
import { type OfferWishes, wantedOf } from './offer-wishes.ts';
import { phasesIn } from './rows.ts';

type Props = {
  readonly game: string;
  readonly name: string;
  readonly phase: string | null;
  readonly wishes: OfferWishes;
  readonly mirrored: Mirrored;
  readonly choose: (change: Readonly<Record<string, string | null>>) => void;
};

/** The offers with their prices, and how far each is above the cheapest. */
function rowsOf(offers: Mirrored['offers'], shown: Currency): OfferRow[] {
  const priced = offers.map((offer) => ({ offer, price: priceIn(offer.data, shown) }));
  const cheapest = priced.reduce((least, { price }) => Math.min(least, price ?? least), Number.POSITIVE_INFINITY);
  return priced.map((row) => ({ ...row, above: row.price === null ? null : row.price / cheapest - 1 }));
}

/** Every offer as it is at this moment, in any order; Doppler variants apart. */
export function Offers({ game, name, phase, wishes, mirrored, choose }: Props) {
  const shown = currency.value;
  const phases = phasesIn(mirrored.offers);
  const ofPhase = phase === null ? mirrored.offers : mirrored.offers.filter((one) => one.phase === phase);
  const wanted = wantedOf(rowsOf(ofPhase, shown), wishes);
  // Offers that came before stay, and the words beside the title say what became of the connection
  const failure = mirrored.failure ?? (mirrored.state === 'loading' ? mirrored.refusal : null);
  const isFiltered = Object.values(wishes).some((text) => text !== '');
  return (
    <TablePanel
      key={`${game} ${name}`}
      id="offers"
      title={say('Offers')}
      about={stateText(mirrored, wanted.length, isFiltered ? ofPhase.length : null)}
      file={`${say('Offers')} ${name}`}
      kind="offers cards"
      columns={offerColumns({ game, hasPhases: phases.length > 0, currency: shown })}
      rows={(mirrored.state === 'loading' || failure !== null) && wanted.length === 0 ? null : wanted}
      failure={failure}
      keyOf={({ offer }) => offer.id}
      rowKind={({ offer }) => {
        const moved = mirrored.moved.get(offer.id);
        return moved === undefined ? undefined : `flash-${moved}`;
      }}
      sorting={{ id: `price ${shown}`, isDown: false }}
      shownAtFirst={50}
      none={
        isFiltered
          ? say('No offer is like that.')
          : say('No single offers: the marketplaces that know this item tell only its lowest price.')
      }
    >
      {phases.length > 0 && (
        <Chips
          legend={say('Variant')}
          options={[null, ...phases].map((value) => ({ value, text: value ?? say('All variants') }))}
          chosen={phase}
          choose={(value) => choose({ phase: value })}
        />
      )}
      <Wishes
        game={game}
        wishes={wishes}
        marketplaces={[...new Set(mirrored.offers.map(({ marketplace }) => marketplace))].sort()}
        choose={choose}
      />
    </TablePanel>
  );
}

type WishesProps = Pick<Props, 'game' | 'wishes' | 'choose'> & { readonly marketplaces: readonly string[] };

function Wishes({ game, wishes, marketplaces, choose }: WishesProps) {
  const shown = currency.value;
  return (
    <form class="fields narrow" aria-label={say('Filters of offers')} onSubmit={(event) => event.preventDefault()}>
      <MarketplaceChoice
        words={say('Marketplace')}
        all={say('All marketplaces')}
        chosen={wishes.marketplace}
        marketplaces={marketplaces}
        choose={(marketplace) => choose({ marketplace })}
      />
      <Bound
        words={say('Price up to, in {currency}', { currency: shown })}
        hint={say('Up to {sign}', { sign: signOf(shown) })}
        value={wishes.upto}
        choose={(upto) => choose({ upto })}
      />
      {game === 'CS2' && (
        <>
          <Bound words={say('Float from')} most={1} value={wishes.fmin} choose={(fmin) => choose({ fmin })} />
          <Bound words={say('Float up to')} most={1} value={wishes.fmax} choose={(fmax) => choose({ fmax })} />
          <TextField words={say('Seeds: 661, 4')} value={wishes.seeds} choose={(seeds) => choose({ seeds })} />
          <TextField words={say('Sticker')} value={wishes.sticker} choose={(sticker) => choose({ sticker })} />
        </>
      )}
      <label>
        <span class="unseen">{say('Trade lock')}</span>
        <select value={wishes.lock} onChange={(event) => choose({ lock: event.currentTarget.value })}>
          <option value="">{say('Locked or not')}</option>
          <option value="0">{say('Tradable now')}</option>
          <option value="7">{say('Within 7 days')}</option>
        </select>
      </label>
    </form>
  );
}

function stateText(mirrored: Mirrored, count: number, among: number | null): string | undefined {
  const { state, failure, refusal } = mirrored;
  if (failure !== null) return undefined;
  if (state === 'loading') return refusal === null ? say('loading…') : undefined;
  const number = wholeText(count);
  const words =
    among === null
      ? say('{count} with a price and a link', { count: number })
      : say('{count} of {all} with a price and a link', { count: number, all: wholeText(among) });
  return `${words}, ${state === 'waiting' ? (refusal ?? say('connection lost, trying again')) : say('live')}`;
}
