import { pino } from 'pino';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Book } from '../../src/book/book.ts';
import { type Collector, createCollector, type Sink } from '../../src/collect/collector.ts';
import { readConfig } from '../../src/config/config.ts';
import { bulk } from '../../src/contract/connector.ts';
import { money } from '../../src/contract/money.ts';
import { type Marketplace, marketplaces, type Rate } from '../../src/schema/index.ts';
import { acceptedReads } from '../../src/service/as-of/accepted-reads.ts';
import { createPastReader } from '../../src/service/as-of/item-then.ts';
import { StateKeeper } from '../../src/service/as-of/state-keeper.ts';
import { soloNode } from '../../src/service/node/solo-node.ts';
import { openParts } from '../../src/service/open-parts.ts';
import { restoreBook } from '../../src/service/snapshots/restore-book.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { sampleOf } from '../../src/stage/catalogue/catalogue.ts';
import type { Fault } from '../../src/stage/faults.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import { createSeededRandom } from '../../src/stage/market/seeded-random.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import type { Follower } from '../../src/tape/follower.ts';
import { type ServedApi, serveApi } from '../support/api/served-api.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { createHandClock, settle } from '../support/time/hand-clock.ts';
import { holds } from '../support/time/until.ts';

const begin = Date.UTC(2026, 0, 5, 23, 40);
// An hour across midnight, with a stop in the middle
const steps = extent({ short: 12, long: 334 });
const stepMs = Math.floor(3_600_000 / steps);
const perStep = 3;
const everySeconds = extent({ short: 80, long: 30 });
const names = Array.from({ length: 4 }, (_, at) => `Case ${at + 1}`);
const markets = marketplaces.slice(0, 6);
const random = createSeededRandom(5);
const euro = (perUsd: number, at: number): Rate => ({ currency: 'EUR', perUsd, ratedAt: at, source: 'ecb' });

const Row = Type.Object({
  what: Type.Enum(['offer', 'buyOrder', 'quote']),
  id: Type.String(),
  name: Type.String(),
  cents: Type.Integer(),
});
type Row = Type.Static<typeof Row>;

/** A list of offers, buy orders and lowest prices that come and go over time. */
const listOf = (slug: string, everySeconds: number) =>
  bulk({
    name: 'list',
    yields: ['offer', 'buyOrder', 'quote'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'all',
    everySeconds,
    request: () => {
      requestCount += 1;
      return { url: `https://${slug}.test/list` };
    },
    rowsAt: 'items',
    row: Row,
    parse: ({ what, id, name, cents }: Row, { game }) => {
      const price = money(cents, 'USD', 100);
      const thing = { game, name, phase: null };
      const texts = { purchaseLink: `https://${slug}.test/${id}`, thumbnail: null, marketplaceItemId: null };
      if (what === 'quote') return { kind: 'quote', ...thing, lowest: price, offerCount: cents % 7, ...texts };
      if (what === 'buyOrder') return { kind: 'buyOrder', ...thing, orderId: id, price, quantity: 2 };
      const looks = { inspectLink: null, float: cents / 1e6, paintIndex: 7, paintSeed: cents, stickers: [] };
      const { purchaseLink } = texts;
      return { kind: 'offer', ...thing, offerId: id, price, purchaseLink, ...looks, tradableAt: null, ownerId: null };
    },
  });

const whats: readonly Row['what'][] = ['offer', 'offer', 'offer', 'buyOrder', 'quote'];

/** What is on a marketplace at an instant: some rows for minutes, some for the whole hour. */
function rowsAt(index: number, at: number): Row[] {
  const rows: Row[] = [];
  for (const [of, name] of names.entries())
    for (let slot = 0; slot < 5; slot += 1) {
      const cacheMs = [40_000, 200_000, 900_000, 7_200_000, 90_000][slot] as number;
      const key = Math.floor(at / cacheMs) * 1_000 + of * 100 + index * 10 + slot;
      if (random.of(key, 1) < 0.25) continue;
      const what = whats[slot] as Row['what'];
      // Either a new price of the same offer, or another offer
      const id = `${name}-${index}-${slot}-${random.of(key, 2) < 0.5 ? 'same' : key}`;
      rows.push({ what, id, name, cents: 500 + Math.floor(random.of(key, 3) * 400) });
    }
  return rows;
}

const faults: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'shrunken', share: 0.1 },
  { kind: 'garbled' },
  { kind: 'html', status: 200 },
];

const folder = testFolder('as-of');
const clock = createHandClock(begin);
const log = pino({ level: 'silent' });
const { config } = readConfig({ file: null, environment: {}, flags: {} });
let stage: Stage;
let requestCount = 0;
let ran = 0;

