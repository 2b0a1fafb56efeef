import type { BookSide } from '../schema/index.ts';
import { dayMs } from '../schema/index.ts';
import { type FloatRange, type Looks, wearPosition } from './looks.ts';
import { ascending, effectiveCount, quantile, type WeightedNumber } from './weighted.ts';

/** The figures of the method, as docs/appraise.md states them. */
export const method = {
  /** Days in which the weight of a sale halves. */
  halfLifeDays: 14,
  /** Points of fade in which the weight halves. */
  halfLifeFade: 2,
  /** What an offer counts beside a sale. */
  offerWeight: 0.25,
  /** What a sale to a buy order counts beside one of an offer. */
  bidWeight: 0.5,
  /** What a row counts if it does not say what is compared. */
  unknownWeight: 0.5,
  /** What a row of another marketplace counts, where one is asked for. */
  otherMarketplaceWeight: 0.5,
  /** What is added to positions in a wear range before they are divided. */
  wearOffset: 0.02,
  /** Shares of their own prices that stickers and charms are assumed to add, and how many rows that counts as. */
  stickerShare: 0.05,
  charmShare: 0.4,
  shareRows: 5,
  /** Part of a price from which they tell something of the share. */
  minPart: 0.2,
  /** By how much of itself what stickers and charms add can be off. */
  addedError: 0.5,
  /** Rows by which the level of a marketplace is drawn towards that of all. */
  levelRows: 3,
  /** Rows that must count as much before there is a price. */
  minRows: 3,
  /** Patterns are priced apart if their sales differ by this factor. */
  patternFactor: 1.25,
  /** Errors that are assumed beside those made, as logarithms of factors. */
  assumedError: Math.log(1.15),
  /** The newest sales whose errors are looked at. */
  maxErrors: 100,
  /** Ends of the interval, as shares of the errors. */
  lowShare: 0.1,
  highShare: 0.9,
} as const;

/** A sale or an offer of the same item and variant. */
export type Comparable = Looks & {
  readonly marketplaceId: number;
  readonly kind: 'sale' | 'offer';
  readonly side: BookSide | null;
  readonly id: string;
  /** Thousandths of a dollar. */
  readonly usd: number;
  readonly at: number;
};

/** What is appraised; without a marketplace it is for all of them. */
export type Subject = Looks & { readonly marketplaceId: number | null; readonly at: number };

/** A row that the price rests on. */
export type WeightedRow = {
  readonly row: Comparable;
  /** Its part of the weight of all rows. */
  readonly share: number;
  /** What it says that the subject is worth, in thousandths of a dollar. */
  readonly saysUsd: number;
};

/** How much of their own prices stickers and charms add to that of an item. */
export type Shares = { readonly stickers: number; readonly charms: number };

/** In thousandths of a dollar. */
export type Appraisal = {
  readonly usd: number;
  readonly lowUsd: number;
  readonly highUsd: number;
  /** How many equally good rows say as much. */
  readonly count: number;
  readonly shares: Shares;
  /** Heaviest first. */
  readonly rows: readonly WeightedRow[];
};

/** A row without what stickers, charms and its marketplace add: the logarithm of its price. */
type BareRow = WeightedNumber & { readonly row: Comparable };

/** Sales and offers of one item and variant, from which any copy of it is appraised. */
export class Comparison {
  readonly #range: FloatRange;
  readonly #rows: readonly BareRow[];
  readonly #levels: ReadonlyMap<number, number>;
  readonly #shares: Shares;
  #errors: readonly BareRow[] | null = null;

