import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { framesIn } from '../../../test/support/stream/stream-rig.ts';
import { trunkMessage } from '../../stream/framing.ts';
import {
  bytesHead,
  lateRecord,
  readerRecord,
  readMessages,
  readOfOne,
  recordType,
  type TrunkRecord,
  TrunkRecords,
  takenRecord,
} from '../trunk-records.ts';
import { type ToBook, Trunk } from '../worker/trunk.ts';
import type { TrunkStream } from './trunk-stream.ts';
import { Trunks } from './trunks.ts';

const closing: (() => unknown)[] = [];
let streams: TrunkStream[];
let trunks: Trunks;
let path: string;

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-trunks-'));
  path = join(folder, 'trunk.sock');
  streams = [];
  const server = new Server();
  server.on('connection', (stream: unknown) => streams.push(stream as TrunkStream));
  trunks = new Trunks(server);
  await trunks.open(path);
  closing.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => trunks.close(),
  );
});
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

const message = (text: string): Buffer => trunkMessage(Buffer.from(text), false);
const bytesOf = (type: typeof recordType.opened | typeof recordType.sent, reader: number, text: string): Buffer =>
  Buffer.concat([bytesHead(type, reader, text.length), Buffer.from(text)]);

/** The worker's end of a trunk, driven by hand, with readers 7, 8 and 9. */
async function speak() {
  const socket = connect(path);
  closing.push(() => socket.destroy());
  const records = new TrunkRecords();
  const received: TrunkRecord[] = [];
  socket.on('data', (bytes) => records.read(bytes, (record) => received.push(record)));
  for (const reader of [7, 8, 9]) socket.write(bytesOf(recordType.opened, reader, `I am ${reader}`));
  await expect.poll(() => streams.length).toBe(3);
  const left: string[] = [];
  const send = (bytes: Buffer, readers = [7, 8, 9]): void => {
    for (const reader of readers)
      streams[reader - 7]?.sendMessages(bytes, () => left.push(`${reader} ${bytes.length}`));
  };
  const count = (max: number) => expect.poll(() => received.length).toBe(max);
  const receivedOf = (at: number) => {
    const { type, ...record } = received[at] as TrunkRecord;
    return { type, ...readOfOne({ type, ...record }) };
  };
  return { socket, received, left, send, count, receivedOf };
}

