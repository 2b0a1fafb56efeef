import { afterEach, describe, expect, it } from 'vitest';
import { createBookSink } from '../../../test/support/collect/book-sink.ts';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { itemOffers, offerRows } from '../../../test/support/collect/tiny-sources.ts';
import type { SeenRequest } from '../../../test/support/servers/scripted-server.ts';
import { steamMarket } from '../../connectors/steam-market/index.ts';
import type { AskedItem } from '../../contract/connector.ts';

const minute = 60_000;
const steamId = 27;

let here: Collecting;
afterEach(() => here.stop());

const names = (count: number) => Array.from({ length: count }, (_, index) => `Case ${index}`);
const aMinute = (requests: number) => ({ budgets: { all: { requests, perSeconds: 60, scope: 'ip' } } }) as const;
const stateOf = () => here.collector.health()[0]?.state;

/** Reads until so much time has passed; gives every state that was shown on the way. */
async function readFor(milliseconds: number): Promise<Set<string | undefined>> {
  const until = here.clock.now() + milliseconds;
  const shown = new Set<string | undefined>();
  while (here.clock.now() < until) {
    await here.next();
    shown.add(stateOf());
  }
  return shown;
}

describe("Steam's order book of 400 items, when it is suddenly empty for every item", () => {
  const all = names(400);
  const [orderbook] = steamMarket.sources.filter(({ name }) => name === 'orderbook');
  const bookOf = (buy: readonly number[], sell: readonly number[]) => ({
    body: {
      success: true,
      data: { eCurrency: 1, cSellOrders: sell.length / 2, rgCompactBuyOrders: buy, rgCompactSellOrders: sell },
    },
  });
  const healthy = () => bookOf([90, 3, 80, 5], [120, 4]);
  const hollow = () => bookOf([], []);

  async function begin() {
    if (orderbook === undefined) throw new Error('there is no order book');
    const { sink, book, asked } = createBookSink(() => here.clock.now());
    here = await collecting({
      sources: [orderbook],
      connector: {
        slug: 'steam-market',
        credentials: [],
        budgets: { market: { requests: 100, perSeconds: 60, scope: 'ip' } },
      },
      sink,
      names: () => all,
      knownAt: asked.knownAt,
    });
    here.server.play(healthy);
    here.collector.start();
    await here.ran(1);
    while (here.sink.itemSweeps.length < all.length || shownOf(book).bids < 2 * all.length) await here.next();
    return book;
  }
  const shownOf = (book: ReturnType<typeof createBookSink>['book']) => {
    const { itemCount, buyOrderCount } = book.counts(steamId, 'CS2');
    const priced = all.filter((name) => book.known(steamId, 'CS2', name)?.lowest != null).length;
    return { itemCount, bids: buyOrderCount, priced };
  };

  it('keeps every bid and every price, is no longer live, and a gap is reported once it answers again', async () => {
    const book = await begin();
    const before = shownOf(book);
    here.server.play(hollow);
    const swept = here.sink.itemSweeps.length;
    await readFor(30 * minute);
    const [during] = here.collector.health();
    const remaining = shownOf(book);
    const sweptMeanwhile = here.sink.itemSweeps.length - swept;
    here.server.play(healthy);
    while (here.sink.gaps.length === 0) await here.next();
    await readFor(minute);

    expect(before).toEqual({ itemCount: 400, bids: 800, priced: 400 });
    expect(remaining).toEqual(before);
    expect(sweptMeanwhile).toBe(0);
    expect(during).toMatchObject({ state: 'shrunk', detail: expect.stringMatching(/any of \d+ items in a row/) });
    expect(stateOf()).toBe('live');
    expect(here.sink.gaps).toMatchObject([{ reason: 'shrunk' }]);
    expect(shownOf(book)).toEqual(before);
  });

  it('keeps them too when it answers so from the first request after a restart on', async () => {
    const book = await begin();
    const before = shownOf(book);
    await here.stop();
    const { sink } = here;
    here = await collecting({
      sources: orderbook === undefined ? [] : [orderbook],
      connector: {
        slug: 'steam-market',
        credentials: [],
        budgets: { market: { requests: 100, perSeconds: 60, scope: 'ip' } },
      },
      sink,
      names: () => all,
      knownAt: (...item) => book.known(...item),
    });
    here.server.play(hollow);
    here.collector.start();
    await readFor(30 * minute);

    expect(shownOf(book)).toEqual(before);
    expect(stateOf()).toBe('shrunk');
  });
});

