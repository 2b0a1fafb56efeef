import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Book } from '../../src/book/book.ts';
import type { Sink } from '../../src/collect/sink.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import type { Offer, Sale, Stamp } from '../../src/schema/index.ts';
import { followedBook, publishedBetween } from '../../src/service/cluster/follow-tape.ts';
import { LiveRecords } from '../../src/service/cluster/live-records.ts';
import { connectNats } from '../../src/service/cluster/nats/connect.ts';
import { remoteIntake, takeRemoteIntake } from '../../src/service/cluster/remote-intake.ts';
import { findPlan } from '../../src/service/snapshots/restore-plan.ts';
import { replayRecords } from '../../src/service/snapshots/suffix.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { createSaleDedup } from '../../src/service/tape/sale-dedup.ts';
import { TapePublisher } from '../../src/service/tape/tape-publisher.ts';
import { type JetStreamTape, openJetStreamTape } from '../../src/tape/jetstream/jetstream-tape.ts';
import { unpackRecords } from '../../src/tape/pack.ts';
import type { TapeRecord } from '../../src/tape/record.ts';
import { Recorder } from '../../src/tape/recorder.ts';
import { Snapshots } from '../../src/tape/snapshot/snapshot.ts';
import { openSnapshotFolder } from '../../src/tape/snapshot/snapshot-folder.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { needing } from '../support/runner/needs.ts';
import { temporaryFolder } from '../support/store/store-samples.ts';
import { until } from '../support/time/until.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const at = Date.now();
const failed = (error: unknown): void => expect.fail(String(error));
const source = { marketplaceId: 4, source: 'offers', game: 'CS2' } as const;
const stamp: Stamp = { marketplaceId: 4, source: 'offers', at };
const price = { amount: 900_000, currency: 'USD' } as const;
const named = { game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', phase: null } as const;
const trait = { float: null, paintIndex: null, paintSeed: null, stickers: [] };
const rest = { ...trait, purchaseLink: null, inspectLink: null, tradableAt: null, ownerId: null };
const offer = (offerId: string): Offer => ({ kind: 'offer', ...named, ...rest, offerId, price });
const sale: Sale = { kind: 'sale', ...named, ...trait, saleId: 's', soldAt: at - 1_000, price };
const reading = (startedAt: number) => ({ ...source, startedAt, isWhole: true });
const gap = (from: number) => ({ ...source, from, to: from + 500, reason: 'cut' as const });
const wordsOf = (record: TapeRecord): string => (record.what === 'change' ? record.change.kind : record.what);

/** What one node passes to the writer; the last call is the one whose writer dies. */
const calls: {
  readonly title: string;
  readonly before?: (sink: Sink) => unknown;
  readonly last: (sink: Sink) => unknown;
}[] = [
  { title: 'a gap', before: (sink) => sink.gap(gap(1_000)), last: (sink) => sink.gap(gap(2_000)) },
  {
    title: 'the end of a reading',
    before: (sink) => sink.readingEnded(reading(1_000)),
    last: (sink) => sink.readingEnded(reading(2_000)),
  },
  { title: 'a sale', last: (sink) => sink.take([sale], stamp) },
  { title: 'offers', last: (sink) => sink.take([offer('a'), offer('b')], stamp) },
  {
    title: 'removals',
    before: (sink) => sink.take([offer('a'), offer('b')], stamp),
    last: (sink) => sink.sweep({ ...source, kinds: ['offer'], seenBefore: at + 1, at: at + 1 }),
  },
];

needing('nats-server').describe('what nodes pass to the node that writes the tape', () => {
  let server: NatsServer;
  const connections: NatsConnection[] = [];
  const folder = temporaryFolder();

  beforeAll(async () => {
    server = await startNats();
  });

  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.stop();
    folder.remove();
  });

  const reach = async (): Promise<NatsConnection> => {
    const connection = await connectNats({ servers: [server.url], name: 'test', secrets: () => null });
    connections.push(connection);
    return connection;
  };

  const open = async (name: string) => {
    const connection = await reach();
    const tape = await openJetStreamTape({ connection, name, keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 });
    return { connection, tape };
  };

  /** A node that takes over: it claims the tape and restores from it. */
  const write = async (name: string, { diesOn = Number.POSITIVE_INFINITY } = {}) => {
    const { connection, tape } = await open(name);
    await tape.claim();
    const claimed = tape.head;
    const now = Date.now;
    const [book, sales] = [new Book(), createSaleDedup(now)];
    const records = await recordsOf(tape);
    replayRecords(book, records);
    for (const record of records) if (record.what === 'sale') sales.note(record.sale);
    book.receivedElsewhereUntil(now());
    const timed = { now, timers: systemClock, timeOf: now };
    const recorder = new Recorder({ tape, onEpoch: () => {}, log: silent, holdsBack: true, ...timed });
    const hub = { publish: () => {} };
    const publisher = new TapePublisher({ book, recorder, hub, sales, received: null, now });
    const sink = createIntake({
      book,
      rates: new ExchangeRates({ now }),
      writer: { pushUnlessFull: () => {} },
      publisher,
    });
    let answers = 0;
    const dying = (message: { string: () => string; respond: (text: string) => boolean }) => ({
      string: () => message.string(),
      respond: (text: string) => {
        answers += 1;
        if (answers < diesOn) return message.respond(text);
        // As in a kill, the answer gets lost and nothing more is received
        connection.close().catch(() => {});
        return false;
      },
    });
    const subscribe: NatsConnection['subscribe'] = (subject, given) =>
      connection.subscribe(subject, {
        callback: (error, message) => given?.callback?.(error, dying(message) as never),
      });
    takeRemoteIntake({
      connection: { subscribe } as NatsConnection,
      name,
      sink,
      untilPublished: () => recorder.flush(),
      published: (after) => publishedBetween(tape, after, claimed),
    });
    return { tape, connection, book };
  };

  const recordsOf = async (tape: JetStreamTape): Promise<TapeRecord[]> => {
    const records: TapeRecord[] = [];
    for await (const { bytes } of tape.read(tape.first)) records.push(...unpackRecords(bytes));
    return records;
  };

  const passing = async (name: string) => {
    const { connection, tape } = await open(name);
    const position = () => ({ epoch: tape.epoch, sequence: tape.head });
    const { signal } = new AbortController();
    return { tape, sink: remoteIntake({ connection, name, position, mayPublish: () => true, signal }) };
  };

  for (const { title, before = () => {}, last } of calls) {
    it(`is published once, although a writer died between appending and answering: ${title}`, async () => {
      const name = `intake-${randomUUID()}`;
      const { tape, sink } = await passing(name);
      const first = await write(name);
      await before(sink);
      // A call that is answered after all those before it
      await sink.take([], stamp);
      await first.connection.close();
      const second = await write(name, { diesOn: 1 });
      const given = (async () => await last(sink))();
      await until('the writer to have died', async () => second.connection.isClosed());
      const published = (await recordsOf(tape)).map(wordsOf);
      const third = await write(name);
      await given;
      await sink.take([], stamp);

      expect((await recordsOf(third.tape)).map(wordsOf)).toEqual(published);
      // The same again is something new, unless the book or the list of sales knows it
      sink.gap(gap(2_000));
      sink.readingEnded(reading(3_000));
      await sink.take([], stamp);
      expect((await recordsOf(third.tape)).map(wordsOf).slice(published.length)).toEqual(['gap', 'batch']);
    });
  }

  it('is removed only by a list that one writer has heard from its beginning', async () => {
    const name = `intake-${randomUUID()}`;
    const { tape, sink } = await passing(name);
    const first = await write(name);
    const listed = Array.from({ length: 2_000 }, (_, number) => offer(`${number}`));
    const replica = new Book();
    const rates = new ExchangeRates({ now: Date.now });
    const snapshots = await Snapshots.open(await openSnapshotFolder(folder.path), silent);
    const plan = await findPlan(tape, snapshots, silent);
    const live = new LiveRecords(tape, failed);
    await followedBook({ book: replica, tape, snapshots, plan, live, rates, failed });
    /** Reads the list from a row on, as begun at an instant. */
    const read = async (from: number, to: number, at: number) =>
      await sink.take(listed.slice(from, to), { ...stamp, at });
    const end = async (seenBefore: number) =>
      await sink.sweep({ ...source, kinds: ['offer'], seenBefore, at: Date.now() });
    const words = async () => (await recordsOf(tape)).map(wordsOf);
    const passed = async () => {
      await pause(2);
      return Date.now();
    };

    for (let reading = 0; reading < 2; reading += 1) {
      const began = await passed();
      await read(0, 2_000, began);
      await end(began);
    }
    const begun = await passed();
    await read(0, 1_500, begun);
    await first.connection.close();
    await pause(2);
    const second = await write(name);
    await read(1_500, 2_000, begun);
    await end(begun);
    expect((await words()).filter((word) => word === 'removed')).toEqual([]);
    expect((await words()).filter((word) => word === 'added')).toHaveLength(2_000);

    const next = await passed();
    await read(1, 2_000, next);
    await end(next);
    expect((await words()).filter((word) => word === 'removed')).toHaveLength(1);
    await until('the replica to have it all', async () => replica.offers(4, 'CS2', named.name).length === 1_999);
    const agesIn = (book: Pick<Book, 'offers'>) => book.offers(4, 'CS2', named.name).map(({ seenAt }) => seenAt);
    await until('the replica to know how old it is', async () => agesIn(replica).every((seenAt) => seenAt === next));
    expect(agesIn(second.book)).toEqual(agesIn(replica));
    await tape.close();
    await live.ended();
  });

  it('is passed to the next writer if one that stops cannot take it', async () => {
    const name = `intake-${randomUUID()}`;
    const { sink } = await passing(name);
    const { connection } = await open(name);
    let fail = (_: Error): void => {};
    const failing = new Promise<void>((_, reject) => {
      fail = reject;
    });
    let taken = 0;
    const take = async () => {
      taken += 1;
      await failing;
    };
    const nothing = { untilPublished: async () => {}, published: async function* () {} };
    const stop = takeRemoteIntake({ connection, name, sink: { ...sink, take }, ...nothing });
    const given = sink.take([offer('a')], stamp);
    await until('the call to arrive', async () => taken > 0);
    stop();
    fail(new Error('the recorder is closed'));
    const { tape } = await write(name);
    await given;
    expect((await recordsOf(tape)).map(wordsOf)).toContain('added');
  });

  it('removes nothing there that another source has confirmed since it can have been made', async () => {
    const name = `intake-${randomUUID()}`;
    const { sink } = await passing(name);
    const { tape } = await write(name);
    await sink.take([offer('a')], { ...stamp, source: 'feed' });
    const sweptFrom = (earliest: number) => ({
      ...{ ...source, kinds: ['offer'] as const, at: at + 100, asOf: at + 100, seenBefore: at + 100, earliest },
    });
    await sink.sweep(sweptFrom(at));
    await sink.sweepItem({ ...sweptFrom(at), name: named.name, isCut: false });
    const before = (await recordsOf(tape)).map(wordsOf);
    await sink.sweep(sweptFrom(at + 1));

    expect(before).not.toContain('removed');
    expect((await recordsOf(tape)).map(wordsOf)).toContain('removed');
  });

  it('is on the tape before it is answered', async () => {
    const name = `intake-${randomUUID()}`;
    const { sink } = await passing(name);
    const { tape } = await write(name);
    for (let number = 1; number <= 20; number += 1) {
      await sink.take([offer(`${number}`)], stamp);
      expect((await recordsOf(tape)).filter((record) => wordsOf(record) === 'added')).toHaveLength(number);
    }
  });
});
