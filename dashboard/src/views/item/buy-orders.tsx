import type { FullBuyOrderRow } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import { Marks, MarksExplained } from '../../parts/marks.tsx';
import type { Column } from '../../table/column.ts';
import { marketplaceColumn } from '../../table/plain-columns.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, currency, priceIn, priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import { type DeepOrder, depthOf } from './rows.ts';

type Props = {
  readonly name: string;
  readonly orders: readonly FullBuyOrderRow[] | null;
  readonly phase: string | null;
  readonly failure: string | null;
};

const barWidth = 44;

const depthColumn = (max: number): Column<DeepOrder> => ({
  id: 'wanted at this price or above',
  head: translate('Depth'),
  hint: translate('Total quantity wanted at this price or higher; an order without a quantity counts as one'),
  kind: 'number depth',
  label: translate('depth'),
  value: ({ wanted }) => wanted,
  cell: ({ wanted, isMinimum }) => (
    <>
      <svg width={barWidth} height="10" aria-hidden="true" class="bar">
        <rect x={barWidth * (1 - wanted / max)} y="1" width={(barWidth * wanted) / max} height="8" rx="1" />
      </svg>
      {isMinimum && '≥ '}
      {wholeText(wanted)}
    </>
  ),
});

const columnsIn = (shown: Currency, hasVariants: boolean, max: number): readonly Column<DeepOrder>[] => [
  {
    id: `price ${shown}`,
    head: translate('Price'),
    kind: 'number price',
    isDownFirst: true,
    value: ({ order }) => priceIn(order, shown),
    cell: ({ order }) => priceText(priceIn(order, shown), shown),
  },
  marketplaceColumn(({ order }) => order),
  {
    id: 'quantity',
    head: translate('Wants'),
    kind: 'number',
    label: translate('wants'),
    isDownFirst: true,
    value: ({ order }) => order.quantity,
    cell: ({ order }) => wholeText(order.quantity),
  },
  depthColumn(max),
  ...(hasVariants
    ? [
        {
          id: 'variant',
          head: translate('Variant'),
          value: ({ order }: DeepOrder) => order.itemPhase ?? 'any',
          cell: ({ order }: DeepOrder) => order.itemPhase ?? translate('any'),
        },
      ]
    : []),
  {
    id: 'changed',
    head: translate('Changed'),
    kind: 'number',
    label: translate('changed'),
    isTime: true,
    isDownFirst: true,
    value: ({ order }) => order.updatedAt,
    cell: ({ order }) => <Age at={order.updatedAt} />,
  },
  {
    id: 'flags',
    head: translate('Flags'),
    kind: 'marks',
    value: ({ order }) => order.flags.join(' '),
    cell: ({ order }) => <Marks flags={order.flags} />,
  },
];

/** The best buy orders across all marketplaces; for a variant, those that include it. */
export function BuyOrders({ name, orders, phase, failure }: Props) {
  const hasVariants = orders?.some(({ itemPhase }) => itemPhase !== null) ?? false;
  const taken = orders?.filter(({ itemPhase }) => phase === null || itemPhase === null || itemPhase === phase) ?? null;
  const rows = taken === null ? null : depthOf(taken);
  return (
    <TablePanel
      id="buy-orders"
      title={translate('Buy orders')}
      about={rows === null ? undefined : aboutText(rows.length, phase)}
      file={`${translate('Buy orders')} ${name}`}
      kind="cards"
      columns={columnsIn(currency.value, hasVariants, Math.max(1, rows?.at(-1)?.wanted ?? 1))}
      rows={rows}
      keyOf={({ order }, index) => `${order.marketplace} ${order.orderId ?? index}`}
      failure={failure}
      none={translate('None of the marketplaces read here shows any.')}
      below={<MarksExplained flags={rows?.slice(0, 20).flatMap(({ order }) => order.flags) ?? []} />}
    />
  );
}

const aboutText = (count: number, phase: string | null): string =>
  phase === null ? wholeText(count) : translate('{count} that include {phase}', { count: wholeText(count), phase });
