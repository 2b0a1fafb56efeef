import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../contract/connector.ts';
import { igxe } from './index.ts';
import { parseSold, parseTrade } from './parse.ts';
import type { Sold, Trade } from './wire.ts';

const at = Date.UTC(2026, 0, 15, 12);
const item = 'MP9 | Ruby Poison Dart (Minimal Wear)';
const about = { game: 'CS2', item, marketplaceItemId: '760001', at } as const;

const trade = (changes: Partial<Trade> = {}): Trade => ({ id: 1, unit_price: '81.00', lock_span: 0, ...changes });

describe('an offer on IGXE', () => {
  it('gets the requested name, and is skipped without one', () => {
    expect(parseTrade(trade(), about)?.name).toBe(item);
    expect(parseTrade(trade(), { ...about, item: null })).toBeNull();
  });

  it('is locked for whole days, with the same end all day', () => {
    const lock = (lock_span: number | null, now = at) =>
      parseTrade(trade({ lock_span }), { ...about, at: now })?.tradableAt;
    expect(lock(0)).toBe(0);
    expect(lock(null)).toBeNull();
    expect(lock(8)).toBe(Date.UTC(2026, 0, 23));
    expect(lock(8, Date.UTC(2026, 0, 15, 23, 59))).toBe(Date.UTC(2026, 0, 23));
    expect(lock(7, Date.UTC(2026, 0, 16))).toBe(Date.UTC(2026, 0, 23));
  });

  it('has a float of twenty digits, none where the text is empty, and no stickers by Chinese names', () => {
    expect(parseTrade(trade({ exterior_wear: '0.35296136140823364258' }), about)?.float).toBe(0.35296136140823364);
    expect(parseTrade(trade({ exterior_wear: '' }), about)?.float).toBeNull();
    expect(parseTrade(trade({ sticker: [] }), about)?.stickers).toEqual([]);
    expect(parseTrade(trade({ sticker: [{ sticker_title: ' 皇冠', wear: -1 }] }), about)?.stickers).toBeNull();
  });

  it('of a game other than requested gives nothing', () => {
    expect(parseTrade(trade({ app_id: 570 }), about)).toBeNull();
  });
});

describe('a sale on IGXE', () => {
  const sold = (last_updated: string): Sold => ({ id: 2, product_id: 760001, unit_price: '80.00', last_updated });

  it('was on a day of Beijing, which begins at 16:00 UTC of the day before', () => {
    expect(parseSold(sold('2024年03月10日'), about)?.soldAt).toBe(Date.UTC(2024, 2, 9, 16));
    expect(parseSold(sold('2026年1月4日'), about)?.soldAt).toBe(Date.UTC(2026, 0, 3, 16));
    expect(() => parseSold(sold('2026年13月04日'), about)).toThrow('last_updated cannot be read');
  });
});

describe('a request to IGXE', () => {
  it('needs its id of the item', () => {
    const lookups = igxe.sources.filter((source): source is Lookup<unknown> => source.kind === 'lookup');
    expect(lookups.length).toBe(2);
    for (const { request } of lookups) {
      expect(request({ game: 'CS2', item, marketplaceItemId: null })).toBeNull();
      expect(request({ game: 'CS2', item, marketplaceItemId: '../1' })).toBeNull();
      expect(request({ game: 'Dota2', item, marketplaceItemId: '770001' })?.url).toMatch(/\/570\/770001$/);
    }
  });
});
