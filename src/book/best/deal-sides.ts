import { isConverted, isOutlier, isRateOld, isStale, isThin } from '../../flags/rules.ts';
import { type DealFlag, type DealWay, dealFlags, type Money, variantNumber } from '../../schema/index.ts';
import type { NameId, Row, Slot } from '../memory/numbers.ts';
import type { BestSource } from './best-source.ts';
import type { BestTable, CachedFigure, Series } from './best-table.ts';
import type { Deal, DealQuery, DealSide } from './deal.ts';
import type { MarketRules } from './market-rules.ts';
import { type BestBook, pageOf } from './read-best.ts';

/** One side of a possible deal. */
export type Side = {
  readonly source: BestSource;
  readonly holdDays: number | null;
  readonly usd: number;
  readonly flags: readonly DealFlag[];
  /** The row of an ask or the slot of a bid. */
  readonly index: Row | Slot;
};
export type SellSide = Side & Pick<Deal['sell'], 'way' | 'payout'>;

/** The figures of one marketplace: stored for whole items, computed for the few variants. */
export class SourceFigures {
  readonly source: BestSource;
  readonly rules: MarketRules;
  readonly #table: BestTable;
  readonly cached: ReturnType<BestTable['figuresOf']>;

  constructor(table: BestTable, source: BestSource) {
    this.source = source;
    this.rules = table.rulesOf(source);
    this.#table = table;
    this.cached = table.figuresOf(source);
  }

  get(figure: CachedFigure, series: Series): number {
    if (series.variant === 0) return this.cached.get(figure, series.name);
    return this.#table.figureOf(this.source, figure, series);
  }

  isFeeUnknown(series: Series): boolean {
    return this.#table.figureOf(this.source, 'cost', series) === 0;
  }
}

/**
 * What excludes a side by its age, count, fee or source. Examining sides in full takes twenty times as long, and a filter can
 * exclude those of every item.
 */
export class SideExclusion {
  readonly #query: DealQuery;
  readonly #excludesStale: boolean;
  readonly #excludesThin: boolean;
  readonly #excludesUnknownFees: boolean;
  readonly #sources = { ask: new Map<BestSource, boolean>(), bid: new Map<BestSource, boolean>() };

  /** Null for a query that excludes nothing like that. */
  static of(query: DealQuery): SideExclusion | null {
    return query.seenSince > 0 || query.without.some((flag) => flag !== 'outlier') ? new SideExclusion(query) : null;
  }

  private constructor(query: DealQuery) {
    this.#query = query;
    this.#excludesStale = query.without.includes('stale');
    this.#excludesThin = query.without.includes('thin');
    this.#excludesUnknownFees = query.without.includes('feeUnknown');
  }

