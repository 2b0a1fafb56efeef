import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Game, games, marketplaceNamed } from '../../src/schema/index.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { writeOffer } from '../../src/stage/players/lookups/dmarket-offer.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { metricsOf } from '../support/processes/process-facts.ts';
import {
  createKey,
  killAll,
  playedCredentials,
  readJson,
  type ServedProcess,
  serve,
} from '../support/processes/served-process.ts';
import { fewItems, readStoredState, type StoredState } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { extent } from '../support/runner/long-run.ts';
import { seededNumbers } from '../support/runner/seed.ts';
import { until } from '../support/time/until.ts';

const kills = extent({ short: 2, long: 20 });
// With more games, the starts of the short form would soon use up what Skinport permits in five minutes
const played = extent<readonly Game[]>({ short: ['CS2'], long: games });
const items = played.flatMap((game) => fewItems[game].map(({ name }) => ({ game, name })));
// Marketplaces whose lists or lookups include everything on sale
const complete = ['buff163', 'csfloat', 'skinport', 'dmarket', 'market-csgo', 'steam-market'];
const nowhere = 'http://127.0.0.1:9';
const chance = seededNumbers();

/** What the tape or the database had before some kill; offers by link, as last seen. */
type Acknowledged = {
  readonly offers: Map<string, { foundAt: number; priceUSD: number }>;
  readonly sales: Set<string>;
  readonly points: Set<string>;
};

const folder = testFolder('crash');
let world: World;
let stage: Stage;
let key: string;

beforeAll(async () => {
  world = createWorld({ seed: 11, startedAt: Date.now(), items: fewItems });
  stage = await startStage({ world, players, now: Date.now });
  key = await createKey(folder);
});
// A test that fails leaves the folder to its next try
afterEach(killAll);
afterAll(async () => {
  await stage.close();
});

const start = (relay = stage.origin): ServedProcess =>
  serve({
    folder,
    relay,
    environment: { ...playedCredentials(), COLLECT_ONLY: complete.join(), COLLECT_GAMES: played.join() },
  });

const readState = (origin: string): Promise<StoredState> => readStoredState(origin, key, played);

async function counters(origin: string) {
  const value = await metricsOf(origin);
  return {
    pushed: value('itemtape_store_rows_pushed_total'),
    settled: value('itemtape_store_rows_settled_total'),
    waiting: value('itemtape_tape_records_waiting'),
    head: value('itemtape_tape_head_sequence'),
  };
}

/** The served state, returned once the database has acknowledged it. */
async function acknowledgedState(origin: string): Promise<StoredState> {
  const state = await readState(origin);
  const before = await counters(origin);
  // What still waits for the tape is passed to the writer once it is there
  const pushed = before.pushed + before.waiting;
  while ((await counters(origin)).settled < pushed) await wait(20);
  return state;
}

/** Whether Skinport has a price of an item, so that its newest point is a lowest price and not a past one. */
async function isPriced(origin: string, game: Game, name: string): Promise<boolean> {
  const query = new URLSearchParams({ marketplaces: 'skinport', game, name });
  const found = await readJson(`${origin}/v2/items/compare?${query}`, key).catch(() => null);
  return found?.marketplaces.some(({ priceUSD }: { readonly priceUSD: number | null }) => priceUSD !== null) === true;
}

/** The served state, returned once the tape has it, whatever the database has; past prices are not on the tape. */
async function stateOnTape(origin: string, since: number): Promise<StoredState> {
  const state = await readState(origin);
  const { head, waiting } = await counters(origin);
  while ((await counters(origin)).head < head + waiting) await wait(20);
  const newest = new Map([...state.points].map((point) => [point.replace(/ \d+$/, ''), point]));
  const points = new Set<string>();
  for (const { game, name } of items) {
    const point = newest.get(name) ?? '';
    const isNew = Number(point.split(' ').at(-1)) * 1_000 >= since;
    if (isNew && (await isPriced(origin, game, name))) points.add(point);
  }
  return { ...state, points };
}

function remember(known: Acknowledged, state: StoredState): void {
  for (const [link, offer] of state.offers) known.offers.set(link, offer);
  for (const sale of state.sales) known.sales.add(sale);
  for (const point of state.points) known.points.add(point);
}

/** Ids of all offers currently on the played DMarket, in its own format. */
const standingIds = (): ReadonlySet<string> =>
  new Set(
    played.flatMap((game) =>
      world
        .items(game)
        .flatMap((item) => world.listings('dmarket', item).map((listing) => writeOffer(listing, 0).offerId)),
    ),
  );
const idIn = (purchaseLink: string): string => new URL(purchaseLink).hash.slice(1);

function expectNothingLost(state: StoredState, known: Acknowledged): void {
  expect([...known.sales].filter((sale) => !state.sales.has(sale))).toEqual([]);
  expect([...known.points].filter((point) => !state.points.has(point))).toEqual([]);
  const standing = standingIds();
  for (const [link, before] of known.offers) {
    const offer = state.offers.get(link);
    if (offer === undefined) expect(standing.has(idIn(link)), `${link} is missing but still on sale`).toBe(false);
    // To a connector that reads the lowest price first, a risen price looks like a removed offer that is found again
    else if (offer.priceUSD > before.priceUSD) expect(offer.foundAt, link).toBeGreaterThanOrEqual(before.foundAt);
    else expect(offer.foundAt, link).toBe(before.foundAt);
  }
}

