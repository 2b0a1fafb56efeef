import { describe, expect, it } from 'vitest';
import {
  all,
  createDice,
  everyDeal,
  fees,
  idOf,
  isPayable,
  ReadMarket,
  terms,
} from '../../test/support/book/read-market.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import {
  dealFlags,
  type Fee,
  type LiveOffer,
  mustVary,
  noPrices,
  type PayoutChoice,
  type Prices,
  type Variant,
  variantNumber,
} from '../schema/index.ts';
import type { DealQuery } from './best/deal.ts';
import type { BestChoice } from './best/read-best.ts';
import { Book } from './book.ts';
import type { BookRecord } from './book-record.ts';

const game = 'CS2';
const steps = extent({ short: 2_000, long: 1_000_000 });

const extremeOf = <T>(entries: readonly T[], figure: (one: T) => number, sign: 1 | -1) =>
  entries.filter((one) => figure(one) > 0).sort((a, b) => (figure(a) - figure(b)) * sign)[0];

/** The amount after fees as the rules describe it: of several price steps the highest reached one applies. */
function afterFees(marketplaceId: number, side: 'buyer' | 'seller', prices: Prices): number {
  const usd = prices.USD ?? 0;
  const rate = usd / (prices.EUR ?? 1);
  const reached = (fees.get(marketplaceId) ?? [])
    .filter((one) => one.side === side && one.method === undefined && (one.from?.amount ?? 0) <= (prices.EUR ?? 0))
    .sort((a, b) => (b.from?.amount ?? 0) - (a.from?.amount ?? 0));
  const [step] = reached;
  if (step === undefined || usd === 0) return 0;
  const dollars = (amount: Fee['fixed']) =>
    amount === undefined ? 0 : amount.amount * (amount.currency === 'EUR' ? rate : 1);
  const taken = Math.max(Math.round((usd * step.percent) / 100 + dollars(step.fixed)), Math.round(dollars(step.min)));
  if (side === 'buyer') return usd + taken;
  const received = Math.max(0, usd - taken);
  return received - Math.round((received * (terms.get(marketplaceId)?.payOut?.[0]?.percent ?? 0)) / 100);
}

const paysOut = (id: number, payout: PayoutChoice): boolean =>
  payout === 'any' || terms.get(id)?.payout?.kind === payout;

type Entry = { readonly id: number; readonly phase: Variant | null; readonly prices: Prices };

const entriesOf = (rows: readonly { marketplaceId: number; phase: Variant | null; prices: Prices }[]): Entry[] =>
  rows.map(({ marketplaceId: id, phase, prices }) => ({ id, phase, prices }));

/** The best prices of a series, recomputed from all offers, quotes and buy orders. */
function recomputed(book: Book, name: string, phase: Variant | null, choice: BestChoice) {
  const ids = all.filter((id) => choice.marketplaceIds?.includes(id) ?? true).sort((a, b) => a - b);
  const { unlockedAt, payout } = choice;
  const isFree = ({ tradableAt }: LiveOffer) =>
    unlockedAt === null || (tradableAt !== null && tradableAt <= unlockedAt);
  const asks = ids
    .flatMap((id) => [
      ...entriesOf(book.offers(id, game, name).filter(isFree)),
      ...(unlockedAt === null ? entriesOf(book.quotes(id, game, name)) : []),
    ])
    .filter((one) => phase === null || one.phase === phase);
  const bids = ids
    .flatMap((id) => entriesOf(book.buyOrders(id, game, name)))
    .filter((one) => one.phase === null || one.phase === phase);
  const lowest = ids
    .flatMap(
      (id) =>
        extremeOf(
          asks.filter((one) => one.id === id),
          usdOf,
          1,
        ) ?? [],
    )
    .filter(({ id, prices }) => isPayable(id, prices));
  const highest = ids
    .filter((id) => paysOut(id, payout))
    .flatMap(
      (id) =>
        extremeOf(
          bids.filter((one) => one.id === id),
          usdOf,
          -1,
        ) ?? [],
    )
    .filter(({ id, prices }) => isPayable(id, prices));
  const cost = (one: Entry) => afterFees(one.id, 'buyer', one.prices);
  const proceeds = (one: Entry) => afterFees(one.id, 'seller', one.prices);
  const side = (one: Entry | undefined, after: (one: Entry) => number) =>
    one === undefined ? null : { id: one.id, usd: usdOf(one), after: after(one) || null };
  return {
    ask: side(extremeOf(lowest, usdOf, 1), cost),
    bid: side(extremeOf(highest, usdOf, -1), proceeds),
    askAfterFees: side(extremeOf(lowest, cost, 1), cost),
    bidAfterFees: side(extremeOf(highest, proceeds, -1), proceeds),
    orderCount: bids.length,
    bidding: new Set(bids.map(({ id }) => id)).size,
  };
}

