import type { Engine } from '../engine.ts';
import { items } from '../rows/plain-rows.ts';
import { tables } from '../rows/tables.ts';

/** Tables whose rows need the name of their item. */
const ofItems = tables.filter(({ name, columns }) => name !== items.name && 'itemId' in columns);
const idsAtOnce = 5_000;

/** Deletes the items that no row of another table is of; resolves with their number. Nothing may be appended until then. */
export async function forgetItems(engine: Engine): Promise<number> {
  const unneeded = ofItems.map(
    ({ name }) => `itemId ${engine.sql.notIn} (SELECT itemId FROM ${engine.sql.table(name)})`,
  );
  const found = await engine.ask<readonly [id: string]>(
    `SELECT DISTINCT CAST(itemId AS VARCHAR) FROM ${engine.sql.table(items.name)} WHERE ${unneeded.join(' AND ')}`,
  );
  for (let start = 0; start < found.length; start += idsAtOnce)
    await engine.remove(items.name, `itemId IN (${found.slice(start, start + idsAtOnce).join(', ')})`);
  return found.length;
}
