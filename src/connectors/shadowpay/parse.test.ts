import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { gameOfListed, parseListed } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
const row = { id: 1_400_000_001, steam_market_hash_name: 'P250 | Sand Dune (Field-Tested)', price: 0.29 };

describe('an item on ShadowPay', () => {
  it('costs its dollars where the price is in another currency', () => {
    expect(parseListed(row, about)?.price).toEqual({ amount: 290, currency: 'USD' });
    expect(parseListed({ ...row, price: 0.26, price_usd: 0.29 }, about)?.price).toEqual({
      amount: 290,
      currency: 'USD',
    });
  });

  it('is locked until a time in either format', () => {
    const until = (is_hold: 0 | 1, time_unhold: string | number | null) =>
      parseListed({ ...row, is_hold, time_unhold }, about)?.tradableAt;

    expect(until(1, '2026-01-18 08:00:00')).toBe(Date.UTC(2026, 0, 18, 8));
    expect(until(1, 1_768_723_200)).toBe(Date.UTC(2026, 0, 18, 8));
    expect(until(1, null)).toBeNull();
    expect(until(0, null)).toBe(0);
    expect(parseListed(row, about)?.tradableAt).toBeNull();
  });

  it('of another game is none of this one', () => {
    expect(parseListed({ ...row, project: 'csgo' }, about)).not.toBeNull();
    expect(parseListed({ ...row, project: 'rust' }, about)).toBeNull();
  });
});

describe('the game of what the feed lists', () => {
  const names = {
    CS2: ['P250 | Sand Dune (Field-Tested)', 'Twin'],
    Dota2: ['Demon Eater', 'Twin', 'Cape'],
    Rust: ['Bone Hatchet', 'Cape'],
    TF2: ['Key'],
  };
  const gameOf = (name: string, project?: 'csgo' | 'dota2' | 'rust') =>
    gameOfListed({ ...row, steam_market_hash_name: name, ...(project && { project }) }, (game, one) =>
      names[game].includes(one),
    );

  it('is CS2 where CS2 has the name, and otherwise the only one that has it', () => {
    expect(gameOf('P250 | Sand Dune (Field-Tested)')).toBe('CS2');
    expect(gameOf('Twin')).toBe('CS2');
    expect(gameOf('Demon Eater')).toBe('Dota2');
    expect(gameOf('Bone Hatchet')).toBe('Rust');
  });

  it('is null where two games have the name, or none, or where ShadowPay does not sell that game', () => {
    expect([gameOf('Cape'), gameOf('Nothing'), gameOf('Key')]).toEqual([null, null, null]);
  });

  it('is the one that is given, whatever the name', () => {
    expect(gameOf('Twin', 'dota2')).toBe('Dota2');
  });
});
