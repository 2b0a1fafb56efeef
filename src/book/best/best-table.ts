import { compareVariants, type Prices } from '../../schema/index.ts';
import { bytesOf, Column, columnChunkLength } from '../memory/column.ts';
import type { NameId, Slot } from '../memory/numbers.ts';
import type { BestSource, VariantNumber } from './best-source.ts';
import { Extreme } from './extreme.ts';
import {
  type AskedOf,
  type Figure,
  figures,
  inMoney,
  isInMoney,
  isLowest,
  isOfBid,
  type PlainFigure,
  plainOf,
  reportedFigures,
} from './figures.ts';
import type { MarketRules, RulesOf } from './market-rules.ts';
import { UsualBounds } from './usual-bounds.ts';

// Indices into `figures`
const allIndexes = figures.map((_, index) => index);
const bidIndexes = allIndexes.filter((index) => isOfBid(figures[index] as Figure));
const plainIndexes = allIndexes.filter((index) => !isInMoney(figures[index] as Figure));
/** Of each figure in money, its index and that of the plain one. */
const moneyIndexes = Object.entries(inMoney).map(
  ([plain, figure]) => [figures.indexOf(figure), figures.indexOf(plain as Figure)] as const,
);

const createExtremes = () =>
  Object.fromEntries(figures.map((figure) => [figure, new Extreme(isLowest(figure))])) as Record<Figure, Extreme>;

/** A series of a game. Whole items are numbered by their name, variants by numbers of their own. */
export type Series = { readonly name: NameId; readonly variant: VariantNumber };

/** The best prices of every item and variant of a game over all marketplaces, updated with every change. */
export class BestTable {
  readonly usual = new UsualBounds();
  readonly #wholes = createExtremes();
  readonly #variants = createExtremes();
  // In the order of `figures`
  readonly #wholesInOrder = figures.map((figure) => this.#wholes[figure]);
  readonly #variantsInOrder = figures.map((figure) => this.#variants[figure]);
  /** The figures of one series of one source, in the order of `figures`. */
  readonly #worked = new Float64Array(figures.length);
  /** The numbers of the known variants of a name, in the order of answers. */
  readonly #numbers = new Map<NameId, ReadonlyMap<VariantNumber, number>>();
  readonly #series: Series[] = [];
  /** Whether a name has variants: 0 if it was never noted. */
  readonly #varied = new Column<NameId>('uint8');
  readonly #figures = new Map<number, FigureColumns>();
  readonly #sources: () => readonly BestSource[];
  readonly #rulesOf: RulesOf;
  readonly #mustVary: (name: NameId) => boolean;

  /** `mustVary` tells the names that have variants even before one is known. */
  constructor(sources: () => readonly BestSource[], rulesOf: RulesOf, mustVary: (name: NameId) => boolean) {
    this.#sources = sources;
    this.#rulesOf = rulesOf;
    this.#mustVary = mustVary;
  }

