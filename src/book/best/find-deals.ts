import { compareVariants, type DealWay, variantAt } from '../../schema/index.ts';
import type { NameId } from '../memory/numbers.ts';
import type { Series } from './best-table.ts';
import { BoundHeap } from './bound-heap.ts';
import type { Deal, DealQuery } from './deal.ts';
import {
  buySide,
  type SellSide,
  SeriesSides,
  type Side,
  SideExclusion,
  SourceFigures,
  sellSide,
} from './deal-sides.ts';
import type { BestBook } from './read-best.ts';
import type { UsualBounds } from './usual-bounds.ts';
import { type BoundQuery, WholeBounds } from './whole-bounds.ts';

/** So many items take a hundredth of a second. */
const maxFruitless = 1_000;

export type DealCandidate = {
  readonly series: Series;
  readonly buy: Side;
  readonly sell: SellSide;
  readonly profit: number;
  readonly key: number;
};

/** The best deals, best first; equal ones by name, variant and marketplaces. */
export function findDeals(book: BestBook, query: DealQuery): Deal[] {
  const search = new DealSearch(book, query);
  return (query.name === null ? search.all() : search.named(query.name)).map((found) => search.dealOf(found));
}

/**
 * The best buy and the best sale of an item over all marketplaces bound all of its deals. Items are examined in the order of
 * these bounds, until no bound is as good as the last deal kept.
 */
export class DealSearch {
  readonly #book: BestBook;
  readonly #query: DealQuery;
  #buyers: readonly SourceFigures[];
  readonly #sellers: readonly SourceFigures[];
  /** Those that bounds are computed from: more where all of them are bounded faster than some. */
  #boundBuyers: readonly SourceFigures[];
  readonly #boundSellers: readonly SourceFigures[];
  readonly #all: readonly SourceFigures[];
  /** Whether one sells on all marketplaces that pay out money, and on no others. */
  readonly #isOfMoney: boolean;
  readonly #hasBids: boolean;
  readonly #hasLists: boolean;
  readonly #isUsualAsked: boolean;
  /** Null if the query excludes nothing that is known at little cost. */
  readonly #exclusion: SideExclusion | null;
  readonly #found: DealCandidate[] = [];
  /** With `pairs` best: the only deal of each item among those found. */
  readonly #ofItem = new Map<NameId, DealCandidate>();

  constructor(book: BestBook, query: DealQuery) {
    this.#all = book.marketBooks.map((source) => new SourceFigures(book.best, source));
    const among = (ids: readonly number[] | null) =>
      ids === null ? this.#all : this.#all.filter(({ source }) => ids.includes(source.marketplaceId));
    this.#book = book;
    this.#query = query;
    const { payout, maxHoldDays } = query;
    const maxDays = maxHoldDays ?? Number.POSITIVE_INFINITY;
    const isFree = (days: number | null) => maxHoldDays === null || (days !== null && days <= maxDays);
    const buyers = among(query.from);
    const sellers = among(query.to).filter(({ rules }) => rules.pays(payout));
    this.#buyers = buyers.filter(({ rules }) => isFree(rules.gets.itemDays));
    this.#sellers = sellers.filter(({ rules }) => isFree(rules.gets.moneyDays));
    this.#boundBuyers = isMajorityOf(this.#buyers, buyers) ? buyers : this.#buyers;
    this.#boundSellers = isMajorityOf(this.#sellers, sellers) ? sellers : this.#sellers;
    const paysMoney = this.#all.filter(({ rules }) => rules.pays('money')).length;
    this.#isOfMoney = payout === 'money' && this.#boundSellers.length === paysMoney;
    this.#hasBids = query.ways.includes('bid');
    this.#hasLists = query.ways.includes('list');
    this.#isUsualAsked = query.without.includes('outlier');
    this.#exclusion = SideExclusion.of(query);
  }