  excludesAsk({ source }: SourceFigures, { name, variant }: Series): boolean {
    const row = source.series.knownRow(name, variant);
    if (this.#excludesSource(source, 'ask') || this.#excludesAge(source.floorSeenAt(row))) return true;
    return this.#excludesThin && isThin(source.floorCount(row));
  }

  excludesBid({ source }: SourceFigures, { name, variant }: Series): boolean {
    const slot = source.bids.slotFor(name, variant);
    if (this.#excludesSource(source, 'bid') || this.#excludesAge(source.orders.seenAt(slot))) return true;
    return this.#excludesThin && isThin(source.bids.countFor(name, variant));
  }

  /** Whether every ask of a marketplace is excluded, whenever it was seen. */
  excludesBuyer({ source, rules }: SourceFigures): boolean {
    return this.#excludesSource(source, 'ask') || (this.#excludesUnknownFees && !rules.isBuyerFeeKnown);
  }

  /** Whether any ask of a marketplace is recent enough, which takes long to find out if none is. */
  hasRecentAsk({ cached, source }: SourceFigures, { best: table, names }: BestBook): boolean {
    const isRecent = ({ name, variant }: Series): boolean =>
      !this.#excludesAge(source.floorSeenAt(source.series.knownRow(name, variant)));
    for (let name = 0 as NameId; name < names.size; name = (name + 1) as NameId)
      if (cached.get('outlay', name) > 0 && isRecent({ name, variant: 0 })) return true;
    return table.variants.some((series) => table.figureOf(source, 'outlay', series) > 0 && isRecent(series));
  }

  excludesFee(buyer: SourceFigures, series: Series): boolean {
    return this.#excludesUnknownFees && buyer.isFeeUnknown(series);
  }

  #excludesAge(seenAt: number): boolean {
    const { seenSince, at } = this.#query;
    return seenAt < seenSince || (this.#excludesStale && isStale(seenAt, at));
  }

  #excludesSource(source: BestSource, kind: 'ask' | 'bid'): boolean {
    const known = this.#sources[kind].get(source);
    if (known !== undefined) return known;
    const { sourceFlags, without } = this.#query;
    const excludes = sourceFlags(source.marketplaceId, kind).some((flag) => without.includes(flag));
    this.#sources[kind].set(source, excludes);
    return excludes;
  }
}

type SideFacts = {
  readonly kind: 'ask' | 'bid';
  readonly seenAt: number;
  readonly count: number;
  readonly usd: number;
  /** The usual ask there; 0 for buy orders, which have none. */
  readonly usualUsd: number;
  readonly price: Money | null;
  /** The variant that the price is of; null if it must have one and it is unknown. */
  readonly variant: number | null;
  readonly isFeeUnknown: boolean;
};

/** The possible sides of deals of one series. */
export class SeriesSides {
  readonly #all: readonly SourceFigures[];
  readonly #query: DealQuery;
  readonly #series: Series;
  readonly #hasVariants: boolean;
  readonly #buys = new Map<SourceFigures, Side | null>();
  readonly #asks = new Map<number, readonly number[]>();

  constructor(all: readonly SourceFigures[], query: DealQuery, series: Series, hasVariants: boolean) {
    this.#all = all;
    this.#hasVariants = hasVariants;
    this.#query = query;
    this.#series = series;
  }

  /** null if the side is excluded. */
  buyAt(buyer: SourceFigures, usd: number): Side | null {
    const known = this.#buys.get(buyer);
    if (known !== undefined) return known;
    const side = this.#askSide(buyer, usd, 'bought');
    this.#buys.set(buyer, side);
    return side;
  }

  /** null if the side is excluded. */
  sellAt(seller: SourceFigures, way: DealWay, usd: number): SellSide | null {
    const side = way === 'list' ? this.#askSide(seller, usd, 'listed') : this.#bidSide(seller, usd);
    return side === null ? null : { ...side, way, payout: seller.rules.gets.payout };
  }

  /** The lowest ask, which is bought, or which the item is listed next to. */
  #askSide(figures: SourceFigures, usd: number, deed: 'bought' | 'listed'): Side | null {
    const { source, rules } = figures;
    const row = source.series.knownRow(this.#series.name, this.#series.variant);
    const flags = this.#flags(source, {
      kind: 'ask',
      seenAt: source.floorSeenAt(row),
      count: source.floorCount(row),
      usd: source.floorUsd(row),
      usualUsd: source.usualUsd(row, this.#query.at),
      price: source.floorPrice(row),
      variant: this.#variantOf(source, row),
      isFeeUnknown: deed === 'bought' && figures.isFeeUnknown(this.#series),
    });
    const holdDays = deed === 'bought' ? rules.gets.itemDays : rules.gets.moneyDays;
    return flags === null ? null : { source, holdDays, usd, flags, index: row };
  }