  constructor(comparables: readonly Comparable[], range: FloatRange) {
    this.#range = range;
    const first = bareRows(comparables, { stickers: method.stickerShare, charms: method.charmShare });
    this.#levels = levelsOf(first);
    const plain = this.#levelled(first.filter(({ row }) => row.stickersUsd === 0 && row.charmsUsd === 0));
    this.#shares = {
      stickers: this.#shareOf('stickersUsd', method.stickerShare, comparables, plain),
      charms: this.#shareOf('charmsUsd', method.charmShare, comparables, plain),
    };
    this.#rows = this.#levelled(bareRows(comparables, this.#shares));
  }

  /** Those that have a level. */
  get marketplaceIds(): number[] {
    return [...this.#levels.keys()];
  }

  /** A price for all marketplaces at the level of one of them. */
  atLevelOf(marketplaceId: number, usd: number): number {
    return Math.round(usd * Math.exp(this.#levels.get(marketplaceId) ?? 0));
  }

  /** null if too little is known. */
  appraise(subject: Subject): Appraisal | null {
    const weighted = this.#weighted(subject, this.#rows);
    const count = effectiveCount(weighted.map(({ weight }) => weight));
    if (count < method.minRows) return null;
    const added = addedBy(subject, this.#shares);
    const level = this.#levels.get(subject.marketplaceId ?? -1) ?? 0;
    const pattern = this.#patternOf(subject);
    const priceOf = (value: number, share = 1) => Math.round(Math.exp(value + level + pattern) + added * share);
    const middle = quantile(weighted, 0.5);
    const [low, high] = this.#bounds(subject, count);
    const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
    return {
      usd: priceOf(middle),
      lowUsd: priceOf(middle + low, 1 - method.addedError),
      highUsd: priceOf(middle + high, 1 + method.addedError),
      count,
      shares: this.#shares,
      rows: weighted
        .map(({ row, value, weight }) => ({ row, share: weight / total, saysUsd: priceOf(value) }))
        .sort((a, b) => b.share - a.share),
    };
  }

  #levelled(rows: readonly BareRow[]): BareRow[] {
    return ascending(
      rows.map(({ row, value, weight }) => ({
        row,
        weight,
        value: value - (this.#levels.get(row.marketplaceId) ?? 0),
      })),
    );
  }

  /** What those who bought stickers or charms on an item paid for them, drawn towards what is assumed. */
  #shareOf(
    what: 'stickersUsd' | 'charmsUsd',
    assumed: number,
    comparables: readonly Comparable[],
    plain: readonly BareRow[],
  ): number {
    const other = what === 'stickersUsd' ? 'charmsUsd' : 'stickersUsd';
    const shares = comparables.flatMap((row): WeightedNumber[] => {
      const alone = row[what];
      if (row.kind !== 'sale' || alone === null || row[other] !== 0 || alone < row.usd * method.minPart) return [];
      const middle = quantile(this.#weighted(row, plain), 0.5);
      if (Number.isNaN(middle)) return [];
      const bare = Math.exp(middle + (this.#levels.get(row.marketplaceId) ?? 0));
      return [{ value: (row.usd - bare) / alone, weight: 1 }];
    });
    const share = quantile(ascending([...shares, { value: assumed, weight: method.shareRows }]), 0.5);
    return Math.min(1, Math.max(0, share));
  }

  /** Rows in ascending order with their weights for a subject; later ones than the subject are left out. */
  #weighted(subject: Subject, rows: readonly BareRow[]): BareRow[] {
    const found: BareRow[] = [];
    for (const { row, value } of rows) {
      const weight = row.at > subject.at || row === subject ? 0 : this.#weightOf(subject, row);
      if (weight > 0) found.push({ row, value, weight });
    }
    return found;
  }

  #weightOf(subject: Subject, row: Comparable): number {
    const { halfLifeDays, offerWeight, bidWeight, otherMarketplaceWeight } = method;
    const kind = row.kind === 'offer' ? offerWeight : row.side === 'bid' ? bidWeight : 1;
    const isElsewhere = subject.marketplaceId !== null && subject.marketplaceId !== row.marketplaceId;
    const age = 0.5 ** ((subject.at - row.at) / dayMs / halfLifeDays);
    return kind * age * (isElsewhere ? otherMarketplaceWeight : 1) * this.#likeness(subject, row);
  }

  #likeness(one: Looks, other: Looks): number {
    return wearLikeness(one.float, other.float, this.#range) * fadeLikeness(one.fade, other.fade);
  }

  #newestSales(): readonly BareRow[] {
    const sales = this.#rows.filter(({ row }) => row.kind === 'sale');
    return sales.sort((a, b) => b.row.at - a.row.at).slice(0, method.maxErrors);
  }

  /** The errors that the method would have made for each sale, as logarithms, in ascending order. */
  #errorsMade(): readonly BareRow[] {
    this.#errors ??= ascending(
      this.#newestSales().flatMap(({ row, value }) => {
        const weighted = this.#weighted(row, this.#rows);
        if (effectiveCount(weighted.map(({ weight }) => weight)) < method.minRows) return [];
        return [{ row, value: value - quantile(weighted, 0.5), weight: 1 }];
      }),
    );
    return this.#errors;
  }

  /** Where prices of the same pattern were apart from what the method says, by how much; else 0. */
  #patternOf({ paintSeed }: Subject): number {
    if (paintSeed === null) return 0;
    const same = this.#errorsMade().filter(({ row }) => row.paintSeed === paintSeed);
    const factor = quantile(same, 0.5);
    return Math.abs(factor) > Math.log(method.patternFactor) ? factor : 0;
  }

  /** How far the price can be off, downwards and upwards, as logarithms: wider, the fewer rows it rests on. */
  #bounds(subject: Subject, count: number): readonly [low: number, high: number] {
    const assumed = [-method.assumedError, method.assumedError].map((value) => ({ value, weight: 0.5 }));
    const errors = this.#errorsMade().map(({ row, value }) => ({ value, weight: this.#likeness(subject, row) }));
    const sorted = ascending([...errors, ...assumed]);
    const wider = 1 + 1 / count;
    return [quantile(sorted, method.lowShare) * wider, quantile(sorted, method.highShare) * wider];
  }
}

