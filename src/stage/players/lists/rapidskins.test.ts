import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { rapidskins } from './rapidskins.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(rapidskins, world, now);

const query = (text: string, variables: unknown) =>
  jsonOf(
    ask('https://api.rapidskins.com/graphql', { method: 'POST', body: JSON.stringify({ query: text, variables }) }),
  );

const pageOf = (field: string, appId: number, page: number, more: object = {}) =>
  query(
    `query Inventories($filter: InventoryFilters!) { siteInventory(filter: $filter) { ${field} { ... on SteamInventory { lastPage } } } }`,
    { filter: { page, sort: 'PRICE_DESC', appIds: [appId], search: null, ...more } },
  );

type Row = {
  readonly marketHashName: string;
  readonly price: { readonly coinAmount: number };
  readonly stack: readonly { readonly assetId: string; readonly amount: number }[];
};

const rowsOf = (field: string, appId: number): readonly Row[] => {
  const rows: Row[] = [];
  for (let page = 1; page < 20; page += 1) {
    const { lastPage, items } = pageOf(field, appId, page).data.siteInventory[field];
    rows.push(...items);
    if (lastPage) return rows;
  }
  throw new Error('the pages do not end');
};

describe('RapidSkins as played', () => {
  it.each([
    ['csgo', 730, 'CS2'],
    ['rust', 252_490, 'Rust'],
  ] as const)('has everything of %s within its pages, each item once, dearest kinds first', (field, appId, game) => {
    const rows = rowsOf(field, appId);
    const ids = rows.flatMap(({ stack }) => stack.map(({ assetId }) => assetId));
    const kinds = rows.map(({ marketHashName }) => world.itemNamed(game, marketHashName)?.basePrice ?? 0);

    expect(new Set(ids)).toEqual(
      new Set(
        world
          .items(game)
          .flatMap((item) => world.listings('rapidskins', item))
          .map(({ assetId }) => assetId),
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(kinds).toEqual([...kinds].sort((a, b) => b - a));
  });

  it('stacks identical items of one price', () => {
    expect(rowsOf('csgo', 730).some(({ stack }) => stack.length > 1)).toBe(true);
  });

  it('respects the price limits', () => {
    const { items } = pageOf('csgo', 730, 1, { minimumPrice: { coinAmount: 1000 }, maximumPrice: { coinAmount: 3000 } })
      .data.siteInventory.csgo;

    expect(items.length).toBeGreaterThan(0);
    for (const { price } of items) expect(price.coinAmount >= 1000 && price.coinAmount <= 3000).toBe(true);
  });

  it('sums up the stock by name for clients with a key', () => {
    const address = 'https://api.rapidskins.com/api/v1/stock/listings?appId=730';
    const { listings } = jsonOf(ask(address, { headers: { 'x-api-key': 'any' } }));
    const [item] = world.items('CS2').filter((one) => world.listings('rapidskins', one).length > 0);
    const found = item === undefined ? [] : world.listings('rapidskins', item);

    expect(listings[item?.name ?? '']).toEqual({
      price: Math.round((found[0]?.priceUsd ?? 0) * 100),
      count: found.length,
    });
    expect(ask(address)?.status).toBe(401);
  });

  it('answers errors with status 200', () => {
    expect(pageOf('dota2', 570, 1).errors).toHaveLength(1);
    expect(query('query { user { id } }', {}).errors).toHaveLength(1);
    expect(query('query { siteInventory(filter: $filter) { rust { id } } }', null).errors).toHaveLength(1);
  });
});