describe('a trunk', () => {
  it('delivers what readers send, until they have finished or are gone', async () => {
    const { socket } = await speak();
    const [seven, eight] = streams as [TrunkStream, TrunkStream, TrunkStream];
    socket.write(bytesOf(recordType.sent, 7, ' and more'));
    socket.write(readerRecord(recordType.sentAll, 7));
    const texts: string[] = [];
    seven.on('data', (bytes) => texts.push(String(bytes)));
    await once(seven, 'end');
    socket.write(readerRecord(recordType.gone, 8));
    await once(eight, 'close');

    expect(texts.join('')).toBe('I am 7 and more');
    expect(trunks.streams).toBe(2);
  });

  it('gets shared messages once for many readers, and others in order', async () => {
    const { received, send, count, receivedOf } = await speak();
    const [both, one] = [message('for both'), message('for one')];
    send(both);
    send(one, [8]);
    streams[1]?.write('as it is');
    send(both, [8, 9]);
    streams[2]?.end();
    await count(5);

    expect(received.map(({ type }) => type)).toEqual([
      recordType.messages,
      recordType.messages,
      recordType.bytes,
      recordType.messages,
      recordType.end,
    ]);
    expect(readMessages(received[0] as TrunkRecord)).toEqual({ readers: [7, 8, 9], messages: both });
    expect(readMessages(received[1] as TrunkRecord)).toEqual({ readers: [8], messages: one });
    expect(receivedOf(2)).toMatchObject({ reader: 8, bytes: Buffer.from('as it is') });
    expect(readMessages(received[3] as TrunkRecord)).toEqual({ readers: [8, 9], messages: both });
    expect(receivedOf(4)).toMatchObject({ reader: 9 });
  });

  it('reports what has been sent, for lagging readers only once it has', async () => {
    const { socket, left, send, count } = await speak();
    send(message('a'));
    send(message('bb'));
    send(message('ccc'), [8]);
    await count(3);
    expect(left).toEqual([]);

    socket.write(takenRecord(2, [8]));
    await expect.poll(() => left).toEqual(['7 5', '9 5', '7 6', '9 6']);
    socket.write(takenRecord(3, [8]));
    socket.write(lateRecord(1, 8));
    await expect.poll(() => left.slice(4)).toEqual(['8 5']);
    socket.write(lateRecord(3, 8));
    await expect.poll(() => left.slice(5)).toEqual(['8 6', '8 7']);
  });

  it('holds back data for a single reader that does not read, up to a limit', async () => {
    const { socket, received, count } = await speak();
    const [stream] = streams;
    for (let at = 0; at < 100; at += 1) stream?.write(Buffer.alloc(1_000));
    await count(17);
    expect(stream?.writableLength).toBe(84_000);
    socket.write(takenRecord(17, []));

    await count(34);
    expect(received.every(({ type }) => type === recordType.bytes)).toBe(true);
  });

  it('lets other work run while readers send a lot at once', async () => {
    const { socket } = await speak();
    let turns = 0;
    const seen: number[] = [];
    const turn = (): void => {
      turns += 1;
      if (seen.length < 60) setImmediate(turn);
    };
    streams[0]?.on('data', () => {
      seen.push(turns);
      for (const until = performance.now() + 0.5; performance.now() < until; );
    });
    await expect.poll(() => seen.length).toBe(1);
    turn();
    socket.write(Buffer.concat(Array.from({ length: 59 }, () => bytesOf(recordType.sent, 7, 'more'))));

    await expect.poll(() => seen.length).toBe(60);
    // Records that take half a millisecond each: only a few in one turn
    expect(new Set(seen).size).toBeGreaterThan(8);
  });

  /** Sends so much to single readers that no record is handled until some of it has left. */
  const crowd = (): void => {
    for (const stream of streams) for (let at = 0; at < 17; at += 1) stream.write(Buffer.alloc(1_000));
  };

  it('handles readers only once data for single readers has been sent, and loses nothing', async () => {
    const { socket, count } = await speak();
    const texts: string[] = [];
    streams[0]?.on('data', (bytes) => texts.push(String(bytes)));
    await expect.poll(() => texts.length).toBe(1);
    crowd();
    await count(51);
    for (const text of ['a', 'b', 'c']) socket.write(bytesOf(recordType.sent, 7, text));
    // It has been read, since the record that follows it has arrived
    socket.write(takenRecord(1, []));
    socket.write(bytesOf(recordType.opened, 10, 'I am 10'));
    await new Promise((resolve) => setTimeout(resolve, 100));

    expect([texts.length, streams.length]).toEqual([1, 3]);
    socket.write(takenRecord(51, []));
    await expect.poll(() => streams.length).toBe(4);
    expect(texts.join('')).toBe('I am 7abc');
  });

  it('continues when more arrives than can wait, though nothing is sent', async () => {
    const { socket, count } = await speak();
    let bytes = 0;
    streams[0]?.on('data', ({ length }) => {
      bytes += length;
      // Longer than a turn, so that more arrives meanwhile than may wait
      for (const until = performance.now() + 3; length === 1 && performance.now() < until; );
    });
    crowd();
    await count(51);
    const piece = 'x'.repeat(65_536);
    for (let at = 0; at < 100; at += 1) socket.write(bytesOf(recordType.sent, 7, 'x'));
    for (let at = 0; at < 200; at += 1) socket.write(bytesOf(recordType.sent, 7, piece));

    await expect.poll(() => bytes).toBeGreaterThan(200 * piece.length - 4.2 * 2 ** 20);
    socket.write(takenRecord(51, []));
    await expect.poll(() => bytes).toBe('I am 7'.length + 100 + 200 * piece.length);
  });

  it('pauses a reader that sends more than is read, until it is read', async () => {
    const { socket, count, receivedOf } = await speak();
    const [stream] = streams as [TrunkStream, TrunkStream, TrunkStream];
    const much = 'x'.repeat(100_000);
    socket.write(bytesOf(recordType.sent, 7, much));
    await count(1);
    expect(receivedOf(0)).toMatchObject({ type: recordType.hold, reader: 7 });
    let length = 0;
    stream.on('data', (bytes: Buffer) => {
      length += bytes.length;
    });
    await count(2);

    expect(receivedOf(1)).toMatchObject({ type: recordType.resume, reader: 7 });
    await expect.poll(() => length).toBe('I am 7'.length + much.length);
  });

  it('makes missed messages wait for room, and then continues with all readers', async () => {
    const { socket, send, count } = await speak();
    const [stream] = streams as [TrunkStream, TrunkStream, TrunkStream];
    let again = 0;
    const isCrowded = () =>
      stream.isCrowded(() => {
        again += 1;
      });
    send(message('x'.repeat(200_000)));
    expect(isCrowded()).toBe(false);
    send(message('x'.repeat(300_000)), [7]);
    send(message('x'.repeat(100_000)), [8]);
    await count(3);
    const wereCrowded = Array.from({ length: 40 }, isCrowded);
    socket.write(takenRecord(2, []));
    await expect.poll(() => again).toBe(32);
    socket.write(takenRecord(3, []));
    await expect.poll(() => again).toBe(40);

    expect(wereCrowded).toEqual(wereCrowded.map(() => true));
    expect(isCrowded()).toBe(false);
  });

  it('cuts off a reader whose stream is destroyed, unless it has gone', async () => {
    const { socket, count, receivedOf } = await speak();
    const [seven, eight] = streams as [TrunkStream, TrunkStream, TrunkStream];
    socket.write(readerRecord(recordType.gone, 8));
    await once(eight, 'close');
    seven.destroy();
    await count(1);

    expect(receivedOf(0)).toMatchObject({ type: recordType.cut, reader: 7 });
    expect(trunks.streams).toBe(1);
  });

  it('destroys its streams when it is lost', async () => {
    const { socket } = await speak();
    expect(trunks.streams).toBe(3);
    const closed = streams.map((stream) => once(stream, 'close'));
    socket.destroy();
    await Promise.all(closed);

    expect(trunks.streams).toBe(0);
  });
});

