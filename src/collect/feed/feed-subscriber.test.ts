import { expect, it } from 'vitest';
import { createKeptSink } from '../../../test/support/collecting.ts';
import { createHandClock } from '../../../test/support/hand-clock.ts';
import { slug, type Tongue, tinyFeed, tongues } from '../../../test/support/tiny-feeds.ts';
import type { SweepScope } from '../../schema/index.ts';
import { createRowReader } from '../decode/row-reader.ts';
import { createSubscriber, type FeedSubscriberSetup } from './feed-subscriber.ts';

it('takes nothing for gone that was told before the clock was set back, or after', async () => {
  const clock = createHandClock();
  const source = tinyFeed(tongues[0] as Tongue, { completes: (message) => message === 'complete' });
  const toldAt: number[] = [];
  const sweeps: SweepScope[] = [];
  const subscriber = createSubscriber({
    slug,
    marketplaceId: 3,
    source,
    healths: new Map([['CS2', { next: () => {} }]]) as unknown as FeedSubscriberSetup['healths'],
    watches: new Map(),
    reader: createRowReader(source, (text) => text),
    refusal: () => null,
    refuse: () => {},
    sink: {
      ...createKeptSink(),
      take: async (_, { at }) => void toldAt.push(at),
      sweep: async (scope) => void sweeps.push(scope),
    },
    hasItem: () => true,
    log: { debug: () => {} },
    clock,
  });
  const tell = (id: string) =>
    subscriber.take([{ message: { rows: [{ what: 'added', id, name: 'Case', cents: 100 }] }, at: clock.now() }]);

  subscriber.joined();
  await clock.advance(1_000);
  await tell('a');
  clock.set(clock.now() - 60_000);
  await clock.advance(1_000);
  await tell('b');
  await clock.advance(1_000);
  await subscriber.take([{ message: 'complete', at: clock.now() }]);

  expect(toldAt).toHaveLength(2);
  const [sweep] = sweeps;
  // What is dated later than now counts as seen now
  for (const at of toldAt) expect(Math.min(at, sweep?.at ?? 0)).toBeGreaterThanOrEqual(sweep?.seenBefore ?? 0);
});
