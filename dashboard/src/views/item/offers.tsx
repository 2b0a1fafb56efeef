import { Bound } from '../../parts/bound.tsx';
import { LockChoice } from '../../parts/choices/lock-choice.tsx';
import { MarketplaceChoice } from '../../parts/choices/marketplace-choice.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { TablePanel } from '../../table/table-panel.tsx';
import { currency, signOf } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import { type OfferRow, offerColumns } from './offer-columns.tsx';
import { type OfferFilters, wantedOf } from './offer-filters.ts';
import { phasesIn } from './rows.ts';
import { everySeconds, type ItemOffer, type ItemOffers } from './use-offers.ts';

type Props = {
  readonly game: string;
  readonly name: string;
  readonly phase: string | null;
  readonly filters: OfferFilters;
  readonly known: ItemOffers;
  readonly choose: (change: Readonly<Record<string, string | null>>) => void;
};

/** The offers, each with its price above the cheapest one. */
function rowsOf(offers: readonly ItemOffer[]): OfferRow[] {
  const cheapest = offers.reduce((least, { price }) => Math.min(least, price ?? least), Number.POSITIVE_INFINITY);
  return offers.map((row) => ({ ...row, above: row.price === null ? null : row.price / cheapest - 1 }));
}

/** Every current offer, sortable; Doppler variants separately. */
export function Offers({ game, name, phase, filters, known, choose }: Props) {
  const { offers, how, failure } = known;
  const phases = phasesIn(offers);
  const ofPhase = phase === null ? offers : offers.filter(({ offer }) => offer.itemPhase === phase);
  const wanted = wantedOf(rowsOf(ofPhase), filters);
  const isFiltered = Object.values(filters).some((text) => text !== '');
  return (
    <TablePanel
      key={`${game} ${name}`}
      id="offers"
      title={translate('Offers')}
      about={stateText(known, wanted.length, isFiltered ? ofPhase.length : null)}
      file={`${translate('Offers')} ${name}`}
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
          ? translate('No offers match.')
          : translate('No single offers: the marketplaces that know this item report only its lowest price.')
      }
    >
      <Filters
        game={game}
        filters={filters}
        marketplaces={[...new Set(offers.map(({ offer }) => offer.marketplace))].sort()}
        choose={choose}
      />
    </TablePanel>
  );
}

type FiltersProps = Pick<Props, 'game' | 'filters' | 'choose'> & { readonly marketplaces: readonly string[] };

function Filters({ game, filters, marketplaces, choose }: FiltersProps) {
  const shown = currency.value;
  const count = Object.values(filters).filter((text) => text !== '').length;
  return (
    <details class="folded-filters" open={count > 0}>
      <summary>
        {translate('Filters')}
        {count > 0 && <span class="count"> {count}</span>}
      </summary>
      <form class="fields narrow" aria-label={translate('Offer filters')} onSubmit={(event) => event.preventDefault()}>
        <MarketplaceChoice
          words={translate('Marketplace')}
          all={translate('All marketplaces')}
          chosen={filters.marketplace}
          marketplaces={marketplaces}
          choose={(marketplace) => choose({ marketplace })}
        />
        <Bound
          words={translate('Price up to, in {currency}', { currency: shown })}
          hint={translate('Up to {sign}', { sign: signOf(shown) })}
          value={filters.upto}
          choose={(upto) => choose({ upto })}
        />
        {game === 'CS2' && (
          <>
            <Bound words={translate('Float from')} max={1} value={filters.fmin} choose={(fmin) => choose({ fmin })} />
            <Bound words={translate('Float up to')} max={1} value={filters.fmax} choose={(fmax) => choose({ fmax })} />
            <TextField words={translate('Seeds: 661, 4')} value={filters.seeds} choose={(seeds) => choose({ seeds })} />
            <TextField words={translate('Sticker')} value={filters.sticker} choose={(sticker) => choose({ sticker })} />
          </>
        )}
        <LockChoice lock={filters.lock} choose={(lock) => choose({ lock })} />
      </form>
    </details>
  );
}

function stateText(known: ItemOffers, count: number, among: number | null): string | undefined {
  const { how, failure, refusal } = known;
  if (failure !== null) return undefined;
  if (how === 'loading') return translate('loading…');
  const number = wholeText(count);
  const words =
    among === null
      ? translate('{count} with a price and a link', { count: number })
      : translate('{count} of {all} with a price and a link', { count: number, all: wholeText(among) });
  if (how === 'live') return `${words}, ${translate('live')}`;
  if (how === 'waiting') return `${words}, ${refusal ?? translate('connection lost, trying again')}`;
  return `${words}, ${translate('refreshed every {count} s', { count: everySeconds })} · ${refusal}`;
}
