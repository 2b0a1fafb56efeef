import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Change, marketplaceWithId } from '../../src/schema/index.ts';
import { createSeededRandom } from '../../src/stage/market/seeded-random.ts';
import { longRun } from '../support/runner/long-run.ts';
import { publishChanges } from '../support/stream/publish.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { pricedOffer } from '../support/stream/stream-rig.ts';
import { holds } from '../support/time/until.ts';

const readers = longRun ? 1_000 : 100;
const pieces = longRun ? 6_000 : 200;
const changesPerPiece = 20;
const cutsPerPiece = 1;
// For 2,000 changes a second
const pieceMs = 10;

const names = Array.from({ length: 100 }, (_, at) => `Made-up Case ${at}`);
const connected = [1, 2, 3];
const chance = createSeededRandom(11);

type Subscription = {
  readonly subscribeTo: readonly number[];
  readonly items: readonly string[];
  readonly events: readonly string[];
  readonly maxPriceUSD?: number;
};

/** Either one item with all its changes, or cheap offers of several items on one marketplace. */
function subscriptionOf(reader: number): Subscription {
  const first = Math.floor(chance.of(reader) * 80);
  if (reader % 5 === 0) {
    const items = names.slice(first, first + 20);
    return { subscribeTo: [1 + (reader % 3)], items, events: ['Added', 'Updated'], maxPriceUSD: 3 + (reader % 4) };
  }
  return { subscribeTo: connected, items: names.slice(first, first + 1), events: ['Added', 'Updated', 'Removed'] };
}

const cents = (usd: number | null): number => Math.floor(((usd ?? 0) + 5) / 10) / 100;

/** The expected message for a change, null if there is none; computed from the change alone. */
function contentOf(change: Change, sequence: number): string | null {
  if (change.kind !== 'added' && change.kind !== 'updated' && change.kind !== 'removed') return null;
  const { marketplaceId, game, offerId, prices } = change.offer;
  const event = `${change.kind[0]?.toUpperCase()}${change.kind.slice(1)}`;
  return `${sequence} ${event} ${marketplaceId}:${game}:${offerId} ${cents(prices.USD)}`;
}

type Published = { readonly change: Change; readonly text: string | null };

function wantedBy(
  { subscribeTo, items, events, maxPriceUSD }: Subscription,
  published: readonly Published[],
): string[] {
  const wanted = new Set(items);
  return published.flatMap(({ change, text }) => {
    if (text === null || !('offer' in change)) return [];
    const { name, marketplaceId, prices } = change.offer;
    if (!wanted.has(name) || !subscribeTo.includes(marketplaceId)) return [];
    if (!events.some((event) => text.includes(` ${event} `))) return [];
    return maxPriceUSD === undefined || cents(prices.USD) <= maxPriceUSD ? [text] : [];
  });
}

/** A reader across all its connections, which resumes after the last sequence that it received. */
function follow({ port, key, hub }: ServedStream, reader: number) {
  const subscription = subscriptionOf(reader);
  const received: string[] = [];
  const refused: string[] = [];
  let sequence = 0;
  /** Cuts that came after at least one message. */
  let midway = 0;
  let isConfirmed = false;
  let isOver = false;
  let socket: WebSocket;

  const open = (): void => {
    const current = new WebSocket(`ws://127.0.0.1:${port}/ws/v2/offers?apiKey=${key}`, {
      perMessageDeflate: reader % 2 === 0,
    });
    socket = current;
    const resume = { epoch: hub.log.epoch, sequence };
    current.on('open', () => current.send(JSON.stringify({ ...subscription, games: 'all', sequence: true, resume })));
    current.on('error', () => {});
    current.on('close', () => {
      if (current === socket && !isOver) open();
    });
    current.on('message', (data) => {
      if (current !== socket) return;
      const message = JSON.parse(String(data));
      if (message.type !== 'offer') {
        if (message.recovered !== true) refused.push(String(data));
        isConfirmed = true;
        return;
      }
      sequence = message.sequence;
      received.push(`${sequence} ${message.eventType} ${message.id} ${message.data.priceUSD}`);
    });
  };
  open();
  return {
    subscription,
    received,
    refused,
    isConfirmed: () => isConfirmed,
    midway: () => midway,
    cut() {
      if (received.length > 0) midway += 1;
      const previous = socket;
      open();
      previous.terminate();
    },
    async stop() {
      isOver = true;
      socket.terminate();
      if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
    },
  };
}

