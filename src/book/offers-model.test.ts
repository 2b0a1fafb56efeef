import { describe, expect, it } from 'vitest';
import { all, createDice, isPayable, ReadMarket } from '../../test/support/book/read-market.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { fadeOf } from '../names/fade.ts';
import { anyExtras, type ExtrasFilter, type LiveOffer, offerSorts, phases } from '../schema/index.ts';
import { Book } from './book.ts';
import { ByteWriter } from './memory/byte-writer.ts';
import { hashOfBytes } from './memory/id-index.ts';
import { writeText } from './memory/packed-text.ts';
import { comparePositions } from './offers/candidate.ts';
import type { OfferPosition, OfferQuery } from './offers/offer-query.ts';

const game = 'CS2';
const queries = extent({ short: 400, long: 100_000 });
const crowd = extent({ short: 1_500, long: 20_000 });
const crowdQueries = extent({ short: 60, long: 2_000 });

const writer = new ByteWriter();

function hashOf(offerId: string): number {
  writer.at = 0;
  writeText(writer, offerId);
  return hashOfBytes(writer.bytes, writer.at) >>> 0;
}

const allOffers = (book: Book, names: readonly string[]): LiveOffer[] =>
  names.flatMap((name) => all.flatMap((id) => book.offers(id, game, name)));

const rankOf = (offer: LiveOffer, { sort }: OfferQuery): number => {
  const usd = offer.prices.USD ?? 0;
  const ranks = {
    price: usd,
    priceDown: -usd,
    newest: -offer.foundAt,
    float: offer.float ?? 0,
    floatDown: -(offer.float ?? 0),
  };
  return ranks[sort];
};

const positionOf = (offer: LiveOffer, query: OfferQuery): OfferPosition => ({
  rank: rankOf(offer, query),
  marketplaceId: offer.marketplaceId,
  hash: hashOf(offer.offerId),
  offerId: offer.offerId,
});

/** The lowest ask elsewhere, recomputed from the offers and quotes of the other marketplaces. */
function othersAsk(book: Book, { name, phase, marketplaceId }: LiveOffer): number {
  const asks = all
    .filter((id) => id !== marketplaceId)
    .flatMap((id) => [...book.offers(id, game, name), ...book.quotes(id, game, name)])
    .filter((one) => (phase === null || one.phase === phase) && isPayable(one.marketplaceId, one.prices))
    .flatMap(({ prices }) => prices.USD ?? []);
  return asks.length === 0 ? 0 : Math.min(...asks);
}

const matches = (book: Book, offer: LiveOffer, query: OfferQuery): boolean =>
  isPlaced(book, offer, query) && looksRight(offer, query);

function looksRight(offer: LiveOffer, query: OfferQuery): boolean {
  const { float, stickers } = offer;
  const isFloatBounded = query.minFloat !== null || query.maxFloat !== null || query.sort.startsWith('float');
  const holding = (name: string) =>
    (stickers ?? []).filter((one) => one.name === name && one.wear <= query.maxStickerWear).length;
  return [
    !isFloatBounded || (float !== null && float >= (query.minFloat ?? 0) && float <= (query.maxFloat ?? 1)),
    query.paintSeeds === null || (offer.paintSeed !== null && query.paintSeeds.includes(offer.paintSeed)),
    query.stickers.every((name) => holding(name) >= query.stickers.filter((one) => one === name).length),
    hasExtras(offer, query.extras),
  ].every(Boolean);
}

function hasExtras(offer: LiveOffer, { charm, nameTag, minStatTrakCount, patch, minFade }: ExtrasFilter): boolean {
  const fade = fadeOf(offer.name, offer.paintSeed);
  return [
    charm === null || (offer.charms ?? []).some(({ name }) => name.includes(charm)),
    patch === null || (offer.patches ?? []).some(({ name }) => name.includes(patch)),
    !nameTag || (offer.nameTag ?? '') !== '',
    minStatTrakCount === null || (offer.statTrakCount !== undefined && offer.statTrakCount >= minStatTrakCount),
    minFade === null || (fade !== null && fade >= minFade),
  ].every(Boolean);
}

