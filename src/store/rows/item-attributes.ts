import type { Game, ItemStatement } from '../../schema/index.ts';
import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import * as column from './columns.ts';
import { items } from './plain-rows.ts';
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

type Found = readonly [
  marketplaceId: number,
  game: Game,
  name: string,
  rarity: string | null,
  hero: string | null,
  itemType: string | null,
];

/** What marketplaces have told of items, in the order of their names. */
export async function queryItemStatements(engine: Engine, layout: Layout): Promise<readonly ItemStatement[]> {
  const found = await engine.ask<Found>(`
SELECT marketplaceId, toString(told.game), items.name, rarity, hero, itemType
FROM (SELECT * FROM ${layout.table(itemAttributes.name)} FINAL) AS told
GLOBAL INNER JOIN (SELECT itemId, name FROM ${layout.table(items.name)} FINAL) AS items USING (itemId)
ORDER BY items.name, marketplaceId`);
  return found.map(([marketplaceId, game, name, rarity, hero, itemType]) => ({
    ...{ marketplaceId, game, name },
    ...{ rarity, hero, itemType },
  }));
}
