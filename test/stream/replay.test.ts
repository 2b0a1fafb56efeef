import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTape } from '#client';
import { callCommand } from '../support/processes/called.ts';
import { useServedFolder } from '../support/processes/served-folder.ts';
import { fewMarketplaces } from '../support/processes/served-process.ts';
import { testLimitMs, waitLimitMs } from '../support/runner/limits.ts';
import { extent } from '../support/runner/long-run.ts';
import { until } from '../support/time/until.ts';

const minute = 60_000;
/** How long the stage is recorded, half of it before the service is killed. */
const lengthMs = extent({ short: 4_000, long: 60 * minute });

type Message = { readonly type: string; readonly epoch: string; readonly sequence: number; readonly timestamp: number };
type Position = Pick<Message, 'epoch' | 'sequence'>;

const everything = {
  subscribeTo: 'all',
  games: 'all',
  sequence: true,
  channels: ['offers', 'sales', 'buyOrders', 'prices', 'sources', 'gaps', 'batches'],
  events: ['Added', 'Updated', 'Removed'],
};
const changes = new Set(['offer', 'sale', 'buyOrder', 'price', 'source', 'gap', 'batch']);
const parsed = (text: string): Message => JSON.parse(text);

/** All messages that a socket receives about the market, unchanged. */
async function open(origin: string, key: string, request: object) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers`, { headers: { 'x-api-key': key } });
  const texts: string[] = [];
  const others: Message[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    const message = parsed(text);
    if (changes.has(message.type)) texts.push(text);
    else others.push(message);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.send(JSON.stringify(request));
  return { socket, texts, others, closed };
}

/** A short form of the difference between two lists of messages; null if they are equal. */
function difference(found: readonly string[], wanted: readonly string[]): object | null {
  const at = wanted.findIndex((text, index) => text !== found[index]);
  if (at < 0 && found.length === wanted.length) return null;
  return { at, found: found[at], wanted: wanted[at], counts: [found.length, wanted.length] };
}

type Service = { readonly origin: string; readonly key: string };
type Received = readonly (Message & { readonly text: string })[];

const textsOf = (messages: Received): string[] => messages.map(({ text }) => text);
const receivedOf = (texts: readonly string[]): Received => texts.map((text) => ({ text, ...parsed(text) }));

/** From one instant to another, one in the first half of the messages and one in the second. */
function stretchOf(messages: Received) {
  const [from = 0, end = 0] = [0.25, 0.875].map((share) => messages[Math.floor(messages.length * share)]?.timestamp);
  return { from, end, part: messages.filter(({ timestamp }) => timestamp >= from && timestamp < end) };
}

const isInside = (text: string): boolean => !text.includes('"reason":"outside"');
const removedIn = (messages: Received): string[] =>
  textsOf(messages).filter((text) => /^{"type":"offer","eventType":"Removed".*"game":"CS2"/.test(text));

/** Records what is published until it is a half of it, then what follows a kill and a start, and returns both. */
async function recorded(folder: ReturnType<typeof useServedFolder>) {
  const key = folder.key();
  const first = folder.start();
  const before = await open(await first.origin, key, everything);
  const begunAt = Date.now();
  const passed = (
    what: string,
    share: number,
    { texts, count, isEnough = () => true }: { texts: readonly string[]; count: number; isEnough?: () => boolean },
  ) =>
    until(
      what,
      async () => Date.now() - begunAt > lengthMs * share && texts.length > count && isEnough(),
      () => texts.length,
      lengthMs + waitLimitMs,
    );
  await passed('half of it', 0.5, { texts: before.texts, count: 300 });
  await first.stop('SIGKILL');
  await before.closed;
  const { epoch, sequence } = parsed(before.texts.at(-1) as string);
  const second = folder.start();
  const origin = await second.origin;
  const resume: Position = { epoch, sequence };
  const after = await until('the stream again', () => open(origin, key, { ...everything, resume }).catch(() => null));
  const all = () => receivedOf([...before.texts, ...after.texts]);
  // However few offers a busy machine sees leave
  const isEnough = () => removedIn(stretchOf(all()).part).some(isInside);
  await passed('the rest of it', 1, { texts: after.texts, count: 200, isEnough });
  after.socket.close();
  await after.closed;
  expect(after.others[0]).toMatchObject({ type: 'subscribed', recovered: true });
  return { service: { ...second, origin, key }, received: all() };
}

async function replayed(
  { origin, key }: Service,
  replay: object,
  request: object = everything,
): Promise<readonly string[]> {
  const reader = await open(origin, key, { ...request, replay });
  expect(await reader.closed).toBe(1000);
  expect(reader.others.map(({ type }) => type)).toEqual(['subscribed', 'replayEnd']);
  return reader.texts;
}

/** From one instant to another, one before the kill and one after, all of it and with filters. */
async function expectInstants(service: Service, received: Received): Promise<void> {
  const { from, end, part } = stretchOf(received);
  const instants = { from, to: new Date(end).toISOString() };
  expect(difference(await replayed(service, instants), textsOf(part))).toBeNull();

  const narrow = { ...everything, games: ['CS2'], channels: ['offers'], events: ['Removed'] };
  const removed = removedIn(part);
  expect(removed.length).toBeGreaterThan(0);
  const again = await replayed(service, instants, narrow);
  expect(difference(again.filter(isInside), removed.filter(isInside))).toBeNull();
}

async function expectSameOfLibrary(
  { origin, key }: Service,
  received: Received,
  from: Position,
  to: string,
): Promise<void> {
  for (const transport of ['sse', 'websocket'] as const) {
    const tape = createTape({ url: origin, key, transport, WebSocket });
    const { channels, events } = everything;
    const what = { channels, events, from, to } as Parameters<typeof tape.replay>[0];
    const found: number[] = [];
    for await (const message of tape.replay(what)) if ('data' in message) found.push(message.sequence);
    expect(found).toEqual(received.map(({ sequence }) => sequence));
  }
}

async function expectSameOfCommand(
  { origin, key }: Service,
  received: Received,
  from: string,
  to: string,
): Promise<void> {
  const words = ['replay', '--from', from, '--to', to, '--channel', everything.channels.join()];
  const called = await callCommand([...words, '--removed', '--json', '--url', origin, '--key', key]);
  expect(called.code).toBe(0);
  expect(difference(called.out.trimEnd().split('\n'), textsOf(received))).toBeNull();
}

describe('a stretch of the stream, recorded from a socket', () => {
  const folder = useServedFolder(7, {
    ...fewMarketplaces,
    STREAM_CONNECTIONS_PER_KEY: '9',
    STREAM_KEEP_MEGABYTES: '1',
  });

  it('equals a replay of it, byte for byte, over a kill, with filters, through the library and the command', {
    timeout: 3 * lengthMs + testLimitMs('system'),
  }, async () => {
    const { service, received } = await recorded(folder);
    const [first, last] = [received[0], received.at(-1)] as [Message, Message];
    const before = { epoch: first.epoch, sequence: first.sequence - 1 };
    const [from, to] = [before, last].map(({ epoch, sequence }) => `${epoch}:${sequence}`) as [string, string];

    expect(difference(await replayed(service, { from, to }), textsOf(received))).toBeNull();
    await expectInstants(service, received);
    await expectSameOfLibrary(service, received, before, to);
    await expectSameOfCommand(service, received, from, to);
    await service.stop('SIGTERM');
  });
});
