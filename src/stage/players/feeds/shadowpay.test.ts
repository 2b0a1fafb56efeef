import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { asJson, feedOf, memberOf, playedChanges } from '../../../../test/support/stage/played-changes.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { shadowpay } from './shadowpay.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(shadowpay, world, now);
const headers = { authorization: 'Bearer 0123456789abcdef' };
const api = (call: string) => jsonOf(ask(`https://api.shadowpay.com/api/v2/user/${call}`, { headers }));
const site = (query: string) => jsonOf(ask(`https://api.shadowpay.com/api/market/get_items?${query}`));

describe('ShadowPay as played', () => {
  it.each([
    ['CS2', 'csgo'],
    ['Dota2', 'dota2'],
    ['Rust', 'rust'],
  ] as const)('quotes the lowest price of %s as text', (game, project) => {
    const name = liquidNames[game];
    const item = world.itemNamed(game, name);
    const listings = item === null ? [] : world.listings('shadowpay', item);
    const { data } = api(`items/prices?project=${project}`);

    expect(data.find((row: { steam_market_hash_name: string }) => row.steam_market_hash_name === name)).toEqual({
      steam_market_hash_name: name,
      price: listings[0]?.priceUsd.toFixed(2),
      volume: listings.length,
    });
  });

  it('lists the items of a name, cheapest first', () => {
    const name = liquidNames.CS2;
    const item = world.itemNamed('CS2', name);
    const listings = item === null ? [] : world.listings('shadowpay', item);
    const { data } = api(`items?project=csgo&steam_market_hash_name=${encodeURIComponent(name)}&limit=3&sort_dir=asc`);

    expect(data.map(({ id }: { id: number }) => id)).toEqual(listings.slice(0, 3).map(({ number }) => number));
  });

  it('gives a hold with its end', () => {
    const rows = site('game=csgo&limit=500').items;

    expect(rows.some(({ is_hold }: { is_hold: number }) => is_hold === 1)).toBe(true);
    for (const { is_hold, time_unhold } of rows)
      expect(time_unhold).toEqual(is_hold === 1 ? expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) : null);
  });

  it('refuses clients without a token, with its own text', () => {
    const reply = ask('https://api.shadowpay.com/api/v2/user/items/prices?project=csgo');

    expect(reply).toMatchObject({ status: 401, body: { status: 'error', error_message: 'Invalid token' } });
    expect(ask('https://api.shadowpay.com/api/v2/user/items/prices?token=0123456789abcdef')?.status).toBeUndefined();
  });
});

const changes = playedChanges(world, 'shadowpay', 'CS2', now);
const messages = asJson(feedOf(shadowpay).messagesOf(changes, memberOf(feedOf(shadowpay)), world));

describe('the feed of ShadowPay as played', () => {
  it('sends new listings in one message, and no removals', () => {
    expect(messages).toHaveLength(1);
    expect(messages[0].data.offers).toHaveLength(changes.filter(({ kind }) => kind !== 'removed').length);
    const gone = changes.filter(({ kind }) => kind === 'removed');
    expect(feedOf(shadowpay).messagesOf(gone, memberOf(feedOf(shadowpay)), world)).toEqual([]);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'shadowpay');

describe.runIf(existsSync(recordings))('recorded answers of ShadowPay', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played ones lack', () => {
    expect(missingFrom(api('items/prices?project=csgo'), read('items-prices-shape-1.json'))).toEqual([]);
    expect(missingFrom(site('game=csgo&limit=500'), read('web-get-items-shape-1.json'))).toEqual([]);
    const all = world.items('CS2').flatMap((item) => world.listings('shadowpay', item));
    const added = all.map((listing) => ({ kind: 'added' as const, listing }));
    const [message] = asJson(feedOf(shadowpay).messagesOf(added, memberOf(feedOf(shadowpay)), world));
    expect(missingFrom(message.data, read('ws-offers-derived-1.json').result.data.data)).toEqual([]);
  });
});