/** Adds, updates and removes offers, on one marketplace at a time. */
function happen({ book, hub }: ServedStream, piece: number): Published[] {
  const stamp = { marketplaceId: 1 + (piece % connected.length), source: 'test', at: Date.now() };
  const records = Array.from({ length: changesPerPiece }, (_, at) => {
    const number = Math.floor(chance.of(piece, at, 1) * 3_000);
    if (chance.of(piece, at, 2) < 0.2) {
      return { kind: 'withdrawal', game: 'CS2', offerId: String(number), reason: 'sold' } as const;
    }
    const usd = 1_000 + 10 * Math.floor(chance.of(piece, at, 3) * 900);
    return pricedOffer(String(number), usd, { name: names[number % names.length] ?? '' });
  });
  const first = hub.log.head + 1;
  const changes = book.apply(records, stamp);
  publishChanges(hub, changes);
  return changes.map((change, at) => ({ change, text: contentOf(change, first + at) }));
}

let served: ServedStream;

beforeEach(async () => {
  served = await serveStream({
    settings: { connectionsPerKey: 100_000 },
    hub: { outbox: { messages: 64, bytes: 65_536 } },
    limits: { byteLimit: 256 << 20 },
  });
});
afterEach(() => served.close());

it(`${readers} readers cut at random moments receive everything in the end, and nothing twice`, async () => {
  const followers = Array.from({ length: readers }, (_, reader) => follow(served, reader));
  await holds(() => followers.every(({ isConfirmed }) => isConfirmed()), 'all readers');
  const published: Published[] = [];
  const startedAt = Date.now();
  for (let piece = 0; piece < pieces; piece += 1) {
    published.push(...happen(served, piece));
    for (let cut = 0; cut < cutsPerPiece; cut += 1) {
      followers[Math.floor(chance.of(piece, cut, 4) * readers)]?.cut();
    }
    await wait(Math.max(0, startedAt + (piece + 1) * pieceMs - Date.now()));
  }
  const seconds = (Date.now() - startedAt) / 1000;

  let deliveries = 0;
  for (const { subscription, received, refused } of followers) {
    const wanted = wantedBy(subscription, published);
    await holds(() => received.length >= wanted.length, 'everything');
    expect(refused).toEqual([]);
    expect(received).toEqual(wanted);
    deliveries += received.length;
  }
  expect(deliveries).toBeGreaterThan(readers);
  expect(followers.filter(({ midway }) => midway() > 0).length).toBeGreaterThan(readers / 10);
  expect(served.hub.stats().closedBehind).toBe(0);
  if (longRun) {
    const rate = Math.round(published.length / seconds);
    const cuts = pieces * cutsPerPiece;
    process.stdout.write(`${published.length} changes, ${rate} a second, ${cuts} cuts, ${deliveries} deliveries\n`);
  }
  await Promise.all(followers.map(({ stop }) => stop()));
});

it('a reader of another epoch, or from beyond the log, is told that nothing is recovered, and continues from now', async () => {
  happen(served, 0);
  const { epoch, head } = served.hub.log;
  const tooFar = { epoch, sequence: head + 1 };
  const another = { epoch: 'another', sequence: 1 };
  for (const [at, resume] of [tooFar, another].entries()) {
    const client = await served.connect();
    client.ask({ subscribeTo: 'all', games: 'all', resume });
    expect(await client.next('subscribed')).toMatchObject({ recovered: false, epoch });
    const before = served.hub.log.head;
    served.put([pricedOffer(`new ${at}`, 5_000)]);
    expect(await client.next('offer')).toMatchObject({
      marketplace: marketplaceWithId(1).name,
      sequence: expect.toSatisfy((sequence: number) => sequence > before),
    });
    expect(client.messages().filter(({ type }) => type === 'offer')).toHaveLength(1);
  }
});
