import { afterEach, describe, expect, it } from 'vitest';
import type { Sink } from '../../src/collect/collector.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { type Change, marketplaces, type SourceBatch, type SourceGap } from '../../src/schema/index.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { unpackRecords } from '../../src/tape/pack.ts';
import type { TapeRecord } from '../../src/tape/record.ts';
import { extent } from '../support/runner/long-run.ts';
import {
  type Between,
  type Misbehaviour,
  misbehavingFeed,
  misbehavingList,
} from '../support/stage/misbehaving-markets.ts';
import { serveStream } from '../support/stream/served-stream.ts';
import { openPublishing } from '../support/tape/publishing.ts';
import { holds } from '../support/time/until.ts';

const writer = { push: () => {}, mark: () => {}, pushUnlessFull: () => {} };
const { now } = systemClock;

/** Everything between a collector and the readers of the stream: book, tape, hub and sockets. */
async function open() {
  const served = await serveStream({ connected: marketplaces });
  const publishing = await openPublishing({ writer, hub: served.hub, now });
  const rates = new ExchangeRates({ now });
  rates.accept([{ currency: 'EUR', perUsd: 0.9, ratedAt: now(), source: 'ecb' }]);
  const sink: Sink = createIntake({ book: served.book, rates, writer, publisher: publishing.publisher });
  return { served, publishing, sink };
}

let here: Awaited<ReturnType<typeof open>>;
afterEach(async () => {
  await here.served.close();
  await here.publishing.close();
});

type Numbered = TapeRecord & { readonly sequence: number };

async function onTape(): Promise<Numbered[]> {
  await here.publishing.recorder.flush();
  const records: Numbered[] = [];
  for await (const { first, bytes } of here.publishing.tape.read(1))
    for (const [index, record] of unpackRecords(bytes).entries()) records.push({ ...record, sequence: first + index });
  return records;
}

const gapsOf = (records: readonly Numbered[], marketplaceId: number): SourceGap[] =>
  records.flatMap((record) => (record.what === 'gap' && record.gap.marketplaceId === marketplaceId ? record.gap : []));

const isBetween = (at: number, [from, to]: Between): boolean => at >= from && at <= to;

/** Published gaps that differ from those that the stage saw. */
const wrongWith = (received: readonly SourceGap[], { gaps }: Misbehaviour): unknown[] =>
  Array.from({ length: Math.max(received.length, gaps.length) }, (_, at) => ({
    received: received[at],
    seen: gaps[at],
  })).filter(
    ({ received: one, seen }) =>
      one === undefined ||
      seen === undefined ||
      one.reason !== seen.reason ||
      !isBetween(one.from, seen.from) ||
      !isBetween(one.to, seen.to),
  );

function marketplaceOf(change: Change): number {
  if ('offer' in change) return change.offer.marketplaceId;
  if ('buyOrder' in change) return change.buyOrder.marketplaceId;
  return 'quote' in change ? change.quote.marketplaceId : change.floor.marketplaceId;
}

/** Ends of readings whose sequence is not that of the marketplace's last change before them. */
function wrongBatches(records: readonly Numbered[], marketplaceId: number): unknown[] {
  const wrong: unknown[] = [];
  let last: number | null = null;
  let first: number | null = null;
  for (const record of records) {
    if (record.what === 'change' && marketplaceOf(record.change) === marketplaceId) {
      last = record.sequence;
      first ??= record.sequence;
    }
    if (record.what !== 'batch' || record.batch.marketplaceId !== marketplaceId) continue;
    const { batch } = record;
    const isRight = batch.last === last && (batch.first === null ? first === null : batch.first >= (first ?? 0));
    if (!isRight) wrong.push({ batch, first, last });
    [first, last] = [null, null];
  }
  return wrong;
}

describe('gaps of sources', () => {
  const total = extent({ short: 30, long: 1_000 });
  const each = extent({ short: 5, long: 8 });

  it(`are published exactly as they occurred, all ${total} of them and no others`, async () => {
    here = await open();
    const reader = await here.served.connect();
    reader.ask({ subscribeTo: 'all', games: 'all', channels: ['gaps', 'batches'], sequence: true });
    const plain = await here.served.connect();
    plain.ask({ subscribeTo: 'all', games: 'all' });
    await Promise.all([reader.next('subscribed'), plain.next('subscribed')]);

    const feeds = marketplaces.slice(0, each);
    const lists = marketplaces.slice(each, 2 * each);
    const times = Math.ceil(total / 2 / each);
    const misbehaved = await Promise.all([
      ...feeds.map((one) => misbehavingFeed(one, here.sink, times)),
      ...lists.map((one) => misbehavingList(one, here.sink, times)),
    ]);

    const records = await onTape();
    for (const [at, { id, name }] of [...feeds, ...lists].entries()) {
      const misbehaviour = misbehaved[at] as Misbehaviour;
      expect(misbehaviour.gaps.length, name).toBeGreaterThanOrEqual(misbehaviour.injected);
      expect(wrongWith(gapsOf(records, id), misbehaviour), name).toEqual([]);
    }
    expect(misbehaved.reduce((sum, { injected }) => sum + injected, 0)).toBeGreaterThanOrEqual(total);
    for (const { id, name } of lists) expect(wrongBatches(records, id), name).toEqual([]);

    const received = records.filter(({ what }) => what === 'gap' || what === 'batch');
    await holds(() => reader.messages().at(-1)?.['sequence'] === received.at(-1)?.sequence, 'the last message');
    const shown = reader.messages().filter(({ type }) => type !== 'subscribed');
    expect(shown.map(({ type, sequence, data }) => ({ type, sequence, data }))).toEqual(received.map(messageOf));
    expect(plain.messages().filter(({ type }) => type === 'gap' || type === 'batch')).toEqual([]);
  });
});

function messageOf(record: Numbered) {
  const { what: type, sequence } = record;
  return { type, sequence, data: dataOf(record) };
}

function dataOf(record: TapeRecord) {
  if (record.what === 'gap') {
    const { source, from, to, reason }: SourceGap = record.gap;
    return { source, from: Math.floor(from / 1000), to: Math.ceil(to / 1000), reason };
  }
  if (record.what !== 'batch') return null;
  const { source, first, last }: SourceBatch = record.batch;
  return { source, first, last };
}
