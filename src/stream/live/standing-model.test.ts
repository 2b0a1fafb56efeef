import { describe, expect, it } from 'vitest';
import { all, createDice, ReadMarket } from '../../../test/support/book/read-market.ts';
import { unknownTraits } from '../../../test/support/book/unknown-traits.ts';
import { extent } from '../../../test/support/runner/long-run.ts';
import { createRig, type Message, type PlayedReader, type Rig } from '../../../test/support/stream/stream-rig.ts';
import { toWireBestPrices } from '../../api/wire/tape/best.ts';
import { toWireDeal } from '../../api/wire/tape/deal.ts';
import { toWireFoundOffer } from '../../api/wire/tape/found-offer.ts';
import type { DealQuery } from '../../book/best/deal.ts';
import type { OfferQuery } from '../../book/offers/offer-query.ts';
import { liquidityOf } from '../../flags/liquidity.ts';
import {
  anyExtras,
  type DealFlag,
  type DealWay,
  defaultWithout,
  marketplaceWithId,
  type OfferSort,
  type PayoutChoice,
  type Phase,
} from '../../schema/index.ts';

const game = 'CS2';
const steps = extent({ short: 150, long: 100_000 });

type DealRequest = {
  readonly limit?: number;
  readonly minProfit?: number;
  readonly minPercent?: number;
  readonly maxPrice?: number;
  readonly maxAgeSeconds?: number;
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly way?: DealWay;
  readonly pairs?: DealQuery['pairs'];
  readonly without?: readonly DealFlag[] | readonly ['none'];
  readonly payout?: PayoutChoice;
  readonly maxHoldDays?: number;
  readonly sort?: DealQuery['sort'];
};

const nameOf = (id: number): string => marketplaceWithId(id).name;
const idsOf = (names: readonly string[] | undefined): readonly number[] | null =>
  names === undefined ? null : all.filter((id) => names.includes(nameOf(id)));

/** Nothing is left out by default. */
const wide = { payout: 'any', pairs: 'all', without: ['none'] } as const;

const dealRequests: readonly DealRequest[] = [
  wide,
  { ...wide, limit: 3 },
  { ...wide, limit: 4, pairs: 'best' },
  { ...wide, pairs: 'best', sort: 'percent', without: ['outlier'] },
  { ...wide, limit: 5, sort: 'percent', without: ['outlier'] },
  { ...wide, minProfit: 3, way: 'bid' },
  { ...wide, minPercent: 10, maxPrice: 400, way: 'list' },
  { ...wide, from: all.slice(0, 2).map(nameOf), without: ['thin'] },
  { ...wide, to: all.slice(1, 4).map(nameOf), maxAgeSeconds: 300 },
  { ...wide, without: ['stale', 'feeUnknown'], limit: 10 },
  { ...wide, payout: 'money' },
];

/** Of these there are few in this market. */
const narrowRequests: readonly DealRequest[] = [
  {},
  { payout: 'steamBalance', without: ['none'] },
  { maxHoldDays: 15, pairs: 'all', without: ['thin'] },
];

const queryOf = (subscription: DealRequest, at: number): DealQuery => ({
  sort: subscription.sort ?? 'profit',
  limit: subscription.limit ?? 50,
  name: null,
  above: 1,
  minProfitUsd: (subscription.minProfit ?? 0) * 1000,
  minPercent: subscription.minPercent ?? 0,
  maxCostUsd: (subscription.maxPrice ?? Number.POSITIVE_INFINITY) * 1000,
  seenSince: subscription.maxAgeSeconds === undefined ? 0 : at - subscription.maxAgeSeconds * 1000,
  at,
  from: idsOf(subscription.from),
  to: idsOf(subscription.to),
  ways: subscription.way === undefined ? ['bid', 'list'] : [subscription.way],
  pairs: subscription.pairs ?? 'best',
  payout: subscription.payout ?? 'money',
  maxHoldDays: subscription.maxHoldDays ?? null,
  without: (subscription.without ?? defaultWithout).filter((flag) => flag !== 'none'),
  sourceFlags: () => [],
  rates: [],
});

const ageless = (data: unknown): string =>
  JSON.stringify(data, (key, value) =>
    key === 'seenAt' || ['link', 'count', 'asking', 'bidding'].includes(key) || key.endsWith('Count')
      ? undefined
      : value,
  );
