import { Age } from '../../parts/age.tsx';
import { Marks, MarksExplained } from '../../parts/marks.tsx';
import type { Column } from '../../table/column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, currency, priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { percent } from '../../text/percent.ts';
import type { MarketplaceRow } from './rows.ts';

/** From the surest to the least sure of its sources. */
const evidenceText = (evidence: readonly string[]): string =>
  evidence.length < 2 ? (evidence[0] ?? '–') : `${evidence[0]} to ${evidence.at(-1)}`;

type Props = {
  readonly name: string;
  readonly rows: readonly MarketplaceRow[];
  /** Prices and buy orders of several variants stand in one row. */
  readonly hasVariants: boolean;
};

/** How far the figures can be trusted. */
const readingColumns: readonly Column<MarketplaceRow>[] = [
  {
    id: 'changed',
    head: 'Changed',
    hint: 'Price or count last changed',
    kind: 'number',
    label: 'changed',
    isTime: true,
    isDownFirst: true,
    value: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Age at={updatedAt} />,
  },
  {
    id: 'read',
    head: 'Read',
    hint: 'One of its sources was last read',
    kind: 'number',
    label: 'read',
    isTime: true,
    isDownFirst: true,
    value: ({ readAt }) => readAt,
    cell: ({ readAt }) => <Age at={readAt} />,
  },
  { id: 'confirmed', head: 'Confirmed', isTime: true, value: ({ seenAt }) => seenAt },
  {
    id: 'flags',
    head: 'Marks',
    kind: 'marks',
    value: ({ flags }) => flags.join(' '),
    cell: ({ flags }) => <Marks flags={flags} />,
  },
  {
    id: 'evidence',
    head: 'Evidence',
    hint: 'How the form of its answers is known',
    kind: 'quiet evidence',
    value: ({ evidence }) => evidenceText(evidence),
    cell: ({ evidence }) => evidenceText(evidence),
  },
];

const columnsIn = (shown: Currency): readonly Column<MarketplaceRow>[] => [
  {
    id: 'marketplace',
    head: 'Marketplace',
    kind: 'lead',
    isRowHead: true,
    value: ({ marketplace }) => marketplace,
    cell: ({ marketplace }) => marketplace,
  },
  {
    id: `price ${shown}`,
    head: 'Price',
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, shown),
  },
  {
    id: 'offers',
    head: 'Offers',
    kind: 'number',
    label: 'offers',
    isDownFirst: true,
    value: ({ offerCount }) => offerCount,
    cell: ({ offerCount }) => wholeText(offerCount),
  },
  {
    id: `best bid ${shown}`,
    head: 'Best bid',
    hint: 'The highest buy order',
    kind: 'number',
    label: 'bid',
    isDownFirst: true,
    value: ({ bestBuyOrder }) => bestBuyOrder,
    cell: ({ bestBuyOrder }) => priceText(bestBuyOrder, shown),
  },
  {
    id: 'spread',
    head: 'Spread',
    hint: 'How far the best bid is below the price',
    kind: 'number',
    label: 'spread',
    value: ({ spread }) => spread,
    cell: ({ spread }) => percent(spread),
  },
  ...readingColumns,
];

/** Every marketplace that knows the item, side by side. */
export function Marketplaces({ name, rows, hasVariants }: Props) {
  return (
    <TablePanel
      id="marketplaces"
      title="Marketplaces"
      about="best bid: the highest buy order; spread: how far it is below the price"
      file={`Marketplaces ${name}`}
      kind="cards"
      columns={columnsIn(currency.value)}
      rows={rows}
      keyOf={({ marketplace }) => marketplace}
      rowData={({ marketplace }) => ({ 'data-marketplace': marketplace })}
      none="No marketplace that is read knows it."
      shownAtFirst={100}
      below={<MarksExplained flags={rows.flatMap(({ flags }) => flags)} />}
    >
      {hasVariants && (
        <p class="quiet">
          This item has variants: a price here is that of the cheapest one, a best bid may be for a dearer one. Below
          they stand apart.
        </p>
      )}
    </TablePanel>
  );
}
