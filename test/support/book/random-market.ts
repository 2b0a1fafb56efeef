import type { Book } from '../../../src/book/book.ts';
import type { BookRecord } from '../../../src/book/book-record.ts';
import {
  type Change,
  currencies,
  type Game,
  type ItemSweepScope,
  type Money,
  type NativeCurrency,
  nativeCurrencies,
  noAttributes,
  noPrices,
  type Prices,
  type Sticker,
  type Variant,
} from '../../../src/schema/index.ts';
import { allOf } from './all-of.ts';
import { someEffects } from './effects.ts';
import { createDice } from './read-market.ts';
import { someExtras } from './some-extras.ts';

/** A change to apply identically to several books. */
export type Happening = (book: Book) => Change[];

export const randomGames: readonly Game[] = ['CS2', 'TF2'];
export const randomMarketplaces = [1, 2, 5, 26];
const phaseChoices: readonly (Variant | null)[] = [null, null, null, 'Ruby', 'Phase 1', ...someEffects];
const kinds = ['offer', 'buyOrder', 'quote'] as const;
const perUsd: Readonly<Record<NativeCurrency, number>> = {
  ...(Object.fromEntries(nativeCurrencies.map((currency, at) => [currency, at + 2])) as Record<NativeCurrency, number>),
  ...{ USD: 1, EUR: 0.9, CNY: 7, RUB: 80, TF2: 500 },
};

/** Converts prices at rates shifted from the usual ones; null stands for a time when only the dollar had a rate. */
export const pricesAt =
  (shift: number | null) =>
  (price: Money | null): Prices => {
    if (price === null || (shift === null && price.currency !== 'USD')) return noPrices;
    const rate = (currency: NativeCurrency) => perUsd[currency] * (currency === 'USD' ? 1 : 1 + (shift ?? 0));
    const usd = price.amount / rate(price.currency);
    const of = currencies.map((currency) => {
      if (currency === price.currency) return [currency, price.amount];
      return [currency, shift === null ? null : Math.max(1, Math.round(usd * rate(currency)))];
    });
    return Object.fromEntries(of) as Prices;
  };

/** Readings of every kind from a few marketplaces, the same for the same seed. */
export class RandomMarket {
  readonly #dice;
  readonly #names: number;
  readonly #ids: number;
  #now = 1_790_000_000_000;

  /** `names` for each game, `ids` on each marketplace. */
  constructor(seed: number, { names, ids }: { readonly names: number; readonly ids: number }) {
    this.#dice = createDice(seed);
    this.#names = names;
    this.#ids = ids;
  }

  get now(): number {
    return this.#now;
  }

  nameOf(at: number): string {
    return at % 7 === 3 ? `★ Messer ${at} | Doppler (Factory New)` : `AK-${at % 50} | Härte ${at} (Field-Tested)`;
  }