const usdOf = ({ prices }: Entry): number => prices.USD ?? 0;

function storedBest(book: Book, name: string, choice: BestChoice) {
  const side = (one: ReturnType<Book['best']>[number]['ask']) =>
    one === null ? null : { id: one.marketplaceId, usd: one.prices.USD, after: one.afterFeesUsd };
  return book.best(game, name, choice).map((one) => ({
    phase: one.phase,
    best: {
      ask: side(one.ask),
      bid: side(one.bid),
      askAfterFees: side(one.askAfterFees),
      bidAfterFees: side(one.bidAfterFees),
      orderCount: one.orderCount,
      bidding: one.bidding,
    },
  }));
}

const seen = { asks: 0, bids: 0, after: 0, variants: 0 };

function compare(book: Book, name: string, choice: BestChoice, step: number): void {
  const rows = storedBest(book, name, choice);
  for (const { phase, best } of rows) {
    const counted = recomputed(book, name, phase, choice);
    // One rule for every figure of a sale: a whole item with variants has none
    const anew = rows.length > 1 && phase === null ? { ...counted, bid: null, bidAfterFees: null } : counted;
    if (JSON.stringify(best) !== JSON.stringify(anew)) expect(best, `step ${step}, ${name} ${phase}`).toEqual(anew);
    seen.asks += Number(best.ask !== null);
    seen.bids += Number(best.bid !== null);
    seen.after += Number(best.askAfterFees?.id !== best.ask?.id);
    seen.variants += Number(phase !== null);
  }
}

/** All of them, or the first of each item, as the query says. */
function pairsWanted<Ranked extends { readonly name: string }>(ranked: readonly Ranked[], { pairs }: DealQuery) {
  const seen = new Set<string>();
  return ranked.filter(({ name }) => pairs === 'all' || (!seen.has(name) && seen.add(name)));
}

/** Every pair of marketplaces of every item and variant, best first. */
function countedDeals(book: Book, names: readonly string[], query: DealQuery) {
  const found = (query.name === null ? names : [query.name]).flatMap((name) => {
    const known = book
      .best(game, name, { marketplaceIds: null, unlockedAt: null, payout: 'any' })
      .map(({ phase }) => phase);
    return known.flatMap((phase) => pairsOf(book, name, phase, known.length > 1, query));
  });
  const keyOf = ({ cost, sale }: (typeof found)[number]) => (query.sort === 'profit' ? sale - cost : sale / cost);
  const textOf = ({ name, phase, buy, sell, way }: (typeof found)[number]) =>
    [name, variantNumber(phase), String(buy).padStart(3, '0'), String(sell).padStart(3, '0'), way].join('\n');
  const ranked = found.sort((a, b) => keyOf(b) - keyOf(a) || (textOf(a) < textOf(b) ? -1 : 1));
  return pairsWanted(ranked, query).slice(0, query.limit);
}

function pairsOf(book: Book, name: string, phase: Variant | null, hasVariants: boolean, query: DealQuery) {
  const bestAt = (id: number) => {
    const { ask, bid } = recomputed(book, name, phase, { marketplaceIds: [id], unlockedAt: null, payout: 'any' });
    return { cost: ask?.after ?? ask?.usd ?? 0, bid: bid?.after ?? 0, list: relistedAt(book, id, name, phase) };
  };
  const at = new Map(all.map((id) => [id, bestAt(id)]));
  const among = (ids: readonly number[] | null) => all.filter((id) => ids?.includes(id) ?? true);
  const ways = query.ways.filter((way) => way === 'bid' || phase !== null || !hasVariants);
  return among(query.from).flatMap((buy) =>
    among(query.to)
      .filter((sell) => sell !== buy && paysOut(sell, query.payout) && isSoonFree(buy, sell, query))
      .flatMap((sell) =>
        ways.map((way) => ({
          name,
          phase,
          buy,
          sell,
          way,
          cost: at.get(buy)?.cost ?? 0,
          sale: at.get(sell)?.[way] ?? 0,
        })),
      )
      .filter(({ cost, sale }) => cost > 0 && sale > cost * query.above && cost <= query.maxCostUsd)
      .filter(
        ({ cost, sale }) => sale - cost >= query.minProfitUsd && ((sale - cost) / cost) * 100 >= query.minPercent,
      ),
  );
}