  /** The best deals of all items. */
  all(): readonly DealCandidate[] {
    const exclusion = this.#exclusion;
    if (this.#buyers.length === 0 || this.#sellers.length === 0) return this.#found;
    this.#limitBuyers((buyer) => exclusion?.excludesBuyer(buyer) !== true);
    if (this.#search(maxFruitless)) return this.#found;
    this.#found.length = 0;
    this.#ofItem.clear();
    this.#limitBuyers((buyer) => exclusion?.hasRecentAsk(buyer, this.#book) !== false);
    this.#search(Number.POSITIVE_INFINITY);
    return this.#found;
  }

  #limitBuyers(isWanted: (buyer: SourceFigures) => boolean): void {
    this.#boundBuyers = this.#boundBuyers.filter(isWanted);
    this.#buyers = this.#buyers.filter((buyer) => this.#boundBuyers.includes(buyer));
  }

  /** Whether all items were searched; false once as many have been examined in vain. */
  #search(inVain: number): boolean {
    const { bounds, indexes, size } = this.#bounds();
    const heap = new BoundHeap(bounds, size);
    for (let left = inVain; left > 0; ) {
      const bound = heap.size === 0 ? 0 : (bounds[heap.top] as number);
      if (bound === 0 || bound < this.#min()) return true;
      const series = this.#seriesAt(indexes[heap.top] as number);
      if (this.#isBoundedByOutliers(series)) heap.lowerTop(Math.min(bound, this.#usualBoundOf(series)));
      else {
        heap.pop();
        if (this.#mayMatch(series)) this.#lookInto(series);
        else left -= 1;
      }
    }
    return false;
  }

  /** The bounds above 0, and the items and variants that they are of. */
  #bounds(): { readonly bounds: Float64Array; readonly indexes: Int32Array; readonly size: number } {
    const { names, best: table } = this.#book;
    const bounds = new Float64Array(names.size + table.variants.length);
    const indexes = new Int32Array(bounds.length);
    let size = 0;
    const visit = (index: number, bound: number) => {
      if (!this.#isWantedItem(this.#seriesAt(index).name)) return;
      bounds[size] = bound;
      indexes[size] = index;
      size += 1;
    };
    new WholeBounds(table, this.#boundQuery()).each(names.size, visit);
    for (const [at, series] of table.variants.entries()) {
      const bound = this.#boundOf(series, null);
      if (bound > 0) visit(names.size + at, bound);
    }
    return { bounds, indexes, size };
  }

  /** If outliers are excluded, a bound without them is computed before a whole item is examined. */
  #isBoundedByOutliers({ name, variant }: Series): boolean {
    const { best: table } = this.#book;
    return this.#isUsualAsked && variant === 0 && !table.hasVariants(name) && !table.usual.isKnown(name);
  }

  #usualBoundOf(series: Series): number {
    const { usual } = this.#book.best;
    usual.workOut(series.name, this.#all);
    return this.#boundOf(series, usual);
  }

  /** The best deals of one item. */
  named(name: string): readonly DealCandidate[] {
    const number = this.#book.names.numberOf(name);
    return number < 0 ? [] : this.among([number]);
  }

  /** The best deals of only these items. */
  among(names: Iterable<NameId>): readonly DealCandidate[] {
    for (const name of names)
      for (const variant of [0, ...this.#book.best.variantsOf(name)])
        if (this.#isWantedItem(name) && this.#mayMatch({ name, variant })) this.#lookInto({ name, variant });
    return this.#found;
  }

  #isWantedItem(name: NameId): boolean {
    return this.#query.isWanted?.(this.#book.names.name(name)) !== false;
  }

  #boundQuery(): BoundQuery {
    const { maxCostUsd } = this.#query;
    const cachedOf = (among: readonly SourceFigures[]) =>
      among.length === this.#all.length ? null : among.map(({ cached }) => cached);
    return {
      maxCostUsd,
      hasBids: this.#hasBids,
      hasLists: this.#hasLists,
      above: this.#query.above,
      usual: this.#isUsualAsked ? this.#book.best.usual : null,
      buyers: cachedOf(this.#boundBuyers),
      sellers: this.#isOfMoney ? 'money' : cachedOf(this.#boundSellers),
      keyOf: (cost, sale) => (this.#isWanted(cost, sale) ? this.#keyOf(cost, sale) : 0),
    };
  }

  #seriesAt(index: number): Series {
    const { names, best: table } = this.#book;
    return index < names.size ? { name: index as NameId, variant: 0 } : (table.variants[index - names.size] as Series);
  }

  /** No deal of the series has a better key than this; 0 if none can match. */
  #boundOf(series: Series, usual: UsualBounds | null): number {
    const isNothingUsual = usual?.cost(series.name) === 0;
    const cost = isNothingUsual ? 0 : Math.max(this.#lowestCost(series), usual?.cost(series.name) ?? 0);
    const sale =
      cost === 0
        ? 0
        : this.#highestSale(
            series,
            usual?.sale(series.name, this.#isOfMoney ? 'money' : 'any') ?? Number.POSITIVE_INFINITY,
          );
    return this.#isWanted(cost, sale) ? this.#keyOf(cost, sale) : 0;
  }

  /** A whole item with known variants is not relisted: its price elsewhere can be that of another variant. */
  #isListed({ name, variant }: Series): boolean {
    return this.#hasLists && !(variant === 0 && this.#book.best.hasVariants(name));
  }

  #ways(series: Series): readonly DealWay[] {
    return [...(this.#hasBids ? (['bid'] as const) : []), ...(this.#isListed(series) ? (['list'] as const) : [])];
  }

  #lowestCost(series: Series): number {
    let lowest = 0;
    for (const buyer of this.#buyers) {
      const cost = buyer.get('outlay', series);
      if (cost > 0 && (lowest === 0 || cost < lowest)) lowest = cost;
    }
    return lowest;
  }

  /** The lowest cost that is not an outlier. */
  #lowestUsual(series: Series, sides: SeriesSides): number {
    let lowest = 0;
    for (const buyer of this.#buyers) {
      const cost = buyer.get('outlay', series);
      const isLower = cost > 0 && (lowest === 0 || cost < lowest);
      if (isLower && !sides.isOutlier(buyer)) lowest = cost;
    }
    return lowest;
  }

  #highestSale(series: Series, maxListed: number): number {
    const isListed = this.#isListed(series);
    let highest = 0;
    for (const seller of this.#sellers) {
      if (this.#hasBids) highest = Math.max(highest, seller.get('proceeds', series));
      if (isListed) highest = Math.max(highest, Math.min(maxListed, seller.get('relisted', series)));
    }
    return highest;
  }

  #isWanted(cost: number, sale: number): boolean {
    const profit = sale - cost;
    const { above, minProfitUsd, minPercent } = this.#query;
    return sale > cost * above && profit >= minProfitUsd && (profit / cost) * 100 >= minPercent;
  }

  #keyOf(cost: number, sale: number): number {
    return this.#query.sort === 'profit' ? sale - cost : sale / cost;
  }

  /** The key that a deal of the item must reach to be kept. */
  #minOf(name: NameId): number {
    return Math.max(this.#min(), this.#ofItem.get(name)?.key ?? 0);
  }

  /** The key that any deal must reach to be kept. */
  #min(): number {
    return this.#found.length < this.#query.limit ? 0 : (this.#found.at(-1)?.key ?? 0);
  }