const ageAlone = (data: unknown): string =>
  JSON.stringify(data, (key, value) => (key === 'seenAt' || key === 'liquidity' ? undefined : value));

/** What a reader knows from the messages of one subscription. */
class Copy {
  readonly known = new Map<string, unknown>();
  seen = 0;
  removed = 0;

  take(messages: readonly Message[]): void {
    for (const message of messages) {
      if (message.type === 'error') throw new Error(JSON.stringify(message));
      if (!['best', 'deal', 'found'].includes(message.type)) continue;
      expect(message).not.toHaveProperty('sequence');
      this.seen += 1;
      const id = message['id'] as string;
      if (message['eventType'] === 'Removed') this.removed += Number(this.known.delete(id));
      else this.known.set(id, message['data']);
    }
  }
}

/** A reader that is cut off now and then, starts again with the current state, and reads slowly on request. */
class Follower {
  readonly #rig: Rig;
  readonly #subscription: object;
  readonly #dice = createDice(11);
  reader: PlayedReader;
  copy = new Copy();
  seen = 0;
  removed = 0;

  constructor(rig: Rig, subscription: object) {
    this.#rig = rig;
    this.#subscription = subscription;
    this.reader = this.#ask();
  }

  #ask(): PlayedReader {
    const reader = this.#rig.reader();
    reader.ask({ subscribeTo: 'all', games: [game], snapshot: true, ...this.#subscription });
    return reader;
  }

  mayBreak(): void {
    if (this.#dice(60) > 0) return;
    this.reader.cut();
    this.copy = new Copy();
    this.reader = this.#ask();
  }

  takeIn(): void {
    const { seen: before, removed } = this.copy;
    this.copy.take(this.reader.received.splice(0));
    this.seen += this.copy.seen - before;
    this.removed += this.copy.removed - removed;
  }
}

function createMarket(outboxMessages: number, saleCounts?: () => Promise<ReadonlyMap<string, number>>) {
  const market = new ReadMarket();
  const connected = all.map(marketplaceWithId);
  const rig = createRig({
    book: market.book,
    connected,
    settings: { outbox: { messages: outboxMessages, bytes: 1 << 20 } },
    ...(saleCounts !== undefined && { saleCounts }),
  });
  rig.clock.at = market.now;
  const step = () => {
    market.step();
    rig.clock.at = market.now;
  };
  return { market, rig, step };
}

function compareDeals({ book, now }: ReadMarket, subscription: DealRequest, follower: Follower, at: number): void {
  follower.takeIn();
  const found = book.deals(game, queryOf(subscription, now)).map((deal) => toWireDeal(deal, 'USD', null));
  const texts = found.map(ageAlone).sort();
  const seen = [...follower.copy.known.values()].map(ageAlone).sort();
  if (JSON.stringify(seen) !== JSON.stringify(texts))
    expect(seen, `${at}, ${JSON.stringify(subscription)}`).toEqual(texts);
}

type BestRequest = {
  readonly channels?: unknown;
  readonly subscribeTo?: readonly string[];
  readonly query?: string;
  readonly phases?: readonly string[];
  readonly payout?: PayoutChoice;
};

const rowIdOf = (name: string, phase: string | null): string => `${game}:${name}${phase === null ? '' : `:${phase}`}`;

/** The expected rows of an item, by id. */
function bestRows(market: ReadMarket, name: string, { subscribeTo, phases, payout = 'money' }: BestRequest) {
  const rows = market.book.best(game, name, { marketplaceIds: idsOf(subscribeTo), unlockedAt: null, payout });
  const wanted = rows.filter(({ phase }) => phases === undefined || (phase !== null && phases.includes(phase)));
  return wanted.map((best) => ({ id: rowIdOf(name, best.phase), row: { name, ...toWireBestPrices(best, 'USD') } }));
}

function compareBest(market: ReadMarket, subscription: BestRequest, copy: Copy, at: number): void {
  const names = market.items.map(({ name }) => name);
  const matching = names.filter(
    (name) => subscription.query === undefined || name.toLowerCase().includes(subscription.query),
  );
  for (const { id, row } of matching.flatMap((name) => bestRows(market, name, subscription))) {
    const seen = copy.known.get(id);
    if (seen === undefined && row.ask === null && row.bid === null) continue;
    if (ageless(seen) !== ageless(row)) expect(seen, `${at}, ${id}, ${JSON.stringify(subscription)}`).toEqual(row);
  }
}

describe('the channel deals', () => {
  it('always sends the set that a search with the same filter finds', () => {
    const { market, rig, step } = createMarket(40);
    const followers = [...dealRequests, ...narrowRequests].map((subscription) => ({
      subscription,
      follower: new Follower(rig, { channels: 'deals', ...subscription }),
    }));
    for (let at = 0; at < steps; at += 1) {
      for (let left = 1 + (at % 4); left > 0; left -= 1) step();
      for (const { follower } of followers) follower.mayBreak();
      rig.tick();
      rig.settle(followers.map(({ follower }) => follower.reader));
      for (const { subscription, follower } of followers) compareDeals(market, subscription, follower, at);
    }
    for (const { follower } of followers) expect(follower.seen).toBeGreaterThan(0);
    for (const { follower } of followers.slice(0, dealRequests.length)) {
      expect(follower.seen).toBeGreaterThan(steps / 10);
      expect(follower.removed).toBeGreaterThan(steps / 30);
    }
  });

  it('sends how easily an item is traded once its sales are known, as REST does, and queries them once', async () => {
    let queries = 0;
    const { market, rig, step } = createMarket(1_000, async () => {
      queries += 1;
      return new Map(market.items.map(({ name }, at) => [name, at]));
    });
    for (let at = 0; at < 300; at += 1) step();
    const follower = new Follower(rig, { channels: 'deals', ...wide });
    const settle = () => {
      rig.settle([follower.reader]);
      follower.takeIn();
    };
    settle();
    const liquidities = () =>
      [...follower.copy.known.values()].map((data) => (data as { liquidity: number | null }).liquidity);
    expect(new Set(liquidities())).toEqual(new Set([null]));
    await new Promise((resolve) => setImmediate(resolve));
    settle();

    expect(liquidities().length).toBeGreaterThan(0);
    for (const data of follower.copy.known.values()) {
      const { name, liquidity } = data as { name: string; liquidity: number };
      const sales = market.items.findIndex((one) => one.name === name);
      expect(liquidity).toBe(liquidityOf({ ...market.book.depth(game, name), salesPerDay: sales / 7 }));
    }
    rig.clock.at += 60_000;
    rig.tick();
    settle();
    expect(queries).toBe(1);
    rig.clock.at += 3_600_000;
    rig.tick();
    expect(queries).toBe(2);
  });

  it('marks a side as stale once time has passed without a reading of it', () => {
    const { rig, step, market } = createMarket(1_000);
    for (let at = 0; at < 300; at += 1) step();
    const [marked, fresh] = [wide, { ...wide, without: ['stale'] }].map(
      (subscription) => new Follower(rig, { channels: 'deals', ...subscription }),
    );
    if (marked === undefined || fresh === undefined) throw new Error('two were made');
    const settle = () => {
      rig.tick();
      rig.settle([marked.reader, fresh.reader]);
      marked.takeIn();
      fresh.takeIn();
    };
    settle();
    expect(fresh.copy.known.size).toBeGreaterThan(0);
    rig.clock.at = market.now + 3_700_000;
    settle();

    expect(fresh.copy.known.size).toBe(0);
    expect(marked.copy.known.size).toBeGreaterThan(0);
    for (const deal of marked.copy.known.values()) expect(JSON.stringify(deal)).toContain('"stale"');
  });
});

type FoundRequest = {
  readonly subscribeTo?: readonly string[];
  readonly items?: readonly string[];
  readonly query?: string;
  readonly phases?: readonly Phase[];
  readonly minPriceUSD?: number;
  readonly maxPriceUSD?: number;
  readonly minFloat?: number;
  readonly maxFloat?: number;
  readonly paintSeeds?: readonly number[];
  readonly stickers?: readonly string[];
  readonly maxStickerWear?: number;
  readonly charm?: string;
  readonly nameTag?: boolean;
  readonly minStatTrakCount?: number;
  readonly maxDaysTradeLocked?: number;
  readonly belowOthersPercent?: number;
  readonly sort?: OfferSort;
  readonly limit?: number;
};

const extrasOf = ({ charm, nameTag = false, minStatTrakCount }: FoundRequest) => ({
  ...anyExtras,
  ...{ charm: charm ?? null, nameTag, minStatTrakCount: minStatTrakCount ?? null },
});

const searchOf = (subscription: FoundRequest, at: number): OfferQuery => ({
  at,
  names: subscription.items ?? null,
  words: subscription.query ?? null,
  phases: subscription.phases ?? null,
  marketplaceIds: idsOf(subscription.subscribeTo),
  minUsd: (subscription.minPriceUSD ?? 0) * 1_000,
  maxUsd: (subscription.maxPriceUSD ?? Number.POSITIVE_INFINITY) * 1_000,
  minFloat: subscription.minFloat ?? null,
  maxFloat: subscription.maxFloat ?? null,
  paintSeeds: subscription.paintSeeds ?? null,
  stickers: subscription.stickers ?? [],
  maxStickerWear: subscription.maxStickerWear ?? 1,
  extras: extrasOf(subscription),
  tradableBy: subscription.maxDaysTradeLocked === undefined ? null : at + subscription.maxDaysTradeLocked * 86_400_000,
  belowOthersPercent: subscription.belowOthersPercent ?? null,
  sort: subscription.sort ?? 'price',
  limit: subscription.limit ?? 100,
  after: null,
});

// A change of these only sends no message
const quiet = ['seenAt', 'daysTradeLocked', 'stickersAsk', 'usualAsk'];
const loud = (data: unknown): string => JSON.stringify(data, (key, value) => (quiet.includes(key) ? undefined : value));

/** Subscriptions that name values occurring in the offers of a market. */
function requestsFor({ book, items }: ReadMarket): readonly FoundRequest[] {
  const names = items.map(({ name }) => name);
  const offers = names.flatMap((name) => all.flatMap((id) => book.offers(id, game, name)));
  const sticker = offers.find(({ stickers }) => (stickers ?? []).length > 0)?.stickers?.[0]?.name ?? '';
  return [
    {},
    { limit: 5, sort: 'newest' },
    { query: 'doppler', sort: 'float', limit: 30 },
    { belowOthersPercent: 5 },
    { belowOthersPercent: 0, phases: ['Ruby', 'Sapphire', 'Phase 1', 'Phase 2', 'Phase 3'], sort: 'priceDown' },
    { belowOthersPercent: 3, limit: 4 },
    { stickers: [sticker] },
    { stickers: [sticker], maxStickerWear: 0.1 },
    { minFloat: 0.05, maxFloat: 0.2, sort: 'floatDown', limit: 20 },
    { paintSeeds: offers.slice(0, 200).flatMap(({ paintSeed }) => paintSeed ?? []), minPriceUSD: 5 },
    { maxPriceUSD: 50, minPriceUSD: 5, sort: 'priceDown', limit: 10 },
    { subscribeTo: all.slice(0, 2).map(nameOf), items: names.slice(0, 4) },
    { maxDaysTradeLocked: 3, limit: 40 },
    { maxDaysTradeLocked: 0, belowOthersPercent: 1 },
    { charm: 'kev', limit: 20 },
    { nameTag: true, sort: 'newest' },
    { minStatTrakCount: 900 },
  ];
}

function compareFound(
  { book }: ReadMarket,
  subscription: FoundRequest,
  follower: Follower,
  now: number,
  at: number,
): void {
  follower.takeIn();
  const found = book.findOffers(game, searchOf(subscription, now)).map((one) => toWireFoundOffer(one, 'USD', now));
  const texts = found.map(loud).sort();
  const seen = [...follower.copy.known.values()].map(loud).sort();
  if (JSON.stringify(seen) !== JSON.stringify(texts))
    expect(seen, `${at}, ${JSON.stringify(subscription)}`).toEqual(texts);
}

describe('the channel found', () => {
  it('always sends the set that the same search finds, also as trade locks end', () => {
    const { market, rig, step } = createMarket(40);
    const play = (count: number) => {
      for (let left = count; left > 0; left -= 1) step();
    };
    play(300);
    const followers = requestsFor(market).map((subscription) => ({
      subscription,
      follower: new Follower(rig, { channels: 'found', ...subscription }),
    }));
    const rounds = steps / 3;
    const isOfTime = (subscription: FoundRequest) => subscription.maxDaysTradeLocked !== undefined;
    for (let at = 0; at < rounds; at += 1) {
      play(1 + (at % 4));
      // Offers that match because time has passed are looked for every ten seconds
      const isLate = at % 8 === 0;
      if (isLate) rig.clock.at += 10_000 + (at % 3) * 86_400_000;
      for (const { follower } of followers) follower.mayBreak();
      rig.tick();
      rig.settle(followers.map(({ follower }) => follower.reader));
      const compared = followers.filter(({ subscription }) => isLate || !isOfTime(subscription));
      for (const { subscription, follower } of compared) compareFound(market, subscription, follower, rig.clock.at, at);
    }
    expect(Math.min(...followers.map(({ follower }) => follower.seen))).toBeGreaterThan(rounds / 10);
    expect(Math.min(...followers.map(({ follower }) => follower.removed))).toBeGreaterThan(0);
  });
});

describe('the channel best', () => {
  const subscriptions = [
    { channels: 'best' },
    { channels: ['best', 'offers'] },
    { channels: 'best', subscribeTo: all.slice(0, 3).map(nameOf) },
    { channels: 'best', query: 'doppler', payout: 'any' as const },
    { channels: 'best', payout: 'steamBalance' as const },
    { channels: 'best', phases: ['Ruby', 'Phase 2'] },
  ] as const;

  it('always sends the prices that reading all of them gives', () => {
    const { market, rig, step } = createMarket(30);
    const followers = subscriptions.map((subscription) => ({
      subscription,
      follower: new Follower(rig, subscription),
    }));
    for (let at = 0; at < steps; at += 1) {
      for (let left = 1 + (at % 3); left > 0; left -= 1) step();
      for (const { follower } of followers) follower.mayBreak();
      rig.settle(followers.map(({ follower }) => follower.reader));
      for (const { subscription, follower } of followers) {
        follower.takeIn();
        compareBest(market, subscription, follower.copy, at);
      }
    }
    for (const { follower } of followers) expect(follower.seen).toBeGreaterThan(steps / 10);
  });

  it('sends an item once however often it changed, and nothing when it is the same as before', () => {
    const { rig } = createMarket(1_000);
    const follower = new Follower(rig, { channels: 'best' });
    rig.settle([follower.reader]);
    follower.takeIn();
    const offer = (usd: number) =>
      ({
        kind: 'offer',
        game,
        name: 'Chroma Case',
        phase: null,
        offerId: 'c1',
        price: { amount: usd, currency: 'USD' },
        prices: { USD: usd, EUR: null, CNY: null, RUB: null },
        ...unknownTraits,
        tradableAt: 0,
      }) as const;
    const put = (usd: number) =>
      rig.book.apply([offer(usd)], { marketplaceId: all[0] ?? 0, source: 'test', at: rig.clock.at });
    put(2_000);
    put(3_000);
    put(2_500);
    rig.settle([follower.reader]);
    follower.takeIn();
    expect(follower.seen).toBe(1);
    expect(JSON.stringify([...follower.copy.known.values()])).toContain('"price":2.5');

    put(2_600);
    put(2_500);
    rig.settle([follower.reader]);
    follower.takeIn();
    expect(follower.seen).toBe(1);
  });

  it('sends nothing before the tape has what it was computed from', () => {
    const { rig, step } = createMarket(1_000);
    const follower = new Follower(rig, { channels: 'best' });
    rig.settle([follower.reader]);
    follower.takeIn();
    rig.pending.newest = rig.log.head + 1;
    for (let at = 0; at < 50; at += 1) step();
    rig.settle([follower.reader]);
    follower.takeIn();
    expect(follower.seen).toBe(0);

    rig.hub.publish([{ what: 'unknown', at: rig.clock.at }], Buffer.from('["later",1]\n'));
    rig.pending.newest = rig.log.head;
    rig.settle([follower.reader]);
    follower.takeIn();
    expect(follower.seen).toBeGreaterThan(0);
  });

  it('follows nothing while nobody is subscribed', () => {
    const { rig, step } = createMarket(1_000);
    const readers = [{ channels: ['best', 'deals'] }, { channels: 'best' }].map(
      (subscription) => new Follower(rig, subscription),
    );
    expect(rig.hub.liveQueries?.size).toBe(2);
    rig.settle(readers.map(({ reader }) => reader));
    for (const { reader } of readers) reader.cut();
    expect(rig.hub.liveQueries?.size).toBe(0);
    for (let at = 0; at < 20; at += 1) step();
    expect(rig.step()).toBe(false);
  });
});
