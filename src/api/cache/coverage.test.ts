import { describe, expect, it } from 'vitest';
import { createCoverage } from './coverage.ts';

describe('the counts of the store', () => {
  it('are read again after the usual time, and after a hundred times as long as reading them took', async () => {
    let at = 1_700_000_000_000;
    let reads = 0;
    let takesMs = 5;
    const read = async () => {
      reads += 1;
      at += takesMs;
      return [];
    };
    const coverage = createCoverage({ read, now: () => at, keepMs: 60_000, failed: () => {} });
    const readsAfter = async (milliseconds: number): Promise<number> => {
      at += milliseconds;
      await coverage();
      return reads;
    };

    expect(await readsAfter(0)).toBe(1);
    expect(await readsAfter(59_000)).toBe(1);
    takesMs = 3_000;
    expect(await readsAfter(1_000)).toBe(2);
    expect(await readsAfter(290_000)).toBe(2);
    expect(await readsAfter(10_000)).toBe(3);
  });
});
