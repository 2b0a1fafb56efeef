import type { Layout, TableDefinition } from '../layout.ts';
import { tables } from './0001-tables.ts';
import { figures } from './0004-figures.ts';

type Moved = { readonly from: string; readonly to: TableDefinition };

const before = new Map([...tables, figures].map((table) => [table.name, table]));

function moved(from: string, name: string, orderBy: string): Moved {
  const former = before.get(from);
  if (former === undefined) throw new Error(`there was no table ${from}`);
  // As a step after the first has it
  const columns = former.columns.replace("'RUB' = 4)", "'RUB' = 4, 'TF2' = 5)");
  return { from, to: { ...former, name, columns, orderBy } };
}

// What one marketplace has lies together, so that a start can put back one after the other
const all: readonly Moved[] = [
  moved('offers', 'liveOffers', 'marketplaceId, bucket, game, offerId'),
  moved('buyOrders', 'liveBuyOrders', 'marketplaceId, bucket, game, orderId'),
  moved('quotes', 'liveQuotes', 'marketplaceId, bucket, itemId, phase'),
  moved('figures', 'liveFigures', 'marketplaceId, bucket, itemId, phase'),
];

/** Tables of another order; what stood in the former ones, and what a node of an earlier release still writes there. */
export const moveByMarketplace = (layout: Layout): readonly string[] =>
  all.flatMap(({ from, to }) => [
    ...layout.create(to),
    layout.createView({
      name: `${from}ToLive`,
      into: to.name,
      select: `SELECT * FROM ${layout.stored(from)}`,
    }),
    // In blocks that the memory of an embedded engine has room for
    `INSERT INTO ${layout.table(to.name)} SELECT * FROM ${layout.table(from)} SETTINGS max_threads = 1, min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 33554432`,
  ]);

/** The former ones stay, empty: several nodes may go through these steps at once, and none may lose what another has written. */
export const emptyFormer = (layout: Layout): readonly string[] => all.map(({ from }) => layout.truncate(from));

export const formerLive: readonly string[] = all.map(({ from }) => from);