  /** Examines sides in full only if their figures would make a deal that is kept. */
  #lookInto(series: Series): void {
    const sides = new SeriesSides(this.#all, this.#query, series, this.#book.best.hasVariants(series.name));
    const lowest = this.#isUsualAsked ? this.#lowestUsual(series, sides) : this.#lowestCost(series);
    if (lowest === 0) return;
    for (const way of this.#ways(series)) {
      for (const seller of this.#sellers) {
        const sale = seller.get(way === 'bid' ? 'proceeds' : 'relisted', series);
        if (!this.#isPromising(series, lowest, sale)) continue;
        const sell = sides.sellAt(seller, way, sale);
        if (sell !== null) this.#pair(series, sides, sell);
      }
    }
  }

  /** Whether there could be a deal without the sides that are excluded by what is known at little cost. */
  #mayMatch(series: Series): boolean {
    const exclusion = this.#exclusion;
    if (exclusion === null) return true;
    let lowest = 0;
    for (const buyer of this.#buyers) {
      const cost = buyer.get('outlay', series);
      const isLower = cost > 0 && (lowest === 0 || cost < lowest);
      if (isLower && !exclusion.excludesAsk(buyer, series) && !exclusion.excludesFee(buyer, series)) lowest = cost;
    }
    if (lowest === 0) return false;
    const isListed = this.#isListed(series);
    const mayPay = (sale: number): boolean => this.#isPromising(series, lowest, sale);
    return this.#sellers.some(
      (seller) =>
        (this.#hasBids && mayPay(seller.get('proceeds', series)) && !exclusion.excludesBid(seller, series)) ||
        (isListed && mayPay(seller.get('relisted', series)) && !exclusion.excludesAsk(seller, series)),
    );
  }

