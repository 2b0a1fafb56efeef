import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { bidPoints } from '../rows/bid-points.ts';
import { buyOrders } from '../rows/buy-orders.ts';
import { figures } from '../rows/figures.ts';
import { itemAttributes } from '../rows/item-attributes.ts';
import { offers } from '../rows/offers.ts';
import { items } from '../rows/plain-rows.ts';
import { pricePoints } from '../rows/price-points.ts';
import { quotes } from '../rows/quotes.ts';
import { sales } from '../rows/sales.ts';
import { instant } from './dense-history.ts';

/** Tables whose rows need the name of their item. */
const kept = [pricePoints, bidPoints, sales, offers, buyOrders];
const idsAtOnce = 5_000;

/**
 * Deletes items of which only a name, a quote and figures are stored, none of them newer than `since`; resolves with their
 * number. Nothing may be appended meanwhile.
 */
export async function forgetItems(engine: Engine, layout: Layout, since: number): Promise<number> {
  const needed = [
    ...kept.map(({ name }) => `SELECT itemId FROM ${layout.table(name)}`),
    `SELECT itemId FROM ${layout.table(quotes.name)} WHERE seenAt >= ${instant(since)}`,
    `SELECT itemId FROM ${layout.table(figures.name)} WHERE changedAt >= ${instant(since)}`,
  ];
  const unneeded = needed.map((ids) => `itemId GLOBAL NOT IN (${ids})`).join(' AND ');
  const found = await engine.ask<readonly [id: string]>(
    `SELECT DISTINCT toString(itemId) FROM ${layout.table(items.name)} WHERE ${unneeded}`,
  );
  for (let start = 0; start < found.length; start += idsAtOnce) {
    const ids = found.slice(start, start + idsAtOnce).join(', ');
    // The name last, as any other rows of the item need it
    for (const { name } of [quotes, figures, itemAttributes, items])
      await engine.command(`${layout.alter(name, `DELETE WHERE itemId IN (${ids})`)} SETTINGS mutations_sync = 2`);
  }
  return found.length;
}
