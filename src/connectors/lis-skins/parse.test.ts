import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../test/support/runner/shared-folder.ts';
import { rowsPath } from '../../collect/decode/json-seek.ts';
import { createJsonSplitter } from '../../collect/decode/json-splitter.ts';
import type { About } from '../../contract/connector.ts';
import { lisSkins } from './index.ts';
import { parseEvent, parseLot } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
const lot = { id: 240_000_001, name: 'AK-47 | Redline (Field-Tested)', price: 31.07, item_paint_index: 282 };
const sticker = (wear: number) => [{ name: 'Boom Trail', wear, slot: 2 }];

it('has a price file for each of its games', () => {
  const prices = lisSkins.sources.find(({ name }) => name === 'prices');

  expect(lisSkins.games.map((game) => prices?.kind === 'bulk' && prices.request({ game }).url)).toEqual([
    'https://lis-skins.com/market_export_json/csgo.json',
    'https://lis-skins.com/market_export_json/dota2.json',
    'https://lis-skins.com/market_export_json/rust.json',
  ]);
  expect(prices?.games).toBeUndefined();
});

describe('a lot on LIS-SKINS', () => {
  it('has stickers worn by percent, with the prefix that their names lack', () => {
    expect(parseLot({ ...lot, stickers: sticker(37) }, about)?.stickers).toEqual([
      { name: 'Sticker | Boom Trail', wear: 0.37, slot: 2 },
    ]);
    expect(parseLot({ ...lot, stickers: sticker(101) }, about)?.stickers).toBeNull();
  });

  it('is free with a null lock and of unknown lock without one', () => {
    expect(parseLot({ ...lot, unlock_at: null }, about)?.tradableAt).toBe(0);
    expect(parseLot(lot, about)?.tradableAt).toBeNull();
    expect(parseLot({ ...lot, unlock_at: '2026-01-19T08:00:00.123456Z' }, about)?.tradableAt).toBe(
      Date.UTC(2026, 0, 19, 8, 0, 0, 123),
    );
  });
});

const recording = join(sharedFolder, 'marketplaces/fixtures/lis-skins/api-csgo-full-1.json');

describe.runIf(existsSync(recording))('recorded lots of LIS-SKINS', () => {
  it('say in seconds when their list was made, before the first of them', () => {
    const source = lisSkins.sources.find(({ name }) => name === 'lots');
    if (source?.kind !== 'bulk') throw new Error('the lots are no list');
    const splitter = createJsonSplitter(rowsPath('items'));
    splitter.push(readFileSync(recording));
    const madeAt = source.madeAt?.(splitter.before(), () => undefined);

    expect(madeAt).toBe(Date.UTC(2025, 2, 10, 10, 33, 1));
  });
});

describe('the feed of LIS-SKINS', () => {
  const added = { ...lot, event: 'obtained_skin_added' as const };

  it('mixes the games, so only what is certainly of Counter-Strike is an offer', () => {
    expect(parseEvent({ ...added, item_float: '0.2' }, about)).not.toBeNull();
    expect(parseEvent({ ...added, game_id: 1 }, about)).not.toBeNull();
    expect(parseEvent(added, about)).toBeNull();
    expect(parseEvent({ ...added, game_id: 2, item_float: '0.2' }, about)).toBeNull();
  });

  it('requests a token and says what is wrong with an answer without one', () => {
    const source = lisSkins.sources.find(({ name }) => name === 'obtained');
    const tokenOf = (answer: unknown) =>
      source?.kind === 'feed' ? source.token?.({ games: ['CS2'], answer, secret: 'key' }) : null;

    expect(tokenOf({ data: { token: 'of one connection' } })).toBe('of one connection');
    expect(() => tokenOf({ error: 'unauthenticated' })).toThrow('no token at data.token');
  });
});
