import type { FoundOffer, Tape } from '@itemtape/client';
import { type Game, games } from '../../games.ts';
import { OuterLink } from '../../parts/outer-link.tsx';
import type { Column } from '../../table/column.ts';
import { foundColumn } from '../../table/found-column.tsx';
import { ItemCell } from '../../table/item-cell.tsx';
import { phaseColumn, variantIn } from '../../table/phase-column.ts';
import { floatColumn, marketplaceColumn } from '../../table/plain-columns.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { serviceTape } from '../../tape.ts';
import { type Currency, currency, priceText } from '../../text/currency.ts';
import { above0, wholeText } from '../../text/number.ts';
import { changeText } from '../../text/percent.ts';
import { translate } from '../../text/translate.ts';
import { useQuery } from '../../use-query.ts';
import type { Filters } from './filters.ts';
import { floatBounds } from './meant.ts';

const everySeconds = 3;
const typingMs = 250;
const maxShown = 200;

type Row = { readonly game: Game; readonly offer: FoundOffer };

/** The columns that do not depend on the currency. */
const offerColumns: readonly Column<Row>[] = [
  { ...floatColumn<Row>(({ offer }) => offer), isWideOnly: true },
  { ...marketplaceColumn<Row>(({ offer }) => offer), isWideOnly: true },
  {
    id: 'link',
    head: translate('Buy'),
    isHeadUnseen: true,
    kind: 'buy',
    value: ({ offer }) => offer.purchaseLink,
    cell: ({ offer }) => (
      <OuterLink to={offer.purchaseLink} label={translate('Buy {name}', { name: offer.name })}>
        {translate('Buy')}
      </OuterLink>
    ),
  },
];

const columnsIn = (shown: Currency): readonly Column<Row>[] => [
  { ...foundColumn(({ offer }) => offer.foundAt), isWideOnly: true },
  {
    id: 'name',
    head: translate('Item'),
    kind: 'item lead',
    isRowHead: true,
    value: ({ offer }) => offer.name,
    cell: ({ game, offer: { name, itemPhase: phase, unusualEffect, marketplace, float } }) => (
      <ItemCell item={{ game, name, phase }} effect={unusualEffect}>
        <span class="narrow-only">
          {marketplace}
          {float !== null && ` · ${float.toFixed(4)}`}
        </span>
      </ItemCell>
    ),
  },
  phaseColumn(({ offer }) => variantIn(offer)),
  { id: 'game', head: 'Game', value: ({ game }) => game },
  {
    id: `price ${shown}`,
    head: translate('Price'),
    kind: 'number price',
    value: ({ offer }) => offer.price,
    cell: ({ offer }) => priceText(offer.price, shown),
  },
  {
    id: 'below others percent',
    head: translate('Versus others'),
    hint: translate('Against the lowest ask of every other marketplace'),
    kind: 'number gain',
    isWideOnly: true,
    label: translate('versus others'),
    isDownFirst: true,
    value: ({ offer }) => offer.belowOthersPercent,
    cell: ({ offer: { belowOthersPercent: below } }) => changeText(below === null ? null : -below / 100),
  },
  {
    id: `others ask ${shown}`,
    head: translate('Elsewhere from'),
    kind: 'number',
    label: translate('elsewhere from'),
    isWideOnly: true,
    value: ({ offer }) => offer.othersAsk,
    cell: ({ offer }) => priceText(offer.othersAsk, shown),
  },
  ...offerColumns,
];

/** The newest offers of one game or all games that are at least this far below every other marketplace. */
async function find(tape: Tape, filters: Filters, shown: Currency, signal: AbortSignal): Promise<readonly Row[]> {
  const { game, marketplace, words, min, max, below } = filters;
  const ofGame = async (one: Game): Promise<Row[]> => {
    const request = {
      ...({ game: one, currency: shown, sort: 'newest', limit: maxShown } as const),
      ...(marketplace !== '' && { marketplaces: [marketplace] }),
      ...(words.trim() !== '' && { query: words }),
      ...above0('minPrice', min),
      ...above0('maxPrice', max),
      ...above0('belowOthersPercent', below),
      ...floatBounds(filters),
    };
    const { offers } = await tape.findOffers(request, { signal });
    return offers.map((offer) => ({ game: one, offer }));
  };
  const found = await Promise.all((game === null ? games : [game]).map(ofGame));
  return found
    .flat()
    .sort((a, b) => b.offer.foundAt - a.offer.foundAt)
    .slice(0, maxShown);
}

/** The stream cannot filter by this, so the service is polled. */
export function Below({ filters }: { readonly filters: Filters }) {
  const shown = currency.value;
  const { answer, failure, isEarlier } = useQuery(
    JSON.stringify([filters, shown]),
    async (signal) => ({ shown, rows: await find(serviceTape(), filters, shown, signal) }),
    { everySeconds, delayMs: typingMs },
  );
  return (
    <TablePanel
      id="below"
      title={translate('Below every other marketplace')}
      about={aboutText(answer === null || isEarlier ? null : answer.rows.length)}
      file={translate('Below others')}
      kind="list"
      columns={columnsIn(answer?.shown ?? shown)}
      rows={answer?.rows ?? null}
      keyOf={({ game, offer }, index) => `${game} ${offer.marketplace} ${offer.purchaseLink ?? index}`}
      itemOf={({ game, offer: { name, itemPhase: phase, price } }) => ({
        ...{ game, name, phase },
        priceUSD: answer?.shown === 'USD' ? price : null,
      })}
      failure={failure}
      isEarlier={isEarlier}
      none={translate('No offers match right now.')}
      shownAtFirst={100}
    />
  );
}

const aboutText = (count: number | null): string => {
  const refreshText = translate('refreshed every {count} s', { count: everySeconds });
  return count === null
    ? refreshText
    : `${translate('the newest {count}', { count: wholeText(count) })} · ${refreshText}`;
};
