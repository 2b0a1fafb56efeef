import { type DealFlag, type DealWay, type Phase, phases } from '../../schema/index.ts';
import type { NameId, Row, Slot } from '../memory/numbers.ts';
import type { BestSource } from './best-source.ts';
import type { BestTable, Series } from './best-table.ts';
import { BoundHeap } from './bound-heap.ts';
import type { Deal, DealQuery, DealSide } from './deal.ts';

/** What deals are looked for in. */
export type DealBook = {
  readonly table: BestTable;
  readonly sources: readonly BestSource[];
  readonly names: { readonly size: number; readonly name: (number: NameId) => string };
};

/** One side of a deal before it is known to be one. */
type Side = {
  readonly source: BestSource;
  readonly usd: number;
  readonly flags: readonly DealFlag[];
  /** The row of an ask, the slot of a bid. */
  readonly place: Row | Slot;
};
type SellSide = Side & { readonly way: DealWay };
type Found = {
  readonly series: Series;
  readonly buy: Side;
  readonly sell: SellSide;
  readonly profit: number;
  readonly key: number;
};

/** The best deals there are, the best first; equal ones by name, variant and marketplaces. */
export const findDeals = (book: DealBook, query: DealQuery): Deal[] => new DealSearch(book, query).run();

/**
 * The best buy and the best sale of an item over all marketplaces bound every deal of it. So items are looked into in the
 * order of these bounds, until no bound is as good as the last deal that is kept.
 */
class DealSearch {
  readonly #book: DealBook;
  readonly #query: DealQuery;
  readonly #buyers: readonly BestSource[];
  readonly #sellers: readonly BestSource[];
  readonly #hasBids: boolean;
  readonly #hasLists: boolean;
  readonly #found: Found[] = [];

  constructor(book: DealBook, query: DealQuery) {
    const among = (ids: readonly number[] | null) =>
      ids === null ? book.sources : book.sources.filter(({ marketplaceId }) => ids.includes(marketplaceId));
    this.#book = book;
    this.#query = query;
    this.#buyers = among(query.from);
    this.#sellers = among(query.to);
    this.#hasBids = query.ways.includes('bid');
    this.#hasLists = query.ways.includes('list');
  }

  run(): Deal[] {
    const { names, table } = this.#book;
    const bounds = new Float64Array(names.size + table.variants.length);
    const places = new Int32Array(bounds.length);
    let size = 0;
    for (let place = 0; place < bounds.length; place += 1) {
      const bound = this.#boundOf(this.#seriesAt(place));
      if (bound <= 0) continue;
      bounds[size] = bound;
      places[size] = place;
      size += 1;
    }
    const heap = new BoundHeap(bounds, size);
    while (heap.size > 0 && (bounds[heap.top] as number) >= this.#least()) {
      this.#lookInto(this.#seriesAt(places[heap.pop()] as number));
    }
    return this.#found.map((found) => this.#dealOf(found));
  }

