import { expect, it } from 'vitest';
import { Book } from '../../book/book.ts';
import type { DealSubscription } from '../../stream/live/live-query.ts';
import { createLiveReader } from './live-reader.ts';

const subscription: DealSubscription = {
  channel: 'deals',
  game: 'CS2',
  traits: null,
  from: null,
  to: null,
  ways: [],
  payout: 'any',
  maxHoldDays: null,
  pairs: 'all',
  without: [],
  sort: 'profit',
  limit: 50,
  minProfit: 0,
  minPercent: 0,
  maxPrice: null,
  maxAgeSeconds: null,
  isOfSome: false,
};

it('reads the health of sources once a second for all deals together, also after the clock was set back', () => {
  const clock = { at: 1_790_000_000_000 };
  let count = 0;
  const health = () => {
    count += 1;
    return [];
  };
  const store = { saleCounts: async () => new Map() };
  const reader = createLiveReader({ book: new Book(), store, health, rates: () => [], now: () => clock.at });
  const views = Array.from({ length: 20 }, (_, at) =>
    reader.deals({ ...subscription, game: at % 2 === 0 ? 'CS2' : 'Rust', minProfit: at }, () => {}),
  );
  const counts = [999, 1, -3_600_000].map((ms) => {
    clock.at += ms;
    for (const view of views) view.take();
    return count;
  });
  for (const view of views) view.close();

  expect(counts).toEqual([1, 2, 3]);
});