function isSoonFree(buy: number, sell: number, { maxHoldDays }: DealQuery): boolean {
  const item = terms.get(buy)?.itemHolds?.[0]?.days;
  const money = terms.get(sell)?.moneyHolds?.[0]?.days;
  return maxHoldDays === null || (item !== undefined && money !== undefined && item + money <= maxHoldDays);
}

function relistedAt(book: Book, id: number, name: string, phase: Variant | null): number {
  const asks = entriesOf([...book.offers(id, game, name), ...book.quotes(id, game, name)]);
  const lowest = extremeOf(
    asks.filter((one) => phase === null || one.phase === phase),
    usdOf,
    1,
  );
  return lowest === undefined || !isPayable(id, lowest.prices) ? 0 : afterFees(id, 'seller', lowest.prices);
}

function queryAt(step: number, names: readonly string[] = []): DealQuery {
  const dice = createDice(step);
  const isAtLoss = dice(5) === 0;
  const some = () => (dice(3) === 0 ? all.filter(() => dice(2) === 0) : null);
  return {
    ...everyDeal,
    sort: dice(2) === 0 && !isAtLoss ? 'profit' : 'percent',
    limit: 1 + dice(40),
    name: dice(4) === 0 ? (names[dice(names.length)] ?? null) : null,
    above: isAtLoss ? 0.3 : 1,
    minProfitUsd: isAtLoss ? Number.NEGATIVE_INFINITY : dice(2) * dice(20_000),
    minPercent: isAtLoss ? -100 : dice(2) * dice(30),
    maxCostUsd: dice(3) === 0 ? dice(1_000_000) : Number.POSITIVE_INFINITY,
    from: some(),
    to: some(),
    ways: ([['bid', 'list'], ['bid'], ['list']] as const)[dice(3)] ?? [],
    pairs: dice(3) === 0 ? 'best' : 'all',
    payout: (['any', 'money', 'steamBalance', 'items'] as const)[Math.max(0, dice(6) - 2)] ?? 'any',
    maxHoldDays: dice(5) === 0 ? 14 + dice(2) : null,
  };
}

let dealCount = 0;

/** Compares watched deals with those that a search finds. */
class FollowedDeals {
  readonly #book: Book;
  readonly #watch;
  readonly #query;
  #isTouched = false;
  moves = 0;

