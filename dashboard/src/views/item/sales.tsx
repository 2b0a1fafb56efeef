import type { ItemHistory } from '@itemtape/client';
import { keepsPast } from '../../health.ts';
import { Age } from '../../parts/age.tsx';
import type { Column } from '../../table/column.ts';
import { floatColumn, marketplaceColumn } from '../../table/plain-columns.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { type Currency, priceText } from '../../text/currency.ts';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';

type Props = {
  readonly name: string;
  /** As answered; null until known. */
  readonly history: ItemHistory | null;
  /** The history belongs to an earlier request. */
  readonly isEarlier: boolean;
  readonly failure: string | null;
};

type Row = ItemHistory['sales'][number];

const columnsIn = (shown: Currency): readonly Column<Row>[] => [
  {
    id: `price ${shown}`,
    head: translate('Price'),
    kind: 'number price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price, shown),
  },
  marketplaceColumn((row) => row),
  floatColumn((row) => row),
  {
    id: 'sold',
    head: translate('Sold'),
    kind: 'number',
    label: translate('sold'),
    isTime: true,
    isDownFirst: true,
    value: ({ at }) => at,
    cell: ({ at }) => <Age at={at} />,
  },
];

/** The latest sales on all marketplaces that report them. */
export function RecentSales({ name, history, isEarlier, failure }: Props) {
  if (keepsPast.value === false) return null;
  const sales = history === null ? null : [...history.sales].reverse();
  return (
    <TablePanel
      id="sales"
      title={translate('Recent sales')}
      about={
        sales === null
          ? undefined
          : translate('{count} in this period, on marketplaces that report them', { count: wholeText(sales.length) })
      }
      file={translate('Sales {name}', { name })}
      kind="cards"
      columns={columnsIn(history?.currency ?? 'USD')}
      rows={sales?.length === 0 && isEarlier ? null : sales}
      keyOf={(sale, index) => `${sale.marketplace} ${sale.at} ${sale.price} ${sale.float} ${index}`}
      isEarlier={isEarlier}
      failure={failure}
      none={translate('None in this period on marketplaces that report sales.')}
    />
  );
}
