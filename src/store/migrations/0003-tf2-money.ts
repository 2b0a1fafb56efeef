import type { Layout } from '../layout.ts';

// Codes are only ever added, so that no stored row is rewritten
const known = `'USD' = 1, 'EUR' = 2, 'CNY' = 3, 'RUB' = 4`;
const quoted = `Enum8(${known}, 'TF2' = 5)`;
const rated = `Enum8(${known}, 'KEY' = 6, 'REF' = 7)`;

const types = { sales: quoted, offers: quoted, buyOrders: quoted, quotes: quoted, rates: rated };

/** Prices in keys and refined metal, and the rates of both. */
export const tf2Money = (layout: Layout): readonly string[] =>
  Object.entries(types).flatMap(([table, type]) => layout.alterColumn(table, `currency ${type}`));