function isPlaced(book: Book, offer: LiveOffer, query: OfferQuery): boolean {
  const usd = offer.prices.USD ?? 0;
  const words = (query.words ?? '').toLowerCase().split(' ');
  const others = query.belowOthersPercent === null ? 0 : othersAsk(book, offer);
  return [
    usd > 0 && usd >= query.minUsd && usd <= query.maxUsd,
    query.names?.includes(offer.name) ?? true,
    words.every((word) => offer.name.toLowerCase().includes(word)),
    query.phases === null || (offer.phase !== null && query.phases.includes(offer.phase)),
    query.marketplaceIds?.includes(offer.marketplaceId) ?? true,
    query.tradableBy === null || (offer.tradableAt !== null && offer.tradableAt <= query.tradableBy),
    query.belowOthersPercent === null || (others > 0 && usd * 100 <= others * (100 - query.belowOthersPercent)),
    query.after === null || comparePositions(positionOf(offer, query), query.after) > 0,
  ].every(Boolean);
}

function counted(book: Book, names: readonly string[], query: OfferQuery): string[] {
  return allOffers(book, names)
    .filter((offer) => matches(book, offer, query))
    .sort((a, b) => comparePositions(positionOf(a, query), positionOf(b, query)))
    .slice(0, query.limit)
    .map(idOf);
}

const idOfFound = ({ offer }: { readonly offer: LiveOffer }): string => idOf(offer);

const idOf = ({ marketplaceId, offerId }: LiveOffer): string => `${marketplaceId} ${offerId}`;

/** A random query that matches some of the offers. */
function queryLike(offers: readonly LiveOffer[], seed: number, now: number): OfferQuery {
  const dice = createDice(seed);
  const like = (): LiveOffer | undefined => offers[dice(offers.length)];
  const maybe = <T>(one: T | undefined): T | null => (dice(4) === 0 ? (one ?? null) : null);
  const usd = like()?.prices.USD ?? 1_000;
  const sticker = maybe(like()?.stickers?.[0]?.name);
  return {
    at: now,
    names: maybe([like()?.name ?? '', like()?.name ?? '']),
    words: maybe(
      like()
        ?.name.split(' ')
        .slice(0, 1 + dice(3))
        .join(' '),
    ),
    phases: maybe(phases.filter(() => dice(2) === 0)),
    marketplaceIds: maybe(all.filter(() => dice(2) === 0)),
    minUsd: dice(3) === 0 ? usd : 0,
    maxUsd: dice(3) === 0 ? usd * 2 : Number.POSITIVE_INFINITY,
    minFloat: maybe(like()?.float ?? 0),
    maxFloat: maybe(like()?.float ?? 1),
    paintSeeds: maybe([like()?.paintSeed ?? 1, dice(1_000), dice(1_000)]),
    stickers: sticker === null ? [] : dice(4) === 0 ? [sticker, sticker] : [sticker],
    maxStickerWear: dice(2) === 0 ? 1 : dice(100) / 100,
    extras: extrasLike(like(), dice),
    tradableBy: maybe(now + dice(8) * 86_400_000),
    belowOthersPercent: maybe(dice(30)),
    sort: offerSorts[dice(offerSorts.length)] ?? 'price',
    limit: 1 + dice(60),
    after: null,
  };
}

/** What an offer has on it, one thing at most. */
function extrasLike(offer: LiveOffer | undefined, dice: (sides: number) => number): ExtrasFilter {
  const { charms, nameTag, statTrakCount = null, patches } = offer ?? {};
  const filters: readonly Partial<ExtrasFilter>[] = [
    { charm: charms?.[0]?.name ?? null },
    { nameTag: nameTag !== undefined },
    { minStatTrakCount: statTrakCount },
    { patch: patches?.[0]?.name ?? null },
    { minFade: dice(8) === 0 ? 80 + dice(20) : null },
  ];
  return { ...anyExtras, ...filters[dice(12)] };
}

const plainOffer = {
  kind: 'offer' as const,
  game: game as 'CS2',
  name: 'AK-47 | Redline (Field-Tested)',
  phase: null,
  offerId: '1',
  price: { amount: 1_000, currency: 'USD' as const },
  prices: { USD: 1_000, EUR: null, CNY: null, RUB: null },
  purchaseLink: null,
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: [],
  tradableAt: null,
  ownerId: null,
};

