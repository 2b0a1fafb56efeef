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
import { csgoempire } from './csgoempire.ts';

const now = Date.UTC(2026, 0, 15, 12);
const charm = { name: "Charm | Lil' Ava", type: 'Charm', rarity: 'Remarkable' };
const withCharm = stageItems.CS2.slice(-1).map((item) => ({ ...item, ...charm, index: stageItems.CS2.length }));
const items = { ...stageItems, CS2: [...stageItems.CS2, ...withCharm] };
const world = createWorld({ seed: 2, startedAt: now, items });
const ask = requesterOf(csgoempire, world, now);
const headers = { authorization: 'Bearer 0123456789abcdef' };
const list = (query: string) => jsonOf(ask(`https://csgoempire.com/api/v2/trading/items?${query}`, { headers }));

type Row = {
  readonly id: number;
  readonly market_name: string;
  readonly market_value: number;
  readonly auction_ends_at: number | null;
};

const total = () => world.items('CS2').reduce((sum, item) => sum + world.listings('csgoempire', item).length, 0);

describe('CSGOEmpire as played', () => {
  it('lists everything in pages, cheapest first, in hundredths of a coin', () => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const answer = list(`per_page=200&page=${page}&auction=no&sort=asc`);
      rows.push(...answer.data);
      if (answer.next_page_url === null) break;
    }
    const item = world.itemNamed('CS2', liquidNames.CS2);
    const [cheapest] = item === null ? [] : world.listings('csgoempire', item);
    const [row] = rows.filter(({ market_name }) => market_name === liquidNames.CS2);

    expect(rows).toHaveLength(total());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(total());
    expect(rows.map(({ market_value }) => market_value)).toEqual(
      rows.map((one) => one.market_value).sort((a, b) => a - b),
    );
    expect((row?.market_value ?? 0) * 0.6142808).toBeCloseTo((cheapest?.priceUsd ?? 0) * 100, -1);
  });

  it('lists auctions along with offers, with their end', () => {
    const auctions: Row[] = list('per_page=2500&auction=yes').data;

    expect(auctions.length).toBeGreaterThan(0);
    expect(auctions.every(({ auction_ends_at }) => auction_ends_at !== null)).toBe(true);
    expect(list('per_page=2500').total).toBe(total() + list('per_page=2500&auction=yes').total);
  });

  it('writes the variant of a Doppler after its name', () => {
    const names: readonly string[] = list('per_page=2500&search=doppler').data.map(
      ({ market_name }: Row) => market_name,
    );

    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => / - (?:Phase [1-4]|Ruby|Sapphire|Black Pearl|Emerald)$/.test(name))).toBe(true);
  });

  it('gives guests shorter pages and refuses a header that is not a key', () => {
    const address = 'https://csgoempire.com/api/v2/trading/items?per_page=';

    expect(ask(`${address}200`)?.status).toBeUndefined();
    expect(ask(`${address}201`)?.status).toBe(422);
    expect(ask(`${address}200`, { headers: { authorization: 'nothing' } })?.status).toBe(401);
  });
});

const feed = feedOf(csgoempire);
const changes = playedChanges(world, 'csgoempire', 'CS2', now);

const filtered = () => {
  const member = memberOf(feed);
  feed.receive?.(['filters', { price_max: 9_999_999 }], member, world);
  return member;
};
const messages: readonly [string, unknown][] = asJson(feed.messagesOf(changes, filtered(), world));
const argumentsOf = (event: string) => messages.flatMap(([one, argument]) => (one === event ? [argument] : [])).flat();

describe('the feed of CSGOEmpire as played', () => {
  it('sends nothing before it has received a filter', () => {
    expect(feed.messagesOf(changes, memberOf(feed), world)).toEqual([]);
  });

  it('sends events for new, changed and removed items, auctions and sellers', () => {
    const on = (argumentsOf('new_item') as Row[]).filter(({ auction_ends_at }) => auction_ends_at === null);

    expect(on).toHaveLength(changes.filter(({ kind }) => kind === 'added').length);
    expect(argumentsOf('updated_item')).toHaveLength(changes.filter(({ kind }) => kind === 'repriced').length);
    expect(argumentsOf('deleted_item').every((id) => typeof id === 'number')).toBe(true);
    expect(new Set(messages.map(([event]) => event))).toContain('updated_seller_online_status');
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'csgoempire');

describe.runIf(existsSync(recordings))('recorded frames of CSGOEmpire', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));
  const frames: readonly [string, unknown][] = existsSync(recordings)
    ? read('ws-trade-frames-1.json')
        .map(({ payload }: { payload: string }) => payload)
        .filter((payload: string) => payload.startsWith('42/trade,'))
        .map((payload: string) => JSON.parse(payload.slice(9)))
    : [];
  const recorded = (event: string) => frames.flatMap(([one, argument]) => (one === event ? [argument] : [])).flat();

  it('have no key or kind of value that the played ones lack', () => {
    const pages = ['no', 'yes'].flatMap((auction) => list(`per_page=2500&auction=${auction}`).data);
    const items = [...argumentsOf('new_item'), ...pages];

    // The bid of an auction is in the updates, and no played item is a Fade
    expect(
      missingFrom(items, recorded('new_item'), [
        '[].auction_highest_bid',
        '[].auction_highest_bidder',
        '[].fade_percentage',
      ]),
    ).toEqual([]);
    for (const event of ['deleted_item', 'updated_seller_online_status', 'auction_update'])
      expect([event, missingFrom(argumentsOf(event), recorded(event))]).toEqual([event, []]);
  });

  it('have items with the same keys in the same order, even under strict privacy', () => {
    const keysOf = (rows: readonly unknown[], level: string) =>
      rows
        .map((row) => row as Readonly<Record<string, unknown>>)
        .filter((row) => row['marketplace_privacy_protection_level'] === level)
        .map((row) => Object.keys(row));

    expect(keysOf(argumentsOf('new_item'), 'base')[0]).toEqual(keysOf(recorded('new_item'), 'base')[0]);
  });

  it('have no key in the list that the played one lacks', () => {
    const played = { ...list('per_page=1&page=2'), data: list('per_page=2500').data };

    expect(missingFrom(played, read('trading-items-docs-1.json'), ['.data[].depositor_stats'])).toEqual([]);
  });
});
