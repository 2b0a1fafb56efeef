import { Bound } from '../../parts/bound.tsx';
import { Chips } from '../../parts/chips.tsx';
import { LockChoice } from '../../parts/choices/lock-choice.tsx';
import { MarketplaceChoice } from '../../parts/choices/marketplace-choice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { TablePanel } from '../../table/table-panel.tsx';
import { currency, signOf } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { say } from '../../text/say.ts';
import { type OfferRow, offerColumns } from './offer-columns.tsx';
import { type OfferWishes, wantedOf } from './offer-wishes.ts';
import { phasesIn } from './rows.ts';
import { everySeconds, type ItemOffer, type ItemOffers } from './use-offers.ts';

type Props = {
  readonly game: string;
  readonly name: string;
  readonly phase: string | null;
  readonly wishes: OfferWishes;
  readonly known: ItemOffers;
  readonly choose: (change: Readonly<Record<string, string | null>>) => void;
};

/** The offers, each with its price above the cheapest one. */
function rowsOf(offers: readonly ItemOffer[]): OfferRow[] {
  const cheapest = offers.reduce((least, { price }) => Math.min(least, price ?? least), Number.POSITIVE_INFINITY);
  return offers.map((row) => ({ ...row, above: row.price === null ? null : row.price / cheapest - 1 }));
}

/** Every current offer, sortable; Doppler variants separately. */
export function Offers({ game, name, phase, wishes, known, choose }: Props) {
  const { offers, how, failure } = known;
  const phases = phasesIn(offers);
  const ofPhase = phase === null ? offers : offers.filter(({ offer }) => offer.itemPhase === phase);
  const wanted = wantedOf(rowsOf(ofPhase), wishes);
  const isFiltered = Object.values(wishes).some((text) => text !== '');
  return (
    <TablePanel
      key={`${game} ${name}`}
      id="offers"
      title={say('Offers')}
      about={stateText(known, wanted.length, isFiltered ? ofPhase.length : null)}
      file={`${say('Offers')} ${name}`}
      kind="offers cards"
      columns={offerColumns({ game, hasPhases: phases.length > 0, currency: known.currency })}
      rows={(how === 'loading' || failure !== null) && wanted.length === 0 ? null : wanted}
      failure={failure}
      isEarlier={known.isEarlier}
      keyOf={({ id }) => id}
      rowKind={({ id }) => {
        const moved = known.moved.get(id);
        return moved === undefined ? undefined : `flash-${moved}`;
      }}
      sorting={{ id: `price ${known.currency}`, isDown: false }}
      shownAtFirst={50}
      none={
        isFiltered
          ? say('No offers match.')
          : say('No single offers: the marketplaces that know this item report only its lowest price.')
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
        marketplaces={[...new Set(offers.map(({ offer }) => offer.marketplace))].sort()}
        choose={choose}
      />
    </TablePanel>
  );
}

type WishesProps = Pick<Props, 'game' | 'wishes' | 'choose'> & { readonly marketplaces: readonly string[] };

function Wishes({ game, wishes, marketplaces, choose }: WishesProps) {
  const shown = currency.value;
  return (
    <form class="fields narrow" aria-label={say('Offer filters')} onSubmit={(event) => event.preventDefault()}>
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
      <LockChoice lock={wishes.lock} choose={(lock) => choose({ lock })} />
    </form>
  );
}

function stateText(known: ItemOffers, count: number, among: number | null): string | undefined {
  const { how, failure, refusal } = known;
  if (failure !== null) return undefined;
  if (how === 'loading') return say('loading…');
  const number = wholeText(count);
  const words =
    among === null
      ? say('{count} with a price and a link', { count: number })
      : say('{count} of {all} with a price and a link', { count: number, all: wholeText(among) });
  if (how === 'live') return `${words}, ${say('live')}`;
  if (how === 'waiting') return `${words}, ${refusal ?? say('connection lost, trying again')}`;
  return `${words}, ${say('refreshed every {count} s', { count: everySeconds })} · ${refusal}`;
}
