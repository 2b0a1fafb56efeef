import { describe, expect, it } from 'vitest';
import { longRun } from '../../test/support/long-run.ts';
import {
  type Fee,
  type KnownFees,
  type LiveOffer,
  type Money,
  marketplaceWithSlug,
  noPrices,
  type Phase,
  type Prices,
  phases,
} from '../schema/index.ts';
import { catalogue } from '../stage/catalogue/catalogue.ts';
import { createWorld } from '../stage/market/create-world.ts';
import type { CatalogueItem, PlayedListing } from '../stage/market/world.ts';
import type { DealQuery } from './best/deal.ts';
import type { BestChoice } from './best/read-best.ts';
import type { Book, BookRecord } from './book.ts';
import { createBook } from './create-book.ts';

const game = 'CS2';
const steps = longRun ? 1_000_000 : 10_000;

const fee = (percent: number, more: Partial<Fee> = {}): Fee => ({
  side: 'seller',
  percent,
  asOf: '2026-09-01',
  source: 'test',
  evidence: 'single',
  ...more,
});
const idOf = (slug: string) => marketplaceWithSlug(slug).id;
const offering = ['csfloat', 'dmarket', 'waxpeer', 'buff163'].map(idOf);
const quoting = ['skinport', 'market-csgo'].map(idOf);
const all = [...offering, ...quoting];

const fees: KnownFees = new Map([
  [idOf('csfloat'), [fee(2), fee(2.8, { side: 'buyer', fixed: { amount: 300, currency: 'USD' } })]],
  [idOf('dmarket'), [fee(5, { least: { amount: 50, currency: 'EUR' } }), fee(0, { side: 'buyer' })]],
  [idOf('skinport'), [fee(8), fee(6, { from: { amount: 300_000, currency: 'EUR' } }), fee(2, { method: 'private' })]],
  [idOf('buff163'), [fee(1, { side: 'buyer' })]],
]);

const mostOf = <T>(entries: readonly T[], figure: (one: T) => number, sign: 1 | -1) =>
  entries.filter((one) => figure(one) > 0).sort((a, b) => (figure(a) - figure(b)) * sign)[0];

/** After fees, from the text of the rules: of several steps the highest that is reached. */
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
  const taken = Math.max(Math.round((usd * step.percent) / 100 + dollars(step.fixed)), Math.round(dollars(step.least)));
  return side === 'buyer' ? usd + taken : Math.max(0, usd - taken);
}

type Entry = { readonly id: number; readonly phase: Phase | null; readonly prices: Prices };

const entriesOf = (rows: readonly { marketplaceId: number; phase: Phase | null; prices: Prices }[]): Entry[] =>
  rows.map(({ marketplaceId: id, phase, prices }) => ({ id, phase, prices }));

/** The best prices of a series, from every offer, quote and buy order there is. */
function recomputed(book: Book, name: string, phase: Phase | null, choice: BestChoice) {
  const ids = all.filter((id) => choice.marketplaceIds?.includes(id) ?? true).sort((a, b) => a - b);
  const { unlockedAt } = choice;
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
  const lowest = ids.flatMap(
    (id) =>
      mostOf(
        asks.filter((one) => one.id === id),
        usdOf,
        1,
      ) ?? [],
  );
  const highest = ids.flatMap(
    (id) =>
      mostOf(
        bids.filter((one) => one.id === id),
        usdOf,
        -1,
      ) ?? [],
  );
  const cost = (one: Entry) => afterFees(one.id, 'buyer', one.prices);
  const proceeds = (one: Entry) => afterFees(one.id, 'seller', one.prices);
  const side = (one: Entry | undefined, after: (one: Entry) => number) =>
    one === undefined ? null : { id: one.id, usd: usdOf(one), after: after(one) || null };
  return {
    ask: side(mostOf(lowest, usdOf, 1), cost),
    bid: side(mostOf(highest, usdOf, -1), proceeds),
    askAfterFees: side(mostOf(lowest, cost, 1), cost),
    bidAfterFees: side(mostOf(highest, proceeds, -1), proceeds),
    orderCount: bids.length,
    bidding: new Set(bids.map(({ id }) => id)).size,
  };
}

