import { describe, expect, it } from 'vitest';
import { marketCsgo } from './index.ts';

describe('the bulk lists of Market.CSGO', () => {
  it.each(['prices', 'orders'])('say in seconds when they were made: %s', (name) => {
    const source = marketCsgo.sources.find((one) => one.name === name);
    const madeAt = source?.kind === 'bulk' ? source.madeAt : undefined;

    expect(madeAt?.({ success: true, time: 1_768_478_390 }, () => undefined)).toBe(1_768_478_390_000);
    expect(madeAt?.({ success: true }, () => undefined)).toBeNull();
    expect(madeAt?.(null, () => undefined)).toBeNull();
  });
});
