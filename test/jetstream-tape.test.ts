import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  JetStreamTape,
  type JetStreamTapeSettings,
  openJetStreamTape,
  WrittenByAnother,
} from '../src/tape/jetstream/jetstream-tape.ts';
import { NoLongerKept, type Tape } from '../src/tape/tape.ts';
import { lacksNats, type NatsServer, startNats } from './support/nats-server.ts';
import { appendAll, batchOf, linesOf, numbered, readAll, readFrom, tapeSuite } from './support/tape-suite.ts';
import { until } from './support/until.ts';

describe.skipIf(lacksNats)('the tape on NATS JetStream (needs nats-server)', () => {
  let server: NatsServer;
  const connections: NatsConnection[] = [];
  let made = 0;

  beforeAll(async () => {
    server = await startNats();
  });

  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.stop();
  });

  const newName = (): string => {
    made += 1;
    return `tape-${made}`;
  };

  const reach = async (): Promise<NatsConnection> => {
    const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    connections.push(connection);
    return connection;
  };

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

  it('takes what one of several writers appends behind all that it has read, and refuses the others', async () => {
    const name = newName();
    const [one, other] = [await openNamed(name), await openNamed(name)];
    expect(other.epoch).toBe(one.epoch);
    let written = 0;
    for (let round = 0; round < 20; round += 1) {
      const next = one.head + 1;
      const tried = await Promise.allSettled([one.append(batchOf(next, 2)), other.append(batchOf(next, 2))]);
      const refused = tried.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      written += 2 * (2 - refused.length);
      for (const error of refused) expect(error).toBeInstanceOf(WrittenByAnother);
      await until('both to have read it', async () => one.head === written && other.head === written);
    }
    expect(written).toBeGreaterThanOrEqual(40);
    expect(await readFrom(one, 1)).toEqual(await readFrom(other, 1));
    expect(linesOf(await readAll(one, 1))).toHaveLength(written);
    await Promise.all([one.close(), other.close()]);
  });

  it('tells those who follow it everything once and in order, over restarts of the server', async () => {
    const own = await startNats();
    const connection = await connect({ servers: own.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const settings = { connection, name: 'followed', keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 };
    const tape = await openJetStreamTape(settings);
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

  it('does not take what nobody answers for what is no longer kept', async () => {
    const own = await startNats();
    const connection = await connect({ servers: own.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const settings = { connection, name: 'halted', keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 };
    const writer = await openJetStreamTape(settings);
    await appendAll(writer, [2, 3, 4, 5]);
    // One that has to look where the records stand
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

  it('does not take the word of a server that was cut off and has not heard of what came since', async () => {
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
    await until('all to be counted', async () => tape.head === 14);

    isLagging = true;
    const reading = readFrom(tape, 7);
    // Longer than from one look at the log to the next
    await wait(1_500);
    isLagging = false;
    expect(await reading).toEqual(numbered(7, 14));
    expect([tape.broken, tape.first]).toEqual([null, 1]);
    await Promise.all([writer.close(), tape.close()]);
    await connection.close();
    await own.stop();
  });

  it('goes on counting where the log no longer begins with its first message', async () => {
    const name = newName();
    const tape = await openNamed(name);
    await appendAll(tape, [2, 3, 4]);
    const manager = await jetstreamManager(await reach());
    // The message that begins the epoch, and the first two after it
    await manager.streams.purge(name, { seq: 4 });
    const later = await openNamed(name);
    expect([later.epoch, later.first, later.head]).toEqual([tape.epoch, 6, 9]);
    await expect(readAll(later, 5)).rejects.toThrow(NoLongerKept);
    expect(await readFrom(later, 7)).toEqual(numbered(7, 9));
    expect(await later.append(batchOf(10, 1))).toBe(10);
    await until('the first one to know', async () => tape.first === 6 && tape.head === 10);
    const former = tape.epoch;
    await manager.streams.purge(name);
    const empty = await openNamed(name);
    expect(empty.epoch).not.toBe(former);
    await until('those who were there to know', async () => tape.epoch === empty.epoch && later.epoch === empty.epoch);
    expect(await tape.append(batchOf(1, 1))).toBe(1);
    await Promise.all([tape.close(), later.close(), empty.close()]);
  });

  it('refuses what a full log has no room for, keeps what it has, and goes on once there is room', async () => {
    const name = newName();
    const tape = await openNamed(name, { keepBytes: 20_000 });
    const large = { count: 1, at: 1_790_000_000_000, bytes: Buffer.from(randomBytes(4_000).toString('base64')) };
    let kept = 0;
    const fill = async (): Promise<void> => {
      for (;;) {
        await tape.append(large);
        kept += 1;
      }
    };
    await expect(fill()).rejects.toThrow('maximum bytes exceeded');
    expect(kept).toBeGreaterThan(1);
    expect([tape.first, tape.head]).toEqual([1, kept]);
    await (await jetstreamManager(await reach())).streams.purge(name, { seq: 3 });
    expect(await tape.append(large)).toBe(kept + 1);
    await tape.close();
  });

  it('begins a new epoch when the log has lost what was told', async () => {
    const name = newName();
    const tape = await openNamed(name);
    await appendAll(tape, [2, 2]);
    const connection = await reach();
    const manager = await jetstreamManager(connection);
    await manager.streams.delete(name);
    await until('the loss to be seen', async () => tape.broken);
    await expect(tape.append(batchOf(5, 1))).rejects.toThrow();
    const next = await openNamed(name);
    expect(next.epoch).not.toBe(tape.epoch);
    expect(next.head).toBe(0);
    await Promise.all([tape.close(), next.close()]);
  });

  it('says what it cannot use: what stands in the log and is no tape', async () => {
    const name = newName();
    const tape = await openNamed(name);
    await appendAll(tape, [2]);
    const js = jetstream(await reach());
    await js.publish(`${name}.tape`, 'by hand');
    await until('it to be passed over', async () => (await tape.append(batchOf(3, 1)).catch(() => 0)) === 3);
    expect(await readFrom(tape, 1)).toEqual(numbered(1, 3));
    await tape.close();
  });
});