  #seriesAt(place: number): Series {
    const { names, table } = this.#book;
    return place < names.size ? { name: place as NameId, variant: 0 } : (table.variants[place - names.size] as Series);
  }

  /** No deal of the series has a better key; 0 where none can be wanted. */
  #boundOf(series: Series): number {
    const { table } = this.#book;
    const { maxCostUsd } = this.#query;
    const cost = table.best('outlay', series);
    if (cost === 0 || cost > maxCostUsd) return 0;
    const sale = Math.max(
      this.#hasBids ? table.best('proceeds', series) : 0,
      this.#isListed(series) ? table.best('relisted', series) : 0,
    );
    if (!this.#isWanted(cost, sale)) return 0;
    const { from, to } = this.#query;
    const nearCost = from === null ? cost : this.#lowestCost(series);
    const nearSale = to === null ? sale : this.#highestSale(series);
    return nearCost > 0 && this.#isWanted(nearCost, nearSale) ? this.#keyOf(nearCost, nearSale) : 0;
  }

  /** Where variants are known, what the whole item is listed for elsewhere may be another variant's price. */
  #isListed({ name, variant }: Series): boolean {
    return this.#hasLists && !(variant === 0 && this.#book.table.hasVariants(name));
  }

  #ways(series: Series): readonly DealWay[] {
    return [...(this.#hasBids ? (['bid'] as const) : []), ...(this.#isListed(series) ? (['list'] as const) : [])];
  }

  #lowestCost(series: Series): number {
    let lowest = 0;
    for (const source of this.#buyers) {
      const cost = this.#book.table.figureOf(source, 'outlay', series);
      if (cost > 0 && (lowest === 0 || cost < lowest)) lowest = cost;
    }
    return lowest;
  }

  #highestSale(series: Series): number {
    let highest = 0;
    for (const way of this.#ways(series)) {
      for (const source of this.#sellers) highest = Math.max(highest, this.#saleAt(source, way, series));
    }
    return highest;
  }

  #saleAt(source: BestSource, way: DealWay, series: Series): number {
    return this.#book.table.figureOf(source, way === 'bid' ? 'proceeds' : 'relisted', series);
  }

  #isWanted(cost: number, sale: number): boolean {
    const profit = sale - cost;
    const { minProfitUsd, minPercent } = this.#query;
    return profit > 0 && profit >= minProfitUsd && (profit / cost) * 100 >= minPercent;
  }

  #keyOf(cost: number, sale: number): number {
    return this.#query.sort === 'profit' ? sale - cost : (sale - cost) / cost;
  }

  /** The key that a deal must reach to be kept. */
  #least(): number {
    return this.#found.length < this.#query.limit ? 0 : (this.#found.at(-1)?.key ?? 0);
  }

  #lookInto(series: Series): void {
    const middle = this.#middleAsk(series);
    const buys = this.#buyers.flatMap((source) => this.#buyAt(source, series, middle) ?? []);
    if (buys.length === 0) return;
    const sells = this.#ways(series).flatMap((way) =>
      this.#sellers.flatMap((source) => this.#sellAt(source, way, series, middle) ?? []),
    );
    for (const buy of buys) for (const sell of sells) this.#keep(series, buy, sell);
  }

  #keep(series: Series, buy: Side, sell: SellSide): void {
    if (buy.source === sell.source || !this.#isWanted(buy.usd, sell.usd)) return;
    const key = this.#keyOf(buy.usd, sell.usd);
    if (key < this.#least()) return;
    const found = { series, buy, sell, profit: sell.usd - buy.usd, key };
    let low = 0;
    for (let high = this.#found.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#found[middle] as Found, found) < 0) low = middle + 1;
      else high = middle;
    }
    this.#found.splice(low, 0, found);
    if (this.#found.length > this.#query.limit) this.#found.pop();
  }

  #compare(a: Found, b: Found): number {
    if (a.key !== b.key) return b.key - a.key;
    const nameOf = ({ series }: Found) => this.#book.names.name(series.name);
    if (a.series.name !== b.series.name) return nameOf(a) < nameOf(b) ? -1 : 1;
    return (
      a.series.variant - b.series.variant ||
      a.buy.source.marketplaceId - b.buy.source.marketplaceId ||
      a.sell.source.marketplaceId - b.sell.source.marketplaceId ||
      (a.sell.way < b.sell.way ? -1 : 1)
    );
  }

  #buyAt(source: BestSource, series: Series, middle: number): Side | null {
    const row = source.seriesRow(series.name, series.variant);
    if (row < 0 || source.floorUsd(row) === 0) return null;
    const { table } = this.#book;
    const usd = table.figureOf(source, 'outlay', series);
    if (usd > this.#query.maxCostUsd) return null;
    const isFeeUnknown = table.figureOf(source, 'cost', series) === 0;
    const facts = { kind: 'ask', seenAt: source.floorSeenAt(row), count: source.floorCount(row) } as const;
    const flags = this.#flags(source, { ...facts, usd: source.floorUsd(row), middle, isFeeUnknown });
    return flags === null ? null : { source, usd, flags, place: row };
  }

  #sellAt(source: BestSource, way: DealWay, series: Series, middle: number): SellSide | null {
    const usd = this.#saleAt(source, way, series);
    if (usd === 0) return null;
    if (way === 'list') {
      const row = source.seriesRow(series.name, series.variant);
      const facts = { kind: 'ask', seenAt: source.floorSeenAt(row), count: source.floorCount(row) } as const;
      const flags = this.#flags(source, { ...facts, usd: source.floorUsd(row), middle, isFeeUnknown: false });
      return flags === null ? null : { source, usd, flags, place: row, way };
    }
    const slot = source.bidSlot(series.name, series.variant);
    const count = source.bidCount(series.name, series.variant);
    const facts = { kind: 'bid', seenAt: source.orders.seenAt(slot), count } as const;
    const flags = this.#flags(source, { ...facts, usd: source.orders.money.usd(slot), middle, isFeeUnknown: false });
    return flags === null ? null : { source, usd, flags, place: slot, way };
  }

  /** Null where the side is not wanted. */
  #flags(source: BestSource, facts: SideFacts): DealFlag[] | null {
    const { freshSince, seenSince, without, isInferred } = this.#query;
    if (facts.seenAt < seenSince) return null;
    const { usd, middle } = facts;
    const flags: DealFlag[] = [];
    if (facts.seenAt < freshSince) flags.push('stale');
    if (facts.count <= 1) flags.push('thin');
    if (middle > 0 && (usd > middle * farShare || usd * farShare < middle)) flags.push('outlier');
    if (isInferred(source.marketplaceId, facts.kind)) flags.push('inferred');
    if (facts.isFeeUnknown) flags.push('feeUnknown');
    return flags.some((flag) => without.includes(flag)) ? null : flags;
  }

  /** The middle of all asks, the lower one of two; 0 where they are too few to say. */
  #middleAsk(series: Series): number {
    const asks = this.#book.sources
      .map((source) => this.#book.table.figureOf(source, 'ask', series))
      .filter((usd) => usd > 0)
      .sort((a, b) => a - b);
    return asks.length < fewestAsks ? 0 : (asks[(asks.length - 1) >> 1] as number);
  }

  #dealOf({ series, buy, sell, profit }: Found): Deal {
    return {
      name: this.#book.names.name(series.name),
      phase: series.variant === 0 ? null : (phases[series.variant - 1] as Phase),
      buy: askSide(buy),
      sell: { ...(sell.way === 'list' ? askSide(sell) : bidSide(sell, series)), way: sell.way },
      profitUsd: profit,
    };
  }
}

type SideFacts = {
  readonly kind: 'ask' | 'bid';
  readonly seenAt: number;
  readonly count: number;
  readonly usd: number;
  readonly middle: number;
  readonly isFeeUnknown: boolean;
};

const farShare = 2;
const fewestAsks = 3;

const askSide = ({ source, usd, flags, place }: Side): DealSide => ({
  marketplaceId: source.marketplaceId,
  prices: source.floorPrices(place as Row),
  afterFeesUsd: usd,
  count: source.floorCount(place as Row),
  seenAt: source.floorSeenAt(place as Row),
  flags,
});

const bidSide = ({ source, usd, flags, place }: Side, { name, variant }: Series): DealSide => ({
  marketplaceId: source.marketplaceId,
  prices: source.orders.money.prices(place as Slot),
  afterFeesUsd: usd,
  count: source.bidCount(name, variant),
  seenAt: source.orders.seenAt(place as Slot),
  flags,
});