  constructor(book: Book, query: DealQuery) {
    this.#book = book;
    this.#query = query;
    this.#watch = book.watchDeals(game, () => {
      this.#isTouched = true;
    });
  }

  compare(step: number, now: number): void {
    const query = {
      ...this.#query,
      at: now + 3_540_000,
      ...(this.#query.seenSince > 0 && { seenSince: now - 200_000 }),
    };
    this.moves += Number(this.#isTouched);
    this.#isTouched = false;
    const storedBest = this.#watch.take(query);
    const found = this.#book.deals(game, query);
    if (JSON.stringify(storedBest) !== JSON.stringify(found))
      expect(storedBest, `step ${step}, ${JSON.stringify(query)}`).toEqual(found);
  }
}

function compareDeals(book: Book, names: readonly string[], step: number): void {
  const query = queryAt(step, names);
  const found = book.deals(game, query).map(({ name, phase, buy, sell, profitUsd }) => {
    expect(profitUsd).toBe(sell.afterFeesUsd - buy.afterFeesUsd);
    const ends = { buy: buy.marketplaceId, sell: sell.marketplaceId, way: sell.way };
    return { name, phase, ...ends, cost: buy.afterFeesUsd, sale: sell.afterFeesUsd };
  });
  expect(found, `step ${step}, ${JSON.stringify(query)}`).toEqual(countedDeals(book, names, query));
  dealCount += found.length;
}

const choiceAt = (step: number, now: number): BestChoice => ({
  marketplaceIds: step % 7 === 0 ? all.slice(step % 3, 4) : null,
  unlockedAt: step % 5 === 0 ? now : null,
  payout: (['any', 'money', 'money', 'steamBalance'] as const)[step % 4] ?? 'any',
});

describe('deals', () => {
  it('are the best of all pairs of marketplaces, for any query', () => {
    const market = new ReadMarket();
    const names = market.items.map(({ name }) => name);
    for (let step = 0; step < steps; step += 1) {
      market.step();
      if (step % 50 === 0) compareDeals(market.book, names, step);
    }
    expect(dealCount).toBeGreaterThan(steps / 50);
  });
});

function quoteOf(name: string, amount: number, offerCount: number, phase: Variant | null = null): BookRecord {
  const prices = { USD: amount, EUR: Math.round(amount * 0.87), CNY: amount * 7, RUB: amount * 80 };
  const rest = { purchaseLink: null, marketplaceItemId: null, thumbnail: null, offerCount };
  return { kind: 'quote', game, name, phase, lowest: { amount, currency: 'USD' }, prices, ...rest };
}

/** Adds a quote far from what the item is worth, on a marketplace that quotes. */
function quoteFarOff(market: ReadMarket, step: number): void {
  const dice = createDice(step);
  const item = market.items[dice(market.items.length)] as (typeof market.items)[number];
  const amount = Math.round(item.basePrice * 1000 * ([0.2, 0.4, 2.5, 6][dice(4)] as number));
  const quote = quoteOf(item.name, amount, 1 + dice(3));
  market.book.apply([quote], { marketplaceId: all.at(-1 - dice(2)) ?? 0, source: 'test', at: market.now });
}

/** Checks the rule for items with variants on one of them; returns how many of its variants have an ask, and its deals. */
function checkVaried(market: ReadMarket, name: string): { readonly asks: number; readonly deals: number } {
  const choice = { marketplaceIds: null, unlockedAt: null, payout: 'any' } as const;
  const [whole, ...variants] = market.book.best(game, name, choice);
  if (whole === undefined) return { asks: 0, deals: 0 };
  expect(whole).toMatchObject({ phase: null, bid: null, bidAfterFees: null });
  const asks = variants.flatMap(({ ask }) => ask?.prices.USD ?? []);
  const range = whole.variants?.asks ?? null;
  expect(range === null ? [] : [range.lowest.USD, range.highest.USD]).toEqual(
    asks.length === 0 ? [] : [Math.min(...asks), Math.max(...asks)],
  );
  const deals = market.book
    .deals(game, { ...everyDeal, at: market.now, name, ways: ['bid'] })
    .filter(({ phase }) => phase === null);
  for (const { buy, sell } of deals) {
    const orders = market.book.buyOrders(sell.marketplaceId, game, name).filter(({ phase }) => phase === null);
    expect(orders.map(({ prices }) => prices.USD)).toContain(sell.prices.USD);
    const basis = market.book.askBasis(buy.marketplaceId, game, name, null, market.now);
    expect(buy.flags.includes('variantUnknown')).toBe(basis?.phase === null);
  }
  return { asks: asks.length, deals: deals.length };
}

describe('an item with variants', () => {
  it('has ranges as a whole and nothing of a sale, and no bid for one variant meets an ask that may be another', () => {
    const market = new ReadMarket();
    const names = market.items.map(({ name }) => name).filter((name) => mustVary(game, name));
    const seen = { asks: 0, deals: 0 };
    for (let step = 0; step < steps; step += 1) {
      market.step();
      for (const name of step % 25 === 0 ? names : []) {
        const { asks, deals } = checkVaried(market, name);
        seen.asks += asks;
        seen.deals += deals;
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(steps / 50);
  });
});

/** A market after so many steps, the same for any book. */
function marketAfter(count: number, book: Book): ReadMarket {
  const market = new ReadMarket(book);
  for (let step = 0; step < count; step += 1) market.step();
  return market;
}

describe('fees and terms that change', () => {
  it('lead to the figures of a book that had them from the beginning', () => {
    const [knownFees, knownTerms] = [new Map(fees), new Map(terms)];
    const changing = marketAfter(600, new Book(knownFees, knownTerms));
    const options = { marketplaceIds: null, payout: 'money', isWanted: () => true, touched: () => {} } as const;
    const watch = changing.book.watchBest(game, options);
    const [csfloat, skinport] = [idOf('csfloat'), idOf('skinport')];
    const said = { asOf: '2026-09-01', source: 'test', evidence: 'set' } as const;
    knownFees.set(csfloat, [{ side: 'seller', percent: 12, ...said }]);
    knownTerms.set(skinport, { payout: { kind: 'items', ...said } });
    for (const id of [csfloat, skinport]) for (const _ of changing.book.renewRules(id));

    const anew = marketAfter(600, new Book(knownFees, knownTerms));
    const answers = ({ book, items, now }: ReadMarket) => [
      items.flatMap(({ name }) =>
        (['any', 'money', 'items'] as const).map((payout) =>
          book.best(game, name, { marketplaceIds: null, unlockedAt: null, payout }),
        ),
      ),
      ([[], ['outlier']] as const).map((without) =>
        book.deals(game, { ...everyDeal, at: now, payout: 'money', without }),
      ),
    ];
    expect(answers(changing)).toEqual(answers(anew));
    expect(watch.take().length).toBeGreaterThan(0);
  });
});

describe('deals without outliers', () => {
  it('are all deals without an outlier on either side, after any changes since the last query', () => {
    const market = new ReadMarket();
    let left = 0;
    for (let step = 0; step < steps; step += 1) {
      market.step();
      if (step % 9 === 0) quoteFarOff(market, step);
      if (step % 40 !== 0) continue;
      const query = { ...queryAt(step), at: market.now };
      const every = market.book.deals(game, { ...query, pairs: 'all', limit: 10_000 });
      const ordinary = every.filter(({ buy, sell }) => ![...buy.flags, ...sell.flags].includes('outlier'));
      const found = market.book.deals(game, { ...query, without: ['outlier'] });
      expect(found, `step ${step}, ${JSON.stringify(query)}`).toEqual(
        pairsWanted(ordinary, query).slice(0, query.limit),
      );
      left += every.length - ordinary.length;
    }
    expect(left).toBeGreaterThan(steps / 100);
  });
});

describe('deals without old or flagged sides', () => {
  it('are all deals whose sides are neither, for any query', () => {
    const market = new ReadMarket();
    let left = 0;
    for (let step = 0; step < steps; step += 1) {
      market.step();
      if (step % 40 !== 0) continue;
      const dice = createDice(step + 1);
      const without = dealFlags.filter(() => dice(4) === 0);
      const seenSince = dice(2) * (market.now - dice(400_000));
      const sourceFlags: DealQuery['sourceFlags'] = (id, kind) => (id % 3 === 0 && kind === 'ask' ? ['inferred'] : []);
      const query = { ...queryAt(step), at: market.now + dice(2) * 3_540_000, sourceFlags };
      const every = market.book.deals(game, { ...query, pairs: 'all', limit: 10_000 });
      const wanted = every.filter(({ buy, sell }) =>
        [buy, sell].every((side) => side.seenAt >= seenSince && !side.flags.some((flag) => without.includes(flag))),
      );
      const found = market.book.deals(game, { ...query, without, seenSince });
      expect(found, `step ${step}, ${without} since ${seenSince}`).toEqual(
        pairsWanted(wanted, query).slice(0, query.limit),
      );
      left += found.length;
    }
    expect(left).toBeGreaterThan(steps / 100);
  });

  it('are found once, before and behind more than a thousand better ones whose sides are old', () => {
    const book = new Book(fees);
    const [seller = 0] = [...fees].find(([, known]) => known.some(({ side }) => side === 'seller')) ?? [];
    const [buyer = 0] = all.filter((id) => id !== seller);
    const put = (marketplaceId: number, from: number, to: number, amount: number, at: number) => {
      const quotes = Array.from({ length: to - from }, (_, index) => quoteOf(`Item ${from + index}`, amount, 5));
      book.apply(quotes, { marketplaceId, source: 'test', at });
    };
    put(buyer, 0, 1_200, 10_000, 1_000);
    put(seller, 0, 1_200, 90_000, 1_000);
    const none = book.deals(game, { ...everyDeal, limit: 5, ways: ['list'], seenSince: 2_000 });
    put(buyer, 0, 3, 60_000, 3_000);
    put(buyer, 3, 5, 5_000, 3_000);
    put(seller, 0, 5, 90_000, 3_000);
    const recent = book.deals(game, { ...everyDeal, limit: 5, ways: ['list'], seenSince: 2_000 });

    expect(none).toEqual([]);
    expect(recent.map(({ name }) => name)).toEqual(['Item 3', 'Item 4', 'Item 0', 'Item 1', 'Item 2']);
    expect(book.deals(game, { ...everyDeal, limit: 3, ways: ['list'] })[2]?.buy.prices.USD).toBe(10_000);
  });
});

describe('watched deals', () => {
  it('equal the results of a search at every look, for any number of deals and any query', () => {
    const market = new ReadMarket();
    const followed = Array.from({ length: 24 }, (_, at) => {
      const query = queryAt(at * 31);
      const without = (['stale', 'thin', 'outlier', 'inferred'] as const).filter(
        (_flag, flag) => at % (flag + 3) === 0,
      );
      return new FollowedDeals(market.book, {
        ...query,
        limit: 1 + (at % 12),
        without,
        seenSince: at % 5 === 0 ? 1 : 0,
      });
    });
    for (let step = 0; step < steps / 2; step += 1) {
      market.step();
      const one = followed[step % followed.length] as FollowedDeals;
      one.compare(step, market.now);
    }
    for (const { moves } of followed) expect(moves).toBeGreaterThan(steps / followed.length / 4);
  });

  it('equal them while few of many items change, and when more deals vanish than are kept in reserve', () => {
    const book = new Book(fees);
    const dice = createDice(5);
    const followed = [
      { limit: 1 },
      { limit: 3, sort: 'percent', minPercent: 5 } as const,
      { limit: 2, pairs: 'best' } as const,
      { limit: 1, without: ['thin', 'feeUnknown'] } as const,
      { limit: 1, without: ['stale'] } as const,
      { limit: 1, seenSince: 1 },
    ].map((query) => new FollowedDeals(book, { ...everyDeal, ...query }));
    const quote = (name: string, amount: number, marketplaceId: number, at: number): void => {
      const phase = Number(name.slice(5)) < 3 ? (([null, 'Ruby', 'Sapphire'] as const)[dice(3)] ?? null) : null;
      book.apply([quoteOf(name, amount, 1 + dice(3), phase)], { marketplaceId, source: 'test', at });
    };
    for (let step = 0; step < steps / 5; step += 1) {
      const at = 1_790_000_000_000 + step * 1_000;
      // For a while, the best deals vanish one after the other
      const [best] = step % 150 > 100 ? book.deals(game, { ...everyDeal, limit: 1 }) : [];
      if (best === undefined) quote(`Item ${dice(40)}`, 10_000 + dice(10_000), all[dice(all.length)] ?? 0, at);
      else quote(best.name, 9_000, best.sell.marketplaceId, at);
      for (const one of followed) one.compare(step, at);
    }
    expect(followed.map(({ moves }) => moves)).toEqual(followed.map(() => steps / 5));
  });
});

/** A copy of the best prices, built only from what a watch returns. */
class FollowedBest {
  readonly #book: Book;
  readonly #watch;
  readonly #marketplaceIds;
  readonly #payout;
  readonly #copy = new Map<string, string>();
  #isTouched = false;
  reported = 0;
  repeated = 0;

  constructor(book: Book, marketplaceIds: readonly number[] | null, payout: PayoutChoice) {
    this.#book = book;
    this.#payout = payout;
    this.#marketplaceIds = marketplaceIds;
    const touched = () => {
      this.#isTouched = true;
    };
    this.#watch = book.watchBest(game, { marketplaceIds, payout, isWanted: () => true, touched });
    for (const row of this.#watch.standing()) if (row !== null) this.#copy.set(keyOfRow(row), textOfRow(row));
  }

  compare(step: number, names: readonly string[]): void {
    const rows = this.#watch.take();
    if (rows.length > 0) expect(this.#isTouched).toBe(true);
    this.#isTouched = false;
    expect(new Set(rows.map(keyOfRow)).size).toBe(rows.length);
    for (const row of rows) {
      this.reported += 1;
      this.repeated += Number(this.#copy.get(keyOfRow(row)) === textOfRow(row));
      this.#copy.set(keyOfRow(row), textOfRow(row));
    }
    for (const row of names.flatMap((name) => this.#read(name))) {
      const copied = this.#copy.get(keyOfRow(row)) ?? nothingText;
      if (textOfRow(row) !== copied) expect(copied, `step ${step}, ${keyOfRow(row)}`).toBe(textOfRow(row));
    }
  }

  #read(name: string): BestRow[] {
    const choice = { marketplaceIds: this.#marketplaceIds, unlockedAt: null, payout: this.#payout };
    return this.#book.best(game, name, choice).map((best) => ({ name, best }));
  }
}

type BestRow = { readonly name: string; readonly best: ReturnType<Book['best']>[number] };
const keyOfRow = ({ name, best }: BestRow): string => `${name} ${best.phase}`;
const textOfRow = ({ best }: BestRow): string =>
  JSON.stringify([
    ...[best.ask, best.bid, best.askAfterFees, best.bidAfterFees].map((side, at) =>
      side === null ? null : [side.marketplaceId, at < 2 ? side.prices.USD : side.afterFeesUsd],
    ),
    ...[best.variants?.asks, best.variants?.bids].map((range) => range?.lowest.USD ?? null),
    ...[best.variants?.asks, best.variants?.bids].map((range) => range?.highest.USD ?? null),
  ]);
const nothingText = JSON.stringify(Array(8).fill(null));

describe('watched best prices', () => {
  it('keep a copy equal to the current prices, and are returned only when they have changed', () => {
    const market = new ReadMarket();
    const names = market.items.map(({ name }) => name);
    const followed = (['any', 'money', 'steamBalance'] as const).flatMap((payout) =>
      [null, all.slice(0, 3), all.slice(2, 3)].map((ids) => new FollowedBest(market.book, ids, payout)),
    );
    for (let step = 0; step < steps; step += 1) {
      const about = market.step();
      // A look covers several readings, so that some prices have changed and changed back
      const due = followed.filter((_, at) => step % (at + 2) === 0);
      for (const one of due) one.compare(step, step % 10 === 0 || about === null ? names : [about]);
    }
    for (const { reported, repeated } of followed) {
      expect(repeated).toBe(0);
      expect(reported).toBeGreaterThan(steps / 20);
    }
  });

  it('are looked at only for items and marketplaces that are wanted, and in parts', () => {
    const book = new Book();
    const said: string[] = [];
    const isWanted = (name: string) => name !== 'Unwanted';
    const watch = book.watchBest(game, {
      marketplaceIds: [1],
      payout: 'any',
      isWanted,
      touched: () => void said.push('touched'),
    });
    const quote = (marketplaceId: number, ...names: readonly string[]) => {
      const texts = { phase: null, purchaseLink: null, marketplaceItemId: null, thumbnail: null };
      const lowest = { amount: 1_000, currency: 'USD' } as const;
      const prices = { ...noPrices, USD: 1_000 };
      const of = names.map((name) => ({ kind: 'quote', game, name, lowest, prices, offerCount: 1, ...texts }) as const);
      book.apply(of, { marketplaceId, source: 'test', at: 1_790_000_000_000 });
    };
    quote(2, 'One', 'Two');
    quote(1, 'Unwanted');
    expect([watch.hasMore(), said]).toEqual([false, []]);

    quote(1, 'One', 'Two');
    expect([watch.hasMore(), said]).toEqual([true, ['touched']]);
    expect(watch.take(1).map(({ name }) => name)).toEqual(['One']);
    expect(watch.hasMore()).toBe(true);
    expect(watch.take().map(({ name }) => name)).toEqual(['Two']);
    expect([watch.hasMore(), watch.take()]).toEqual([false, []]);
    expect([...watch.standing()].flatMap((row) => row?.name ?? [])).toEqual(['One', 'Two']);
  });
});

describe('the best prices over marketplaces', () => {
  it(`equal a recomputation from all offers, quotes and buy orders, over ${steps} random readings`, () => {
    const market = new ReadMarket();
    for (let step = 0; step < steps; step += 1) {
      const about = market.step();
      const names = about === null ? market.items.map(({ name }) => name) : [about];
      for (const name of names) compare(market.book, name, choiceAt(step, market.now), step);
    }
    // Every kind of difference must have occurred often
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(steps / 10);
  });
});
