import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buyOrderRecord,
  csfloat,
  day,
  offerRecord,
  quoteRecord,
  redline,
  type ServedApi,
  serveApi,
  skinport,
  startAt,
  steamMarket,
} from '../../../test/support/api/served-api.ts';
import { allOf } from '../../../test/support/book/all-of.ts';
import { asleepStore } from '../../../test/support/store/asleep-store.ts';
import { serveStream } from '../../../test/support/stream/served-stream.ts';
import { pricedOffer } from '../../../test/support/stream/stream-rig.ts';
import type { Book } from '../../book/book.ts';
import { marketplaceWithId } from '../../schema/index.ts';
import type { ApiOptions } from '../create-api.ts';
import { toWireBuyOrder } from '../wire/buy-order.ts';
import { toWireOffer } from '../wire/offer.ts';
import { bestFirst, cheapestFirst, toFourPrices } from '../wire/price.ts';
import { toSeconds } from '../wire/time.ts';

const store = asleepStore('an item is read of the book');
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Reply = { readonly status: number; readonly tag: string; readonly sequence: string; readonly text: string };

const ask = (port: number, path: string, key: string): Promise<Reply> =>
  new Promise((resolve, reject) => {
    request({ port, path, headers: { 'x-api-key': key } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part) => parts.push(part));
      const { etag, 'x-tape-sequence': sequence } = reply.headers;
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          tag: String(etag),
          sequence: String(sequence),
          text: Buffer.concat(parts).toString(),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const pathOf = (marketplace: string, name = redline): string =>
  `/v2/items?marketplace=${marketplace}&game=CS2&name=${encodeURIComponent(name)}`;

async function listen(change: Partial<ApiOptions> = {}): Promise<ServedApi & { readonly port: number }> {
  const served = await serveApi(store, change);
  closing.push(served.close);
  await new Promise<void>((resolve) => served.api.server.listen(0, '127.0.0.1', resolve));
  return { ...served, port: (served.api.server.address() as AddressInfo).port };
}

const metricOf = async ({ port, key }: { port: number; key: string }, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await ask(port, '/metrics', key)).text)?.[1]);

/** The expected answer for the item, computed from scratch. */
function expected(book: Book, marketplaceId: number, at: number): string | null {
  const summary = book.summary(marketplaceId, 'CS2', redline);
  if (summary === null) return null;
  const offers = book.offers(marketplaceId, 'CS2', redline).map((offer) => toWireOffer(offer, at));
  const buyOrders = book.buyOrders(marketplaceId, 'CS2', redline).map(toWireBuyOrder);
  return JSON.stringify({
    name: redline,
    marketplace: marketplaceWithId(marketplaceId).name,
    game: 'CS2',
    ...toFourPrices(summary.prices),
    offerCount: summary.offerCount,
    condition: 'Field-Tested',
    thumbnail: summary.thumbnail,
    updatedAt: Math.max(toSeconds(summary.changedAt), ...[...offers, ...buyOrders].map(({ updatedAt }) => updatedAt)),
    offers: offers.sort(cheapestFirst),
    buyOrders: buyOrders.sort(bestFirst),
  });
}

const none = { cacheSeconds: 0, cacheMegabytes: 8 };
const marketplaces = [csfloat, skinport, steamMarket];
const phases = [null, 'Ruby'] as const;

