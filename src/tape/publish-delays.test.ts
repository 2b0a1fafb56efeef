import { expect, it } from 'vitest';
import { delayBounds, PublishDelays } from './publish-delays.ts';

const floor = {
  game: 'CS2',
  name: 'Danger Zone Case',
  phase: null,
  marketplaceId: 1,
  prices: { USD: 1_000, EUR: null, CNY: null, RUB: null },
  offerCount: 1,
} as const;

const change = (at: number) => ({ what: 'change', at: 9_000, change: { kind: 'floor', at, floor } }) as const;

it('counts each record in every bound that it was sent within', () => {
  const delays = new PublishDelays();
  delays.note([change(9_990), change(9_960), change(7_000), { what: 'unknown', at: 9_500 }], 10_000);
  delays.note([change(-10_000)], 10_000);
  const { within, count, seconds } = delays.counts();
  expect(Object.fromEntries(delayBounds.map((bound, at) => [bound, within[at]]))).toEqual({
    0.01: 1,
    0.025: 1,
    0.05: 2,
    0.1: 2,
    0.25: 2,
    0.5: 3,
    1: 3,
    2.5: 3,
    5: 4,
    10: 4,
  });
  expect([count, seconds]).toEqual([5, 23.55]);
});

it('counts a time ahead of the clock as no delay', () => {
  const delays = new PublishDelays();
  delays.note([change(10_500)], 10_000);
  expect(delays.counts()).toMatchObject({ count: 1, seconds: 0 });
  expect(delays.counts().within[0]).toBe(1);
});
