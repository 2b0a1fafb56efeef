import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting, createRecordingSink } from '../../test/support/collect/collecting.ts';
import { itemOffers, offerRows, priceList, priceRows } from '../../test/support/collect/tiny-sources.ts';
import { seededNumbers } from '../../test/support/runner/seed.ts';
import { createScriptedServer } from '../../test/support/servers/scripted-server.ts';
import type { Budget } from '../contract/connector.ts';
import { systemClock } from '../runtime/clock.ts';
import { type Game, games } from '../schema/index.ts';
import { sampleOf } from '../stage/catalogue/catalogue.ts';
import { createWorld } from '../stage/market/create-world.ts';
import { startStage } from '../stage/server.ts';
import { type Collector, createCollector } from './collector.ts';

const items = Array.from({ length: 500 }, (_, index) => `Case ${index}`);
const all = (budget: Omit<Budget, 'scope'>) => ({ all: { ...budget, scope: 'ip' } }) as const;

/** The marketplace's own count, with a finer clock than ours: false for a request that comes too early. */
function createCount({ requests, perSeconds }: Omit<Budget, 'scope'>) {
  const arrivals: number[] = [];
  return {
    arrivals,
    admits: (): boolean => {
      const at = performance.now();
      arrivals.push(at);
      const before = arrivals.at(-1 - requests);
      return before === undefined || at - before >= perSeconds * 1000;
    },
  };
}

/** How long other processes on the machine kept this one from running, in milliseconds. */
function watchPauses() {
  const everyMs = 10;
  let last = performance.now();
  let stalled = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    stalled += Math.max(0, now - last - 2 * everyMs);
    last = now;
  }, everyMs);
  return { stalled: () => stalled, stop: () => clearInterval(timer) };
}

const lookups = (names: readonly string[], budget: Omit<Budget, 'scope'>, relay: string): Collector =>
  createCollector({
    userAgent: 'test',
    connectors: [
      {
        slug: 'skinport',
        games: ['CS2', 'Rust'],
        credentials: [],
        budgets: all(budget),
        sources: names.map((name) =>
          itemOffers({
            name,
            request: ({ item, game }) => ({ url: `https://tiny.test/${name}/${game}`, query: { name: item } }),
          }),
        ),
      },
    ],
    secrets: () => null,
    sink: createRecordingSink(),
    random: seededNumbers(),
    clock: systemClock,
    relay,
    log: { debug: () => {} },
    names: () => items,
    valueOf: () => 1,
    marketplaceItemId: () => null,
    spreadSeconds: 0,
  });

/** Share of the allowance that was used from the first request on, and how many requests came too early. */
async function measured(
  budget: Omit<Budget, 'scope'>,
  windows: number,
  count: ReturnType<typeof createCount>,
  collector: Collector,
) {
  const pauses = watchPauses();
  const span = windows * budget.perSeconds * 1000;
  collector.start();
  await new Promise((resolve) => setTimeout(resolve, span + 100));
  const use = collector.health()[0]?.budget.used;
  pauses.stop();
  await collector.stop();
  const [first = 0] = count.arrivals;
  const made = count.arrivals.filter((at) => at < first + span).length;
  const allowed = (budget.requests * windows * (span - pauses.stalled())) / span;
  return { share: made / allowed, use };
}

// Run concurrently, since they mostly wait
describe.concurrent('an allowance that the marketplace counts', () => {
  it.each([
    ['one source', ['offers'], { requests: 20, perSeconds: 1 }, 30, 4],
    ['three sources that share it', ['offers', 'orders', 'sales'], { requests: 20, perSeconds: 1 }, 30, 4],
    ['answers slower than the pace of the allowance', ['offers'], { requests: 40, perSeconds: 2 }, 130, 2],
  ] as const)('is used to nine tenths and never exceeded, with %s', async (_, names, budget, latencyMs, windows) => {
    const server = await createScriptedServer();
    const count = createCount(budget);
    let tooEarly = 0;
    server.play(() => {
      const isAllowed = count.admits();
      if (!isAllowed) tooEarly += 1;
      return {
        write: (response) => {
          setTimeout(() => response.writeHead(isAllowed ? 200 : 429).end('{"items":[]}'), latencyMs);
        },
      };
    });
    const { share, use } = await measured(budget, windows, count, lookups(names, budget, server.origin));
    await server.close();

    expect(tooEarly).toBe(0);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(use).toBeGreaterThanOrEqual(0.5 * budget.requests);
    expect(use).toBeLessThanOrEqual(budget.requests);
  });

  it('is used to nine tenths and never exceeded on the stage', async () => {
    const budget = { requests: 10, perSeconds: 1 };
    const count = createCount(budget);
    let tooEarly = 0;
    const world = createWorld({ seed: 5, startedAt: Date.now(), items: sampleOf(10) });
    const answer = () => {
      const isAllowed = count.admits();
      if (!isAllowed) tooEarly += 1;
      return { status: isAllowed ? 200 : 429, body: { items: [] } };
    };
    const stage = await startStage({
      world,
      players: [{ slug: 'skinport', hosts: ['tiny.test'], answer }],
      now: Date.now,
    });
    const { share } = await measured(budget, 3, count, lookups(['offers'], budget, stage.origin));
    await stage.close();

    expect(tooEarly).toBe(0);
    expect(share).toBeGreaterThanOrEqual(0.9);
  });
});

