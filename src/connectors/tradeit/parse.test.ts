import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { tradeit } from './index.ts';
import { parseUnit } from './parse.ts';
import type { Item } from './wire.ts';

const at = Date.UTC(2026, 0, 15, 12);
const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at };
const unit: Item = { id: '41000000001', groupId: 7, name: 'AWP | Mortis (Field-Tested)', storePrice: 407 };

describe('a lock on Tradeit', () => {
  const lockOf = (tradeLockDay: number | number[] | null, received = at) =>
    parseUnit({ ...unit, tradeLockDay }, { ...about, at: received })?.tradableAt;

  it('is the longest of its days', () => {
    expect(lockOf([2, 7, 3])).toBe(Date.UTC(2026, 0, 22));
    expect(lockOf([])).toBe(0);
    expect(lockOf([0])).toBe(0);
    expect(lockOf(null)).toBeNull();
  });

  it('of a single item is one number', () => {
    expect(lockOf(7)).toBe(Date.UTC(2026, 0, 22));
    expect(lockOf(0)).toBe(0);
    expect(lockOf(-1)).toBe(0);
  });

  it('ends at the same time whenever it is read in a day', () => {
    expect(lockOf([7], at + 11 * 3_600_000)).toBe(lockOf([7], at - 11 * 3_600_000));
  });

  it('beyond a year is not read as days', () => {
    expect(lockOf([1_768_478_400])).toBeNull();
  });
});

describe('a request to Tradeit', () => {
  it('for the items of a group needs its id, and is not made where variants have their own groups', () => {
    const units = tradeit.sources.find(({ name }) => name === 'units');
    const requestFor = (item: string, marketplaceItemId: string | null) =>
      units?.kind === 'lookup' ? units.request({ game: 'Rust', item, marketplaceItemId }) : undefined;

    expect(requestFor('Fire jacket', '35')?.query).toMatchObject({ gameId: 252490, groupId: '35' });
    expect(requestFor('Fire jacket', null)).toBeNull();
    expect(requestFor('★ Karambit | Doppler (Factory New)', '36')).toBeNull();
  });

  it('continues after what came, until a page is empty', () => {
    const groups = tradeit.sources.find(({ name }) => name === 'groups');
    const next = (rows: number, cursor: string | null) =>
      groups?.kind === 'walk' && typeof groups.cursorAt === 'function'
        ? groups.cursorAt({ items: Array.from({ length: rows }), counts: [] }, cursor)
        : undefined;

    expect([next(1000, null), next(1000, '1000'), next(999, '1000'), next(0, null)]).toEqual([
      '1000',
      '2000',
      '1999',
      null,
    ]);
  });
});