type Step = (book: Book, clock: { at: number }) => void;
const usd = fc.integer({ min: 1, max: 6 }).map((amount) => amount * 1_000);
const marketplaceId = fc.constantFrom(...marketplaces);
const picture = fc.constantFrom(null, 'https://example.test/1.png', 'https://example.test/2.png');
const at = (id: number, clock: { readonly at: number }) => ({ marketplaceId: id, source: 'test', at: clock.at });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(marketplaceId, usd, fc.constantFrom('1', '2'), fc.constantFrom(...phases), fc.integer({ min: -1, max: 3 }))
    .map(
      ([id, amount, offerId, phase, days]): Step =>
        (book, clock) =>
          book.apply(
            [{ ...offerRecord('CS2', redline, offerId, amount), phase, tradableAt: startAt + days * day }],
            at(id, clock),
          ),
    ),
  // The same native price at other rates changes the published prices, but not the offer
  fc.tuple(marketplaceId, usd, fc.constantFrom('1', '2'), fc.constantFrom(null, 500, 700)).map(
    ([id, amount, offerId, EUR]): Step =>
      (book, clock) =>
        book.apply(
          [{ ...offerRecord('CS2', redline, offerId, amount), prices: { USD: amount, EUR, CNY: null, RUB: null } }],
          at(id, clock),
        ),
  ),
  fc.tuple(marketplaceId, usd, fc.constantFrom('1', '2')).map(
    ([id, amount, offerId]): Step =>
      (book, clock) => {
        const { price, prices } = offerRecord('CS2', redline, offerId, amount);
        book.apply([{ kind: 'repricing', game: 'CS2', offerId, price, prices }], at(id, clock));
      },
  ),
  fc.tuple(marketplaceId, usd, picture).map(
    ([id, amount, thumbnail]): Step =>
      (book, clock) =>
        book.apply([{ ...quoteRecord('CS2', redline, amount, 3), thumbnail }], at(id, clock)),
  ),
  fc.tuple(marketplaceId, usd, fc.constantFrom('b', 'c'), fc.constantFrom(...phases)).map(
    ([id, amount, orderId, phase]): Step =>
      (book, clock) =>
        book.apply([{ ...buyOrderRecord('CS2', redline, orderId, amount), phase }], at(id, clock)),
  ),
  fc.tuple(marketplaceId, fc.constantFrom('1', '2')).map(
    ([id, offerId]): Step =>
      (book, clock) =>
        book.apply([{ kind: 'withdrawal', game: 'CS2', offerId, reason: 'sold' }], at(id, clock)),
  ),
  marketplaceId.map(
    (id): Step =>
      (book, clock) => {
        const kinds = ['offer', 'quote', 'buyOrder'] as const;
        allOf(book.sweep({ marketplaceId: id, game: 'CS2', kinds: [...kinds], at: clock.at, seenBefore: clock.at }));
      },
  ),
  fc.constantFrom(0, 1, 3_600_000, day, 2 * day, -day).map(
    (milliseconds): Step =>
      (_, clock) => {
        clock.at += milliseconds;
      },
  ),
);

