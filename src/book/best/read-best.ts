import {
  type Currency,
  currencies,
  type DealWay,
  type Money,
  type PayoutChoice,
  type PayoutKind,
  type Prices,
  type Variant,
  variantAt,
  variantNumber,
} from '../../schema/index.ts';
import { type NameId, none, type Slot } from '../memory/numbers.ts';
import type { BestSource, VariantNumber } from './best-source.ts';
import type { BestTable, Series } from './best-table.ts';
import { type Figure, inMoney, isLowest, type PlainFigure } from './figures.ts';

/** The parts of a game book that best prices are read from. */
export type BestBook = {
  readonly best: BestTable;
  readonly marketBooks: readonly BestSource[];
  readonly names: {
    readonly size: number;
    readonly name: (number: NameId) => string;
    readonly numberOf: (name: string) => NameId;
  };
};

/** The lowest ask or the highest bid of a marketplace. */
export type BestSide = {
  readonly marketplaceId: number;
  readonly prices: Prices;
  /** What the buyer pays or the seller gets, in thousandths of a dollar; null if no fee is known. */
  readonly afterFeesUsd: number | null;
  /** Number of offers or buy orders there. */
  readonly count: number;
  /** When the marketplace last confirmed it, epoch milliseconds. */
  readonly seenAt: number;
  /** The offer, or the page of the item; null if unknown. */
  readonly link: string | null;
};

export type BidSide = BestSide & {
  /** As the marketplace states it. */
  readonly price: Money | null;
  /** What the marketplace pays out; null if unknown. */
  readonly payout: PayoutKind | null;
};

/** The lowest and the highest of the best prices of an item's variants, in each currency; null if none is known. */
export type VariantRange = { readonly lowest: Prices; readonly highest: Prices };

/** The best prices of an item or a variant of it; phase null means the whole item. */
export type BestPrices = {
  readonly phase: Variant | null;
  readonly ask: BestSide | null;
  /** Null of a whole item with variants, as is every other figure of a sale: which variant is sold is not known. */
  readonly bid: BidSide | null;
  readonly askAfterFees: BestSide | null;
  readonly bidAfterFees: BidSide | null;
  /** Only of a whole item with variants. */
  readonly variants: { readonly asks: VariantRange | null; readonly bids: VariantRange | null } | null;
  /** Numbers of marketplaces with an ask (`asking`) or a bid (`bidding`), and of their offers and buy orders. */
  readonly asking: number;
  readonly offerCount: number;
  readonly bidding: number;
  readonly orderCount: number;
};

export type BestChoice = {
  /** null means all. */
  readonly marketplaceIds: readonly number[] | null;
  /** Limits asks to offers known to be tradable at that instant. */
  readonly unlockedAt: number | null;
  /** What the marketplaces whose bids count pay out. */
  readonly payout: PayoutChoice;
  /** A variant to read even if nobody has offered it: it fills the buy orders for any. */
  readonly variant?: Variant | null;
};

/** The best prices of an item and of each of its variants, the whole item first. */
export function readBest(book: BestBook, name: NameId, choice: BestChoice): BestPrices[] {
  const { best: table } = book;
  const known = table.variantsOf(name);
  const asked = variantNumber(choice.variant ?? null);
  const read = (variant: VariantNumber) => new BestReader(book, { name, variant }, choice).read();
  const variants = [...known, ...(asked === 0 || known.includes(asked) ? [] : [asked])].map(read);
  const whole = read(0);
  if (!table.hasVariants(name)) return [whole, ...variants];
  const ranges = { asks: rangeOf(variants.map(({ ask }) => ask)), bids: rangeOf(variants.map(({ bid }) => bid)) };
  return [{ ...whole, bid: null, bidAfterFees: null, variants: ranges }, ...variants];
}

/** Where one sells a piece: at the highest bid, or listed at the lowest ask. */
export type SaleChoice = Omit<BestChoice, 'unlockedAt' | 'variant'> & {
  readonly variant: Variant | null;
  readonly way: DealWay;
};

/** A bid has a payout; an ask at which one lists does not. */
export type Sale = BidSide | BestSide;

/** Where a piece of an item or variant brings most after fees; null if that is not known anywhere. */
export function readSale(book: BestBook, name: NameId, { variant, way, ...choice }: SaleChoice): Sale | null {
  if (variant === null && book.best.hasVariants(name)) return null;
  return new BestReader(book, { name, variant: variantNumber(variant) }, { ...choice, unlockedAt: null }).sale(way);
}

/** The page of an item on a marketplace: as the marketplace gave it, or as its pages are named; null if unknown. */
export const pageOf = (
  { best: table, names }: BestBook,
  source: BestSource,
  { name, variant }: Series,
): string | null => source.itemLink(name, variant) ?? table.rulesOf(source).itemPage(names.name(name));

function rangeOf(sides: readonly (BestSide | null)[]): VariantRange | null {
  const prices = sides.flatMap((side) => side?.prices ?? []);
  if (prices.length === 0) return null;
  const extreme = (of: (...amounts: number[]) => number) =>
    Object.fromEntries(
      currencies.map((currency): [Currency, number | null] => {
        const known = prices.flatMap((one) => one[currency] ?? []);
        return [currency, known.length === 0 ? null : of(...known)];
      }),
    ) as Prices;
  return { lowest: extreme(Math.min), highest: extreme(Math.max) };
}

class BestReader {
  readonly #book: BestBook;
  readonly #table: BestTable;
  readonly #sources: readonly BestSource[];
  readonly #series: Series;
  readonly #choice: BestChoice;