type Recorded = { readonly at: number; readonly path: string; readonly query: Record<string, string>; text: string };
const recorded: Recorded[] = [];

/** Starts the parts of the service that concern past answers. */
async function start(rates: readonly Rate[]) {
  const { now } = clock;
  const settings = { ...config, 'data.folder': folder, 'store.statesDays': 3_650, 'tape.keepHours': 400 };
  const parts = await openParts({
    config: settings,
    connectors: [],
    log,
    now,
    node: soloNode({ config: settings, log, now }),
  });
  const { book, store, writer, tape, recorder, publisher, rates: inForce, fees, terms } = parts;
  const storeFollower = parts.storeFollower as Follower;
  inForce.accept(rates);
  await restoreBook({ ...parts, now, log });
  const stopping = new AbortController();
  const keeping = { ...parts, states: store.states, storeFollower, now, log, signal: stopping.signal };
  const keeper = new StateKeeper({ ...keeping, basesApartMs: 0 });
  await keeper.run();
  const reads = acceptedReads(store, writer);
  const untilPushed = async () => {
    await storeFollower.reached(recorder.last);
    return true;
  };
  const emptyBook = () => new Book(fees, terms);
  const api = await serveApi(reads, {
    ...{
      book,
      now,
      fees,
      terms,
      rates: () => inForce.usable(),
      recorder: recorder.stats.bind(recorder),
      writer: () => writer.stats(),
    },
    past: createPastReader({ states: store.states, reads, emptyBook, untilPushed, retentionDays: 3_650, now }),
    availability: markets.map(({ id }) => ({
      marketplaceId: id,
      games: [{ game: 'CS2' as const, offers: true, buyOrders: true, sales: false }],
    })),
    settings: { cacheSeconds: 0, cacheMegabytes: 8 },
  });
  const intake = createIntake({ book, rates: inForce, writer, publisher });
  const sink: Sink = {
    ...intake,
    ran: (one) => {
      intake.ran(one);
      ran += 1;
    },
  };
  const collectors = markets.map((index, at) => collectorOf(index, at, sink));
  for (const one of collectors) one.start();
  return {
    api,
    keeper,
    stop: async () => {
      for (const one of collectors) await one.stop();
      await api.close();
      stopping.abort();
      await recorder.close();
      await storeFollower.reached(tape.head);
      await storeFollower.stop();
      await writer.stop();
      await parts.keeper.stop(60_000);
      await keeper.stop();
      await tape.close();
      await store.close();
    },
  };
}

const collectorOf = ({ slug }: Marketplace, at: number, sink: Sink): Collector =>
  createCollector({
    userAgent: 'test',
    connectors: [
      {
        ...{ slug, games: ['CS2'], credentials: [] },
        budgets: { all: { requests: 1_000, perSeconds: 1, scope: 'ip' } },
        sources: [listOf(slug, everySeconds + at * 17)],
      },
    ],
    ...{ sink, clock, log, relay: stage.origin, secrets: () => null, random: () => 0.9, names: () => [] },
    ...{ valueOf: () => null, marketplaceItemId: () => null, spreadSeconds: 0 },
  });

async function ask(api: ServedApi, { path, query }: Pick<Recorded, 'path' | 'query'>): Promise<string> {
  const { status, text } = await api.get(path, query);
  return `${status} ${text}`;
}

/** Records some current answers, each about another marketplace. */
async function record(api: ServedApi, step: number): Promise<void> {
  for (let one = 0; one < perStep; one += 1) {
    const name = names[(step + one) % names.length] as string;
    const marketplace = markets[(step * perStep + one) % markets.length]?.name ?? '';
    const [path, query] = [
      ['/v2/items', { marketplace, game: 'CS2', name }] as const,
      ['/v2/items/compare', { game: 'CS2', name }] as const,
      ['/tape/best', { game: 'CS2', name, ...(step % 2 === 0 && { lock: 'none' }) }] as const,
    ][one % 3] as readonly [string, Record<string, string>];
    const at = clock.now();
    recorded.push({ at, path, query, text: await ask(api, { path, query }) });
  }
}

/** Advances the clock, waiting in real time for whatever happens over real sockets. */
async function advance(milliseconds: number): Promise<void> {
  const end = clock.now() + milliseconds;
  while (clock.now() < end) {
    await clock.advance(Math.min(clock.untilNext() ?? Infinity, end - clock.now()));
    await holds(() => ran >= requestCount, 'the end of what was asked');
    await settle();
  }
}

