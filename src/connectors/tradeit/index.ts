import { type Connector, factsOf, sourcesOf, type WireRequest } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { countedItems, parseGroup, parseUnit } from './parse.ts';
import { Counted, Inventory, Item } from './wire.ts';

const { lookup, walk } = sourcesOf(facts);

const groupRows = 1000;
const unitRows = 500;

type Sort = 'Price - high' | 'Price - low' | 'Newest';

const inventory = (game: Game, limit: number, sortType: Sort, more: WireRequest['query'] = {}): WireRequest => ({
  url: 'https://tradeit.gg/api/v2/inventory/data',
  query: {
    gameId: appIdOf(game),
    offset: 0,
    limit,
    sortType,
    showTradeLock: 'true',
    showUserListing: 'true',
    context: 'store',
    fresh: 'true',
    isForStore: 1,
    ...more,
  },
  headers: { referer: 'https://tradeit.gg/' },
});

/** Only an empty page is the end: pages can be shorter than requested. */
function offsetAfter(payload: unknown, cursor: string | null): string | null {
  const items = typeof payload === 'object' && payload !== null && 'items' in payload ? payload.items : null;
  return Array.isArray(items) && items.length > 0 ? String(Number(cursor ?? 0) + items.length) : null;
}

export const tradeit: Connector = {
  slug: 'tradeit',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    walk({
      name: 'groups',
      yields: ['quote'],
      covers: 'all',
      // If a name has several groups, the cheapest comes last and is kept
      request: ({ game, cursor }) => inventory(game, groupRows, 'Price - high', { offset: cursor ?? 0 }),
      envelope: Inventory,
      rowsAt: countedItems,
      row: Counted,
      parse: parseGroup,
      mayLack: { storePrice: 'the item can only be had in a trade' },
      cursorAt: offsetAfter,
      pages: 60,
    }),
    walk({
      name: 'newest',
      yields: ['offer'],
      covers: 'newest',
      request: ({ game }) => inventory(game, unitRows, 'Newest'),
      envelope: Inventory,
      rowsAt: 'items',
      row: Item,
      decides: { groupId: 'tells a single item from a group of equal ones' },
      parse: parseUnit,
      mayLack: { storePrice: 'the item can only be had in a trade' },
      cursorAt: () => null,
      pages: 1,
    }),
    lookup({
      name: 'units',
      yields: ['offer'],
      // A Doppler has a group for each variant, of which only one is known
      request: ({ game, item, marketplaceItemId: groupId }) =>
        groupId === null || !/^\d+$/.test(groupId) || item.includes('Doppler')
          ? null
          : inventory(game, unitRows, 'Price - low', { groupId }),
      envelope: Inventory,
      replaces: ['offer'],
      pageRows: unitRows,
      rowsAt: 'items',
      row: Item,
      decides: { groupId: 'tells a single item from a group of equal ones' },
      parse: parseUnit,
      mayLack: { storePrice: 'the item can only be had in a trade' },
    }),
  ],
};