  constructor(book: BestBook, series: Series, choice: BestChoice) {
    const { best: table, marketBooks: sources } = book;
    const { marketplaceIds } = choice;
    this.#book = book;
    this.#table = table;
    this.#sources =
      marketplaceIds === null ? sources : sources.filter((one) => marketplaceIds.includes(one.marketplaceId));
    this.#series = series;
    this.#choice = choice;
  }

  read(): BestPrices {
    const { name, variant } = this.#series;
    const asks = this.#sources.map((source) => this.#askCount(source));
    const bids = this.#sources.map((source) => source.bids.countFor(name, variant));
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    return {
      phase: variantAt(variant),
      ask: this.#askSide('ask'),
      bid: this.#bidSide('bid'),
      askAfterFees: this.#askSide('cost'),
      bidAfterFees: this.#bidSide('proceeds'),
      variants: null,
      asking: asks.filter((count) => count > 0).length,
      offerCount: sum(asks),
      bidding: bids.filter((count) => count > 0).length,
      orderCount: sum(bids),
    };
  }

  sale(way: DealWay): Sale | null {
    return way === 'bid' ? this.#bidSide('proceeds') : this.#askSide('relisted');
  }

  #askCount(source: BestSource): number {
    const row = source.series.knownRow(this.#series.name, this.#series.variant);
    if (row < 0) return 0;
    const { unlockedAt } = this.#choice;
    return unlockedAt === null ? source.floorCount(row) : source.unlocked(row, unlockedAt).count;
  }

  #bestSource(figure: AskFigure | BidFigure): BestSource | undefined {
    const cached = this.#cachedFigure(figure);
    const id = cached === null ? this.#search(figure) : this.#table.holder(cached, this.#series);
    return this.#sources.find(({ marketplaceId }) => marketplaceId === id);
  }

  /** The figure of the table with the answer; null if it has none, and marketplaces are compared on each request. */
  #cachedFigure(figure: AskFigure | BidFigure): Figure | null {
    const { marketplaceIds, unlockedAt, payout } = this.#choice;
    if (marketplaceIds !== null || !this.#table.isKnown(this.#series.name, this.#series.variant)) return null;
    if (isLowest(figure)) return unlockedAt === null ? figure : null;
    if (payout === 'any') return figure;
    return payout === 'money' ? inMoney[figure as BidFigure | 'relisted'] : null;
  }

  #search(figure: AskFigure | BidFigure): number {
    let holder = 0;
    let best = 0;
    for (const source of this.#sources) {
      const value = this.#figureOf(source, figure);
      if (value === 0) continue;
      const isBetter = isLowest(figure) ? value < best : value > best;
      if (holder !== 0 && !isBetter && (value !== best || source.marketplaceId > holder)) continue;
      holder = source.marketplaceId;
      best = value;
    }
    return holder;
  }

  #figureOf(source: BestSource, figure: AskFigure | BidFigure): number {
    const { unlockedAt, payout } = this.#choice;
    if (!isLowest(figure))
      return this.#table.rulesOf(source).pays(payout) ? this.#table.figureOf(source, figure, this.#series) : 0;
    if (unlockedAt === null) return this.#table.figureOf(source, figure, this.#series);
    const slot = this.#unlockedSlot(source, unlockedAt);
    if (slot < 0) return 0;
    const { money } = source.offers;
    return this.#table.askFigure(source, figure, money.usd(slot), () => money.prices(slot));
  }

  #unlockedSlot(source: BestSource, at: number): Slot {
    const row = source.series.knownRow(this.#series.name, this.#series.variant);
    return row < 0 ? none : source.unlocked(row, at).slot;
  }

  #askSide(figure: AskFigure): BestSide | null {
    const source = this.#bestSource(figure);
    if (source === undefined) return null;
    const { unlockedAt } = this.#choice;
    const { name, variant } = this.#series;
    const of = figure === 'relisted' ? figure : 'cost';
    const row = source.series.knownRow(name, variant);
    const slot = unlockedAt === null ? none : source.unlocked(row, unlockedAt).slot;
    const prices = slot < 0 ? source.floorPrices(row) : source.offers.money.prices(slot);
    return {
      marketplaceId: source.marketplaceId,
      prices,
      afterFeesUsd: this.#table.askFigure(source, of, prices.USD ?? 0, () => prices) || null,
      count: this.#askCount(source),
      seenAt: slot < 0 ? source.floorSeenAt(row) : source.offers.seenAt(slot),
      link: slot < 0 ? source.floorLink(row) : source.itemLink(name, variant),
    };
  }

  #bidSide(figure: BidFigure): BidSide | null {
    const source = this.#bestSource(figure);
    if (source === undefined) return null;
    const { name, variant } = this.#series;
    const slot = source.bids.slotFor(name, variant);
    return {
      marketplaceId: source.marketplaceId,
      price: source.orders.money.price(slot),
      prices: source.orders.money.prices(slot),
      afterFeesUsd: this.#table.bidFigure(source, 'proceeds', slot) || null,
      count: source.bids.countFor(name, variant),
      seenAt: source.orders.seenAt(slot),
      link: pageOf(this.#book, source, this.#series),
      payout: this.#table.rulesOf(source).gets.payout,
    };
  }
}

type AskFigure = Extract<PlainFigure, 'ask' | 'cost' | 'relisted'>;
type BidFigure = Extract<PlainFigure, 'bid' | 'proceeds'>;