type AtFront = {
  readonly client: Socket;
  /** The worker's side of the same connection. */
  readonly socket: Socket;
  readonly toBook: ToBook;
  readonly stream: TrunkStream;
  readonly texts: () => string[];
};

/** Readers at the end of a front worker's trunk. */
async function openReaders(count: number, unreadMs?: number): Promise<AtFront[]> {
  const trunk = await new Promise<Trunk>((resolve) => {
    const made: Trunk = new Trunk(
      path,
      () => resolve(made),
      () => {},
      unreadMs,
    );
  });
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    () => trunk.close(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  const readers: AtFront[] = [];
  for (let at = 0; at < count; at += 1) {
    const client = connect(port, '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [Socket];
    socket.on('error', () => {});
    closing.push(
      () => client.destroy(),
      () => socket.destroy(),
    );
    const received: Buffer[] = [];
    client.on('data', (bytes) => received.push(bytes));
    const toBook = trunk.open(socket, Buffer.from('first'));
    socket.on('close', toBook.gone);
    await expect.poll(() => streams.length).toBe(at + 1);
    const stream = streams[at] as TrunkStream;
    readers.push({ client, socket, toBook, stream, texts: () => framesIn(Buffer.concat(received)).texts });
  }
  return readers;
}

describe('readers at the end of a trunk', () => {
  it('all get the same messages, in frames', async () => {
    const readers = await openReaders(20);
    const both = Buffer.concat([message('one'), trunkMessage(Buffer.from('two'), true)]);
    let left = 0;
    for (const { stream } of readers)
      stream.sendMessages(both, () => {
        left += 1;
      });
    await expect.poll(() => left).toBe(20);

    for (const { texts } of readers) await expect.poll(texts).toEqual(['one', 'two']);
  });

  it('do not wait for one that does not read, whose messages count as sent only when they are', async () => {
    const [stuck, other] = (await openReaders(2)) as [AtFront, AtFront];
    stuck.client.pause();
    const large = message('x'.repeat(100_000));
    const left = { stuck: 0, other: 0 };
    for (let at = 0; at < 200; at += 1) {
      stuck.stream.sendMessages(large, () => {
        left.stuck += 1;
      });
      other.stream.sendMessages(large, () => {
        left.other += 1;
      });
    }
    await expect.poll(() => left.other).toBe(200);
    const whileStuck = left.stuck;
    stuck.client.resume();
    await expect.poll(() => left.stuck).toBe(200);

    expect(whileStuck).toBeLessThan(150);
    // The bytes that have left are not read yet
    for (const { texts } of [stuck, other]) await expect.poll(() => texts().length).toBe(200);
    expect(stuck.texts()).toEqual(other.texts());
  });

  it('are cut off after everything was sent, and ended when nothing more comes', async () => {
    const [cut, ended] = (await openReaders(2)) as [AtFront, AtFront];
    cut.stream.sendMessages(message('last words'), () => {});
    await new Promise((resolve) => process.nextTick(resolve));
    cut.stream.destroy();
    ended.stream.end('as they are');
    await Promise.all([once(cut.client, 'close'), once(ended.client, 'end')]);

    expect(cut.texts()).toEqual(['last words']);
    expect(trunks.streams).toBe(1);
  });

  it('are cut off after a while even if they read nothing', async () => {
    const [stuck] = (await openReaders(1, 300)) as [AtFront];
    stuck.client.pause();
    const large = message('x'.repeat(100_000));
    for (let at = 0; at < 200; at += 1) stuck.stream.sendMessages(large, () => {});
    await expect.poll(() => stuck.socket.writableLength).toBeGreaterThan(0);
    stuck.stream.destroy();
    await once(stuck.socket, 'close');

    expect(stuck.socket.bytesWritten).toBeLessThan(200 * 100_000);
  });

  it('that are gone end their streams, and nothing waits for them any more', async () => {
    const [gone, other] = (await openReaders(2)) as [AtFront, AtFront];
    let left = 0;
    const bytes = message('late');
    const send = ({ stream }: AtFront) =>
      stream.sendMessages(bytes, () => {
        left += 1;
      });
    send(gone);
    gone.client.destroy();
    send(gone);
    send(other);
    await once(gone.stream, 'close');
    await expect.poll(() => other.texts()).toEqual(['late']);

    await expect.poll(() => left).toBe(3);
    expect(trunks.streams).toBe(1);
  });
});