  #pair(series: Series, sides: SeriesSides, sell: SellSide): void {
    for (const buyer of this.#buyers) {
      const cost = buyer.get('outlay', series);
      if (cost === 0 || cost > this.#query.maxCostUsd || buyer.source === sell.source) continue;
      if (!this.#isPromising(series, cost, sell.usd) || this.#isHeldLonger(buyer, sell)) continue;
      const buy = sides.buyAt(buyer, cost);
      if (buy !== null) this.#keep(series, buy, sell);
    }
  }

  /** Whether both holds together take longer than the query allows. Marketplaces with an unknown one were left out before. */
  #isHeldLonger({ rules }: SourceFigures, { holdDays }: SellSide): boolean {
    const { maxHoldDays } = this.#query;
    return maxHoldDays !== null && (rules.gets.itemDays ?? 0) + (holdDays ?? 0) > maxHoldDays;
  }

  #isPromising({ name }: Series, cost: number, sale: number): boolean {
    return this.#isWanted(cost, sale) && this.#keyOf(cost, sale) >= this.#minOf(name);
  }

  #keep(series: Series, buy: Side, sell: SellSide): void {
    const key = this.#keyOf(buy.usd, sell.usd);
    const found = { series, buy, sell, profit: sell.usd - buy.usd, key };
    if (this.#query.pairs === 'best' && !this.#makesRoomFor(found)) return;
    this.#found.splice(this.#positionOf(found), 0, found);
    if (this.#found.length <= this.#query.limit) return;
    const last = this.#found.pop() as DealCandidate;
    this.#ofItem.delete(last.series.name);
  }

  /** Removes the deal of the same item if the new one is better; false if it is not. */
  #makesRoomFor(found: DealCandidate): boolean {
    const { name } = found.series;
    const previous = this.#ofItem.get(name);
    if (previous !== undefined && this.compare(previous, found) <= 0) return false;
    if (previous !== undefined) this.#found.splice(this.#positionOf(previous), 1);
    this.#ofItem.set(name, found);
    return true;
  }

  /** Where a deal is among those found, or belongs. */
  #positionOf(found: DealCandidate): number {
    let low = 0;
    for (let high = this.#found.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.compare(this.#found[middle] as DealCandidate, found) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  compare(a: DealCandidate, b: DealCandidate): number {
    if (a.key !== b.key) return b.key - a.key;
    const nameOf = ({ series }: DealCandidate) => this.#book.names.name(series.name);
    if (a.series.name !== b.series.name) return nameOf(a) < nameOf(b) ? -1 : 1;
    return (
      compareVariants(a.series.variant, b.series.variant) ||
      a.buy.source.marketplaceId - b.buy.source.marketplaceId ||
      a.sell.source.marketplaceId - b.sell.source.marketplaceId ||
      (a.sell.way < b.sell.way ? -1 : 1)
    );
  }

  dealOf({ series, buy, sell, profit }: DealCandidate): Deal {
    return {
      name: this.#book.names.name(series.name),
      phase: variantAt(series.variant),
      buy: buySide(this.#book, buy, series),
      sell: sellSide(this.#book, sell, series),
      profitUsd: profit,
    };
  }
}

/** Whether a search that bounds all of them looks into few in vain. */
const isMajorityOf = (some: readonly unknown[], all: readonly unknown[]): boolean =>
  some.length > 0 && some.length * 2 >= all.length;
