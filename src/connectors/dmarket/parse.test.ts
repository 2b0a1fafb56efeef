import { describe, expect, it } from 'vitest';
import { keyedDepth, keyedTargets, parseDepthOrder, parseOffer, parseTarget } from './parse.ts';
import { type DepthOrder, gameIds, type ListedOffer, type Target } from './wire.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null } as const;
const noon = Date.UTC(2026, 0, 15, 12);

const locked = (stated: Partial<ListedOffer['attributes']>): ListedOffer => ({
  offerId: 'one',
  priceCents: '155',
  attributes: { gameId: gameIds.CS2, title: 'Nova | Hyper Beast (Minimal Wear)', ...stated },
});
const tradableAt = (stated: Partial<ListedOffer['attributes']>, at = noon) =>
  parseOffer(locked(stated), { ...about, at })?.tradableAt;

describe('a trade lock', () => {
  it('ends at one instant however long the answer took', () => {
    const read = [0, 1, 2, 30, 90].map((late) =>
      tradableAt({ tradeLockDuration: `${180_000.5 - late}s` }, noon + late * 1000),
    );

    expect(new Set(read)).toEqual(new Set([noon + 180_000_000]));
  });

  it('ends on the given date, or with the last of its days where only they are given', () => {
    expect(tradableAt({ unlockDate: '2026-01-22T09:00:00Z', tradeLockDays: 7 })).toBe(Date.UTC(2026, 0, 22, 9));
    expect(tradableAt({ tradeLockDays: 2 })).toBe(Date.UTC(2026, 0, 17));
    expect(tradableAt({ tradeLockDays: 2 }, noon + 3_600_000)).toBe(Date.UTC(2026, 0, 17));
  });

  it('is over when its date is past or nothing is left of it, and unknown when it is not given', () => {
    expect(tradableAt({ unlockDate: '2026-01-15T09:00:00Z' })).toBe(0);
    expect(tradableAt({ tradeLockDays: 0 })).toBe(0);
    expect(tradableAt({ tradeLockDuration: '0s' })).toBe(0);
    expect(tradableAt({})).toBeNull();
    expect(tradableAt({ tradeLockDuration: 'soon' })).toBeNull();
  });
});

describe('a buy order', () => {
  it('has the same id in both calls', () => {
    const title = '★ Falchion Knife | Doppler (Factory New)';
    const requested = { ...about, item: title, at: noon };
    const common = { price: '36250', amount: '1' };
    const any = { floatPartValue: 'any', paintSeed: 'any' };
    const targets = keyedTargets({
      orders: [
        { ...common, title, attributes: { ...any, phase: 'phase-4' } },
        { ...common, title, attributes: { ...any, phase: 'any' } },
      ],
    }) as Target[];
    const depth = keyedDepth({
      orders: [
        { ...common, attributes: [{ ...any, phaseTitle: 'Phase 4' }] },
        { ...common, attributes: [] },
      ],
    }) as DepthOrder[];

    expect(depth.map((row) => parseDepthOrder(row, requested))).toEqual(
      targets.map((row) => parseTarget(row, requested)),
    );
    expect(depth.map((row) => parseDepthOrder(row, requested)?.phase)).toEqual(['phase-4', null]);
  });
});
