import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSocketClient, type Reply, type SocketClient } from '../support/network/socket-client.ts';
import { type Demo, startDemo } from '../support/processes/demo.ts';
import { killAll } from '../support/processes/served-process.ts';
import { longRun } from '../support/runner/long-run.ts';
import { until } from '../support/time/until.ts';

type Row = { readonly marketplace: string; readonly game: string; readonly name: string };
type Item = Row & {
  readonly priceUSD: number | null;
  readonly offerCount: number;
  readonly offers: readonly { readonly priceUSD: number | null }[];
};
type Source = Row & { readonly state: string; readonly yields: readonly string[] };

const games = ['CS2', 'Dota2', 'Rust', 'TF2'];
/** Of each kind: lists and feeds of quotes, of offers and of both, lookups in one and in several currencies. */
const marketplaces = longRun
  ? []
  : ['skinport', 'dmarket', 'buff163', 'market-csgo', 'lis-skins', 'shadowpay', 'cs-trade'];
/** Until a cached answer is made again. */
const cacheMs = 2_000;
/** Concurrent requests. */
const readers = 8;

function faultsOf({ priceUSD, offerCount, offers }: Item, header: unknown, isFilled: boolean): string[] {
  const first = offers[0]?.priceUSD ?? null;
  const said = `${offers.length}/${offerCount}${isFilled ? '' : '; never'}`;
  return [
    ...(offerCount < offers.length ? [`counts ${offerCount} of ${offers.length} listed`] : []),
    ...(offerCount === offers.length && priceUSD !== first ? [`asks ${priceUSD}, and the first listed ${first}`] : []),
    ...(first !== null && (priceUSD === null || priceUSD > first)
      ? [`asks ${priceUSD} beside an offer for ${first}`]
      : []),
    ...(header !== said ? [`says ${header} where it is ${said}`] : []),
  ];
}

describe('the price and the count of an item', () => {
  let demo: Demo;
  let client: SocketClient;

  beforeAll(async () => {
    demo = await startDemo({
      COLLECT_ONLY: marketplaces.join(),
      COLLECT_GAMES: games.join(),
      STAGE_ITEMS: longRun ? '300' : '12',
      STAGE_TICK_SECONDS: '5',
      API_CACHE_SECONDS: '1',
      API_LOOKUP_MILLISECONDS: '20',
    });
    client = createSocketClient(demo.origin, demo.key);
  });
  afterAll(async () => {
    client?.close();
    await demo?.stop();
    await killAll();
  });

  const read = async (path: string, query: Readonly<Record<string, string | number>> = {}): Promise<Reply> => {
    const reply = await client.get(path, query);
    if (reply.status !== 200) throw new Error(`${path} ${JSON.stringify(query)} was answered ${reply.text}`);
    return reply;
  };
  const sources = async (): Promise<Source[]> => (await read('/health/sources')).body;

  async function everyRow(): Promise<Row[]> {
    const found = await Promise.all(
      games.map(
        async (game): Promise<Row[]> => (await read('/v2/items/search', { game, query: 'a', limit: 1000 })).body,
      ),
    );
    return found.flat();
  }

  async function ask({ marketplace, game, name }: Row): Promise<{ readonly item: Item; readonly header: unknown }> {
    const { body, headers } = await read('/v2/items', { marketplace, game, name });
    return { item: body, header: headers['x-tape-offers-listed'] };
  }

  it('agree with the offers listed beside them, of every item on every marketplace of a market in motion', async () => {
    const isReady = async () => {
      const live = (await sources()).filter(({ state, yields }) => state === 'live' && yields.includes('quote'));
      return games.every((game) => live.some((one) => one.game === game));
    };
    await until('quotes of every game', isReady);
    const filled = new Set(
      (await sources())
        .filter(({ state, yields }) => state !== 'off' && yields.includes('offer'))
        .map(({ marketplace, game }) => `${marketplace} ${game}`),
    );
    /** The places of answers that list offers, and of those that list only some. */
    const listed = { some: new Set<string>(), all: new Set<string>() };
    const faults: string[] = [];
    const judge = async (row: Row) => {
      const sourceKey = `${row.marketplace} ${row.game}`;
      const { item, header } = await ask(row);
      const isSome = item.offers.length < item.offerCount;
      if (item.offers.length > 0) listed[isSome ? 'some' : 'all'].add(sourceKey);
      for (const fault of faultsOf(item, header, filled.has(sourceKey)))
        faults.push(`${sourceKey} ${row.name} ${fault}`);
    };
    const areAllJudged = async () => {
      const rows = await everyRow();
      const reader = async () => {
        for (let row = rows.pop(); row !== undefined; row = rows.pop()) await judge(row);
      };
      await Promise.all(Array.from({ length: readers }, reader));
      return Object.values(listed).every(({ size }) => size >= games.length);
    };
    await until('offers listed in many places', areAllJudged, () => listed);
    // Meanwhile lists are read again, after the offers that were looked up
    for (let round = 0; round < 3; round += 1) {
      await wait(cacheMs);
      await areAllJudged();
    }

    expect(faults).toEqual([]);
  });

  it('is the price that its history ends in', async () => {
    const rows = (await everyRow()).filter((_, at) => longRun || at % 3 === 0);
    const wrong: string[] = [];
    let count = 0;
    const judge = async (row: Row) => {
      const priceNow = async () => (await ask(row)).item.priceUSD;
      const before = await priceNow();
      const { marketplace, game, name } = row;
      const { history } = (await read('/v2/price-history', { marketplace, game, name })).body;
      const last: number | undefined = history.at(-1)?.priceUSD;
      // By then no answer is from before the history was read
      await wait(cacheMs);
      const after = await priceNow();
      if (before === null || before !== after) return;
      count += 1;
      if (last !== before) wrong.push(`${row.marketplace} ${row.game} ${row.name}: ${last} and not ${before}`);
    };
    const reader = async () => {
      for (let row = rows.pop(); row !== undefined; row = rows.pop()) await judge(row);
    };
    await Promise.all(Array.from({ length: 4 * readers }, reader));

    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(20);
  });
});