describe('the answer about an item', () => {
  it('equals one computed from scratch, whatever has changed and whichever way the clock went', async () => {
    const served = await listen({ settings: none });
    const tags = new Map<string, string>();
    const check = async (id: number): Promise<void> => {
      const { status, text, tag } = await ask(served.port, pathOf(marketplaceWithId(id).name), served.key);
      expect(status === 200 ? text : null).toBe(expected(served.book, id, served.clock.at));
      if (status !== 200) return;
      // Different texts have different tags, and equal texts equal ones
      expect(tags.get(tag) ?? text).toBe(text);
      tags.set(tag, text);
    };

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        served.clock.at = Math.max(served.clock.at, startAt);
        for (const run of steps) {
          run(served.book, served.clock);
          for (const id of marketplaces) await check(id);
        }
      }),
      { numRuns: 25 },
    );
    expect(new Set(tags.values()).size).toBe(tags.size);
  });

  it('counts the days of a trade lock anew after the clock is set back to before an offer came', async () => {
    const served = await listen({ settings: none });
    const lockedDays = async () => {
      const { text } = await ask(served.port, pathOf('CSFloat', 'Another'), served.key);
      return JSON.parse(text).offers.map(({ daysTradeLocked }: { daysTradeLocked: number }) => daysTradeLocked);
    };
    const put = (offerId: string, tradableAt: number | null) =>
      served.book.apply([{ ...offerRecord('CS2', 'Another', offerId, 5_000), tradableAt }], at(csfloat, served.clock));
    put('free', null);
    expect(await lockedDays()).toEqual([null]);
    served.clock.at += day;
    put('locked', startAt + 2 * day);
    expect((await lockedDays()).sort()).toEqual([1, null]);

    served.clock.at -= day - 1;
    expect((await lockedDays()).sort()).toEqual([2, null]);
  });

  it('of thousands of offers is made in several turns of the event loop, and tells of one moment', async () => {
    const served = await listen({ settings: none });
    const offers = Array.from({ length: 8_000 }, (_, at) => ({
      ...offerRecord('CS2', redline, `many ${at}`, 5_000 + (at % 9)),
      tradableAt: startAt + (at % 3) * day,
    }));
    served.book.apply(offers, at(csfloat, served.clock));
    const asked = async (): Promise<number> => {
      let turns = 0;
      let isOver = false;
      // Changes an offer in every turn
      const pass = () => {
        turns += 1;
        const offer = offers[(turns * 17) % offers.length] as (typeof offers)[number];
        const changed = offerRecord('CS2', redline, offer.offerId, 3_000 + turns);
        served.book.apply([changed], at(csfloat, served.clock));
        before.push(expected(served.book, csfloat, served.clock.at));
        if (!isOver) setImmediate(pass);
      };
      const before = [expected(served.book, csfloat, served.clock.at)];
      setImmediate(pass);
      const { text } = await ask(served.port, pathOf('CSFloat'), served.key);
      isOver = true;
      expect(before.includes(text)).toBe(true);
      return turns;
    };

    expect(await asked()).toBeGreaterThan(5);
  });

  it('is current for both of two concurrent requests after a change', async () => {
    const served = await serveStream({
      connected: [csfloat].map(marketplaceWithId),
      api: { settings: none },
    });
    closing.push(served.close);
    const put = (usd: number) => served.put([{ ...pricedOffer('own', usd), game: 'CS2', name: redline }], csfloat);
    put(5_000);
    await ask(served.port, pathOf('CSFloat'), served.key);

    put(6_000);
    const both = [1, 2].map(() => ask(served.port, pathOf('CSFloat'), served.key));
    const texts = (await Promise.all(both)).map(({ text }) => JSON.parse(text).offers[0].priceUSD);

    expect(texts).toEqual([6, 6]);
  });

  it('is the same after its time if the item has not changed, and counts as a request for the item', async () => {
    const served = await listen();
    const first = await ask(served.port, pathOf('CSFloat'), served.key);
    served.requested.length = 0;

    served.clock.at += 60_000;
    served.book.apply([offerRecord('CS2', 'Another', 'o', 5_000)], at(csfloat, served.clock));
    const second = await ask(served.port, pathOf('CSFloat'), served.key);
    const third = await ask(served.port, pathOf('CSFloat'), served.key);

    expect([second, third]).toEqual([first, first]);
    // The third comes from the cache of the last ten seconds
    expect(served.requested).toEqual([`CS2 ${redline}`]);
    expect(await metricOf(served, 'itemtape_cache_hits_total')).toBe(1);
  });

  it('counts once for a key with limits, given or refused', async () => {
    const served = await listen({ settings: none });
    const { text: key } = await served.keys.create({ name: 'few', websocketAccess: false, requestsPerDay: 3 });

    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await ask(served.port, pathOf('CSFloat'), key)).status);

    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('is refused to an invalid key, and then does not count as a request for the item', async () => {
    const served = await listen({ settings: none });
    await ask(served.port, pathOf('CSFloat'), served.key);
    served.requested.length = 0;

    expect((await ask(served.port, pathOf('CSFloat'), 'wrong')).status).toBe(401);
    expect(served.requested).toEqual([]);
  });

  it('waits for a lookup where offers are counted and none is listed', async () => {
    let lookedUp = 0;
    const offersLookedUp = async () => {
      lookedUp += 1;
    };
    const served = await listen({ settings: none, offersLookedUp });

    for (let turn = 0; turn < 3; turn += 1) await ask(served.port, pathOf('SkinPort'), served.key);

    expect(lookedUp).toBe(3);
  });

  it('has the stream position at which it is sent', async () => {
    const served = await serveStream({
      connected: [csfloat, skinport].map(marketplaceWithId),
      api: { settings: none },
    });
    closing.push(served.close);
    const [own, other] = [pricedOffer('own', 5_000), pricedOffer('other', 6_000)];
    served.put([{ ...own, game: 'CS2', name: redline }], csfloat);
    const first = await ask(served.port, pathOf('CSFloat'), served.key);

    served.put([{ ...other, game: 'CS2', name: 'Another' }], csfloat);
    const second = await ask(served.port, pathOf('CSFloat'), served.key);

    expect([second.text, second.tag]).toEqual([first.text, first.tag]);
    expect(Number(second.sequence)).toBeGreaterThan(Number(first.sequence));
    expect(Number(second.sequence)).toBe(served.hub.log.head);
  });
});
