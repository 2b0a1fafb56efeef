import { type Currency, priceText } from '../text/currency.ts';
import { floatText } from '../text/number.ts';
import { translate } from '../text/translate.ts';
import type { Column } from './column.ts';

export const marketplaceColumn = <Row>(of: (row: Row) => { readonly marketplace: string }): Column<Row> => ({
  id: 'marketplace',
  head: translate('Marketplace'),
  kind: 'where',
  value: (row) => of(row).marketplace,
  cell: (row) => of(row).marketplace,
});

export const floatColumn = <Row>(of: (row: Row) => { readonly float: number | null }): Column<Row> => ({
  id: 'float',
  head: translate('Float'),
  kind: 'number',
  label: translate('float'),
  value: (row) => of(row).float,
  cell: (row) => {
    const { float } = of(row);
    return float === null ? '–' : floatText(float);
  },
});

/** An amount in the currency shown, or what is gained (a signed one). */
export const moneyColumn = <Row>(
  id: string,
  head: string,
  shown: Currency,
  value: (row: Row) => number | null,
  text = priceText,
): Column<Row> => ({
  id: `${id} ${shown}`,
  head,
  kind: 'number',
  label: head,
  isDownFirst: true,
  value,
  cell: (row) => text(value(row), shown),
});
