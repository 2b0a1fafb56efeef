import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { items } from '../rows/plain-rows.ts';
import { tables } from '../rows/tables.ts';

/** Tables whose rows need the name of their item. */
const ofItems = tables.filter(({ name, columns }) => name !== items.name && 'itemId' in columns);
const idsAtOnce = 5_000;

/** Deletes the items that no row of another table is of; resolves with their number. Nothing may be appended meanwhile. */
export async function forgetItems(engine: Engine, layout: Layout): Promise<number> {
  const unneeded = ofItems.map(({ name }) => `itemId GLOBAL NOT IN (SELECT itemId FROM ${layout.table(name)})`);
  const found = await engine.ask<readonly [id: string]>(
    `SELECT DISTINCT toString(itemId) FROM ${layout.table(items.name)} WHERE ${unneeded.join(' AND ')}`,
  );
  for (let start = 0; start < found.length; start += idsAtOnce) {
    const ids = found.slice(start, start + idsAtOnce).join(', ');
    await engine.command(`${layout.alter(items.name, `DELETE WHERE itemId IN (${ids})`)} SETTINGS mutations_sync = 2`);
  }
  return found.length;
}
