import type { Engine } from '../engine.ts';
import { phaseCell } from '../rows/cells.ts';
import { removalColumns, removals, removalsOf } from '../rows/removals.ts';
import { storedName } from '../rows/stored-item.ts';
import type { RemovalQuery, StoredRemoval, StoredRow } from '../store.ts';
import { amongItems } from './intervals.ts';
import { readRows } from './read-rows.ts';
import { withUnwritten } from './with-unwritten.ts';

/** Offers of an item that have left their marketplaces since an instant, newest first. */
export async function queryRemovals(
  engine: Engine,
  query: RemovalQuery,
  unwritten: readonly StoredRow[],
): Promise<StoredRemoval[]> {
  const { since, phase, limit } = query;
  const ofPhase = phase === null ? '' : ` AND phase = '${phaseCell(phase)}'`;
  const from = withUnwritten(engine, {
    table: removals,
    columns: removalColumns,
    condition: `${amongItems(query, [storedName(query)])}${ofPhase} AND goneAt >= ${engine.sql.instant(since)}`,
    key: 'marketplaceId, offerId, foundAt',
    unwritten,
  });
  const statement = `SELECT ${removalColumns.join(', ')} FROM ${from} ORDER BY goneAt DESC, marketplaceId, offerId LIMIT ${Math.trunc(limit)}`;
  return await readRows(engine, statement, removalsOf);
}
