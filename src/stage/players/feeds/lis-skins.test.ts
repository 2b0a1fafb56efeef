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
import { lisSkins } from './lis-skins.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(lisSkins, world, now);
const headers = { authorization: 'Bearer 0123456789abcdef' };
const redline = liquidNames.CS2;

const listings = () => {
  const item = world.itemNamed('CS2', redline);
  return item === null ? [] : world.listings('lis-skins', item);
};

const search = (query: string) => jsonOf(ask(`https://api.lis-skins.com/v1/market/search?${query}`, { headers }));
const everything = () => jsonOf(ask('https://lis-skins.com/market_export_json/api_csgo_full.json'));
const grouped = () => jsonOf(ask('https://lis-skins.com/market_export_json/csgo.json'));
type Row = { readonly name: string; readonly id: number };

describe('LIS-SKINS as played', () => {
  it('lists each name once, with its lowest price and the lowest unlocked one', () => {
    const [cheapest] = listings();
    const unlocked = listings().find(({ tradableAt }) => tradableAt === null);

    expect(grouped().find(({ name }: Row) => name === redline)).toMatchObject({
      price: cheapest?.priceUsd,
      unlocked_price: unlocked?.priceUsd ?? null,
      count: listings().length,
    });
  });

  it.each([
    ['dota2', 'Dota2'],
    ['rust', 'Rust'],
  ] as const)('has the same file of %s', (word, game) => {
    const rows: Row[] = jsonOf(ask(`https://lis-skins.com/market_export_json/${word}.json`));

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ name }) => world.itemNamed(game, name) === null)).toEqual([]);
  });

  it('has every lot in one file', () => {
    const ids = everything()
      .items.filter(({ name }: Row) => name === redline)
      .map(({ id }: Row) => id);

    expect(ids).toEqual(listings().map(({ number }) => number));
  });

  it('finds the lots of a name with a key, page by page', () => {
    const first = search(`game=csgo&names[]=${encodeURIComponent(redline)}&sort_by=lowest_price&per_page=1`);
    const second = search(
      `game=csgo&names[]=${encodeURIComponent(redline)}&per_page=1&cursor=${first.meta.next_cursor}`,
    );

    expect([first.data[0].id, second.data[0].id]).toEqual(
      listings()
        .slice(0, 2)
        .map(({ number }) => number),
    );
    expect(ask('https://api.lis-skins.com/v1/market/search?game=csgo')?.status).toBe(401);
    expect(ask('https://api.lis-skins.com/v1/market/search?game=tf2', { headers })?.status).toBe(422);
  });

  it('writes wear as a percentage, and names of stickers without their prefix', () => {
    const stickers = everything().items.flatMap((lot: { readonly stickers: readonly unknown[] }) => lot.stickers);

    expect(stickers.length).toBeGreaterThan(0);
    for (const { name, wear } of stickers) {
      expect(name.startsWith('Sticker | ')).toBe(false);
      expect(Number.isInteger(wear) && wear >= 0 && wear <= 100).toBe(true);
    }
  });

  it('admits to the feed only clients that have requested a token', () => {
    const { framing } = feedOf(lisSkins);
    const { token } = jsonOf(ask('https://api.lis-skins.com/v1/user/get-ws-token', { headers })).data;
    const admits = framing.name === 'centrifugo' ? framing.admits : undefined;

    expect([admits?.(token), admits?.('another'), admits?.(null)]).toEqual([true, false, false]);
  });
});

const changes = playedChanges(world, 'lis-skins', 'CS2', now);
const sent = asJson(feedOf(lisSkins).messagesOf(changes, memberOf(feedOf(lisSkins)), world));

describe('the feed of LIS-SKINS as played', () => {
  it('sends each change once, without asset and game, and removals in short form', () => {
    expect(sent.map(({ data }: { readonly data: { readonly event: string } }) => data.event)).toEqual(
      changes.map(
        ({ kind }) => `obtained_skin_${{ added: 'added', repriced: 'price_changed', removed: 'deleted' }[kind]}`,
      ),
    );
    expect(sent.every(({ data }: { readonly data: object }) => !('game_id' in data))).toBe(true);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'lis-skins');

describe.runIf(existsSync(recordings))('recorded answers of LIS-SKINS', () => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played ones lack', () => {
    expect(missingFrom(grouped(), read('csgo-grouped-1.json'))).toEqual([]);
    expect(missingFrom(everything(), read('api-csgo-full-1.json'))).toEqual([]);
    expect(missingFrom(search('game=csgo&per_page=20'), read('market-search-docs-1.json'))).toEqual([]);
    const messages = sent.map(({ data }: { readonly data: unknown }) => data);
    expect(missingFrom(messages, [read('ws-obtained-skin-deleted-docs-1.json')])).toEqual([]);
  });
});
