import type { ItemStatement } from '../../schema/index.ts';
import * as column from './columns.ts';
import type { Table } from './table.ts';

/** What marketplaces have told of items; the last row of a marketplace and an item has all of it. */
export const itemAttributes: Table<ItemStatement> = {
  name: 'itemAttributes',
  columns: {
    marketplaceId: column.marketplaceId(),
    game: column.game(),
    itemId: column.itemId(),
    rarity: column.nullableText((row) => row.rarity),
    hero: column.nullableText((row) => row.hero),
    itemType: column.nullableText((row) => row.itemType),
  },
  state: column.version,
};
