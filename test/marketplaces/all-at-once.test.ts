import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxRetryDelay } from '../../src/collect/schedule/back-off.ts';
import { connectors } from '../../src/connectors/index.ts';
import { type Game, games, marketplaceWithSlug } from '../../src/schema/index.ts';
import type { Fault } from '../../src/stage/faults.ts';
import { collectGarbage } from '../support/processes/collect-garbage.ts';
import { testLimitMs } from '../support/runner/limits.ts';
import { longRun } from '../support/runner/long-run.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const minutes = longRun ? 10 : 0;
// The short form plays two games, of which every marketplace has at least one
const played: readonly Game[] = longRun ? games : ['CS2', 'TF2'];
const shortRounds = longRun ? 3 : 1;
// The short form reads no source more often than necessary
const pace = longRun ? { timesFaster: 60 } : { timesFaster: 10, atMostSeconds: 8 };

type Source = {
  readonly slug: string;
  readonly source: string;
  readonly kind: string;
  readonly game: string;
  readonly state: string;
  readonly lastOutcome: string | null;
  readonly detail: string | null;
  readonly lastAskedAt: number | null;
  readonly requests: number;
};

// No fault looks like a valid answer without offers, and a source recovers on its own soon after each
const faults: readonly Fault[] = [
  { kind: 'status', status: 503 },
  { kind: 'limited', retryAfterSeconds: 1 },
  { kind: 'status', status: 500 },
  { kind: 'truncated', isAbrupt: true },
  { kind: 'dead' },
];
const goodOutcomes = ['read', 'unchanged', 'gone'];

const isWell = ({ lastOutcome }: Pick<Source, 'lastOutcome'>): boolean => goodOutcomes.includes(lastOutcome ?? '');

// Its ids come from maps that the operator supplies
const idle: readonly string[] = ['igxe'];

// Two marketplaces of one operator share a host
const playerOf = (slug: string): string => (slug === 'csmoney-trade' ? 'csmoney' : slug);

let markets: PlayedMarkets;
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  // The stream's replay buffer would grow over ten minutes and hide other growth
  const config = {
    'stream.keepMegabytes': 1,
    'collect.games': [...played],
    // An ordinary key may ask for one list in five minutes
    'collect.granted': ['c5game/offers'],
  };
  markets = await startPlayedMarkets({ connectors, ...pace, config });
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await markets?.close();
});

const sources = async (): Promise<Source[]> => (await markets.client.get('/health/sources', {})).body;

const keyOf = ({ slug, source, game }: Source): string => `${slug}/${source} ${game}`;

const isRequestedAfter =
  (second: number) =>
  ({ lastAskedAt }: Source): boolean =>
    (lastAskedAt ?? 0) > second;

/** Polled sources of the given marketplaces with at least one request. */
const requestsOf = (all: readonly Source[], slugs: ReadonlySet<string>): Source[] =>
  all.filter(({ slug, kind, requests }) => slugs.has(slug) && kind !== 'feed' && requests > 0);

/** What REST shows of a marketplace: name, price and number of offers of every item found on it. */
async function shownOf(slug: string): Promise<Map<string, number>> {
  const { name: marketplace } = marketplaceWithSlug(slug);
  const connector = connectors.find((one) => one.slug === slug);
  const shown = new Map<string, number>();
  for (const game of connector?.games.filter((one) => played.includes(one)) ?? []) {
    const { body } = await markets.client.get('/v2/items/search', { game, query: ' a', marketplace, limit: '1000' });
    for (const row of Array.isArray(body) ? body : []) shown.set(`${game} ${row.name}`, row.offerCount);
  }
  return shown;
}

const total = (shown: ReadonlyMap<string, number>): number => [...shown.values()].reduce((sum, one) => sum + one, 0);

function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

