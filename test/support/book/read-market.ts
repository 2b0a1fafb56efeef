import type { DealQuery } from '../../../src/book/best/deal.ts';
import { Book } from '../../../src/book/book.ts';
import type { BookRecord } from '../../../src/book/book-record.ts';
import {
  type Fee,
  type KnownFees,
  type KnownTerms,
  type Money,
  marketplaceWithSlug,
  noPrices,
  type Prices,
  type Terms,
} from '../../../src/schema/index.ts';
import { catalogue } from '../../../src/stage/catalogue/catalogue.ts';
import { createWorld } from '../../../src/stage/market/create-world.ts';
import type { CatalogueItem, PlayedListing } from '../../../src/stage/market/world.ts';
import { allOf } from './all-of.ts';
import { someExtras } from './some-extras.ts';

const game = 'CS2';

const fee = (percent: number, more: Partial<Fee> = {}): Fee => ({
  side: 'seller',
  percent,
  asOf: '2026-09-01',
  source: 'test',
  evidence: 'single',
  ...more,
});
export const idOf = (slug: string) => marketplaceWithSlug(slug).id;
const offering = ['csfloat', 'dmarket', 'waxpeer', 'buff163'].map(idOf);
const quoting = ['skinport', 'market-csgo'].map(idOf);
export const all = [...offering, ...quoting];

export const fees: KnownFees = new Map([
  [idOf('csfloat'), [fee(2), fee(2.8, { side: 'buyer', fixed: { amount: 300, currency: 'USD' } })]],
  [idOf('dmarket'), [fee(5, { min: { amount: 50, currency: 'EUR' } }), fee(0, { side: 'buyer' })]],
  [idOf('skinport'), [fee(8), fee(6, { from: { amount: 300_000, currency: 'EUR' } }), fee(2, { method: 'private' })]],
  [idOf('buff163'), [fee(1, { side: 'buyer' })]],
]);

const said = { asOf: '2026-09-01', source: 'test', evidence: 'single' } as const;

export const terms: KnownTerms = new Map<number, Terms>([
  [
    idOf('csfloat'),
    {
      payout: { kind: 'money', ...said },
      payOut: [{ percent: 2.5, fixed: { amount: 1_000, currency: 'USD' }, ...said }],
      itemHolds: [{ days: 7, ...said }],
      moneyHolds: [{ days: 8, ...said }],
    },
  ],
  [
    idOf('dmarket'),
    { payout: { kind: 'money', ...said }, itemHolds: [{ days: 7, ...said }], moneyHolds: [{ days: 7, ...said }] },
  ],
  [
    idOf('skinport'),
    {
      payout: { kind: 'steamBalance', ...said },
      itemHolds: [{ days: 7, ...said }],
      maxPrices: [{ price: { amount: 150_000, currency: 'EUR' }, ...said }],
    },
  ],
  [idOf('buff163'), { payout: { kind: 'money', ...said }, itemHolds: [{ days: 7, ...said }] }],
]);

/** Whether a price is not above the highest that can be paid on its marketplace. */
export const isPayable = (marketplaceId: number, { EUR }: Prices): boolean =>
  (EUR ?? 0) <= (terms.get(marketplaceId)?.maxPrices?.[0]?.price.amount ?? Number.POSITIVE_INFINITY);

/** Every deal there is. */
export const everyDeal: DealQuery = {
  sort: 'profit',
  limit: 10_000,
  name: null,
  above: 1,
  minProfitUsd: 0,
  minPercent: 0,
  maxCostUsd: Number.POSITIVE_INFINITY,
  seenSince: 0,
  at: 0,
  from: null,
  to: null,
  ways: ['bid', 'list'],
  payout: 'any',
  maxHoldDays: null,
  pairs: 'all',
  without: [],
  sourceFlags: () => [],
  rates: [],
};

/** Pseudo-random integers below a limit, the same in every run. */
export function createDice(seed: number) {
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

/** The stage's market, read into a book in random pieces. */
export class ReadMarket {
  readonly book;
  readonly items: readonly CatalogueItem[];
  readonly #dice = createDice(7);
  readonly #world;
  #now = 1_790_000_000_000;

  constructor(book = new Book(fees, terms)) {
    this.book = book;
    const { CS2 } = catalogue;
    const dopplers = CS2.filter(({ phases }) => phases.length > 0).slice(0, 3);
    const stickers = CS2.filter(({ type }) => type === 'Sticker').slice(0, 3);
    this.items = [...dopplers, ...CS2.filter(({ phases }) => phases.length === 0).slice(0, 4), ...stickers];
    const items = { CS2: this.items, Dota2: [], Rust: [], TF2: [] };
    this.#world = createWorld({ seed: 3, startedAt: this.#now, items });
  }

  get now(): number {
    return this.#now;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#dice(list.length)] as T;
  }

  /** One random reading; returns the name of the item it was about, null for all. */
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
      stickers: listing.stickers.map(({ name, wear, slot }) => ({ name, wear, slot })),
      ...someExtras(this.#dice),
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

  /** Reprices or removes an existing offer. */
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
    // Where only quotes are published, a complete reading of offers would say that there are none
    const kinds = [
      this.#pick([quoting.includes(marketplaceId) ? ('quote' as const) : ('offer' as const), 'buyOrder' as const]),
    ];
    if (this.#dice(3) === 0) this.book.confirm({ ...scope, kinds });
    else if (this.#dice(2) === 0)
      allOf(this.book.sweep({ ...scope, kinds, seenBefore: this.#now - this.#dice(200_000) }));
    else allOf(this.book.expire({ ...scope, kinds, seenBefore: this.#now - this.#dice(200_000) }, 'expired'));
    return null;
  }
}

const slugs = new Map(
  ['csfloat', 'dmarket', 'waxpeer', 'buff163', 'skinport', 'market-csgo'].map((slug) => [idOf(slug), slug]),
);
const marketplaceSlug = (id: number): string => slugs.get(id) ?? '';
