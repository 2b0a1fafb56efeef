import { type ChildProcess, fork } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { compiled } from '../support/processes/compiled.ts';
import { longRun } from '../support/runner/long-run.ts';
import { framesIn } from '../support/stream/stream-rig.ts';
import type { Order, Report } from '../support/stream/watched-stream.ts';
import { found, holds, until } from '../support/time/until.ts';

const rounds = longRun ? 40 : 1;
const buff = { subscribeTo: 'all', games: 'all' };

let program: Awaited<ReturnType<typeof compiled>>;
let child: ChildProcess;
let port: number;
let key: string;
/** A stream that pings every second. */
let other: { readonly port: number; readonly key: string };

beforeAll(async () => {
  program = await compiled('test/support/stream/watched-stream.ts');
  child = fork(program.script, { execArgv: ['--expose-gc'] });
  [[{ port, key }, other]] = await once(child, 'message');
});
afterAll(async () => {
  if (child?.connected) {
    child.disconnect();
    await once(child, 'exit');
  }
  program?.remove();
});

async function order(what: Order): Promise<Report> {
  child.send(what);
  const [report] = await once(child, 'message');
  return report;
}

const frame = (first: number, payload: Buffer): Buffer => {
  const head = payload.length < 126 ? Buffer.from([first, 0x80 | payload.length]) : Buffer.from([first, 0xfe, 0, 0]);
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
  // A mask of zeros leaves the payload unchanged
  return Buffer.concat([head, Buffer.alloc(4), payload]);
};
const textFrame = (message: unknown): Buffer => frame(0x81, Buffer.from(JSON.stringify(message)));

type RawClient = { readonly socket: Socket; readonly read: () => Buffer; readonly ended: Promise<unknown> };

async function openRaw(at = { port, key }): Promise<RawClient> {
  const socket = connect(at.port, '127.0.0.1');
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `GET /ws/v2/offers?apiKey=${at.key} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  let all = Buffer.alloc(0);
  socket.on('data', (part) => {
    all = Buffer.concat([all, part]);
  });
  await holds(() => all.includes('\r\n\r\n'), 'the handshake');
  const start = all.indexOf('\r\n\r\n') + 4;
  return { socket, read: () => all.subarray(start), ended };
}

/** The code of the server's close frame, 0 if there was none. */
function closeCode({ read }: RawClient): number {
  const bytes = read();
  return framesIn(bytes).opcodes.at(-1) === 8 ? bytes.readUInt16BE(bytes.lastIndexOf(0x88) + 2) : 0;
}

const noise = randomFillSync(Buffer.alloc(4_096));
noise[0] = 0xff;

const garbage: readonly (readonly [string, Buffer, number])[] = [
  ['random bytes', noise, 1002],
  ['an unmasked frame', Buffer.from([0x81, 2, 0x7b, 0x7d]), 1002],
  ['a frame with an unknown opcode', frame(0x83, Buffer.from('{}')), 1002],
  ['a continuation without a first frame', frame(0x80, Buffer.from('{}')), 1002],
  ['a compressed frame without negotiated compression', frame(0xc1, Buffer.from('{}')), 1002],
  ['text that is not UTF-8', frame(0x81, Buffer.from([0xc3, 0x28])), 1007],
  ['a frame that claims 2^60 bytes', Buffer.from([0x81, 0xff, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 1009],
];

async function sendGarbage(bytes: Buffer): Promise<number> {
  const client = await openRaw();
  client.socket.write(bytes);
  await client.ended;
  return closeCode(client);
}

const textsOf = ({ read }: RawClient): { type: string; message?: string }[] =>
  framesIn(read()).texts.flatMap((text) => (text.startsWith('{') ? [JSON.parse(text)] : []));

async function sendBrackets(): Promise<string> {
  const client = await openRaw();
  client.socket.write(frame(0x81, Buffer.from('['.repeat(65_535))));
  const [answer] = await found(() => (textsOf(client).length > 0 ? textsOf(client) : undefined), 'an answer');
  client.socket.destroy();
  await client.ended;
  return `${answer?.type}: ${answer?.message}`;
}

async function subscribeOften(): Promise<Readonly<Record<string, number>>> {
  const client = await openRaw();
  for (let id = 0; id < 1_000; id += 1) client.socket.write(textFrame({ ...buff, id, items: [`item ${id}`] }));
  await holds(() => textsOf(client).length >= 1_000, 'an answer to each');
  const counts: Record<string, number> = {};
  for (const { type } of textsOf(client)) counts[type] = (counts[type] ?? 0) + 1;
  client.socket.destroy();
  await client.ended;
  return counts;
}

async function openAndClose(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/v2/offers?apiKey=${key}`);
    socket.on('error', () => {});
    if (done % 3 === 0) socket.terminate();
    else socket.on('open', () => (done % 3 === 1 ? socket.terminate() : socket.close()));
    if (done % 10 === 9) await new Promise((resolve) => socket.once('close', resolve));
  }
}

