import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Demo, startDemo } from '../support/processes/demo.ts';
import { killAll, readJson } from '../support/processes/served-process.ts';
import { longRun } from '../support/runner/long-run.ts';
import { until } from '../support/time/until.ts';

type Row = { readonly marketplace: string; readonly game: string; readonly name: string };
type Item = Row & {
  readonly priceUSD: number | null;
  readonly offerCount: number;
  readonly updatedAt: number;
  readonly offers: readonly { readonly priceUSD: number | null; readonly updatedAt: number }[];
  readonly buyOrders: readonly { readonly updatedAt: number }[];
};
/** An answer with its header for the number of listed offers. */
type AnsweredItem = { readonly item: Item; readonly listed: string | null };
type Source = Row & {
  readonly source: string;
  readonly kind: string;
  readonly state: string;
  readonly yields: readonly string[];
  readonly budget: { readonly name: string; readonly requests: number; readonly perSeconds: number };
};
/** The budget for lookups of a place's offers, and how many lookups of an item share it. */
type LookedUp = { readonly budget: Source['budget']; readonly lookUps: number };

/** Until no more sources become live for this time: not every marketplace can be read in every state of the stage. */
const settledMs = 60_000;
const maxBeforeMs = 600_000;
/** Three of four requests of a budget go to what readers wait for, the fourth to the regular schedule. */
const readersShare = 3 / 4;
/** Waiting requests are sent in no strict order, and failed ones are repeated. */
const reserve = 1.5;
/** Concurrent requests; each waits at most two seconds for a lookup. */
const readers = 4;
const max = longRun ? 500 : 12;
const cacheSeconds = longRun ? 10 : 1;
/** Until a cached answer is recomputed. */
const cacheMs = (cacheSeconds + 1) * 1_000;
/** The short form has one of each kind: lists, pages, lookups of one and of many items, with an id and without, a feed. */
const marketplaces = longRun ? [] : ['skinport', 'dmarket', 'csfloat', 'buff163', 'waxpeer', 'shadowpay'];
const games = longRun ? ['CS2', 'Dota2', 'Rust', 'TF2'] : ['CS2'];

/** Contradictions within one answer. */
function contradictions({ priceUSD, offerCount, updatedAt, offers, buyOrders }: Item): string[] {
  const cheapest = Math.min(...offers.map((offer) => offer.priceUSD ?? Number.POSITIVE_INFINITY));
  const latest = Math.max(0, ...[...offers, ...buyOrders].map((row) => row.updatedAt));
  return [
    ...(priceUSD !== null && offerCount === 0 ? ['has a price and counts none'] : []),
    ...(Number.isFinite(cheapest) && (priceUSD ?? Number.POSITIVE_INFINITY) > cheapest
      ? [`asks ${priceUSD} beside an offer for ${cheapest}`]
      : []),
    ...(updatedAt < latest ? [`is ${latest - updatedAt} s older than what it shows`] : []),
  ];
}

const spread = (rows: readonly Row[], count: number): Row[] =>
  rows.filter((_, at) => at % Math.max(1, Math.floor(rows.length / count)) === 0).slice(0, count);

/** Seconds until every budget has sent the requests caused by the first round: one for each lookup that shares it. */
function secondsToLookUp(rows: readonly Row[], lookedUp: ReadonlyMap<string, LookedUp>): number {
  const seconds = new Map<string, number>();
  for (const { marketplace, game } of rows) {
    const found = lookedUp.get(`${marketplace} ${game}`);
    if (found === undefined) continue;
    const { budget, lookUps } = found;
    const key = `${marketplace} ${budget.name}`;
    const each = (lookUps * budget.perSeconds) / (budget.requests * readersShare);
    seconds.set(key, (seconds.get(key) ?? 0) + each);
  }
  return Math.max(0, ...seconds.values());
}

const namesOf = (rows: readonly Row[]): string[] => [...new Set(rows.map(({ marketplace }) => marketplace))];

