import { type Money, type Prices, type Variant, variantAt } from '../../schema/index.ts';
import { type NameId, none, type Slot } from '../memory/numbers.ts';
import type { BestSource } from './best-source.ts';
import { type BestTable, type Figure, figures, type Series } from './best-table.ts';

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
};

export type BidSide = BestSide & {
  /** As the marketplace states it. */
  readonly price: Money | null;
};

/** The best prices of an item or a variant of it; phase null means the whole item. */
export type BestPrices = {
  readonly phase: Variant | null;
  readonly ask: BestSide | null;
  readonly bid: BidSide | null;
  readonly askAfterFees: BestSide | null;
  readonly bidAfterFees: BidSide | null;
  /** Numbers of marketplaces with an ask (`asking`) or a bid (`bidding`), and of their offers and buy orders. */
  readonly asking: number;
  readonly offerCount: number;
  readonly bidding: number;
  readonly orderCount: number;
};

/** `marketplaceIds` null means all; `unlockedAt` limits asks to offers known to be tradable at that instant. */
export type BestChoice = { readonly marketplaceIds: readonly number[] | null; readonly unlockedAt: number | null };

export const readBest = (
  table: BestTable,
  sources: readonly BestSource[],
  name: NameId,
  choice: BestChoice,
): BestPrices[] =>
  [0, ...table.variantsOf(name)].map((variant) => new BestReader(table, sources, { name, variant }, choice).read());

class BestReader {
  readonly #table: BestTable;
  readonly #sources: readonly BestSource[];
  readonly #series: Series;
  readonly #choice: BestChoice;

  constructor(table: BestTable, sources: readonly BestSource[], series: Series, choice: BestChoice) {
    const { marketplaceIds } = choice;
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
      asking: asks.filter((count) => count > 0).length,
      offerCount: sum(asks),
      bidding: bids.filter((count) => count > 0).length,
      orderCount: sum(bids),
    };
  }

  #askCount(source: BestSource): number {
    const row = source.series.knownRow(this.#series.name, this.#series.variant);
    if (row < 0) return 0;
    const { unlockedAt } = this.#choice;
    return unlockedAt === null ? source.floorCount(row) : source.unlocked(row, unlockedAt).count;
  }

  #bestSource(figure: Figure): BestSource | undefined {
    const id = this.#isKept(figure) ? this.#table.holder(figure, this.#series) : this.#search(figure);
    return this.#sources.find(({ marketplaceId }) => marketplaceId === id);
  }

  /** Whether the table has the figure; a subset of marketplaces or offers is searched on each request. */
  #isKept(figure: Figure): boolean {
    const { marketplaceIds, unlockedAt } = this.#choice;
    return marketplaceIds === null && (unlockedAt === null || figure === 'bid' || figure === 'proceeds');
  }

  #search(figure: Figure): number {
    const isLowest = figures.indexOf(figure) < figures.indexOf('bid');
    let holder = 0;
    let best = 0;
    for (const source of this.#sources) {
      const value = this.#figureOf(source, figure);
      if (value === 0) continue;
      const isBetter = isLowest ? value < best : value > best;
      if (holder !== 0 && !isBetter && (value !== best || source.marketplaceId > holder)) continue;
      holder = source.marketplaceId;
      best = value;
    }
    return holder;
  }

  #figureOf(source: BestSource, figure: Figure): number {
    const { unlockedAt } = this.#choice;
    if (unlockedAt === null || figure === 'bid' || figure === 'proceeds')
      return this.#table.figureOf(source, figure, this.#series);
    const slot = this.#unlockedSlot(source, unlockedAt);
    if (slot < 0) return 0;
    const { money } = source.offers;
    return this.#table.askFigure(source, figure, money.usd(slot), () => money.prices(slot));
  }

  #unlockedSlot(source: BestSource, at: number): Slot {
    const row = source.series.knownRow(this.#series.name, this.#series.variant);
    return row < 0 ? none : source.unlocked(row, at).slot;
  }

  #askSide(figure: Figure): BestSide | null {
    const source = this.#bestSource(figure);
    if (source === undefined) return null;
    const { unlockedAt } = this.#choice;
    const row = source.series.knownRow(this.#series.name, this.#series.variant);
    const slot = unlockedAt === null ? none : source.unlocked(row, unlockedAt).slot;
    const prices = slot < 0 ? source.floorPrices(row) : source.offers.money.prices(slot);
    return {
      marketplaceId: source.marketplaceId,
      prices,
      afterFeesUsd: this.#table.askFigure(source, 'cost', prices.USD ?? 0, () => prices) || null,
      count: this.#askCount(source),
      seenAt: slot < 0 ? source.floorSeenAt(row) : source.offers.seenAt(slot),
    };
  }

  #bidSide(figure: Figure): BidSide | null {
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
    };
  }
}