  get bytes(): number {
    const extremes = [...Object.values(this.#wholes), ...Object.values(this.#variants)];
    return bytesOf([...extremes, ...this.#figures.values(), this.#varied, this.usual]);
  }

  /** Updates the figures of a marketplace for a series. */
  note(source: BestSource, name: NameId, variant: VariantNumber): void {
    if (this.#varied.get(name) === 0) this.#varied.set(name, this.#mustVary(name) ? varied : plain);
    if (variant !== 0) this.#enter(name, variant);
    this.#noteFigures(source, { name, variant }, allIndexes);
    if (variant !== 0) return;
    // A buy order for the whole item accepts each variant
    for (const one of this.variantsOf(name)) this.#noteFigures(source, { name, variant: one }, bidIndexes);
  }

  variantsOf(name: NameId): VariantNumber[] {
    if (this.#varied.get(name) !== varied) return [];
    return [...(this.#numbers.get(name)?.keys() ?? [])];
  }

  /**
   * The best figures of an item and each of its variants with their marketplaces, as texts to compare. An item with variants
   * has, of what concerns a sale, only the ranges of its variants.
   */
  statesOf(name: NameId, payout: AskedOf): string[] {
    const reported = reportedFigures[payout];
    const stateOf = (extremes: Record<Figure, Extreme>, number: number, among: readonly Figure[]): string =>
      among.map((figure) => `${extremes[figure].figure(number)}/${extremes[figure].holder(number)}`).join();
    const variants = this.variantsOf(name);
    const numbers = variants.map((variant) => this.#numberOf(name, variant));
    const states = variants.map((variant, at) => `${variant} ${stateOf(this.#variants, numbers[at] ?? -1, reported)}`);
    if (!this.hasVariants(name)) return [`0 ${stateOf(this.#wholes, name, reported)}`, ...states];
    const [ask, , bid] = reported;
    const ranges = [ask, bid].map((figure) => {
      const known = numbers.map((number) => this.#variants[figure].figure(number)).filter((value) => value > 0);
      return `${Math.min(...known)}-${Math.max(...known)}`;
    });
    return [`0 ${stateOf(this.#wholes, name, reported.filter(isLowest))} ${ranges}`, ...states];
  }

  isKnown(name: NameId, variant: VariantNumber): boolean {
    return variant === 0 || this.#numberOf(name, variant) >= 0;
  }

  hasVariants(name: NameId): boolean {
    return this.#varied.get(name) === varied;
  }

  /** All known variants of all names. */
  get variants(): readonly Series[] {
    return this.#series;
  }

  /** The best values of one figure for a chunk of whole items. */
  wholeChunk(figure: Figure, chunk: number, length: number): ArrayLike<number> {
    return this.#wholes[figure].chunk(chunk, length);
  }

  get chunkLength(): number {
    return columnChunkLength;
  }

  best(figure: Figure, { name, variant }: Series): number {
    return variant === 0
      ? this.#wholes[figure].figure(name)
      : this.#variants[figure].figure(this.#numberOf(name, variant));
  }

  /** The id of the marketplace with the best value; 0 for none. */
  holder(figure: Figure, { name, variant }: Series): number {
    return variant === 0
      ? this.#wholes[figure].holder(name)
      : this.#variants[figure].holder(this.#numberOf(name, variant));
  }

  /** One figure of one marketplace, computed. */
  figureOf(source: BestSource, figure: Figure, { name, variant }: Series): number {
    if (isInMoney(figure))
      return this.rulesOf(source).pays('money') ? this.figureOf(source, plainOf[figure], { name, variant }) : 0;
    if (isOfBid(figure)) {
      const slot = source.bids.slotFor(name, variant);
      return slot < 0 ? 0 : this.bidFigure(source, figure, slot);
    }
    const row = source.series.knownRow(name, variant);
    if (row < 0) return 0;
    return this.askFigure(source, figure, source.floorUsd(row), () => source.floorPrices(row));
  }

  askFigure(source: BestSource, figure: PlainFigure, usd: number, pricesAt: () => Prices): number {
    const rules = this.rulesOf(source);
    if (usd === 0 || rules.isUnpayable(pricesAt)) return 0;
    if (figure === 'ask') return usd;
    if (figure === 'relisted') return rules.proceeds(usd, pricesAt);
    return rules.isBuyerFeeKnown ? rules.cost(usd, pricesAt) : figure === 'outlay' ? usd : 0;
  }

  rulesOf({ marketplaceId }: Pick<BestSource, 'marketplaceId'>): MarketRules {
    return this.#rulesOf(marketplaceId);
  }

  bidFigure(source: BestSource, figure: PlainFigure, slot: Slot): number {
    const rules = this.rulesOf(source);
    const usd = source.orders.money.usd(slot);
    const pricesAt = () => source.orders.money.prices(slot);
    if (usd === 0 || rules.isUnpayable(pricesAt)) return 0;
    return figure === 'bid' ? usd : rules.proceeds(usd, pricesAt);
  }

  /** The stored figures of the whole items of a marketplace, by the number of the name. */
  figuresOf(source: BestSource): FigureColumns {
    const known = this.#figures.get(source.marketplaceId);
    if (known !== undefined) return known;
    const added = new FigureColumns((figure, name) => this.figureOf(source, figure, { name, variant: 0 }));
    this.#figures.set(source.marketplaceId, added);
    return added;
  }

  #noteFigures(source: BestSource, series: Series, indexes: readonly number[]): void {
    const { name, variant } = series;
    const extremes = variant === 0 ? this.#wholesInOrder : this.#variantsInOrder;
    const number = variant === 0 ? name : this.#numberOf(name, variant);
    const cached = variant === 0 ? this.figuresOf(source) : null;
    this.#workOut(source, name, variant);
    for (const index of indexes) {
      const value = this.#worked[index] as number;
      if (cached?.set(index, name, value) && !bidIndexes.includes(index)) this.usual.forget(name);
      const extreme = extremes[index] as Extreme;
      if (extreme.note(number, source.marketplaceId, value))
        this.#lookAgain(extreme, figures[index] as Figure, series, number);
    }
  }

  /** Computes all figures like `figureOf`, looking up the row and the slot once. */
  #workOut(source: BestSource, name: NameId, variant: VariantNumber): void {
    const row = source.series.knownRow(name, variant);
    const usd = row < 0 ? 0 : source.floorUsd(row);
    const pricesAt = () => source.floorPrices(row);
    const slot = source.bids.slotFor(name, variant);
    for (const index of plainIndexes) {
      const figure = figures[index] as PlainFigure;
      if (!isOfBid(figure)) this.#worked[index] = this.askFigure(source, figure, usd, pricesAt);
      else this.#worked[index] = slot < 0 ? 0 : this.bidFigure(source, figure, slot);
    }
    const paysMoney = this.rulesOf(source).pays('money');
    for (const [index, plain] of moneyIndexes) this.#worked[index] = paysMoney ? (this.#worked[plain] as number) : 0;
  }

  #lookAgain(extreme: Extreme, figure: Figure, series: Series, number: number): void {
    extreme.set(number, 0, 0);
    for (const source of this.#sources())
      extreme.note(number, source.marketplaceId, this.figureOf(source, figure, series));
  }

  #enter(name: NameId, variant: VariantNumber): void {
    if (this.#numberOf(name, variant) >= 0) return;
    this.#varied.set(name, varied);
    this.usual.forget(name);
    const number = this.#add(name, variant);
    for (const figure of figures.filter(isOfBid))
      this.#lookAgain(this.#variants[figure], figure, { name, variant }, number);
  }

  #add(name: NameId, variant: VariantNumber): number {
    const number = this.#series.push({ name, variant }) - 1;
    const known = [...(this.#numbers.get(name) ?? []), [variant, number] as const];
    this.#numbers.set(name, new Map(known.sort(([one], [other]) => compareVariants(one, other))));
    return number;
  }

  #numberOf(name: NameId, variant: VariantNumber): number {
    return this.#numbers.get(name)?.get(variant) ?? -1;
  }
}

// Cells of `#varied`
const plain = 1;
const varied = 2;

/** Figures that deals are computed from. */
const cachedFigures = ['ask', 'outlay', 'relisted', 'proceeds'] as const satisfies readonly Figure[];
export type CachedFigure = (typeof cachedFigures)[number];

/** Stands for values that do not fit into four bytes; these are computed on each read. */
export const tooLarge = 2 ** 31 - 1;

/** Figures of the whole items of one marketplace, 16 bytes per name. */
class FigureColumns {
  readonly #columns = Object.fromEntries(
    cachedFigures.map((figure) => [figure, new Column<NameId>('int32')]),
  ) as Record<CachedFigure, Column<NameId>>;
  // undefined for figures that are not stored
  readonly #inOrder = figures.map((figure) => (this.#columns as Partial<Record<Figure, Column<NameId>>>)[figure]);
  readonly #workOut: (figure: CachedFigure, name: NameId) => number;

  constructor(workOut: (figure: CachedFigure, name: NameId) => number) {
    this.#workOut = workOut;
  }

  get bytes(): number {
    return bytesOf(Object.values(this.#columns));
  }

  get(figure: CachedFigure, name: NameId): number {
    const cached = this.#columns[figure].get(name);
    return cached === tooLarge ? this.#workOut(figure, name) : cached;
  }

  chunk(figure: CachedFigure, at: number, length: number): ArrayLike<number> {
    return this.#columns[figure].chunk(at, length);
  }

  /** Stores the figure at an index of `figures`; returns whether it may have changed, false if the figure is not stored. */
  set(index: number, name: NameId, value: number): boolean {
    const column = this.#inOrder[index];
    if (column === undefined) return false;
    const cached = Math.min(value, tooLarge);
    const isNews = cached !== column.get(name) || cached === tooLarge;
    column.set(name, cached);
    return isNews;
  }
}
