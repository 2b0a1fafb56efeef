import { describe, expect, it } from 'vitest';
import { parseItem } from './parse.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 } as const;
const row = { id: 7, steam_market_hash_name: 'AK-47 | Slate', price_market_usd: 5.41 };
const item = (more = {}) => parseItem({ ...row, ...more }, about);

describe('an item of SkinPlace', () => {
  it('gets the exterior that its name lacks', () => {
    const nameOf = (name: string, steam_exterior: string | null) =>
      item({ steam_market_hash_name: name, steam_exterior })?.name;

    expect(nameOf('AK-47 | Slate', 'Field-Tested')).toBe('AK-47 | Slate (Field-Tested)');
    expect(nameOf('AK-47 | Slate (Field-Tested)', 'Field-Tested')).toBe('AK-47 | Slate (Field-Tested)');
    expect(nameOf('AK-47 | Slate', 'FT')).toBe('AK-47 | Slate');
    expect(nameOf('★ Flip Knife', 'Field-Tested')).toBe('★ Flip Knife');
  });

  it('is free unless it is held, and then from the end of the hold', () => {
    expect(item({ is_hold: 0 })?.tradableAt).toBe(0);
    expect(item({ is_hold: false })?.tradableAt).toBe(0);
    expect(item({ is_hold: 1, time_unhold: '2026-01-19 08:00:00' })?.tradableAt).toBe(Date.UTC(2026, 0, 19, 8));
    expect(item({ is_hold: 1 })?.tradableAt).toBeNull();
    expect(item()?.tradableAt).toBeNull();
  });
});
