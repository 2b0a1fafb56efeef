import { expect, it } from 'vitest';
import { allOf } from '../../../test/support/book/all-of.ts';
import { createRecordingSink } from '../../../test/support/collect/collecting.ts';
import { slug, type Tongue, tinyFeed, tongues } from '../../../test/support/collect/tiny-feeds.ts';
import { createHandClock, type HandClock } from '../../../test/support/time/hand-clock.ts';
import { Book } from '../../book/book.ts';
import type { BookRecord } from '../../book/book-record.ts';
import { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { normalise } from '../../normalise/normalise.ts';
import type { SweepScope } from '../../schema/index.ts';
import { createRowReader } from '../decode/row-reader.ts';
import { DriftWatch } from '../drift/drift-watch.ts';
import type { KnownItem } from '../known-item.ts';
import type { Sink } from '../sink.ts';
import { createSubscriber, type FeedSubscriberSetup } from './feed-subscriber.ts';

/** A feed that starts with a snapshot, with a sink that takes its records. */
function subscribed(clock: HandClock, sink: Partial<Sink>, known: KnownItem | null = null) {
  const source = tinyFeed(tongues[0] as Tongue, {
    completes: (message) => message === 'complete',
    rowsAt: (message) => (message as { readonly rows?: readonly unknown[] }).rows ?? [],
  });
  const subscriber = createSubscriber({
    slug,
    marketplaceId: 3,
    source,
    healths: new Map([['CS2', { next: () => {} }]]) as unknown as FeedSubscriberSetup['healths'],
    watches: new Map(),
    drifts: new Map([['CS2', new DriftWatch({ source, known: () => known, clock })]]),
    reader: createRowReader(source, (text) => text),
    refusal: () => null,
    refuse: () => {},
    sink: { ...createRecordingSink(), ...sink },
    hasItem: () => true,
    log: { debug: () => {} },
    clock,
  });
  return {
    subscriber,
    send: (id: string, cents = 100) =>
      subscriber.take([{ message: { rows: [{ what: 'added', id, name: 'Case', cents }] }, at: clock.now() }]),
    complete: () => subscriber.take([{ message: 'complete', at: clock.now() }]),
  };
}

it('removes nothing that was received before the clock was set back, or after', async () => {
  const clock = createHandClock();
  const sentAt: number[] = [];
  const sweeps: SweepScope[] = [];
  const { subscriber, send, complete } = subscribed(clock, {
    take: async (_, { at }) => void sentAt.push(at),
    sweep: async (scope) => void sweeps.push(scope),
  });

  subscriber.joined();
  await clock.advance(1_000);
  await send('a');
  clock.set(clock.now() - 60_000);
  await clock.advance(1_000);
  await send('b');
  await clock.advance(1_000);
  await complete();

  expect(sentAt).toHaveLength(2);
  const [sweep] = sweeps;
  // A date later than now counts as now
  for (const at of sentAt) {
    expect(Math.min(at, sweep?.at ?? 0)).toBeGreaterThanOrEqual(sweep?.seenBefore ?? 0);
    expect(at).toBeLessThanOrEqual(sweep?.datedUntil ?? 0);
  }
});

it('removes what was last seen by a clock that ran ahead and is not received any more', async () => {
  const clock = createHandClock();
  const book = new Book();
  const { subscriber, send, complete } = subscribed(clock, {
    take: async (records, stamp) => {
      const offers = records.flatMap((one) => (one.kind === 'offer' ? [normalise(one, stamp, rates)] : []));
      book.apply(offers as BookRecord[], stamp);
    },
    sweep: async (scope) => void allOf(book.sweep(scope)),
  });
  const rates = new ExchangeRates({ now: clock.now });
  const left = () => book.offers(3, 'CS2', 'Case').map(({ offerId }) => offerId);

  subscriber.joined();
  for (const id of ['stays', 'goes']) await send(id);
  await complete();
  clock.set(clock.now() - 3_600_000);
  await clock.advance(1_000);
  subscriber.joined();
  await send('stays');
  await clock.advance(1_000);
  await complete();

  expect(left()).toEqual(['stays']);
});

it('removes nothing after a snapshot with prices that cannot be read', async () => {
  const clock = createHandClock();
  const sweeps: SweepScope[] = [];
  const readings: boolean[] = [];
  const { subscriber, send, complete } = subscribed(clock, {
    sweep: async (scope) => void sweeps.push(scope),
    readingEnded: ({ isWhole }) => void readings.push(isWhole),
  });

  subscriber.joined();
  for (const cents of [100, 200, -300]) await send(`at ${cents}`, cents);
  await complete();
  expect(sweeps).toEqual([]);

  subscriber.joined();
  for (const cents of [100, 200, 300]) await send(`at ${cents}`, cents);
  await complete();
  expect(sweeps).toHaveLength(1);
  expect(readings.at(-1)).toBe(true);
});

it('takes no more offers once nearly all of them cost a hundred times what was known', async () => {
  const taken: string[] = [];
  const take: Sink['take'] = async (records) => {
    for (const record of records) if (record.kind === 'offer') taken.push(record.offerId);
  };
  const known: KnownItem = { lowest: { amount: 1000, currency: 'USD' }, isOffered: true, isWanted: false };
  const { send } = subscribed(createHandClock(), { take }, known);
  for (let id = 0; id < 10; id += 1) await send(`usual ${id}`);
  for (let id = 0; id < 20; id += 1) await send(`dear ${id}`, 10_000);
  const before = taken.length;
  for (let id = 0; id < 20; id += 1) await send(`right ${id}`);

  expect(before).toBe(17);
  expect(taken.at(-1)).toBe('right 19');
});
