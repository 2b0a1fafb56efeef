import { describe, expect, it } from 'vitest';
import { uuskins } from './index.ts';

const market = uuskins.sources.find(({ name }) => name === 'market');
const pageOf = (rows: number) => ({ code: 0, data: { items: Array.from({ length: rows }, () => ({})) } });

describe('the pages of the market', () => {
  it('end with one that is not full', () => {
    const next = (payload: unknown, cursor: string | null) =>
      market?.kind === 'walk' && typeof market.cursorAt === 'function' ? market.cursorAt(payload, cursor) : 'none';

    expect(next(pageOf(1000), null)).toBe('2');
    expect(next(pageOf(1000), '44')).toBe('45');
    expect(next(pageOf(999), '45')).toBeNull();
    expect(next(pageOf(0), '46')).toBeNull();
  });
});
