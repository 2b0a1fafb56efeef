import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTape, type Mirror, type OfferMessage, type SubscribeOptions, type Tape, TapeError } from '#client';
import { games } from '../../src/schema/index.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createSeededRandom } from '../../src/stage/market/seeded-random.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { createUnkindProxy, type UnkindProxy } from '../support/network/unkind-proxy.ts';
import {
  createKey,
  killAll,
  playedCredentials,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent, longRun } from '../support/runner/long-run.ts';
import { defaultConnectors } from '../support/stage/default-connectors.ts';
import { until } from '../support/time/until.ts';

const kills = extent({ short: 1, long: 20 });
const lifeMs = longRun ? 20_000 : 2_000;
const tickMs = 100;

const subscriptions: readonly Omit<SubscribeOptions, 'channels'>[] = [
  { events: ['Added', 'Updated', 'Removed'] },
  { events: ['Added', 'Updated', 'Removed'], games: ['CS2'], marketplaces: ['DMarket', 'CSFloat', 'ShadowPay'] },
  { maxPriceUSD: 60, events: ['Added', 'Removed'] },
  { items: fewItems.CS2.slice(0, 2).map(({ name }) => name) },
];

/** Lists, lookups, feeds and every game; all others at full length only. */
const collected = extent({
  short: ['skinport', 'dmarket', 'csfloat', 'csgoempire', 'shadowpay'],
  long: defaultConnectors.map(({ slug }) => slug),
});

/** The client's transports. */
const transports = ['sse', 'websocket'] as const;

/** One run of the service between two kills: what an undisturbed reader of each subscription received. */
type Life = { readonly epoch: string; readonly from: number; readonly received: readonly OfferMessage[][] };

const folder = testFolder('chaos');
let world: World;
let stage: Stage;
let key: string;
let proxy: UnkindProxy;
let service: ServedProcess;
let ticking: NodeJS.Timeout;

beforeAll(async () => {
  world = createWorld({ seed: 31, startedAt: Date.now(), items: fewItems });
  stage = await startStage({ world, players, now: Date.now });
  key = await createKey(folder);
  proxy = await createUnkindProxy(createSeededRandom(5));
  ticking = setInterval(() => world.tick(Date.now()), tickMs);
});
afterAll(async () => {
  clearInterval(ticking);
  proxy?.close();
  await killAll();
  await stage?.close();
});

/** Starts the service, with an undisturbed reader of each subscription from its first message on. */
async function begin(): Promise<Life> {
  service = serve({
    folder,
    relay: stage.origin,
    // Offers of hundreds of items are requested in sequence; none of the requests should wait for a lookup
    environment: {
      ...playedCredentials(),
      COLLECT_ONLY: collected.join(),
      STREAM_CONNECTIONS_PER_KEY: '50',
      API_LOOKUP_MILLISECONDS: '0',
    },
  });
  const origin = await service.origin;
  const received = subscriptions.map((): OfferMessage[] => []);
  const began = await Promise.all(
    subscriptions.map((subscription, at) => follow(origin, subscription, received[at] ?? [])),
  );
  const from = Math.max(...began.map(({ sequence }) => sequence));
  proxy.leadTo(Number(new URL(origin).port));
  return { epoch: began[0]?.epoch ?? '', from, received };
}

