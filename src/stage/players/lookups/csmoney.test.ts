import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { csmoney } from './csmoney.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(csmoney, world, now);
const redline = liquidNames.CS2;
const karambit = '★ Karambit | Doppler (Factory New)';

const listingsOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`${name} is missing`);
  return world.listings('csmoney', item);
};

const orders = (query: string) => jsonOf(ask(`https://cs.money/1.0/market/sell-orders?limit=60&${query}`));
const prices = () => jsonOf(ask('https://cs.money/api/min_price/market/all'));
const bots = (appId: number, offset = 0) =>
  jsonOf(ask(`https://inventories.cs.money/5.0/load_bots_inventory/${appId}?limit=60&offset=${offset}`));
const log = (nameId: number) =>
  jsonOf(
    ask('https://wiki.cs.money/api/graphql', {
      method: 'POST',
      body: JSON.stringify({ operationName: 'price_trader_log', query: '…', variables: { name_ids: [nameId] } }),
    }),
  );
const pageAt = (name: string) => ask(`https://cs.money/en/csgo/${name}/`);

const nameIdOf = (name: string): number => {
  const entries = Object.entries<{ readonly fullName: string }>(prices());
  return Number(entries.find(([, { fullName }]) => fullName === name)?.[0]);
};

type Row = {
  readonly id: number;
  readonly asset: { readonly names: { readonly full: string } };
  readonly pricing: { readonly computed: number };
  readonly stickers: readonly ({ readonly wear: number } | null)[] | null;
};

describe('CS.Money as played', () => {
  it('lists sixty a page, newest or cheapest first, and fails beyond the end', () => {
    const cheapest: readonly Row[] = orders('sort=price&order=asc&offset=0').items;
    const newest: readonly Row[] = orders('sort=insertDate&order=desc&offset=0').items;

    expect([cheapest.length, newest.length]).toEqual([60, 60]);
    expect(cheapest.map(({ pricing }) => pricing.computed)).toEqual(
      cheapest.map(({ pricing }) => pricing.computed).sort((a, b) => a - b),
    );
    expect(newest[0]?.id).toBe(world.newestListings('csmoney', 'CS2', 1)[0]?.number);
    expect(orders('sort=price&order=asc&offset=4980')).toEqual({ error: 2 });
    expect(orders('sort=price&order=asc&offset=6000').errors).toHaveLength(1);
    expect(orders('sort=price&order=asc&name=nothing')).toEqual({ items: [] });
  });

  it('writes the variant between finish and wear, so that the plain name finds none', () => {
    const rows: readonly Row[] = orders(
      `sort=price&order=asc&name=${encodeURIComponent('★ Karambit | Doppler')}`,
    ).items;

    expect(rows).toHaveLength(listingsOf(karambit).length);
    for (const { asset } of rows)
      expect(asset.names.full).toMatch(/Doppler (Phase [1-4]|Ruby|Sapphire|Black Pearl) \(Factory New\)$/);
    expect(orders(`sort=price&order=asc&name=${encodeURIComponent(karambit)}`)).toEqual({ items: [] });
  });

  it('gives the wear of stickers in percent and leaves places empty', () => {
    const rows: readonly Row[] = orders('sort=price&order=asc&name=%20%7C%20').items;
    const slots = rows.flatMap(({ stickers }) => stickers ?? []);

    expect(slots).toContain(null);
    expect(slots.some((sticker) => sticker !== null && sticker.wear > 1 && sticker.wear <= 100)).toBe(true);
  });

  it('quotes every variant under a separate number, which the wiki lists', () => {
    const entries: readonly (readonly [string, { readonly fullName: string; readonly price: number }])[] =
      Object.entries(prices());
    const found = entries.find(([, { fullName }]) => fullName === redline);

    expect(found?.[1].price).toBe(listingsOf(redline)[0]?.priceUsd);
    expect(entries.some(([, { fullName }]) => /Doppler Phase \d \(/.test(fullName))).toBe(true);
    expect(log(Number(found?.[0])).data.price_trader_log[0]).toMatchObject({
      name_id: Number(found?.[0]),
      values: expect.arrayContaining([{ price_trader_new: expect.any(Number), time: expect.stringMatching(/Z$/) }]),
    });
    expect(log(999_999).data.price_trader_log).toEqual([]);
  });

  it('has a page for an item, with JSON in it, and 404 for an unknown one', () => {
    expect(String(pageAt('stattrak-ak-47-redline-field-tested')?.body)).toContain(
      '"fullName":"StatTrak™ AK-47 | Redline (Field-Tested)"',
    );
    expect(pageAt('bayonet-doppler-factory-new')?.status).toBeUndefined();
    expect(pageAt('nothing')?.status).toBe(404);
  });

  it('has bots with items of older games, stacked by price', () => {
    const rows: readonly { readonly stackSize?: number }[] = bots(252_490).items;
    const total = rows.reduce((sum, { stackSize = 1 }) => sum + stackSize, 0);

    expect(total).toBe(world.items('Rust').flatMap((item) => world.listings('csmoney', item)).length);
    expect(bots(440)).toEqual({ error: 1 });
  });

  it('has items for trade that are not in its market', () => {
    const rows: readonly { readonly assetId: number }[] = jsonOf(
      ask('https://cs.money/5.0/load_bots_inventory/730?limit=60&offset=0&order=asc&sort=price'),
    ).items;
    const traded = world.items('CS2').flatMap((item) => world.listings('csmoney-trade', item));

    expect(rows).toHaveLength(60);
    expect(traded.map(({ assetId }) => Number(assetId))).toEqual(
      expect.arrayContaining(rows.map(({ assetId }) => assetId)),
    );
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'csmoney');

describe.runIf(existsSync(recordings))('recorded rows of CS.Money', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));
  const rows: readonly Readonly<Record<string, unknown>>[] = [0, 60, 120, 180].flatMap(
    (offset) => bots(730, offset).items ?? [],
  );

  it('of bots have no key or kind of value that the played ones lack', () => {
    expect(missingFrom(rows, [read('bot_inventory_item-1.json')])).toEqual([]);
    // In such a small world, only items such as cases share a price
    const leftOut = ['[].stackItems[].float', '[].stackItems[].pattern'];
    expect(missingFrom(rows, [read('bot_inventory_item-stack-1.json')], leftOut)).toEqual([]);
  });

  it('of a stack have no lock for the first item, like the played ones', () => {
    const keysOf = (row: object | undefined) => Object.keys(row ?? {}).sort();
    const stack = rows.find((row) => 'stackItems' in row);

    expect(keysOf(stack)).toEqual(keysOf(read('bot_inventory_item-stack-1.json')));
  });

  it('of the market, as typed by clients, have no key that the played ones lack', () => {
    const played = { items: [...orders('sort=price&order=asc&name=AK').items, ...orders('sort=insertDate').items] };
    expect(missingFrom(played, read('sell-orders-shape-synthetic-1.json'))).toEqual([]);
    expect(missingFrom(log(nameIdOf(redline)), read('price_trader_log-shape-synthetic-1.json'))).toEqual([]);
  });
});
