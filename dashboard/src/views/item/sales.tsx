import { Age } from '../../parts/age.tsx';
import type { Column } from '../../table/column.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, priceText } from '../../text/currency.ts';
import { floatText, wholeText } from '../../text/number.ts';
import type { ItemHistory, PastSale } from './load-history.ts';

type Props = {
  readonly name: string;
  readonly past: ItemHistory | null;
  /** The past is that of an earlier question. */
  readonly isEarlier: boolean;
  readonly failure: string | null;
};

type Row = PastSale & { readonly marketplace: string };

const columnsIn = (shown: Currency): readonly Column<Row>[] => [
  {
    id: `price ${shown}`,
    head: 'Price',
    kind: 'number price',
    value: ({ value }) => value,
    cell: ({ value }) => priceText(value, shown),
  },
  {
    id: 'marketplace',
    head: 'Marketplace',
    kind: 'where',
    value: ({ marketplace }) => marketplace,
    cell: ({ marketplace }) => marketplace,
  },
  {
    id: 'float',
    head: 'Float',
    kind: 'number',
    label: 'float',
    value: ({ float }) => float,
    cell: ({ float }) => (float === null ? '–' : floatText(float)),
  },
  {
    id: 'sold',
    head: 'Sold',
    kind: 'number',
    label: 'sold',
    isTime: true,
    isDownFirst: true,
    value: ({ time }) => time,
    cell: ({ time }) => <Age at={time} />,
  },
];

/** The latest sales over all marketplaces that tell them. */
export function RecentSales({ name, past, isEarlier, failure }: Props) {
  const sales =
    past?.series
      .flatMap(({ marketplace, sales: sold }) => sold.map((sale) => ({ ...sale, marketplace })))
      .sort((a, b) => b.time - a.time) ?? null;
  return (
    <TablePanel
      id="sales"
      title="Recent sales"
      about={sales === null ? undefined : `${wholeText(sales.length)} in this time, on marketplaces that tell them`}
      file={`Sales ${name}`}
      kind="cards"
      columns={columnsIn(past?.currency ?? 'USD')}
      rows={sales?.length === 0 && isEarlier ? null : sales}
      keyOf={(sale, place) => `${sale.marketplace} ${sale.time} ${sale.value} ${sale.float} ${place}`}
      isEarlier={isEarlier}
      failure={failure}
      none="None in this time on marketplaces that tell their sales."
    />
  );
}