describe('an item of which a lookup finds nothing more', () => {
  const nameOf = ({ url }: SeenRequest): string => new URL(url, 'https://x').searchParams.get('name') ?? '';
  const all = names(40);
  const interval = 10 * minute;

  async function begin(answer: Parameters<typeof here.server.play>[0], changes = {}, some = all, requests = 2) {
    const { sink, book, asked } = createBookSink(() => here.clock.now());
    here = await collecting({
      sources: [itemOffers({ everySeconds: interval / 1000, ...changes })],
      connector: aMinute(requests),
      sink,
      names: () => some,
      knownAt: asked.knownAt,
    });
    here.server.play(answer);
    here.collector.start();
    await here.ran(1);
    return book;
  }
  const requestsOf = (name: string) => here.server.requests.filter((request) => nameOf(request) === name).length;
  const offersOf = (book: Awaited<ReturnType<typeof begin>>, name: string) => book.offers(3, 'CS2', name).length;

  it('keeps its offers until a second answer, one interval later and before others that are due', async () => {
    let soldOut = '';
    const book = await begin((request) => ({
      body: {
        items: nameOf(request) === soldOut ? [] : offerRows(nameOf(request), [Number(nameOf(request).slice(5))]),
      },
    }));
    while (all.some((name) => offersOf(book, name) === 0)) await here.next();
    soldOut = 'Case 7';
    const asked = requestsOf(soldOut);
    while (requestsOf(soldOut) === asked) await here.next();
    await readFor(interval / 2);
    const remaining = offersOf(book, soldOut);
    const since = here.clock.now();
    const shown = new Set<string | undefined>();
    while (offersOf(book, soldOut) > 0) {
      await here.next();
      shown.add(stateOf());
    }

    expect(remaining).toBe(1);
    expect(here.clock.now() - since).toBeLessThan(interval);
    expect(requestsOf(soldOut) - asked).toBe(2);
    expect([...shown]).toEqual(['live']);
    expect(all.filter((name) => offersOf(book, name) === 0)).toEqual([soldOut]);
  });

  it('keeps its offers for as long as no other item has any, however few items there are', async () => {
    const few = all.slice(0, 12);
    let isOffered = true;
    const answer = (request: SeenRequest) => ({
      body: { items: isOffered ? offerRows(nameOf(request), [Number(nameOf(request).slice(5))]) : [] },
    });
    const book = await begin(answer, {}, few, 60);
    while (few.some((name) => offersOf(book, name) === 0)) await here.next();
    isOffered = false;
    while (stateOf() !== 'shrunk') await here.next();
    await readFor(2 * interval);

    expect(few.filter((name) => offersOf(book, name) === 0)).toEqual([]);
  });

  it('is believed at once where nothing was known of it, and the source stays as it was', async () => {
    const book = await begin((request) => ({
      body: { items: nameOf(request) === 'Case 1' ? offerRows('Case 1', [1]) : [] },
    }));
    while (offersOf(book, 'Case 1') === 0) await here.next();
    const sweptNames = () => new Set(here.sink.itemSweeps.map(({ name }) => name));
    while (sweptNames().size < all.length) await here.next();

    expect(stateOf()).toBe('live');
    expect(here.sink.itemSweeps.filter(({ name }) => name !== 'Case 1').length).toBe(
      here.server.requests.filter((request) => nameOf(request) !== 'Case 1').length,
    );
  });

  it('is told from the others of its request', async () => {
    let soldOut = '';
    const namesOf = ({ url }: SeenRequest) => new URL(url, 'https://x').searchParams.getAll('name');
    const together = {
      max: 20,
      request: ({ items }: { items: readonly AskedItem[] }) => ({
        url: 'https://tiny.test/items',
        query: { name: items.map(({ item }) => item) },
      }),
    };
    const book = await begin(
      (request) => ({
        body: {
          items: namesOf(request).flatMap((name) => (name === soldOut ? [] : offerRows(name, [Number(name.slice(5))]))),
        },
      }),
      { together },
    );
    while (all.some((name) => offersOf(book, name) === 0)) await here.next();
    soldOut = 'Case 7';
    const swept = here.sink.itemSweeps.length;
    while (here.sink.itemSweeps.slice(swept).every(({ name }) => name !== 'Case 8')) await here.next();
    const remaining = offersOf(book, soldOut);
    while (offersOf(book, soldOut) > 0) await here.next();

    expect(remaining).toBe(1);
    expect(all.filter((name) => offersOf(book, name) === 0)).toEqual([soldOut]);
    expect(stateOf()).toBe('live');
  });
});