const isCutOff = (failure: unknown): boolean =>
  failure instanceof TypeError && ['fetch failed', 'terminated'].includes(failure.message);

/** Starts the service, compares it with what is known, lets it ingest, and kills it in the middle. */
async function round(number: number, known: Acknowledged): Promise<void> {
  const service = start();
  const kill = (within: number) => setTimeout(() => service.child.kill('SIGKILL'), chance() * within);
  const since = Date.now();
  const work = async () => {
    const origin = await service.origin;
    expect(await readJson(`${origin}/ready`)).toEqual({ ready: true });
    expectNothingLost(await readState(origin), known);
    if (number === 0) {
      await until('data of every kind', async () => {
        remember(known, await acknowledgedState(origin));
        return known.offers.size > 20 && known.sales.size > 0 && known.points.size > 0;
      });
    }
    kill(2000);
    for (;;) {
      remember(known, await stateOnTape(origin, since));
      await wait(100);
    }
  };
  // Every third kill may come while the process still opens its folder
  if (number % 3 === 2) kill(1500);
  const failure: unknown = await work().catch((error: unknown) => error);
  // The kill cuts off requests under way; any other failure is the service's
  if (!isCutOff(failure) && service.child.signalCode === null) throw failure;
  expect(await service.ended, String(failure)).toEqual({ code: null, signal: 'SIGKILL' });
  expect(service.err()).toBe('');
}

/** Counts the offers that leave where those that left while the service was down may still be listed, and count. */
function watchLeaving(): ReadonlyMap<string, number> {
  // Skinport's list counts as five minutes old, and so do offers that its feed brought; no reading of Steam's has all
  const gone = new Map(['skinport', 'steam-market'].map((slug) => [slug, 0]));
  for (const slug of gone.keys())
    for (const game of played)
      world.watch(slug, game, (changes) => {
        const left = changes.filter(({ kind }) => kind === 'removed').length;
        gone.set(slug, (gone.get(slug) ?? 0) + left);
      });
  return gone;
}

/** The offers that a service counts, those that the stage has, and those that it may count beside them. */
async function countsAt(origin: string, gone: ReadonlyMap<string, number>) {
  const all: { marketplace: string; games: { game: Game; offerCount: number }[] }[] = await readJson(
    `${origin}/v2/marketplaces`,
    key,
  );
  return all.flatMap(({ marketplace, games: rows }) => {
    const slug = marketplaceNamed(marketplace)?.slug ?? '';
    return rows.map(({ game, offerCount }) => {
      const truth = world.items(game).reduce((sum, item) => sum + world.listings(slug, item).length, 0);
      return { slug, game, offerCount, truth, max: truth + (gone.get(slug) ?? 0) };
    });
  });
}

/** Without marketplaces, a service serves only what was stored. */
async function expectStored(known: Acknowledged): Promise<void> {
  const alone = start(nowhere);
  expectNothingLost(await readState(await alone.origin), known);
  expect(known.offers.size).toBeGreaterThan(5 * items.length);
  expect(await alone.stop('SIGTERM')).toEqual({ code: 0, signal: null });
}

/** With them, it comes to have what they have, and still nothing that it had is lost. */
async function expectCaughtUp(known: Acknowledged, gone: ReadonlyMap<string, number>): Promise<void> {
  const last = start();
  const origin = await last.origin;
  let counts: Awaited<ReturnType<typeof countsAt>> = [];
  await until(
    'the counts that are true on the stage',
    async () => {
      counts = await countsAt(origin, gone);
      const areTrue = counts.every(({ offerCount, truth, max }) => offerCount >= truth && offerCount <= max);
      return areTrue && new Set(counts.map(({ slug }) => slug)).size === complete.length;
    },
    () => counts,
  );
  // Offers sold in the meantime are only removed when the item is looked up again, however soon its count is right
  const standing = standingIds();
  let final = await readState(origin);
  const listed = () => new Set([...final.offers.keys()].map(idIn));
  await until(
    'the offers that stand on the stage',
    async () => {
      final = await readState(origin);
      return listed().size === standing.size;
    },
    () => [listed().size, standing.size],
  );
  expect(listed()).toEqual(standing);
  expectNothingLost(final, known);
  expect(await last.stop('SIGTERM')).toEqual({ code: 0, signal: null });
}

describe('a service that is killed', () => {
  it(`has everything that was on the tape or acknowledged, and nothing twice, after each of ${kills} kills in the middle of ingest`, async () => {
    const known: Acknowledged = { offers: new Map(), sales: new Set(), points: new Set() };
    const gone = watchLeaving();
    for (let number = 0; number < kills; number += 1) {
      await round(number, known);
      for (let step = 0; step < 3; step += 1) world.tick(Date.now());
    }

    await expectStored(known);
    await expectCaughtUp(known, gone);
  });
});
