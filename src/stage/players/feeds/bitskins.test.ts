import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needing } from '../../../../test/support/runner/needs.ts';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { asJson, feedOf, memberOf, playedChanges } from '../../../../test/support/stage/played-changes.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { bitskins } from './bitskins.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(bitskins, world, now);
const headers = { 'x-apikey': '0123456789abcdef' };
const redline = liquidNames.CS2;
const item = world.itemNamed('CS2', redline);
if (item === null) throw new Error('the liquid item is missing');

const post = (path: string, body: unknown) =>
  ask(`https://api.bitskins.com/market/${path}`, { method: 'POST', body: JSON.stringify(body), headers });
const inSell = (app = 730) => jsonOf(ask(`https://api.bitskins.com/market/insell/${app}`)).list;
const skinId = (): number => inSell().find(({ name }: { name: string }) => name === redline).skin_id;
const found = () => jsonOf(post('search/730', { limit: 100, offset: 0, where: { skin_id: [skinId()] } }));

describe('BitSkins as played', () => {
  it.each([
    ['CS2', 730],
    ['Dota2', 570],
    ['Rust', 252_490],
    ['TF2', 440],
  ] as const)('lists what is on sale of %s in thousandths of a dollar', (game, app) => {
    const liquid = world.itemNamed(game, liquidNames[game]);
    const listings = liquid === null ? [] : world.listings('bitskins', liquid);

    expect(inSell(app).find(({ name }: { name: string }) => name === liquidNames[game])).toMatchObject({
      price_min: Math.round((listings[0]?.priceUsd ?? 0) * 1000),
      quantity: listings.length,
    });
  });

  it('finds the items of a name by its number, with a key', () => {
    const listings = world.listings('bitskins', item);

    expect(found().counter).toEqual({ total: listings.length, filtered: listings.length });
    expect(found().list.map(({ id }: { id: string }) => id)).toEqual(
      listings.slice(0, 100).map(({ number }) => String(number)),
    );
    expect(ask('https://api.bitskins.com/market/search/730', { method: 'POST', body: '{}' })?.status).toBe(401);
    expect(post('search/730', {})?.status).toBe(400);
  });

  it('lists sales, and totals by day', () => {
    const requested = { app_id: 730, skin_id: skinId(), date_from: '2026-01-01', date_to: '2026-01-15' };
    const sales = world.sales('bitskins', item);
    const days = jsonOf(post('pricing/summary', requested));

    expect(jsonOf(post('pricing/list', { ...requested, limit: 2 }))[0]).toMatchObject({
      price: Math.round((sales[0]?.priceUsd ?? 0) * 1000),
      created_at: new Date(sales[0]?.soldAt ?? 0).toISOString(),
    });
    expect(days.reduce((sum: number, { counter }: { counter: number }) => sum + counter, 0)).toBe(
      sales.filter(({ soldAt }) => soldAt >= Date.UTC(2026, 0, 1)).length,
    );
    expect(post('pricing/list', { app_id: 730, skin_id: 999_999 })?.status).toBe(404);
  });
});

const feed = feedOf(bitskins);
const joined = () => {
  const member = memberOf(feed);
  feed.receive?.(['WS_AUTH_APIKEY', '0123456789abcdef'], member, world);
  for (const channel of ['listed', 'price_changed', 'delisted_or_sold'])
    feed.receive?.(['WS_SUB', channel], member, world);
  return member;
};

describe('the feed of BitSkins as played', () => {
  const changes = playedChanges(world, 'bitskins', 'CS2', now);

  it('echoes a key, and joins channels only after one', () => {
    const member = memberOf(feed);

    expect(feed.receive?.(['WS_SUB', 'listed'], member, world)).toEqual([
      ['WS_SUB', expect.objectContaining({ code: 'AUTH_001' })],
    ]);
    expect(feed.receive?.(['WS_AUTH_APIKEY', '0123456789abcdef'], member, world)).toEqual([
      ['WS_AUTH_APIKEY', '0123456789abcdef'],
    ]);
    expect(feed.receive?.(['WS_SUB', 'listed'], member, world)).toEqual([['WS_SUB', 'listed']]);
    expect(new Set(asJson(feed.messagesOf(changes, member, world)).map(([action]: [string]) => action))).toEqual(
      new Set(['listed']),
    );
  });

  it('sends every change to a client that has joined everything', () => {
    expect(feed.messagesOf(changes, joined(), world)).toHaveLength(changes.length);
    expect(feed.messagesOf(changes, memberOf(feed), world)).toEqual([]);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'bitskins');

needing('the folder of recordings').describe('what is known of the answers of BitSkins', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('has no key or kind of value that the played answers lack', () => {
    expect(missingFrom({ list: inSell() }, read('insell-synthetic-1.json'))).toEqual([]);
    expect(missingFrom(found(), read('market-search-synthetic-1.json'))).toEqual([]);
    const requested = { app_id: 730, skin_id: skinId(), date_from: '2026-01-01', date_to: '2026-01-15' };
    expect(missingFrom(jsonOf(post('pricing/list', requested)), read('pricing-list-synthetic-1.json'))).toEqual([]);
    expect(missingFrom(jsonOf(post('pricing/summary', requested)), read('pricing-summary-synthetic-1.json'))).toEqual(
      [],
    );
    const names = jsonOf(ask('https://api.bitskins.com/market/skin/730'));
    expect(missingFrom(names, read('market-skin-synthetic-1.json'))).toEqual([]);
  });

  it('has no key in its frames that the played ones lack', () => {
    const messages = asJson(feed.messagesOf(playedChanges(world, 'bitskins', 'CS2', now), joined(), world));

    for (const action of ['listed', 'price_changed', 'delisted_or_sold']) {
      const of = (frames: readonly [string, unknown][]) =>
        frames.filter(([one]) => one === action).map(([, data]) => data);
      expect(missingFrom(of(messages), of(read('ws-frames-synthetic-1.json')))).toEqual([]);
    }
    expect(missingFrom(messages, read('ws-listed-derived-1.json'))).toEqual([]);
  });
});