/** A client that subscribes and does not read; returns what it finds when it reads at last. */
async function neverRead(): Promise<RawClient> {
  const client = await openRaw();
  client.socket.write(textFrame(buff));
  await holds(() => textsOf(client).length > 0, 'the confirmation');
  client.socket.pause();
  const before = await order('look');
  await until('the end of a reader that does not read', async () => {
    const { closedBehind, readers } = await order('flood');
    // A client that reads nothing answers no ping either, and on a busy machine may be dropped for that first
    return closedBehind > before.closedBehind || readers < before.readers;
  });
  client.socket.resume();
  await until('its close frame, or the end', async () => client.socket.closed || closeCode(client) !== 0);
  client.socket.destroy();
  await client.ended;
  return client;
}

/** A client that sends nothing, not even pongs; resolves when it is dropped. */
async function neverSend(): Promise<void> {
  const client = await openRaw(other);
  await client.ended;
}

describe('a hostile reader', () => {
  it.each(garbage)('that sends %s is closed with a fitting code', async (_, bytes, code) => {
    expect(await sendGarbage(bytes)).toBe(code);
  });

  it('that sends 64 KiB of brackets is told that this is not JSON', async () => {
    expect(await sendBrackets()).toContain('error: the message is not JSON');
  });

  it('that subscribes a thousand times is told the limit', async () => {
    expect(await subscribeOften()).toEqual({ subscribed: 100, error: 900 });
  });

  it('that never reads is told that it fell behind', async () => {
    let client = await neverRead();
    // The close frame waits two seconds for a reader; a busy machine may need longer to read it
    for (let others = 12; others > 0 && closeCode(client) === 0; others -= 1) client = await neverRead();

    expect(closeCode(client)).toBe(1013);
    expect(textsOf(client).at(-1)).toMatchObject({ type: 'error', code: 'FELL_BEHIND' });
  });

  it('that never sends, and answers no ping, is dropped', async () => {
    await neverSend();
    await until('the reader to be dropped', async () => (await order('look')).readers === 0);
  });
});

it("hostile readers of every kind leave the service's memory as it was", async () => {
  const attack = async (): Promise<Report> => {
    await Promise.all([
      ...garbage.map(([, bytes]) => sendGarbage(bytes)),
      sendBrackets(),
      subscribeOften(),
      openAndClose(100),
      neverRead(),
      neverSend(),
    ]);
    return await until('the end of all readers', async () => {
      const report = await order('look');
      return report.readers === 0 && report;
    });
  };
  await attack();
  const before = await attack();
  let after = before;
  for (let round = 0; round < rounds; round += 1) after = await attack();

  expect(after).toMatchObject({ readers: 0, groups: 0 });
  expect(after.heapBytes / before.heapBytes).toBeLessThan(1.05);
  // The log, which fills up during the first attacks, is allowed this much
  expect(after.bufferBytes - before.bufferBytes).toBeLessThan(8 << 20);
  const friend = new WebSocket(`ws://127.0.0.1:${port}/ws/v2/offers?apiKey=${key}`);
  await once(friend, 'open');
  friend.send(JSON.stringify(buff));
  await once(friend, 'message');
  const offer = once(friend, 'message');
  await order('flood');
  expect(JSON.parse(String((await offer)[0]))).toMatchObject({ type: 'offer', eventType: 'Updated' });
  friend.close();
  if (longRun) process.stdout.write(`heap ${before.heapBytes} before, ${after.heapBytes} after ${rounds} rounds\n`);
});