  /** At most `most` records of one game and marketplace. */
  reading(max: number): Happening {
    const game = this.#pick(randomGames);
    const marketplaceId = this.#pick(randomMarketplaces);
    const records = Array.from({ length: 1 + this.#dice(max) }, () => this.#record(game));
    const at = this.#pass();
    const asOf = this.#dice(2) === 0 ? at - this.#dice(400_000) : at;
    return (book) => book.apply(records, { marketplaceId, source: 'test', at, asOf });
  }

  next(): Happening {
    const what = this.#dice(22);
    if (what < 14) return this.reading(12);
    const scope = { marketplaceId: this.#pick(randomMarketplaces), game: this.#pick(randomGames), at: this.#pass() };
    const some = kinds.filter(() => this.#dice(2) === 0);
    const since = scope.at - (this.#dice(2) === 0 ? 0 : this.#dice(400_000));
    if (what < 15) return (book) => book.confirm({ ...scope, kinds: some });
    if (what < 16) return (book) => allOf(book.sweep({ ...scope, kinds: some, seenBefore: since }));
    if (what < 17)
      return (book) => allOf(book.expire({ ...scope, kinds: ['offer', 'buyOrder'], seenBefore: since }, 'expired'));
    const toPrices = pricesAt(this.#dice(4) === 0 ? null : this.#dice(10) / 100);
    const isOfAll = this.#dice(2) === 0;
    if (what < 19) return (book) => allOf(book.reconvert(() => scope.at, toPrices, isOfAll));
    return this.#itemReading({ ...scope, kinds: some, seenBefore: since });
  }

  #itemReading(scope: Omit<ItemSweepScope, 'name' | 'isCut'>): Happening {
    const name = this.nameOf(this.#dice(this.#names));
    const isCut = this.#dice(2) === 0;
    return (book) => book.sweepItem({ ...scope, name, isCut });
  }

  #pass(): number {
    this.#now += this.#dice(12) === 0 ? this.#dice(30 * 3_600_000) : 1_000 + this.#dice(60_000);
    return this.#now;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#dice(list.length)] as T;
  }

  #maybe<T>(value: T): T | null {
    return this.#dice(3) === 0 ? null : value;
  }

  #record(game: Game): BookRecord {
    const what = this.#dice(16);
    const id = String(this.#dice(this.#ids));
    if (what === 0 || what === 15) return { kind: 'withdrawal', game, offerId: id, reason: 'sold' };
    if (what === 1) return { kind: 'cancellation', game, orderId: id };
    if (what === 2) return { kind: 'repricing', game, offerId: id, ...this.#money(game) };
    if (what === 14) return this.#statedItem(game);
    const about = { game, name: this.nameOf(this.#dice(this.#names)), phase: this.#pick(phaseChoices) };
    if (what < 5)
      return { kind: 'buyOrder', ...about, orderId: id, ...this.#money(game), quantity: this.#maybe(this.#dice(9)) };
    const localName = this.#dice(4) === 0 ? { localName: this.#pick(['二西莫夫', 'Азимов']) + about.name.length } : {};
    if (what < 8) return { kind: 'quote', ...about, ...this.#quoted(game), ...localName };
    const traits = {
      quality: 'Unusual',
      elevatedQuality: this.#maybe('Strange'),
      craftNumber: this.#maybe(1 + this.#dice(300)),
    };
    const tf2 =
      game === 'TF2' && this.#dice(2) === 0 ? { stickers: null, tf2: { ...traits, crateSeries: this.#maybe(85) } } : {};
    const extras = game === 'CS2' ? someExtras(this.#dice) : {};
    const more = { ...this.#looks(id), ...tf2, ...extras, ...localName };
    return { kind: 'offer', ...about, offerId: id, ...this.#money(game), ...more };
  }

  #statedItem(game: Game): BookRecord {
    const itemAttributes = {
      ...noAttributes,
      rarity: this.#maybe(this.#pick(['Mythical', 'Arcana'])),
      hero: this.#maybe('Axe'),
      collections: this.#maybe(['The Dust Collection']),
    };
    return { kind: 'item', game, name: this.nameOf(this.#dice(this.#names)), itemAttributes };
  }

  #money(game: Game): { readonly price: Money; readonly prices: Prices } {
    const currency: NativeCurrency =
      game === 'TF2' && this.#dice(2) === 0 ? 'TF2' : this.#pick(['USD', 'EUR', 'CNY', 'RUB', 'PLN']);
    // Seldom more than fits into the bytes of most amounts
    const amount = 1 + (this.#dice(40) === 0 ? 2 ** 41 + this.#dice(1_000) : this.#dice(300_000));
    const price = { amount, currency };
    return { price, prices: pricesAt(this.#dice(9) === 0 ? null : this.#dice(4) / 100)(price) };
  }

  #quoted(game: Game) {
    const { price, prices } = this.#money(game);
    const texts = {
      offerCount: this.#maybe(this.#dice(9)),
      purchaseLink: this.#maybe(`https://shop.example/${this.#dice(5)}/item?id=${this.#dice(99)}`),
      marketplaceItemId: this.#maybe(String(this.#dice(99))),
      thumbnail: this.#maybe(`https://pictures.example/${this.#dice(4)}.png`),
    };
    if (this.#dice(6) === 0) return { lowest: null, prices: noPrices, ...texts };
    const tradable = this.#dice(4) === 0 ? { tradableAmount: price.amount + this.#dice(300) } : {};
    return { lowest: price, prices, ...texts, ...tradable };
  }

  #looks(id: string) {
    const sticker = (slot: number): Sticker => ({ name: `Crown ${this.#dice(30)}`, wear: this.#dice(10) / 10, slot });
    return {
      // Seldom so long that it needs a buffer of its own
      purchaseLink: this.#maybe(`https://shop.example/item/${id}${this.#dice(60) === 0 ? '/x'.repeat(3_000) : ''}`),
      inspectLink: this.#maybe(`steam://rungame/730/S${this.#dice(99)}A${id}D${this.#dice(1e6)}`),
      float: this.#maybe(this.#dice(1e6) / 1e6),
      paintIndex: this.#maybe(this.#dice(900)),
      paintSeed: this.#maybe(this.#dice(1_000)),
      stickers: this.#maybe(Array.from({ length: this.#dice(7) }, (_, slot) => sticker(slot))),
      tradableAt: this.#maybe(this.#dice(3) === 0 ? this.#now + this.#dice(7 * 86_400_000) : 0),
      ownerId: this.#maybe(`owner-${this.#dice(40)}`),
    };
  }
}
