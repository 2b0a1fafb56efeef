import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ServedStream, serveStream } from '../../../test/support/stream/served-stream.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import { holds } from '../../../test/support/time/until.ts';

let served: ServedStream;
afterEach(() => served.close());

const readers = 40;
const rounds = 80;
const changesPerRound = 20;
const cutsPerReader = 6;

/** A seeded random generator, so that a failure can be reproduced. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Received = { readonly sequence: number; readonly price: number; readonly marketplace: string };

/** A reader that is cut again and again and resumes each time. */
function follow(at: number, chance: () => number) {
  const request = { subscribeTo: at % 3 === 0 ? 'all' : [1 + (at % 3)], games: 'all', maxPriceUSD: 4 + (at % 5) };
  const received: Received[] = [];
  let resume = { epoch: 'served', sequence: 0 };
  let cuts = 0;
  let nextCut = Math.floor(chance() * 30);
  let socket: WebSocket;

  const open = (): void => {
    socket = new WebSocket(`ws://127.0.0.1:${served.port}/ws/v2/offers?apiKey=${served.key}`);
    socket.on('open', () => socket.send(JSON.stringify({ ...request, sequence: true, resume })));
    socket.on('error', () => {});
    socket.on('message', (text) => {
      const message = JSON.parse(String(text));
      if (message.type === 'subscribed') expect(message.recovered).toBe(true);
      if (message.type !== 'offer') return;
      received.push({ sequence: message.sequence, price: message.data.priceUSD, marketplace: message.marketplace });
      resume = { epoch: message.epoch, sequence: message.sequence };
      if (received.length >= nextCut && cuts < cutsPerReader) cut();
    });
  };
  const cut = (): void => {
    cuts += 1;
    nextCut = received.length + Math.floor(chance() * 30);
    socket.removeAllListeners('message');
    socket.terminate();
    open();
  };
  open();
  return {
    request,
    received,
    cuts: () => cuts,
    stop: async () => {
      socket.terminate();
      if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
    },
  };
}

it('readers cut at any moment have everything in the end, and nothing twice', async () => {
  served = await serveStream({
    settings: { connectionsPerKey: 10_000 },
    hub: { outbox: { messages: 64, bytes: 65_536 } },
  });
  const chance = createChance(7);
  const followers = Array.from({ length: readers }, (_, at) => follow(at, chance));
  const published: Received[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const marketplaceId = 1 + (round % 3);
    const prices = Array.from({ length: changesPerRound }, (_, at) => 1_000 + ((round * 37 + at * 611) % 800) * 10);
    const before = served.hub.log.head;
    served.put(
      prices.map((usd, at) => pricedOffer(`o${round}-${at}`, usd)),
      marketplaceId,
    );
    const marketplace = ['Buff163', 'CSFloat', 'SkinPort'][marketplaceId - 1] ?? '';
    for (const [at, usd] of prices.entries())
      published.push({ sequence: before + 1 + at, price: usd / 1000, marketplace });
    await wait(2);
  }

  for (const { request, received } of followers) {
    const ids = request.subscribeTo;
    const names = typeof ids === 'string' ? null : ids.map((id) => ['Buff163', 'CSFloat', 'SkinPort'][id - 1]);
    const wanted = published.filter(
      ({ price, marketplace }) => price <= request.maxPriceUSD && (names === null || names.includes(marketplace)),
    );
    await holds(() => received.length >= wanted.length, 'everything');
    expect(received).toEqual(wanted);
  }
  expect(followers.reduce((sum, { cuts }) => sum + cuts(), 0)).toBe(readers * cutsPerReader);
  await Promise.all(followers.map(({ stop }) => stop()));
});