/** Many offers of three items on two marketplaces, with about as many equal prices as in reality. */
class Crowd {
  readonly book = new Book();
  readonly names = ['AK-47 | Redline (Field-Tested)', 'AK-47 | Slate (Field-Tested)', 'AWP | Asiimov (Battle-Scarred)'];
  readonly #dice = createDice(17);
  now = 1_790_000_000_000;

  constructor() {
    for (let number = 0; number < crowd; number += 1) this.#position(number);
  }

  /** Adds an offer, changes its price or float, or removes it. */
  step(): void {
    const number = this.#dice(crowd);
    const gone = { kind: 'withdrawal', game, offerId: `${number}`, reason: 'sold' } as const;
    if (this.#dice(3) > 0) this.#position(number);
    else this.book.apply([gone], { marketplaceId: marketplaceOf(number), source: 'test', at: this.now });
  }

  #position(number: number): void {
    this.now += this.#dice(3) * 500;
    const amount = Math.max(30, Math.round((this.#dice(1_000) / 1_000) ** 6 * 3_000_000));
    const offer = {
      ...plainOffer,
      name: this.names[this.#dice(3)] ?? '',
      offerId: `${number}`,
      price: { amount, currency: 'USD' as const },
      prices: { ...plainOffer.prices, USD: amount },
      float: this.#dice(10) === 0 ? null : this.#dice(1_000_000) / 1_000_000,
      paintSeed: this.#dice(1_000),
      stickers: Array.from({ length: this.#dice(6) }, (_, slot) => ({
        name: `Sticker ${this.#dice(300)}`,
        wear: this.#dice(2),
        slot,
      })),
      tradableAt: this.#dice(2) === 0 ? 0 : this.now + this.#dice(8) * 86_400_000,
    };
    this.book.apply([offer], { marketplaceId: marketplaceOf(number), source: 'test', at: this.now });
  }
}

const marketplaceOf = (number: number): number => all[number % 2] ?? 0;

/** The results from the first page to the last while the market changes, and the offers that stayed the same meanwhile. */
function readInPages(market: ReadMarket, query: OfferQuery) {
  const { book, items } = market;
  const names = items.map(({ name }) => name);
  const ranks = () => {
    const matching = allOffers(book, names).filter((offer) => matches(book, offer, query));
    return new Map(matching.map((one) => [idOf(one), rankOf(one, query)]));
  };
  const ids: string[] = [];
  let staying = ranks();
  for (let page = book.findOffers(game, query); page.length > 0; ) {
    ids.push(...page.map(({ offer }) => idOf(offer)));
    for (let step = 0; step < 3; step += 1) market.step();
    const now = ranks();
    staying = new Map([...staying].filter(([id, rank]) => now.get(id) === rank));
    page = book.findOffers(game, { ...query, after: page.at(-1)?.position ?? null });
  }
  return { ids, staying };
}

describe('a search of offers', () => {
  it(`finds what reading every offer finds, in ${queries} random queries over a changing market`, () => {
    const market = new ReadMarket();
    const names = market.items.map(({ name }) => name);
    let found = 0;
    for (let at = 0; at < queries; at += 1) {
      for (let step = 0; step < 5; step += 1) market.step();
      const offers = allOffers(market.book, names);
      const query = queryLike(offers, at, market.now);
      const first = market.book.findOffers(game, query);
      expect(
        first.map(({ offer }) => idOf(offer)),
        JSON.stringify(query),
      ).toEqual(counted(market.book, names, query));
      const after = first[Math.floor(first.length / 2)]?.position ?? null;
      const next = { ...query, after };
      const rest = market.book.findOffers(game, next).map(({ offer }) => idOf(offer));
      expect(rest, JSON.stringify(next)).toEqual(counted(market.book, names, next));
      found += first.length;
    }
    expect(found).toBeGreaterThan(queries);
  });

  it(`finds the same among ${crowd} offers that come, change and go, in ${crowdQueries} random queries`, () => {
    const market = new Crowd();
    const counts = { found: 0, ofMany: 0 };
    for (let at = 0; at < crowdQueries; at += 1) {
      for (let step = 0; step < 40; step += 1) market.step();
      const offers = allOffers(market.book, market.names);
      const query = { ...queryLike(offers, at, market.now), belowOthersPercent: null };
      const found = market.book.findOffers(game, query);
      const expected = counted(market.book, market.names, query);
      expect(found.map(idOfFound), JSON.stringify(query)).toEqual(expected);
      const next = { ...query, after: found.at(-1)?.position ?? null };
      const rest = market.book.findOffers(game, next).map(idOfFound);
      expect(rest, JSON.stringify(next)).toEqual(counted(market.book, market.names, next));
      counts.found += found.length;
      counts.ofMany += Number(rest.length === query.limit);
    }
    expect(counts.found).toBeGreaterThan(crowdQueries);
    expect(counts.ofMany).toBeGreaterThan(crowdQueries / 10);
  });

  it('compares so many items in each piece, and finds what stays as it is while others come and go between them', () => {
    const book = new Book();
    const offerOf = (item: number, marketplaceId: number) => ({
      ...plainOffer,
      ...{ name: `Case ${item}`, offerId: `${marketplaceId}-${item}` },
      price: { amount: 1_000 + item * marketplaceId, currency: 'USD' as const },
      prices: { ...plainOffer.prices, USD: 1_000 + item * marketplaceId },
    });
    const itemCount = 6_000;
    const items = Array.from({ length: itemCount }, (_, item) => item + 1);
    for (const marketplaceId of [2, 3])
      book.apply(
        items.map((item) => offerOf(item, marketplaceId)),
        { marketplaceId, source: 'list', at: 1 },
      );
    const query = { ...everything, maxStickerWear: 1, sort: 'price' as const, belowOthersPercent: 1, limit: 500 };
    const search = book.findingOffers(game, query);
    const going = items.filter((item) => item % 3 === 0);
    let pieces = 0;
    let step = search.next();
    for (; step.done !== true; step = search.next()) {
      pieces += 1;
      const some = going.splice(0, 100);
      for (const item of some)
        book.apply([{ kind: 'withdrawal', game, offerId: `2-${item}`, reason: 'sold' }], {
          ...{ marketplaceId: 2, source: 'list', at: pieces + 1 },
        });
      book.apply(
        some.map((item) => ({ ...offerOf(item, 2), name: `Other ${item}`, offerId: `new-${item}` })),
        { marketplaceId: 2, source: 'list', at: pieces + 1 },
      );
    }
    const found = step.value.map(({ offer }) => offer);

    expect(pieces).toBeGreaterThan(itemCount / 3_000);
    expect(found).toHaveLength(500);
    for (const { name, offerId } of found) expect(offerId).toBe(`2-${name.slice('Case '.length)}`);
    const staying = found.map(({ name }) => Number(name.slice('Case '.length))).filter((item) => item % 3 !== 0);
    const last = Math.max(...staying);
    expect(staying).toEqual(items.filter((item) => item % 3 !== 0 && item >= (staying[0] as number) && item <= last));
  });

  it('finds the first of many equal ones wherever they are stored', () => {
    const book = new Book();
    const offers = Array.from({ length: 9_000 }, (_, number) => ({ ...plainOffer, offerId: `${number}` }));
    for (const id of all.slice(0, 2)) book.apply(offers, { marketplaceId: id, source: 'test', at: 1_790_000_000_000 });
    for (const sort of offerSorts.filter((one) => !one.startsWith('float'))) {
      const query = { ...everything, maxStickerWear: 1, sort, limit: 60 };
      expect(book.findOffers(game, query).map(idOfFound)).toEqual(counted(book, [plainOffer.name], query));
    }
  });

  it('returns every offer that stays the same once over all pages, whatever changes meanwhile', () => {
    const market = new ReadMarket();
    for (let round = 0; round < 30; round += 1) {
      for (let step = 0; step < 40; step += 1) market.step();
      const query = { ...everything, maxStickerWear: 1, sort: offerSorts[round % offerSorts.length] ?? 'price' };
      const { ids: reported, staying } = readInPages(market, query);
      expect(staying.size).toBeGreaterThan(0);
      for (const id of staying.keys())
        expect(
          reported.filter((one) => one === id),
          `${query.sort} ${id}`,
        ).toHaveLength(1);
    }
  });

  for (const belowOthersPercent of [5, 10, 30, 80, 90, 99]) {
    it(`finds what is exactly ${belowOthersPercent} percent below the others, and nothing more expensive`, () => {
      const book = new Book();
      const [one = 0, other = 0] = all;
      const put = (marketplaceId: number, name: string, usd: number) => {
        const priced = { price: { amount: usd, currency: 'USD' as const }, prices: { ...plainOffer.prices, USD: usd } };
        const offer = { ...plainOffer, ...priced, name, offerId: name };
        book.apply([offer], { marketplaceId, source: 'test', at: everything.at });
      };
      const names = ['AK-47 | Redline (Field-Tested)', 'AK-47 | Slate (Field-Tested)'] as const;
      for (const [at, name] of names.entries()) {
        put(one, name, 10 * (100 - belowOthersPercent) + at);
        put(other, name, 1_000);
      }
      for (const namesOrAll of [null, names]) {
        const query = {
          ...everything,
          names: namesOrAll,
          belowOthersPercent,
          sort: 'price' as const,
          maxStickerWear: 1,
        };
        expect(book.findOffers(game, query).map(({ offer }) => offer.name)).toEqual(names.slice(0, 1));
      }
    });
  }

  it('finds an offer by each of its stickers, however many it has', () => {
    const market = new ReadMarket();
    const [item] = market.items;
    const dice = createDice(5);
    const many = Array.from({ length: 400 }, (_, at) => ({
      ...plainOffer,
      name: item?.name ?? '',
      offerId: `many ${at}`,
      price: { amount: 1_000 + at, currency: 'USD' as const },
      prices: { ...plainOffer.prices, USD: 1_000 + at },
      stickers: Array.from({ length: at % 8 }, (_, slot) => ({ name: `Sticker ${dice(50)}`, wear: 0, slot })),
    }));
    market.book.apply(many, { marketplaceId: 1, source: 'test', at: market.now });
    for (let number = 0; number < 50; number += 1) {
      const wanted = `Sticker ${number}`;
      const query = { ...everything, stickers: [wanted], maxStickerWear: 1, sort: 'price' as const, limit: 500 };
      const matching = many.filter(({ stickers }) => stickers.some(({ name }) => name === wanted));
      expect(matching.some(({ stickers }) => stickers.length > 4)).toBe(true);
      expect(market.book.findOffers(game, query).map(({ offer }) => offer.offerId)).toEqual(
        matching.map(({ offerId }) => offerId),
      );
    }
  });

  it('values stickers by the lowest asks for the stickers themselves, if all of them have one', () => {
    const market = new ReadMarket();
    for (let step = 0; step < 400; step += 1) market.step();
    const query = { ...everything, maxStickerWear: 1, sort: 'price' as const, limit: 1_000 };
    const found = market.book.findOffers(game, query);
    const floorOf = (name: string) =>
      market.book.best(game, name, { marketplaceIds: null, unlockedAt: null, payout: 'any' })[0]?.ask?.prices.USD ??
      null;
    for (const { offer, stickersUsd } of found) {
      const floors = (offer.stickers ?? []).map(({ name }) => floorOf(name));
      const isKnown = floors.every((usd) => usd !== null);
      expect(stickersUsd).toBe(isKnown ? floors.reduce<number>((sum, usd) => sum + (usd ?? 0), 0) : null);
    }
    expect(found.some(({ stickersUsd }) => (stickersUsd ?? 0) > 0)).toBe(true);
  });
});

const everything = {
  at: 1_790_000_000_000,
  names: null,
  words: null,
  phases: null,
  marketplaceIds: null,
  minUsd: 0,
  maxUsd: Number.POSITIVE_INFINITY,
  minFloat: null,
  maxFloat: null,
  paintSeeds: null,
  stickers: [],
  extras: anyExtras,
  tradableBy: null,
  belowOthersPercent: null,
  limit: 7,
  after: null,
};