describe('one answer about an item', () => {
  let demo: Demo;
  let slowest = 0;

  beforeAll(async () => {
    demo = await startDemo({
      COLLECT_ONLY: marketplaces.join(),
      COLLECT_GAMES: games.join(),
      API_CACHE_SECONDS: String(cacheSeconds),
      STAGE_TICK_SECONDS: longRun ? '15' : '5',
      STAGE_ITEMS: longRun ? '0' : '300',
    });
  });
  afterAll(async () => {
    await demo?.stop();
    await killAll();
  });

  const ask = async ({ marketplace, game, name }: Row): Promise<AnsweredItem> => {
    const query = new URLSearchParams({ marketplace, game, name });
    const reply = await fetch(`${demo.origin}/v2/items?${query}`, { headers: { 'x-api-key': demo.key } });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${query} was answered ${reply.status}: ${text}`);
    return { item: JSON.parse(text), listed: reply.headers.get('x-tape-offers-listed') };
  };
  const sources = async (): Promise<Source[]> => await readJson(`${demo.origin}/health/sources`);
  const positionOf = ({ marketplace, game }: Row) => `${marketplace} ${game}`;

  /** Resolves when no other source has become live for a minute. */
  async function settled(): Promise<void> {
    const began = performance.now();
    const live = new Set<string>();
    for (let grownAt = began; performance.now() < Math.min(grownAt + settledMs, began + maxBeforeMs); ) {
      const before = live.size;
      for (const one of await sources()) if (one.state === 'live') live.add(`${positionOf(one)} ${one.source}`);
      if (live.size > before) grownAt = performance.now();
      await wait(5_000);
    }
  }

  async function searched(): Promise<Row[]> {
    const found = await Promise.all(
      games.map(
        async (game): Promise<Row[]> =>
          await readJson(`${demo.origin}/v2/items/search?game=${game}&query=a&limit=1000`, demo.key),
      ),
    );
    return found.flat();
  }

  /** Items on marketplaces, spread over everything that the search finds; in the short form equally many on each. */
  async function chosen(): Promise<Row[]> {
    if (longRun) return spread(await searched(), max);
    const rows = await until('items of every marketplace', async () => {
      const all = await searched();
      return namesOf(all).length === marketplaces.length && all;
    });
    return namesOf(rows).flatMap((name) =>
      spread(
        rows.filter(({ marketplace }) => marketplace === name),
        max / marketplaces.length,
      ),
    );
  }

  /** The places where offers are looked up. */
  const lookUps = async (): Promise<Map<string, LookedUp>> => {
    const live = (await sources()).filter(({ kind, state }) => kind === 'lookup' && state === 'live');
    return new Map(
      live
        .filter(({ yields }) => yields.includes('offer'))
        .map((source) => {
          const sourceKey = positionOf(source);
          const sharing = live.filter((one) => positionOf(one) === sourceKey && one.budget.name === source.budget.name);
          return [sourceKey, { budget: source.budget, lookUps: sharing.length }];
        }),
    );
  };

  it('does not contradict itself, and lists offers wherever they can be looked up', async () => {
    const areListed = async () => {
      const read = (await sources()).filter(({ kind, state }) => kind === 'bulk' && state === 'live');
      return games.every((game) => read.some((one) => one.game === game));
    };
    await until('lists of every game', areListed);
    if (longRun) await settled();
    const rows = await chosen();
    const faults: string[] = [];
    const judge = ({ item, listed }: AnsweredItem, turn: string) => {
      const count = `${item.offers.length}/${item.offerCount}`;
      const missing = listed?.replace('; never', '') === count ? [] : [`says ${listed} are listed where ${count} are`];
      for (const fault of [...contradictions(item), ...missing])
        faults.push(`${turn} ${positionOf(item)} ${item.name} ${fault}`);
    };
    const first = async (row: Row) => {
      const began = performance.now();
      judge(await ask(row), 'first');
      slowest = Math.max(slowest, performance.now() - began);
    };
    const waiting = [...rows];
    const reader = async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await first(row);
    };
    const began = performance.now();
    if (longRun) await Promise.all(Array.from({ length: readers }, reader));
    else await Promise.all(rows.map(first));
    const lookedUp = await lookUps();
    const seconds = secondsToLookUp(rows, lookedUp);
    await wait(Math.max(cacheMs, longRun ? began + seconds * 1000 * reserve - performance.now() : 0));
    const everyLookUp = async () => {
      // A lookup that is late for a moment on a busy machine has answered before
      for (const [sourceKey, found] of await lookUps()) lookedUp.set(sourceKey, found);
      // All but one of these marketplaces
      return lookedUp.size === marketplaces.length - 1;
    };
    if (!longRun) await until('lookups of offers', everyLookUp, () => [...lookedUp.keys()]);
    const isUnlisted = ({ item }: AnsweredItem) =>
      lookedUp.has(positionOf(item)) && item.offerCount > 0 && item.offers.length === 0;
    const second = await Promise.all(rows.map(ask));
    for (const received of second) judge(received, 'second');
    let unlisted = second.filter(isUnlisted);
    const named = () => unlisted.map(({ item }) => `${positionOf(item)} ${item.name}`);
    if (longRun) {
      process.stdout.write(`${JSON.stringify({ requested: rows.length, seconds, slowest, unlisted: named() })}\n`);
      expect({ faults, unlisted: named(), isInTime: slowest < 2_500 }).toEqual({
        faults: [],
        unlisted: [],
        isInTime: true,
      });
    } else {
      const again = async () => {
        unlisted = (await Promise.all(unlisted.map(({ item }) => ask(item)))).filter(isUnlisted);
        return unlisted.length === 0;
      };
      await until('offers wherever they can be looked up', again, named);
    }

    expect(rows.length).toBeGreaterThan(max / 2);
    expect(faults).toEqual([]);
  });
});