const addedBy = ({ stickersUsd, charmsUsd }: Looks, shares: Shares): number =>
  (stickersUsd ?? 0) * shares.stickers + (charmsUsd ?? 0) * shares.charms;

/** What is on an item can be at most half of its price. */
const bareRows = (comparables: readonly Comparable[], shares: Shares): BareRow[] =>
  comparables.map((row) => ({
    row,
    value: Math.log(Math.max(row.usd / 2, row.usd - addedBy(row, shares))),
    weight: 1,
  }));

/** How much dearer each marketplace is than all of them, as a logarithm. */
function levelsOf(rows: readonly BareRow[]): Map<number, number> {
  const sorted = ascending(rows);
  const middle = quantile(sorted, 0.5);
  const byMarketplace = new Map<number, BareRow[]>();
  for (const one of sorted) {
    const own = byMarketplace.get(one.row.marketplaceId);
    if (own === undefined) byMarketplace.set(one.row.marketplaceId, [one]);
    else own.push(one);
  }
  return new Map(
    Array.from(byMarketplace, ([id, own]) => [
      id,
      ((quantile(own, 0.5) - middle) * own.length) / (own.length + method.levelRows),
    ]),
  );
}

function wearLikeness(one: number | null, other: number | null, range: FloatRange): number {
  if (one === null && other === null) return 1;
  if (one === null || other === null) return method.unknownWeight;
  const [a, b] = [one, other].map((float) => wearPosition(float, range) + method.wearOffset) as [number, number];
  return (Math.min(a, b) / Math.max(a, b)) ** 2;
}

function fadeLikeness(one: number | null, other: number | null): number {
  if (one === null && other === null) return 1;
  if (one === null || other === null) return method.unknownWeight;
  return 0.5 ** (Math.abs(one - other) / method.halfLifeFade);
}