const usdOf = ({ prices }: Entry): number => prices.USD ?? 0;

function kept(book: Book, name: string, choice: BestChoice) {
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

/** Numbers below a limit that look random and are the same in every run. */
function createDice(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const priced = (usd: number, isKnown = true): { price: Money; prices: Prices } => {
  const amount = Math.max(10, Math.round(usd * 1000));
  const prices = isKnown
    ? { USD: amount, EUR: Math.round(amount * 0.87), CNY: amount * 7, RUB: amount * 80 }
    : noPrices;
  return { price: { amount, currency: isKnown ? 'USD' : 'TF2' }, prices };
};

/** The stage's market, read by a book in random pieces. */
class ReadMarket {
  readonly book = createBook(fees);
  readonly items: readonly CatalogueItem[];
  readonly #dice = createDice(7);
  readonly #world;
  #now = 1_790_000_000_000;

  constructor() {
    const { CS2 } = catalogue;
    const dopplers = CS2.filter(({ phases }) => phases.length > 0).slice(0, 3);
    this.items = [...dopplers, ...CS2.filter(({ phases }) => phases.length === 0).slice(0, 4)];
    const items = { CS2: this.items, Dota2: [], Rust: [], TF2: [] };
    this.#world = createWorld({ seed: 3, startedAt: this.#now, items });
  }

  get now(): number {
    return this.#now;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#dice(list.length)] as T;
  }

  /** One random reading; the name of the item it was about, null for all. */
  step(): string | null {
    this.#now += 1_000;
    if (this.#dice(20) === 0) this.#world.tick(this.#now);
    const item = this.#pick(this.items);
    const what = this.#dice(10);
    if (what < 3) this.#readOffers(this.#pick(offering), item);
    else if (what < 5) this.#readBids(this.#pick(all), item);
    else if (what < 7) this.#quote(this.#pick(quoting), item);
    else if (what < 9) this.#change(item);
    else return this.#sweep();
    return item.name;
  }

  #apply(id: number, records: readonly BookRecord[]): void {
    this.book.apply(records, { marketplaceId: id, source: 'test', at: this.#now });
  }

  #readOffers(id: number, item: CatalogueItem): void {
    const listings = this.#world.listings(marketplaceSlug(id), item).filter(() => this.#dice(4) > 0);
    this.#apply(
      id,
      listings.map((one) => this.#offerOf(one)),
    );
    const scope = { marketplaceId: id, game, name: item.name, at: this.#now } as const;
    if (this.#dice(2) === 0) this.book.sweepItem({ ...scope, kinds: ['offer'], seenBefore: this.#now, isCut: false });
  }

  #offerOf(listing: PlayedListing): BookRecord {
    return {
      kind: 'offer',
      game,
      name: listing.item.name,
      phase: this.#dice(8) === 0 ? null : listing.phase,
      offerId: String(listing.number),
      ...priced(listing.priceUsd, this.#dice(12) > 0),
      purchaseLink: null,
      inspectLink: null,
      float: listing.float,
      paintIndex: listing.paintIndex,
      paintSeed: listing.paintSeed,
      stickers: null,
      tradableAt: this.#dice(3) === 0 ? null : (listing.tradableAt ?? 0),
      ownerId: null,
    };
  }

  #readBids(id: number, item: CatalogueItem): void {
    const orders = [this.#pick(item.phases), this.#pick(item.phases), undefined].map(
      (phase, at): BookRecord => ({
        kind: 'buyOrder',
        game,
        name: item.name,
        phase: phase?.phase ?? null,
        orderId: `${item.index} ${at} ${this.#dice(4)}`,
        ...priced(item.basePrice * (0.7 + this.#dice(50) / 100), this.#dice(12) > 0),
        quantity: 1,
      }),
    );
    this.#apply(id, orders);
    const scope = { marketplaceId: id, game, name: item.name, at: this.#now } as const;
    if (this.#dice(2) === 0)
      this.book.sweepItem({ ...scope, kinds: ['buyOrder'], seenBefore: this.#now, isCut: false });
  }

  #quote(id: number, item: CatalogueItem): void {
    const isOut = this.#dice(6) === 0;
    const { price, prices } = priced(item.basePrice * (0.8 + this.#dice(40) / 100), this.#dice(12) > 0);
    const phase = this.#dice(2) === 0 ? null : (this.#pick(item.phases)?.phase ?? null);
    const priceOf = isOut ? { lowest: null, prices: noPrices } : { lowest: price, prices };
    const rest = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
    this.#apply(id, [{ kind: 'quote', game, name: item.name, phase, ...priceOf, offerCount: isOut ? 0 : 3, ...rest }]);
  }

  /** A new price, or the end, of something that is there. */
  #change(item: CatalogueItem): void {
    const id = this.#pick(all);
    const offer = this.#pick(this.book.offers(id, game, item.name));
    const order = this.#pick(this.book.buyOrders(id, game, item.name));
    const isEnd = this.#dice(2) === 0;
    if (offer !== undefined && isEnd)
      this.#apply(id, [{ kind: 'withdrawal', game, offerId: offer.offerId, reason: 'sold' }]);
    else if (offer !== undefined)
      this.#apply(id, [
        { kind: 'repricing', game, offerId: offer.offerId, ...priced(item.basePrice * (1 + this.#dice(9) / 10)) },
      ]);
    if (order !== undefined && isEnd) this.#apply(id, [{ kind: 'cancellation', game, orderId: order.orderId }]);
  }

  #sweep(): null {
    const marketplaceId = this.#pick(all);
    const scope = { marketplaceId, game, at: this.#now } as const;
    // Where only quotes are told, a complete reading of offers would say that there are none
    const kinds = [
      this.#pick([quoting.includes(marketplaceId) ? ('quote' as const) : ('offer' as const), 'buyOrder' as const]),
    ];
    if (this.#dice(3) === 0) this.book.confirm({ ...scope, kinds });
    else if (this.#dice(2) === 0) this.book.sweep({ ...scope, kinds, seenBefore: this.#now - this.#dice(200_000) });
    else this.book.expire({ ...scope, kinds, seenBefore: this.#now - this.#dice(200_000) }, 'expired');
    return null;
  }
}

const slugs = new Map(
  ['csfloat', 'dmarket', 'waxpeer', 'buff163', 'skinport', 'market-csgo'].map((slug) => [idOf(slug), slug]),
);
const marketplaceSlug = (id: number): string => slugs.get(id) ?? '';

const seen = { asks: 0, bids: 0, after: 0, variants: 0 };

function compare(book: Book, name: string, choice: BestChoice, step: number): void {
  for (const { phase, best } of kept(book, name, choice)) {
    const anew = recomputed(book, name, phase, choice);
    if (JSON.stringify(best) !== JSON.stringify(anew)) expect(best, `step ${step}, ${name} ${phase}`).toEqual(anew);
    seen.asks += Number(best.ask !== null);
    seen.bids += Number(best.bid !== null);
    seen.after += Number(best.askAfterFees?.id !== best.ask?.id);
    seen.variants += Number(phase !== null);
  }
}

/** Every pair of marketplaces of every item and variant, best first. */
function countedDeals(book: Book, names: readonly string[], query: DealQuery) {
  const found = names.flatMap((name) => {
    const known = book.best(game, name, { marketplaceIds: null, unlockedAt: null }).map(({ phase }) => phase);
    return known.flatMap((phase) => pairsOf(book, name, phase, known.length > 1, query));
  });
  const keyOf = ({ cost, sale }: (typeof found)[number]) =>
    query.sort === 'profit' ? sale - cost : (sale - cost) / cost;
  const textOf = ({ name, phase, buy, sell, way }: (typeof found)[number]) =>
    [
      name,
      phase === null ? 0 : phases.indexOf(phase) + 1,
      String(buy).padStart(3, '0'),
      String(sell).padStart(3, '0'),
      way,
    ].join('\n');
  return found.sort((a, b) => keyOf(b) - keyOf(a) || (textOf(a) < textOf(b) ? -1 : 1)).slice(0, query.limit);
}

function pairsOf(book: Book, name: string, phase: Phase | null, hasVariants: boolean, query: DealQuery) {
  const bestAt = (id: number) => {
    const { ask, bid } = recomputed(book, name, phase, { marketplaceIds: [id], unlockedAt: null });
    return { cost: ask?.after ?? ask?.usd ?? 0, bid: bid?.after ?? 0, list: relistedAt(book, id, name, phase) };
  };
  const at = new Map(all.map((id) => [id, bestAt(id)]));
  const among = (ids: readonly number[] | null) => all.filter((id) => ids?.includes(id) ?? true);
  const ways = query.ways.filter((way) => way === 'bid' || phase !== null || !hasVariants);
  return among(query.from).flatMap((buy) =>
    among(query.to)
      .filter((sell) => sell !== buy)
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
      .filter(({ cost, sale }) => cost > 0 && sale > cost && cost <= query.maxCostUsd)
      .filter(
        ({ cost, sale }) => sale - cost >= query.minProfitUsd && ((sale - cost) / cost) * 100 >= query.minPercent,
      ),
  );
}

function relistedAt(book: Book, id: number, name: string, phase: Phase | null): number {
  const asks = entriesOf([...book.offers(id, game, name), ...book.quotes(id, game, name)]);
  const lowest = mostOf(
    asks.filter((one) => phase === null || one.phase === phase),
    usdOf,
    1,
  );
  return lowest === undefined ? 0 : afterFees(id, 'seller', lowest.prices);
}

function queryAt(step: number): DealQuery {
  const dice = createDice(step);
  const some = () => (dice(3) === 0 ? all.filter(() => dice(2) === 0) : null);
  return {
    sort: dice(2) === 0 ? 'profit' : 'percent',
    limit: 1 + dice(40),
    minProfitUsd: dice(2) * dice(20_000),
    minPercent: dice(2) * dice(30),
    maxCostUsd: dice(3) === 0 ? dice(1_000_000) : Number.POSITIVE_INFINITY,
    seenSince: 0,
    freshSince: 0,
    from: some(),
    to: some(),
    ways: ([['bid', 'list'], ['bid'], ['list']] as const)[dice(3)] ?? [],
    without: [],
    isInferred: () => false,
  };
}

let dealCount = 0;

function compareDeals(book: Book, names: readonly string[], step: number): void {
  const query = queryAt(step);
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
});

describe('deals', () => {
  it('are the best of all pairs of marketplaces, whatever is asked for', () => {
    const market = new ReadMarket();
    const names = market.items.map(({ name }) => name);
    for (let step = 0; step < steps; step += 1) {
      market.step();
      if (step % 50 === 0) compareDeals(market.book, names, step);
    }
    expect(dealCount).toBeGreaterThan(steps / 50);
  });
});

describe('the best prices over marketplaces', () => {
  it(`are what every offer, quote and buy order gives when counted anew, over ${steps} random readings`, () => {
    const market = new ReadMarket();
    for (let step = 0; step < steps; step += 1) {
      const about = market.step();
      const names = about === null ? market.items.map(({ name }) => name) : [about];
      for (const name of names) compare(market.book, name, choiceAt(step, market.now), step);
    }
    // Everything that can differ was there often
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(steps / 10);
  });
});
