import type { Game } from '../../schema/index.ts';
import type { CatalogueItem } from '../market/world.ts';

/** What an item has of which nothing is known. */
export const plainItem = {
  rarity: null,
  quality: null,
  weapon: null,
  collection: null,
  defIndex: null,
  paintIndex: null,
  minFloat: null,
  maxFloat: null,
  phases: [],
  hero: null,
  slot: null,
  drawnOn: null,
  classes: [],
} as const satisfies Partial<CatalogueItem>;

/** An item as defined in a table; its number follows from its position. */
export type Draft = Pick<CatalogueItem, 'name' | 'type' | 'basePrice'> & Partial<CatalogueItem>;

/** Numbers the drafts in order after `before`, drops repeated names and fills in fields that do not apply. */
export const toItems = (game: Game, drafts: Iterable<Draft>, before = 0): readonly CatalogueItem[] => {
  const byName = new Map<string, CatalogueItem>();
  for (const draft of drafts) {
    if (byName.has(draft.name)) continue;
    byName.set(draft.name, {
      ...plainItem,
      ...draft,
      basePrice: Math.max(0.03, Math.round(draft.basePrice * 100) / 100),
      game,
      index: before + byName.size + 1,
    });
  }
  return [...byName.values()];
};
