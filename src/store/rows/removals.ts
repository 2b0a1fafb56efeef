import { phaseIn, removalReasons, variantAt } from '../../schema/index.ts';
import type { Block } from '../engine.ts';
import type { RemovalRow, StoredRemoval } from '../store.ts';
import * as column from './columns.ts';
import { byteAt, knownAt, numberAt, textAt } from './page.ts';
import type { Table } from './table.ts';

const readBack = {
  marketplaceId: column.marketplaceId<RemovalRow>(),
  offerId: column.text<RemovalRow>((removal) => removal.offerId),
  phase: column.phase<RemovalRow>(),
  usd: column.number<RemovalRow>('UInt64', (removal) => removal.usd ?? 0),
  float: column.number<RemovalRow>('Nullable(Float64)', (removal) => removal.float),
  foundAt: column.instant<RemovalRow>((removal) => removal.foundAt),
  goneAt: column.instant<RemovalRow>((removal) => removal.goneAt),
  reason: column.byte<RemovalRow>((removal) => removalReasons.indexOf(removal.reason)),
} satisfies column.Columns<RemovalRow>;

/** Offers that have left their marketplaces. */
export const removals: Table<RemovalRow> = {
  name: 'removals',
  columns: { itemId: column.itemId(), game: column.game(), ...readBack },
  key: ['itemId', 'marketplaceId', 'offerId', 'foundAt'],
  agesFrom: 'goneAt',
};

export const removalColumns = Object.keys(readBack);

export function removalsOf(block: Block): readonly StoredRemoval[] {
  const page = column.readColumns(readBack, block);
  return Array.from({ length: block.rows }, (_, row) => ({
    marketplaceId: byteAt(page.marketplaceId, row),
    offerId: textAt(page.offerId, row),
    phase: phaseIn(variantAt(page.phase[row] as number)),
    usd: numberAt(page.usd, row) || null,
    float: knownAt(page.float, row),
    foundAt: numberAt(page.foundAt, row),
    goneAt: numberAt(page.goneAt, row),
    reason: removalReasons[byteAt(page.reason, row)] ?? 'unknown',
  }));
}