describe('a shared allowance', () => {
  let here: Collecting;
  afterEach(() => here?.stop());

  const pathsRequested = () => here.server.requests.map(({ url }) => url.replace('/tiny.test/', ''));
  const perGame = itemOffers({
    request: ({ item, game }) => ({ url: `https://tiny.test/${game}`, query: { name: item } }),
  });
  const answering = (url: string) => ({ body: { items: url.includes('list') ? priceRows(1) : offerRows('x', []) } });

  async function begun(sources: Parameters<typeof collecting>[0]['sources'], requests = 1) {
    here = await collecting({
      sources,
      connector: { games: [...games], budgets: all({ requests, perSeconds: 10 }) },
      names: () => items,
    });
    here.server.play(({ url }) => answering(url));
    here.collector.start();
    await here.ran(1);
  }

  it('goes first to the item that a reader requests, whichever game it belongs to', async () => {
    await begun([perGame]);
    for (let run = 0; run < 5; run += 1) await here.next();
    const wanted: readonly (readonly [Game, string])[] = [
      ['TF2', 'Case 401'],
      ['Rust', 'Case 77'],
      ['TF2', 'Case 402'],
    ];
    for (const [game, name] of wanted) here.collector.itemRequested(game, name, null);
    const before = pathsRequested().length;
    for (let run = 0; run < 3; run += 1) await here.next();

    const next = pathsRequested()
      .slice(before, before + 3)
      .map(decodeURIComponent);
    expect(next.sort()).toEqual(['Rust?name=Case 77', 'TF2?name=Case 401', 'TF2?name=Case 402']);
  });

  it('goes to requests at the marketplace itself before requests at others', async () => {
    await begun([perGame]);
    for (const name of items.slice(0, 200)) {
      here.collector.itemRequested('CS2', name, null);
      here.collector.itemRequested('TF2', name, 5);
    }
    for (let run = 0; run < 5; run += 1) await here.next();
    const before = pathsRequested().length;
    const wanted = items.slice(200, 206);
    for (const name of wanted) {
      here.collector.itemRequested('Rust', name, 3);
      // Every fourth request is left to others
      for (let run = 0; run < 2; run += 1) await here.next();
    }

    expect(pathsRequested().slice(before).map(decodeURIComponent)).toEqual(
      expect.arrayContaining(wanted.map((name) => `Rust?name=${name}`)),
    );
  });

  it('goes to the offers of a requested item before anything else that is looked up of it', async () => {
    const orders = itemOffers({
      name: 'orders',
      yields: ['buyOrder'],
      games: ['CS2'],
      request: ({ item }) => ({ url: 'https://tiny.test/orders', query: { name: item } }),
    });
    await begun([orders, itemOffers({ games: ['CS2'] })]);
    for (let run = 0; run < 5; run += 1) await here.next();
    const before = pathsRequested().length;
    const wanted = items.slice(200, 206);
    for (const name of wanted) here.collector.itemRequested('CS2', name, 3);
    // One can have begun already, and every fourth is left to others
    for (let run = 0; run < 9; run += 1) await here.next();

    const of = pathsRequested().slice(before).map(decodeURIComponent);
    expect(wanted.filter((name) => !of.some((path) => path === `item?name=${name}`))).toEqual([]);
  });

  it('leaves every fourth request to the others, however much readers request', async () => {
    await begun([perGame]);
    for (const name of items) here.collector.itemRequested('TF2', name, null);
    const before = pathsRequested().length;
    for (let run = 0; run < 16; run += 1) await here.next();

    const ofOthers = pathsRequested()
      .slice(before, before + 16)
      .filter((path) => !path.startsWith('TF2'));
    expect(ofOthers).toHaveLength(4);
  });

  it('lets a list go before items', async () => {
    const list = priceList({ games: ['CS2'], everySeconds: 60, request: () => ({ url: 'https://tiny.test/list' }) });
    await begun([perGame, list]);
    for (let run = 0; run < 20; run += 1) await here.next();

    // Every 60 to 63 s: every seventh at the latest
    const indexes = pathsRequested().flatMap((path, position) => (path === 'list' ? [position] : []));
    expect(indexes.length).toBeGreaterThanOrEqual(3);
    expect(
      Math.max(...indexes.slice(1).map((position, index) => position - (indexes[index] ?? 0))),
    ).toBeLessThanOrEqual(8);
  });

  it('rests when the marketplace says that nothing is left, which does not count as a hold', async () => {
    here = await collecting({ sources: [itemOffers()], names: () => items });
    here.server.play(() => ({
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(here.clock.now() / 1000 + 30) },
      body: { items: offerRows('Case', [1]) },
    }));
    here.collector.start();
    await here.ran(1);
    const first = here.clock.now();
    await here.next();

    expect(here.clock.now() - first).toBe(30_000);
    expect(here.collector.health()[0]).toMatchObject({ state: 'live', lastOutcome: 'read' });
  });
});
