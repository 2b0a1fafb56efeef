import type { MarketplaceTerms } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import { Marks, MarksExplained } from '../../parts/marks.tsx';
import { MarketLink, OuterLink } from '../../parts/outer-link.tsx';
import type { Column } from '../../table/column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, currency, priceText, rangeText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { payoutText } from '../../text/payout.ts';
import { translate } from '../../text/translate.ts';
import { colourOf } from './chart/colours.ts';
import type { MarketplaceRow } from './rows.ts';
import { whatOnePays } from './what-one-pays.ts';

/** A marketplace with what one pays and gets there. */
type Rung = MarketplaceRow & { readonly pays: number | null; readonly payout: string };

/** The lines of the chart, and how one is shown or hidden. */
type ShownLines = { readonly shown: ReadonlySet<string>; readonly turn: (marketplace: string) => void };

type Props = ShownLines & {
  readonly name: string;
  readonly rows: readonly MarketplaceRow[];
  /** Null until known. */
  readonly terms: readonly MarketplaceTerms[] | null;
  /** The row mixes prices and buy orders of several variants. */
  readonly hasVariants: boolean;
  readonly phase: string | null;
  /** Whether the chart has lines. */
  readonly isCharted: boolean;
};

const atFirst = 10;

const priceColumns = (shown: Currency): readonly Column<Rung>[] => [
  {
    id: 'marketplace',
    head: translate('Marketplace'),
    kind: 'lead',
    isRowHead: true,
    value: ({ marketplace }) => marketplace,
    cell: ({ marketplace, link, payout, flags }) => (
      <>
        <MarketLink marketplace={marketplace} link={link} />
        <span class="quiet detail">
          {payout} <Marks flags={flags} />
        </span>
      </>
    ),
  },
  {
    id: `price ${shown}`,
    head: translate('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price, pays }) => (
      <>
        {priceText(price, shown)}
        {pays !== null && pays !== price && (
          <span class="quiet detail">{translate('you pay {price}', { price: priceText(pays, shown) })}</span>
        )}
      </>
    ),
  },
  { id: `you pay ${shown}`, head: 'You pay', value: ({ pays }) => pays },
  {
    id: 'offers',
    head: translate('On sale'),
    kind: 'number',
    label: translate('offers'),
    isDownFirst: true,
    value: ({ offerCount }) => offerCount,
    cell: ({ offerCount }) => wholeText(offerCount),
  },
  {
    id: `best bid ${shown}`,
    head: translate('Best bid'),
    hint: translate('The highest buy order'),
    kind: 'number',
    label: translate('bid'),
    isDownFirst: true,
    value: ({ bestBuyOrder, bidRange }) => bestBuyOrder ?? bidRange?.highest ?? null,
    cell: ({ bestBuyOrder, bidRange }) =>
      bidRange === null ? priceText(bestBuyOrder, shown) : rangeText(bidRange, shown),
  },
  { id: 'spread', head: 'Spread', value: ({ spread }) => spread },
  { id: 'payout', head: 'Payout', value: ({ payout }) => payout },
];

const ageColumns: readonly Column<Rung>[] = [
  { id: 'changed', head: 'Changed', isTime: true, value: ({ updatedAt }) => updatedAt },
  {
    id: 'confirmed',
    head: translate('Age'),
    hint: translate('When the marketplace last confirmed the price'),
    kind: 'number quiet',
    label: translate('age'),
    isTime: true,
    isDownFirst: true,
    value: ({ seenAt }) => seenAt,
    cell: ({ seenAt }) => <Age at={seenAt} none="–" />,
  },
  { id: 'flags', head: 'Flags', value: ({ flags }) => flags.join(' ') },
  {
    id: 'link',
    head: translate('Buy'),
    isHeadUnseen: true,
    kind: 'buy',
    value: ({ link }) => link,
    cell: ({ link, marketplace, price }) =>
      price !== null && (
        <OuterLink to={link} kind="deed" label={translate('Buy on {marketplace}', { marketplace })}>
          {translate('Buy')}
        </OuterLink>
      ),
  },
];

/** Shows or hides the line of a marketplace. */
const eyeColumn = ({ shown, turn }: ShownLines): Column<Rung> => ({
  id: 'line',
  head: translate('Line'),
  isHeadUnseen: true,
  kind: 'eye-cell',
  cell: ({ marketplace }) => (
    <button
      type="button"
      class="eye"
      aria-pressed={shown.has(marketplace)}
      aria-label={translate('Line of {marketplace} in the chart', { marketplace })}
      title={shown.has(marketplace) ? translate('Hide this line') : translate('Show this line')}
      onClick={() => turn(marketplace)}
    >
      <span aria-hidden="true" style={{ color: colourOf(marketplace) }} />
    </button>
  ),
});

const byPays = (a: Rung, b: Rung): number =>
  (a.pays ?? a.price ?? Number.POSITIVE_INFINITY) - (b.pays ?? b.price ?? Number.POSITIVE_INFINITY);

/** All marketplaces that know the item, in order of what one pays there. */
export function Ladder({ name, rows, terms, hasVariants, phase, isCharted, shown, turn }: Props) {
  const money = currency.value;
  const known = new Map(terms?.map((one) => [one.marketplace, one]));
  const rungs = rows
    .map((row): Rung => {
      const own = known.get(row.marketplace);
      const payout = terms === null ? '' : payoutText(own?.payout?.kind ?? null);
      // How the form of an answer is known is for operators
      const flags = row.flags.filter((flag) => flag !== 'inferred');
      return { ...row, flags, pays: whatOnePays(row.price, money, own), payout };
    })
    .sort(byPays);
  return (
    <TablePanel
      id="marketplaces"
      title={translate('Marketplaces')}
      about={phase === null ? undefined : translate('{phase} only', { phase })}
      file={[translate('Marketplaces'), name, phase].filter(Boolean).join(' ')}
      kind="cards marketplaces"
      columns={[...priceColumns(money), ...ageColumns, ...(isCharted ? [eyeColumn({ shown, turn })] : [])]}
      rows={rungs}
      keyOf={({ marketplace }) => marketplace}
      rowKind={({ flags }) => (flags.includes('stale') ? 'dim' : undefined)}
      rowData={({ marketplace }) => ({ 'data-marketplace': marketplace })}
      none={translate('None of the marketplaces read here knows it.')}
      shownAtFirst={atFirst}
      moreWords={translate('All {count}', { count: wholeText(rungs.length) })}
      below={<MarksExplained flags={rungs.flatMap(({ flags }) => flags)} />}
    >
      {hasVariants && phase === null && (
        <p class="quiet">{translate('Prices here are those of the cheapest variant.')}</p>
      )}
    </TablePanel>
  );
}