async function runSteps(service: Awaited<ReturnType<typeof start>>, from: number, to: number): Promise<void> {
  for (let step = from; step < to; step += 1) {
    for (const [at, { slug }] of markets.entries()) {
      const isFaulty = random.of(Math.floor(step / 3), 40 + at) < 0.25;
      if (isFaulty) stage.setFault(slug, faults[(step + at) % faults.length] as Fault);
      else stage.clearFaults(slug);
    }
    await advance(stepMs - 1);
    await record(service.api, step);
    if (step % 5 === 0) await service.keeper.run();
    await advance(1);
  }
}

let service: Awaited<ReturnType<typeof start>>;
let stoppedAt = 0;
let startedAt = 0;

beforeAll(async () => {
  stage = await startStage({
    world: createWorld({ seed: 1, startedAt: 0, items: sampleOf(10) }),
    players: markets.map(({ slug }, index) => ({
      slug,
      hosts: [`${slug}.test`],
      answer: () => ({ body: { items: rowsAt(index, clock.now()) } }),
    })),
    now: clock.now,
    tickSeconds: null,
  });
  service = await start([euro(0.9, begin)]);
  await advance(1);
  await runSteps(service, 0, steps / 2);
  await service.stop();
  stoppedAt = clock.now();
  clock.set(stoppedAt + 600_000);
  // From here on, earlier answers are converted at another day's euro rate
  startedAt = clock.now();
  service = await start([euro(0.95, startedAt)]);
  await advance(1);
  await runSteps(service, steps / 2, steps);
});
afterAll(async () => {
  await service.stop();
  await stage.close();
});

const iso = (at: number): string => new Date(at).toISOString();

describe('an answer as of a past instant', () => {
  it(`equals the one given at that instant, ${steps * perStep} times over an hour with faults and a stop`, async () => {
    const wrong: unknown[] = [];
    for (const { at, path, query, text } of recorded) {
      const again = await ask(service.api, { path, query: { ...query, asOf: iso(at) } });
      if (again !== text) wrong.push({ at: iso(at), path, query, text, again });
    }
    expect(wrong).toEqual([]);
    expect(recorded).toHaveLength(steps * perStep);
    expect(new Set(recorded.map(({ text }) => text)).size).toBeGreaterThan(recorded.length / 4);
  });

  const query = { game: 'CS2', name: names[0] as string };
  const refusal = async (asOf: string, more: Record<string, string> = {}) => {
    const { status, body } = await service.api.get('/v2/items/compare', { ...query, asOf, ...more });
    return [status, body.code, body.error];
  };

  it('is refused for future instants, those before the first and those during a stop, with the available range', async () => {
    expect(await refusal(iso(clock.now() + 60_000))).toEqual([
      400,
      'INVALID_PARAMS',
      expect.stringContaining('in the future'),
    ]);
    expect(await refusal(iso(begin - 60_000))).toEqual([
      400,
      'INVALID_PARAMS',
      expect.stringContaining(`from ${iso(begin)} on`),
    ]);
    const stop = expect.stringContaining(`history is incomplete from ${iso(stoppedAt)} to ${iso(startedAt)}`);
    expect(await refusal(iso(stoppedAt + 60_000))).toEqual([400, 'INVALID_PARAMS', stop]);
    expect((await refusal(iso(clock.now()), { fields: 'full' }))[0]).toBe(400);
  });

  it('shows a key nothing that it is not allowed to see now', async () => {
    const [first, second] = [markets[0] as Marketplace, markets[1] as Marketplace];
    const { text: key } = await service.api.keys.create({
      name: 'one',
      websocketAccess: false,
      marketplaces: [first.slug],
    });
    const asOf = iso(clock.now() - 1);
    const limited = { 'x-api-key': key };
    const of = async (path: string, name: string, headers?: Record<string, string>) =>
      await service.api.get(path, { game: 'CS2', name, asOf }, headers);
    const comparedBy = async (name: string, headers?: Record<string, string>): Promise<string[]> => {
      const { body } = await of('/v2/items/compare', name, headers);
      return body.marketplaces?.map(({ marketplace }: { marketplace: string }) => marketplace) ?? [];
    };
    let hidden = 0;
    for (const name of names) {
      const whole = await comparedBy(name);
      const seen = whole.filter((marketplace) => marketplace === first.name);
      expect(await comparedBy(name, limited)).toEqual(seen);
      const { status, body } = await of('/tape/best', name, limited);
      expect(status).toBe(seen.length === 0 ? 404 : 200);
      for (const { ask, bid } of body.best ?? [])
        for (const side of [ask, bid]) expect([undefined, first.name]).toContain(side?.marketplace);
      hidden += whole.length - seen.length;
    }
    expect(hidden).toBeGreaterThan(0);
    const other = await service.api.get('/v2/items', { ...query, asOf, marketplace: second.name }, limited);
    expect(other.status).toBe(403);
  });
});
