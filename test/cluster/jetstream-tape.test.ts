import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import {
  JetStreamTape,
  type JetStreamTapeSettings,
  openJetStreamTape,
} from '../../src/tape/jetstream/jetstream-tape.ts';
import { unpackRecords } from '../../src/tape/pack.ts';
import { Recorder } from '../../src/tape/recorder.ts';
import { NoLongerRetained, PositionLost, type Tape } from '../../src/tape/tape.ts';
import { startNats } from '../support/cluster/nats-server.ts';
import { useNats } from '../support/cluster/use-nats.ts';
import { needing } from '../support/runner/needs.ts';
import { happening, numberOf } from '../support/tape/numbered-happenings.ts';
import { appendAll, batchOf, linesOf, numbered, readAll, readFrom, tapeSuite } from '../support/tape/tape-suite.ts';
import { until } from '../support/time/until.ts';

needing('nats-server').describe('the tape on NATS JetStream', () => {
  const { newName, reach } = useNats();

  const openNamed = async (name: string, more: Partial<JetStreamTapeSettings> = {}): Promise<JetStreamTape> => {
    const connection = await reach();
    return await openJetStreamTape({ connection, name, keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1, ...more });
  };

  tapeSuite(async () => {
    const name = newName();
    const ends = new Map<Tape, NatsConnection>();
    return {
      open: async () => {
        const connection = await reach();
        const tape = await openNamed(name, { connection });
        ends.set(tape, connection);
        return tape;
      },
      kill: async (tape) => {
        await (tape as JetStreamTape).settled();
        await ends.get(tape)?.close();
      },
    };
  });

  it('accepts the append of one of several writers that have read everything, and refuses the others', async () => {
    const name = newName();
    const [one, other] = [await openNamed(name), await openNamed(name)];
    expect(other.epoch).toBe(one.epoch);
    let written = 0;
    for (let round = 0; round < 20; round += 1) {
      const next = one.head + 1;
      const tried = await Promise.allSettled([one.append(batchOf(next, 2)), other.append(batchOf(next, 2))]);
      const refused = tried.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      written += 2 * (2 - refused.length);
      for (const error of refused) expect(error).toBeInstanceOf(PositionLost);
      await until('both tapes to have read the batch', async () => one.head === written && other.head === written);
    }
    expect(written).toBeGreaterThanOrEqual(40);
    expect(await readFrom(one, 1)).toEqual(await readFrom(other, 1));
    expect(linesOf(await readAll(one, 1))).toHaveLength(written);
    await Promise.all([one.close(), other.close()]);
  });

  for (const { title, hasRead } of [
    { title: 'before it has read what the next writer wrote', hasRead: false },
    { title: 'once it has read what the next writer wrote', hasRead: true },
  ]) {
    it(`accepts nothing more from the previous writer, ${title}`, async () => {
      const name = newName();
      const [slept, next] = [await openNamed(name), await openNamed(name)];
      await slept.claim();
      await appendAll(slept, [2]);
      await next.claim();
      await until('the next tape to have read everything', async () => next.head === 2);
      await appendAll(next, [3]);
      if (hasRead) await until('the suspended writer to notice', async () => slept.broken !== null);
      for (let tries = 0; tries < 3; tries += 1) {
        await expect(slept.append(batchOf(90, 1))).rejects.toThrow(PositionLost);
        await until('the suspended writer to notice', async () => slept.broken !== null);
      }
      await expect(slept.claim()).rejects.toThrow(PositionLost);
      await expect(slept.renew(90)).rejects.toThrow(PositionLost);
      expect(await readFrom(next, 1)).toEqual(numbered(1, 5));

      const begunAgain = await openNamed(name);
      await begunAgain.claim();
      await begunAgain.claim();
      expect(await begunAgain.append(batchOf(6, 1))).toBe(6);
      await until('the replaced writer to notice', async () => next.broken !== null);
      await expect(next.append(batchOf(90, 1))).rejects.toThrow(PositionLost);
      expect(await readFrom(begunAgain, 1)).toEqual(numbered(1, 6));
      await Promise.all([slept, next, begunAgain].map((tape) => tape.close()));
    });
  }

  it('lets a recorder publish only what is stored under that sequence, even after its writer was suspended', async () => {
    const name = newName();
    const open = async () => {
      const tape = await openNamed(name);
      await tape.claim();
      const received: [number, number | null][] = [];
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const options = { timeOf: () => 1, onEpoch: () => {}, now: Date.now, timers: systemClock, log, holdsBack: true };
      const recorder = new Recorder({ tape, ...options });
      recorder.follow((records, first) => {
        for (const [at, record] of records.entries()) received.push([first + at, numberOf(record)]);
      });
      const add = async (number: number): Promise<void> => {
        recorder.add([happening(number)]);
        await recorder.flush();
      };
      return { tape, received, recorder, add };
    };
    const slept = await open();
    await slept.add(100);
    const next = await open();
    for (const number of [200, 201, 202]) await next.add(number);
    slept.recorder.add([happening(101)]);
    // Longer than the delay between two attempts
    await wait(1_500);
    slept.recorder.add([happening(102)]);
    await next.add(203);

    const stands: [number, number | null][] = [];
    for await (const { first, bytes } of next.tape.read(1))
      for (const [at, record] of unpackRecords(bytes).entries()) stands.push([first + at, numberOf(record)]);
    expect(stands).toEqual([
      [1, 100],
      [2, 200],
      [3, 201],
      [4, 202],
      [5, 203],
    ]);
    expect(next.received).toEqual(stands.slice(1));
    expect(slept.received).toEqual(stands.slice(0, 1));
    expect(slept.recorder.stats()).toMatchObject({ waiting: 2, notStoredSince: expect.any(Number) });
    expect(slept.tape.broken).not.toBeNull();
    await Promise.all(
      [slept, next].map(async ({ recorder, tape }) => {
        await recorder.close();
        await tape.close();
      }),
    );
  });

  /** A tape whose writer, once it has read its own message, gets a reply other than the confirmation. */
  const openMisled = async (mislead: (js: JetStreamClient, name: string) => Promise<unknown>) => {
    const connection = await reach();
    const settings = { connection, name: newName(), keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 };
    await (await openJetStreamTape(settings)).close();
    const js = jetstream(connection);
    const manager = await jetstreamManager(connection);
    const sent = { isMisled: false, count: 0 };
    const misled: JetStreamClient = Object.assign(Object.create(js), {
      publish: async (...[subject, bytes, options]: Parameters<JetStreamClient['publish']>) => {
        const stored = await js.publish(subject, bytes, options);
        sent.count += 1;
        if (!sent.isMisled) return stored;
        sent.isMisled = false;
        await until('the message to be read', async () => tape.head === 3);
        return await mislead(js, settings.name);
      },
    });
    const notes = await new Kvm(connection).create(`${settings.name}-tape`, { history: 1 });
    const tape: JetStreamTape = new JetStreamTape(settings, { js: misled, manager, notes });
    await tape.begin(await manager.streams.info(settings.name));
    await tape.claim();
    await appendAll(tape, [2]);
    sent.count = 0;
    sent.isMisled = true;
    return { tape, sent };
  };

  for (const { title, mislead } of [
    { title: 'the server does not answer', mislead: () => Promise.reject(new Error('timeout')) },
    {
      title: 'the server reports it as refused',
      mislead: (js: JetStreamClient, name: string) => js.publish(`${name}.tape`, '', { expect: { lastSequence: 1 } }),
    },
  ]) {
    it(`keeps an append exactly once, although ${title}`, async () => {
      const { tape, sent } = await openMisled(mislead);
      expect(await tape.append(batchOf(3, 1))).toBe(3);
      expect(sent.count).toBe(1);
      expect(await tape.append(batchOf(4, 1))).toBe(4);
      expect(await readFrom(tape, 1)).toEqual(numbered(1, 4));
      await tape.close();
    });
  }

  it('accepts nothing more after an append that was kept without being confirmed', async () => {
    const { tape } = await openMisled((js, name) =>
      js.publish(`${name}.tape`, '', { expect: { streamName: 'other' } }),
    );
    await expect(tape.append(batchOf(3, 1))).rejects.toThrow('expected stream');
    await expect(tape.append(batchOf(3, 1))).rejects.toThrow(PositionLost);
    expect(tape.broken).not.toBeNull();
    await tape.close();
  });

  it('sends its followers everything once and in order, over restarts of the server', async () => {
    const own = await startNats();
    const connection = await connect({ servers: own.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const settings = { connection, name: 'followed', keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 };
    const tape = await openJetStreamTape(settings);
    await tape.claim();
    const lines: string[] = [];
    const following = (async () => {
      for await (const batch of tape.follow(1)) lines.push(...linesOf([batch]));
    })();
    for (let round = 0; round < 3; round += 1) {
      const appended = Array.from({ length: 40 }, (_, at) => tape.append(batchOf(round * 40 + at + 1, 1)));
      await own.kill();
      await own.begin();
      await Promise.all(appended);
    }
    await until(
      'all to be followed',
      async () => lines.length >= 120,
      () => lines.length,
    );
    expect(lines).toEqual(numbered(1, 120));
    expect(await readFrom(tape, 1)).toEqual(numbered(1, 120));
    await tape.close();
    await following;
    await connection.close();
    await own.stop();
  });

  it('does not treat records as expired when the server does not answer', async () => {
    const own = await startNats();
    const connection = await connect({ servers: own.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const settings = { connection, name: 'halted', keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 };
    const writer = await openJetStreamTape(settings);
    await appendAll(writer, [2, 3, 4, 5]);
    // A tape that has to look up where the records are
    const found = await openJetStreamTape(settings);
    own.halt();
    const [reading, appended] = [readFrom(found, 3), writer.append(batchOf(15, 1))];
    // Longer than the client waits for an answer
    await wait(8_000);
    own.wake();
    expect(await reading).toEqual(numbered(3, 14));
    expect(await appended).toBe(15);
    expect(found.first).toBe(1);
    await Promise.all([writer.close(), found.close()]);
    await connection.close();
    await own.stop();
  });

  it('does not trust a server that was cut off and lags behind', async () => {
    const own = await startNats();
    const connection = await connect({ servers: own.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const settings = { connection, name: 'lagging', keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 };
    const writer = await openJetStreamTape(settings);
    await appendAll(writer, [2, 3]);
    const manager = await jetstreamManager(connection);
    const { streams } = manager;
    const cutOffAt = (await streams.info(settings.name)).state.last_seq;
    let isLagging = false;
    const lagging: JetStreamManager = {
      ...manager,
      streams: Object.assign(Object.create(streams), {
        info: async (name: string) => {
          const info = await streams.info(name);
          return isLagging ? { ...info, state: { ...info.state, last_seq: cutOffAt } } : info;
        },
        getMessage: async (name: string, query: { readonly seq: number }) =>
          isLagging && query.seq > cutOffAt ? null : await streams.getMessage(name, query),
      }),
    };
    const notes = await new Kvm(connection).create('lagging-tape', { history: 1 });
    const tape = new JetStreamTape(settings, { js: jetstream(connection), manager: lagging, notes });
    await tape.begin(await streams.info(settings.name));
    await appendAll(writer, [4, 5]);
    await until('all messages to be counted', async () => tape.head === 14);

    isLagging = true;
    const reading = readFrom(tape, 7);
    // Longer than the interval between two looks at the log
    await wait(1_500);
    isLagging = false;
    expect(await reading).toEqual(numbered(7, 14));
    expect([tape.broken, tape.first]).toEqual([null, 1]);
    await Promise.all([writer.close(), tape.close()]);
    await connection.close();
    await own.stop();
  });

  it('continues its sequences where the log no longer begins with its first message', async () => {
    const name = newName();
    const tape = await openNamed(name);
    await appendAll(tape, [2, 3, 4]);
    const manager = await jetstreamManager(await reach());
    // The message that begins the epoch, and the first two after it
    await manager.streams.purge(name, { seq: 4 });
    const later = await openNamed(name);
    expect([later.epoch, later.first, later.head]).toEqual([tape.epoch, 6, 9]);
    await expect(readAll(later, 5)).rejects.toThrow(NoLongerRetained);
    expect(await readFrom(later, 7)).toEqual(numbered(7, 9));
    expect(await later.append(batchOf(10, 1))).toBe(10);
    await until('the first tape to know', async () => tape.first === 6 && tape.head === 10);
    const previous = tape.epoch;
    await manager.streams.purge(name);
    const empty = await openNamed(name);
    expect(empty.epoch).not.toBe(previous);
    await until(
      'the tapes already open to know',
      async () => tape.epoch === empty.epoch && later.epoch === empty.epoch,
    );
    expect(await tape.append(batchOf(1, 1))).toBe(1);
    await Promise.all([tape.close(), later.close(), empty.close()]);
  });

  it('refuses what a full log has no room for, keeps the rest, and continues once there is room', async () => {
    const name = newName();
    const tape = await openNamed(name, { keepBytes: 20_000 });
    const large = { count: 1, at: 1_790_000_000_000, bytes: Buffer.from(randomBytes(4_000).toString('base64')) };
    let stored = 0;
    const fill = async (): Promise<void> => {
      for (;;) {
        await tape.append(large);
        stored += 1;
      }
    };
    await expect(fill()).rejects.toThrow('maximum bytes exceeded');
    expect(stored).toBeGreaterThan(1);
    expect([tape.first, tape.head]).toEqual([1, stored]);
    await (await jetstreamManager(await reach())).streams.purge(name, { seq: 3 });
    expect(await tape.append(large)).toBe(stored + 1);
    await tape.close();
  });

  it('begins a new epoch when the log has lost published records', async () => {
    const name = newName();
    const tape = await openNamed(name);
    await appendAll(tape, [2, 2]);
    const connection = await reach();
    const manager = await jetstreamManager(connection);
    await manager.streams.delete(name);
    await until('the loss to be noticed', async () => tape.broken);
    await expect(tape.append(batchOf(5, 1))).rejects.toThrow();
    const next = await openNamed(name);
    expect(next.epoch).not.toBe(tape.epoch);
    expect(next.head).toBe(0);
    await Promise.all([tape.close(), next.close()]);
  });

  it('skips messages in the log that are not from a tape', async () => {
    const name = newName();
    const tape = await openNamed(name);
    await appendAll(tape, [2]);
    const js = jetstream(await reach());
    await js.publish(`${name}.tape`, 'by hand');
    await until(
      'the foreign message to be skipped',
      async () => (await tape.append(batchOf(3, 1)).catch(() => 0)) === 3,
    );
    expect(await readFrom(tape, 1)).toEqual(numbered(1, 3));
    await tape.close();
  });
});