  #bidSide({ source, rules }: SourceFigures, usd: number): Side | null {
    const { name, variant } = this.#series;
    const slot = source.bids.slotFor(name, variant);
    const flags = this.#flags(source, {
      kind: 'bid',
      seenAt: source.orders.seenAt(slot),
      count: source.bids.countFor(name, variant),
      usd: source.orders.money.usd(slot),
      usualUsd: 0,
      price: source.orders.money.price(slot),
      // A buy order for the whole item accepts any variant
      variant,
      isFeeUnknown: false,
    });
    return flags === null ? null : { source, holdDays: rules.gets.moneyDays, usd, flags, index: slot };
  }

  /** null if the side was last confirmed too long ago or has an excluded flag. */
  #flags(source: BestSource, facts: SideFacts): DealFlag[] | null {
    const { at, seenSince, without, sourceFlags, rates } = this.#query;
    if (facts.seenAt < seenSince) return null;
    const found: DealFlag[] = [...sourceFlags(source.marketplaceId, facts.kind)];
    if (isStale(facts.seenAt, at)) found.push('stale');
    if (isThin(facts.count)) found.push('thin');
    if (facts.price !== null && isConverted(facts.price)) found.push('converted');
    if (facts.price !== null && isRateOld(facts.price, rates, at)) found.push('rateOld');
    if (facts.variant === null) found.push('variantUnknown');
    if (facts.isFeeUnknown) found.push('feeUnknown');
    if (isOutlier(facts.usd, { others: this.#othersOf(source, facts.variant), usual: facts.usualUsd }))
      found.push('outlier');
    return found.some((flag) => without.includes(flag)) ? null : dealFlags.filter((flag) => found.includes(flag));
  }

  /** Whether an ask is an outlier. */
  isOutlier({ source }: SourceFigures): boolean {
    const row = source.series.knownRow(this.#series.name, this.#series.variant);
    const others = this.#othersOf(source, this.#variantOf(source, row));
    return isOutlier(source.floorUsd(row), { others, usual: source.usualUsd(row, this.#query.at) });
  }

  #variantOf(source: BestSource, row: Row): number | null {
    const phase = source.floorPhase(row);
    if (phase !== null) return variantNumber(phase);
    return this.#hasVariants ? null : 0;
  }

  /** What the other marketplaces ask for the same variant; nothing if the variant is unknown. */
  #othersOf(source: BestSource, variant: number | null): number[] {
    const others: number[] = [];
    if (variant === null) return others;
    const asks = this.#asksOf(variant);
    for (let at = 0; at < asks.length; at += 1) {
      const usd = asks[at] as number;
      if (usd > 0 && this.#all[at]?.source !== source) others.push(usd);
    }
    return others;
  }

  /** Asks in the order of the marketplaces, 0 for none. */
  #asksOf(variant: number): readonly number[] {
    const known = this.#asks.get(variant);
    if (known !== undefined) return known;
    const series = { name: this.#series.name, variant };
    const asks = this.#all.map((one) => one.get('ask', series));
    this.#asks.set(variant, asks);
    return asks;
  }
}

export function buySide(book: BestBook, buy: Side, series: Series): DealSide {
  const { source, usd, holdDays, flags, index } = buy;
  const row = index as Row;
  return {
    marketplaceId: source.marketplaceId,
    prices: source.floorPrices(row),
    afterFeesUsd: usd,
    count: source.floorCount(row),
    seenAt: source.floorSeenAt(row),
    link: source.floorLink(row) ?? pageOf(book, source, series),
    holdDays,
    flags,
  };
}

/** One sells on the page of the item, whoever else offers it there. */
export function sellSide(book: BestBook, sell: SellSide, series: Series): Deal['sell'] {
  const { source, usd, holdDays, flags, index, way, payout } = sell;
  const { name, variant } = series;
  const link = pageOf(book, source, series);
  if (way === 'list') return { ...buySide(book, sell, series), link, way, payout };
  return {
    marketplaceId: source.marketplaceId,
    prices: source.orders.money.prices(index as Slot),
    afterFeesUsd: usd,
    count: source.bids.countFor(name, variant),
    seenAt: source.orders.seenAt(index as Slot),
    link,
    holdDays,
    flags,
    way,
    payout,
  };
}
