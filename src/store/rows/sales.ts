import { bookSides, extraFields, phaseIn, variantAt } from '../../schema/index.ts';
import type { Block } from '../engine.ts';
import type { SaleRow, StoredSale } from '../store.ts';
import * as column from './columns.ts';
import { byteAt, knownAt, moneyAt, nullableTextAt, numberAt, pricesAt, stickersAt, textAt, unnamed } from './page.ts';
import { storedFields } from './stored-fields.ts';
import { named, type Table } from './table.ts';

const extras = storedFields(extraFields);

/** The columns that are read for the sales of one item. */
const readBack = {
  marketplaceId: column.marketplaceId<SaleRow>(),
  saleId: column.text((sale) => sale.saleId, 'Id of the sale, unique on its marketplace'),
  phase: column.phase(),
  soldAt: column.instant((sale) => sale.soldAt, 'When it was sold, UTC'),
  amount: column.amount((sale) => sale.price.amount),
  currency: column.currency((sale) => sale.price.currency),
  ...column.prices('Price'),
  ...column.looks(),
  ...extras.columns,
  side: column.nullableText(
    (sale) => sale.side ?? null,
    'ask or bid: what the buyer or the seller took; empty if unknown',
  ),
} satisfies column.Columns<SaleRow>;

export const sales: Table<SaleRow> = {
  name: 'sales',
  columns: { itemId: column.itemId(), game: column.game(), ...readBack },
  key: ['itemId', 'marketplaceId', 'saleId'],
  agesFrom: 'soldAt',
  exported: {
    time: 'soldAt',
    columns: ['soldAt', ...named.series, 'saleId', ...named.money, ...named.looks, ...Object.keys(extraFields), 'side'],
  },
};

export const saleColumns = Object.keys(readBack);

export function salesOf(block: Block): readonly StoredSale[] {
  const page = column.readColumns(readBack, block);
  return Array.from({ length: block.rows }, (_, row) => ({
    marketplaceId: byteAt(page.marketplaceId, row),
    soldAt: numberAt(page.soldAt, row),
    saleId: textAt(page.saleId, row),
    price: moneyAt(page, row),
    prices: pricesAt(page, row),
    phase: phaseIn(variantAt(page.phase[row] as number)),
    float: knownAt(page.float, row),
    paintIndex: knownAt(page.paintIndex, row),
    paintSeed: knownAt(page.paintSeed, row),
    stickers: stickersAt(page.stickers, row),
    ...extras.recordAt({ ...unnamed, columns: page }, row),
    side: bookSides.find((side) => side === nullableTextAt(page.side, row)) ?? null,
  }));
}