describe('all marketplaces at once', () => {
  it('become live together', async () => {
    const silent = new Set<string>();
    const requested = await until(
      'an answer from every marketplace',
      async () => {
        markets.world.tick(Date.now());
        const all = await sources();
        const answering = new Set(all.filter(isWell).map(({ slug }) => slug));
        silent.clear();
        for (const { slug } of connectors) if (!answering.has(slug) && !idle.includes(slug)) silent.add(slug);
        return silent.size === 0 ? all : null;
      },
      () => [...silent],
    );
    const isWrong = ({ state }: Source): boolean => ['refused', 'blocked', 'changed', 'down', 'shrunk'].includes(state);
    expect(requested.filter(isWrong)).toEqual([]);
  });

  it(
    'are independent while a third of them fails: each fault is reported at once, known data stays, and recovery follows',
    async () => {
      const end = Date.now() + minutes * 60_000;
      const heaps: number[] = [];
      for (let round = 0; round < shortRounds || Date.now() < end; round += 1) {
        await oneRound(round);
        if (longRun) heaps.push(heapMegabytes());
      }
      expect(unhandled).toEqual([]);
      if (!longRun) return;
      const third = Math.floor(heaps.length / 3);
      const [middle, last] = [heaps.slice(third, 2 * third), heaps.slice(-third)].map(
        (some) => some.reduce((sum, one) => sum + one, 0) / some.length,
      );
      process.stdout.write(`heap over ${heaps.length} rounds: ${heaps.map((one) => one.toFixed(0)).join(' ')} MiB\n`);
      expect(last).toBeLessThan((middle ?? 0) * 1.1);
    },
    maxRetryDelay.polling + testLimitMs('system'),
  );
});

async function oneRound(round: number): Promise<void> {
  const isIn = (slug: string) => connectors.findIndex((one) => one.slug === playerOf(slug)) % 3 === round % 3;
  const troubled = new Set(connectors.map(({ slug }) => slug).filter(isIn));
  const calm = new Set(connectors.map(({ slug }) => slug).filter((slug) => !troubled.has(slug)));
  const before = new Map(await Promise.all([...troubled].map(async (slug) => [slug, await shownOf(slug)] as const)));
  const started = new Map((await sources()).map((one) => [keyOf(one), one.requests]));
  for (const [at, slug] of [...troubled].entries())
    markets.stage.setFault(playerOf(slug), faults[(at + round) % faults.length] ?? { kind: 'dead' });
  markets.world.tick(Date.now());

  const setAt = Math.floor(Date.now() / 1000);
  const hasMetIt = (one: Source) => !isWell(one) && one.requests > (started.get(keyOf(one)) ?? 0);
  const polled = new Set(requestsOf(await sources(), troubled).map(({ slug }) => slug));
  const met = new Set<string>();
  await until(
    'every trouble to be met',
    async () => {
      for (const one of requestsOf(await sources(), troubled).filter(hasMetIt)) met.add(one.slug);
      return met.size === polled.size;
    },
    () => [...polled].filter((slug) => !met.has(slug)),
  );
  // Every source requested since the fault reports it once it has been answered, with what to do
  const requested = new Set(
    requestsOf(await sources(), troubled)
      .filter(isRequestedAfter(setAt))
      .map(keyOf),
  );
  const reporting = async () => (await sources()).filter((one) => requested.has(keyOf(one)));
  const silent = new Set<string>();
  await until(
    'every source requested since to report its trouble',
    async () => {
      silent.clear();
      for (const one of (await reporting()).filter(isWell)) silent.add(`${keyOf(one)} ${one.lastOutcome}`);
      return silent.size === 0;
    },
    () => [...silent],
  );
  for (const one of await reporting()) expect(one.detail, keyOf(one)).toEqual(expect.any(String));
  for (const one of requestsOf(await sources(), calm).filter(isRequestedAfter(setAt)))
    expect(isWell(one), `${keyOf(one)} ${one.lastOutcome} ${one.detail}`).toBe(true);
  for (const slug of troubled) {
    const known = before.get(slug) ?? new Map<string, number>();
    const now = await shownOf(slug);
    expect(
      [...known.keys()].filter((name) => !now.has(name)),
      `${slug} forgot`,
    ).toEqual([]);
    // Feeds continue, so a few offers may come and go
    expect(total(now), slug).toBeGreaterThanOrEqual(total(known) / 2);
  }

  markets.stage.clearFaults();
  const clearedAt = Math.floor(Date.now() / 1000);
  const well = new Set<string>();
  await until(
    'every marketplace to be well again',
    async () => {
      markets.world.tick(Date.now());
      const requested = requestsOf(await sources(), troubled).filter(isRequestedAfter(clearedAt));
      for (const one of requested.filter(isWell)) well.add(one.slug);
      return well.size === polled.size;
    },
    () => [...polled].filter((slug) => !well.has(slug)),
    // The more often a source has failed in a row, the longer it waits; on a busy machine up to the longest delay
    maxRetryDelay.polling + 60_000,
  );
  if (longRun) await wait(2_000);
}