/** A reader over a plain WebSocket, bypassing the proxy and the client. */
async function follow(
  origin: string,
  { marketplaces = 'all', games: of = 'all', ...subscription }: SubscribeOptions,
  received: OfferMessage[],
) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/v2/offers?apiKey=${key}`);
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.send(JSON.stringify({ subscribeTo: marketplaces, games: of, sequence: true, ...subscription }));
  const [first] = await once(socket, 'message');
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'offer') received.push(message);
  });
  return JSON.parse(String(first)) as { readonly epoch: string; readonly sequence: number };
}

/** A reader that uses the client through the proxy from the beginning of a run until a gap or any other failure. */
function read(tape: Tape, at: number, { epoch, from }: Life) {
  const subscription = subscriptions[at] ?? {};
  const received: OfferMessage[] = [];
  const stopping = new AbortController();
  let failure: unknown = null;
  let isLive = false;
  let losses = 0;
  const options = {
    signal: stopping.signal,
    resume: { epoch, sequence: from },
    onConnection: (state: string) => {
      isLive = state === 'live';
      if (!isLive) losses += 1;
    },
  };
  const follow = async (): Promise<void> => {
    for await (const offer of tape.offers(subscription, options)) received.push(offer);
  };
  const ended = follow().catch((error: unknown) => {
    failure = error;
  });
  const stop = (): void => stopping.abort();
  return { at, received, ended, isLive: () => isLive, losses: () => losses, failure: () => failure, stop };
}

type Reader = ReturnType<typeof read>;

const lastOf = (received: readonly OfferMessage[] = []): number => received.at(-1)?.sequence ?? 0;

/**
 * Checks that over all runs every reader received what the undisturbed readers did, message by message, and everything
 * in between once; returns the number of messages.
 */
function compare(lives: readonly Life[], readers: readonly Reader[]): number {
  for (const { at, received } of readers) {
    const about = JSON.stringify(subscriptions[at]);
    const sequences = received.map(({ sequence = 0 }) => sequence);
    expect(sequences, about).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    for (const life of lives) {
      const wanted = (life.received[at] ?? []).filter(({ sequence = 0 }) => sequence > life.from);
      const last = lastOf(wanted);
      const ofLife = received.filter(({ sequence = 0 }) => sequence > life.from && sequence <= last);
      expect(ofLife, about).toEqual(wanted);
    }
  }
  return readers.reduce((sum, { received }) => sum + received.length, 0);
}

const items = games.flatMap((game) => fewItems[game].map(({ name }) => ({ game, name })));
const contentOf = (position: string, priceUSD: number | null): string => `${position} for ${priceUSD}`;

/** What REST says is on sale, by link, bypassing the proxy. */
async function onSale(): Promise<Map<string, string>> {
  const tape = createTape({ url: await service.origin, key });
  const standing = new Map<string, string>();
  const marketplaces = await tape.marketplaces();
  const requests = marketplaces.flatMap(({ marketplace }) => items.map((item) => ({ marketplace, ...item })));
  for (const { marketplace, game, name } of requests) {
    const item = await tape.item({ marketplace, game, name }).catch((error: unknown) => {
      // Until something about an item is read, its name is not known
      if (error instanceof TapeError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
    for (const { purchaseLink, priceUSD } of item?.offers ?? []) {
      // The stream publishes no offer without a link or a price
      if (purchaseLink === null || priceUSD === null) continue;
      standing.set(purchaseLink, contentOf(`${game} ${marketplace} ${name}`, priceUSD));
    }
  }
  return standing;
}

const mirrored = (mirror: Mirror): Map<string, string> =>
  new Map(
    mirror.offers().map(({ game, marketplace, data }): [string, string] => {
      return [data.purchaseLink, contentOf(`${game} ${marketplace} ${data.name}`, data.priceUSD)];
    }),
  );

/** Up to ten offers that the first has and the second lacks or has differently. */
const difference = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...one].flatMap(([link, text]) => (other.get(link) === text ? [] : [`${link} ${text}`])).slice(0, 10);

/** Makes REST requests through the proxy for some time, and longer until `isEnough`; returns the number of answers. */
async function requestDuring(milliseconds: number, tape: Tape, isEnough: () => boolean): Promise<number> {
  let answers = 0;
  for (const end = Date.now() + milliseconds; Date.now() < end || !isEnough(); answers += 2) {
    expect((await tape.sources()).map(({ slug }) => slug)).toEqual(expect.arrayContaining([...collected]));
    expect(await tape.marketplaces()).toHaveLength(collected.length);
    await wait(50);
  }
  return answers;
}

/** Cuts and refuses connections for some time, which no reader should notice; returns the number of REST answers meanwhile. */
async function disturb(tape: Tape, readers: readonly Reader[], isEnough: () => boolean): Promise<number> {
  proxy.beKind(false);
  const answers = await requestDuring(lifeMs, tape, isEnough);
  proxy.beKind(true);
  await until('every reader to be connected', async () => readers.every(({ isLive }) => isLive()));
  expect(readers.map(({ failure }) => failure())).toEqual(readers.map(() => null));
  return answers;
}

async function kill(mirrors: readonly Mirror[]): Promise<void> {
  await until('complete mirrors', async () => mirrors.every((mirror) => mirror.state() === 'live'));
  service.child.kill('SIGKILL');
  proxy.leadTo(null);
  await service.ended;
}

/** Stops the market, and waits until every reader has received everything. */
async function calm(life: Life, readers: readonly Reader[]): Promise<void> {
  clearInterval(ticking);
  await until('every reader to have received everything', async () =>
    readers.every(({ at, received }) => lastOf(received) === lastOf(life.received[at])),
  );
}

it(
  `the client shows no gap and no duplicate over cuts, refusals and ${kills} kills`,
  async () => {
    const tapes = transports.map((transport) =>
      createTape({ url: proxy.origin, key, retries: 100, transport, WebSocket }),
    );
    const [tape] = tapes as [Tape, Tape];
    const mirrors = tapes.map((each) => each.mirror({}));
    const twice: number[] = [];
    const looking = setInterval(() => {
      for (const mirror of mirrors) if (mirrored(mirror).size !== mirror.size()) twice.push(mirror.size());
    }, 100);
    const all = { messages: 0, answers: 0 };
    const losses = transports.map(() => 0);
    const lives: Life[] = [await begin()];
    const first = lives[0] as Life;
    const readersOf = tapes.map((each) => subscriptions.map((_, at) => read(each, at, first)));
    const readers = readersOf.flat();
    for (let number = 0; number <= kills; number += 1) {
      const lossesOf = (of: readonly Reader[]) => of.reduce((sum, reader) => sum + reader.losses(), 0);
      const isEnough = (): boolean => {
        const { cuts, refusals } = proxy.counts();
        const received = readers.reduce((sum, reader) => sum + reader.received.length, 0);
        return cuts > 8 && refusals > 3 && received > 600 && Math.min(...readersOf.map(lossesOf)) > 3;
      };
      all.answers += await disturb(tape, readers, () => number < kills || isEnough());
      if (number === kills) break;
      await kill(mirrors);
      lives.push(await begin());
    }
    await calm(lives.at(-1) as Life, readers);
    for (const [at, of] of readersOf.entries()) losses[at] = of.reduce((sum, reader) => sum + reader.losses(), 0);
    all.messages += compare(lives, readers);
    expect(lives.map(({ epoch }) => epoch)).toEqual(lives.map(() => first.epoch));
    expect(readers.map(({ failure }) => failure())).toEqual(readers.map(() => null));
    for (const { stop } of readers) stop();
    clearInterval(looking);

    for (const mirror of mirrors) {
      let differences: readonly string[][] = [];
      const isEqual = async (): Promise<boolean> => {
        const onSaleNow = await onSale();
        const held = mirrored(mirror);
        differences = [difference(onSaleNow, held), difference(held, onSaleNow)];
        return differences.flat().length === 0;
      };
      await until('the mirror to equal REST', isEqual, () => differences);
      expect(mirror.state()).toBe('live');
      expect(mirror.size()).toBeGreaterThan(100);
      mirror.stop();
    }
    expect(twice).toEqual([]);
    const { cuts, refusals } = proxy.counts();
    expect(cuts).toBeGreaterThan(8);
    expect(refusals).toBeGreaterThan(3);
    // Each transport was disturbed
    expect(Math.min(...losses)).toBeGreaterThan(3);
    expect(all.messages).toBeGreaterThan(500);
    // At least two in every run
    expect(all.answers).toBeGreaterThanOrEqual(2 * (kills + 1));
    if (longRun) process.stdout.write(`${JSON.stringify({ ...all, cuts, refusals, losses, kills })}\n`);
  },
  60_000 + (kills + 1) * (lifeMs + 60_000),
);
