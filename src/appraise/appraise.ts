import type { BookSide } from '../schema/index.ts';
import { dayMs } from '../schema/index.ts';
import { type FloatRange, type Looks, wearPosition } from './looks.ts';
import { ascending, effectiveCount, quantile, type Weighted } from './weighted.ts';

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
  /** Share of the price of stickers that they add, and how many rows it counts. */
  stickerShare: 0.05,
  stickerShareRows: 5,
  maxStickerShare: 0.3,
  charmShare: 0.5,
  /** Rows by which the level of a marketplace is drawn towards that of all. */
  levelRows: 3,
  /** Rows that must count as much before there is a price. */
  minRows: 3,
  /** Patterns are priced apart if their sales differ by this factor. */
  patternFactor: 1.25,
  /** Errors that are assumed beside those made, as logarithms of factors. */
  assumedError: Math.log(1.15),
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

/** In thousandths of a dollar. */
export type Appraisal = {
  readonly usd: number;
  readonly lowUsd: number;
  readonly highUsd: number;
  /** How many equally good rows say as much. */
  readonly count: number;
  readonly stickerShare: number;
  /** Heaviest first. */
  readonly rows: readonly WeightedRow[];
};

/** A row without what stickers, charms and its marketplace add: the logarithm of its price. */
type BareRow = Weighted & { readonly row: Comparable };

/** Sales and offers of one item and variant, from which any copy of it is appraised. */
export class Comparison {
  readonly #range: FloatRange;
  readonly #rows: readonly BareRow[];
  readonly #levels: ReadonlyMap<number, number>;
  readonly #stickerShare: number;
  #errors: readonly (Weighted & { readonly row: Comparable })[] | null = null;

  constructor(comparables: readonly Comparable[], range: FloatRange) {
    this.#range = range;
    const first = bareRows(comparables, method.stickerShare);
    this.#levels = levelsOf(first);
    const levelled = this.#levelled(first);
    this.#stickerShare = this.#shareOf(levelled);
    this.#rows = this.#levelled(bareRows(comparables, this.#stickerShare));
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
    const added = addedBy(subject, this.#stickerShare);
    const level = this.#levels.get(subject.marketplaceId ?? -1) ?? 0;
    const pattern = this.#patternOf(subject);
    const priceOf = (value: number) => Math.round(Math.exp(value + level + pattern) + added);
    const middle = quantile(weighted, 0.5);
    const [low, high] = this.#bounds(subject, count);
    const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
    return {
      usd: priceOf(middle),
      lowUsd: priceOf(middle + low),
      highUsd: priceOf(middle + high),
      count,
      stickerShare: this.#stickerShare,
      rows: weighted
        .map(({ row, value, weight }) => ({ row, share: weight / total, saysUsd: priceOf(value) }))
        .sort((a, b) => b.share - a.share),
    };
  }

  #levelled(rows: readonly BareRow[]): BareRow[] {
    return ascending(
      rows.map(({ row, value, weight }) => ({ row, weight, value: value - (this.#levels.get(row.marketplaceId) ?? 0) })),
    );
  }

  /** How much of the price of stickers those who bought them on an item paid, drawn towards what is ordinary. */
  #shareOf(rows: readonly BareRow[]): number {
    const plain = rows.filter(({ row }) => row.stickersUsd === 0);
    const shares = rows.flatMap(({ row }): Weighted[] => {
      const { stickersUsd } = row;
      if (row.kind !== 'sale' || stickersUsd === null || stickersUsd < row.usd / 5) return [];
      const middle = quantile(this.#weighted({ ...row, marketplaceId: row.marketplaceId }, plain), 0.5);
      if (Number.isNaN(middle)) return [];
      const bare = Math.exp(middle + (this.#levels.get(row.marketplaceId) ?? 0));
      return [{ value: (row.usd - bare) / stickersUsd, weight: 1 }];
    });
    const assumed = { value: method.stickerShare, weight: method.stickerShareRows };
    return Math.min(method.maxStickerShare, Math.max(0, quantile(ascending([...shares, assumed]), 0.5)));
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

  /** The errors that the method would have made for each sale, as logarithms, in ascending order. */
  #errorsMade(): readonly BareRow[] {
    this.#errors ??= ascending(
      this.#rows.flatMap(({ row, value }) => {
        if (row.kind !== 'sale') return [];
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

const addedBy = ({ stickersUsd, charmsUsd }: Looks, stickerShare: number): number =>
  (stickersUsd ?? 0) * stickerShare + (charmsUsd ?? 0) * method.charmShare;

/** Stickers and charms can take at most half of a price. */
const bareRows = (comparables: readonly Comparable[], stickerShare: number): BareRow[] =>
  comparables.map((row) => ({
    row,
    value: Math.log(Math.max(row.usd / 2, row.usd - addedBy(row, stickerShare))),
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
