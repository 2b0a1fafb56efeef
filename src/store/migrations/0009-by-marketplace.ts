import type { Layout, TableDefinition } from '../layout.ts';
import { tables } from './0001-tables.ts';
import { figures } from './0004-figures.ts';

type Moved = { readonly from: string; readonly to: TableDefinition };

const before = new Map([...tables, figures].map((table) => [table.name, table]));

function moved(from: string, name: string, orderBy: string): Moved {
  const former = before.get(from);
  if (former === undefined) throw new Error(`there was no table ${from}`);
  // Migration 3 has added TF2
  const columns = former.columns.replace("'RUB' = 4)", "'RUB' = 4, 'TF2' = 5)");
  return { from, to: { ...former, name, columns, orderBy } };
}

// Sorted by marketplace, so that a start can restore one marketplace after another
const all: readonly Moved[] = [
  moved('offers', 'liveOffers', 'marketplaceId, bucket, game, offerId'),
  moved('buyOrders', 'liveBuyOrders', 'marketplaceId, bucket, game, orderId'),
  moved('quotes', 'liveQuotes', 'marketplaceId, bucket, itemId, phase'),
  moved('figures', 'liveFigures', 'marketplaceId, bucket, itemId, phase'),
];

/** Tables sorted differently, filled from the former ones and with what nodes of an earlier release still write there. */
export const moveByMarketplace = (layout: Layout): readonly string[] =>
  all.flatMap(({ from, to }) => [
    ...layout.create(to),
    layout.createView({
      name: `${from}ToLive`,
      into: to.name,
      select: `SELECT * FROM ${layout.stored(from)}`,
    }),
    // In blocks that fit the memory of an embedded engine
    `INSERT INTO ${layout.table(to.name)} SELECT * FROM ${layout.table(from)} SETTINGS max_threads = 1, min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 33554432`,
  ]);

/** Empties the former tables but keeps them: several nodes can run these steps at once without losing each other's rows. */
export const emptyFormer = (layout: Layout): readonly string[] => all.map(({ from }) => layout.truncate(from));

export const formerLive: readonly string[] = all.map(({ from }) => from);
