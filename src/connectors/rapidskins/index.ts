import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { itemsIn, parseItem, parseStocked, stockedNames } from './parse.ts';
import { Inventory, Item, Stock, Stocked } from './wire.ts';

const { bulk, walk } = sourcesOf(facts);

const games = ['CS2', 'Rust'] as const;

/** Name of a game in GraphQL queries. */
const fieldOf = (game: Game): string => (game === 'CS2' ? 'csgo' : 'rust');

const mostCoins = 2_000_000;

const query = (game: Game): string => `query Inventories($filter: InventoryFilters!) {
  siteInventory(filter: $filter) {
    ${fieldOf(game)} {
      ... on SteamInventory {
        lastPage
        items { ownerSteamId appId marketHashName price { coinAmount } stack { assetId amount } }
      }
    }
  }
}`;

const inventory = (game: Game, page: number): WireRequest => ({
  method: 'POST',
  url: 'https://api.rapidskins.com/graphql',
  body: {
    operationName: 'Inventories',
    query: query(game),
    variables: {
      filter: {
        page,
        sort: 'PRICE_DESC',
        appIds: [appIdOf(game)],
        search: null,
        cs2ItemCategories: [],
        rustItemCategories: [],
        itemExteriors: [],
        statTrakOnly: false,
        tradableOnly: false,
        souvenirOnly: false,
        minimumPrice: { coinAmount: 0 },
        maximumPrice: { coinAmount: mostCoins },
      },
    },
  },
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const member = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

/** The number of the next page; null after the last. */
function pageAfter(payload: unknown, cursor: string | null): string | null {
  const found = member(member(payload, 'data'), 'siteInventory');
  const isMore = isObject(found) && Object.values(found).some((one) => member(one, 'lastPage') === false);
  return isMore ? String(Number(cursor ?? 1) + 1) : null;
}

/** GraphQL errors have status 200. */
function refusal(payload: unknown): OutcomeOverride | null {
  const errors = member(payload, 'errors');
  if (!Array.isArray(errors) || errors.length === 0) return null;
  return /too many|rate limit/i.test(JSON.stringify(errors)) ? 'limited' : 'retry';
}

export const rapidskins: Connector = {
  slug: 'rapidskins',
  games,
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'listings',
      // Other games are not known to be answered
      games: ['CS2'],
      yields: ['quote'],
      request: ({ game }) => ({
        url: 'https://api.rapidskins.com/api/v1/stock/listings',
        query: { appId: appIdOf(game) },
      }),
      envelope: Stock,
      rowsAt: stockedNames,
      row: Stocked,
      parse: parseStocked,
    }),
    walk({
      name: 'inventory',
      yields: ['offer'],
      covers: 'all',
      request: ({ game, cursor }) => inventory(game, Number(cursor ?? 1)),
      refusal,
      envelope: Inventory,
      rowsAt: itemsIn,
      row: Item,
      parse: parseItem,
      cursorAt: pageAfter,
      pages: 400,
    }),
  ],
};
