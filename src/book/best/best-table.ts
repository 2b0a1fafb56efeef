import { compareVariants } from '../../schema/index.ts';
import { type DumpPart, DumpUnfit, jsonPart, listParts, loadAll, type PartSource, saveAll } from '../dump/part.ts';
import type { Renumbering } from '../dump/variants.ts';
import { bytesOf, Column, Columns, columnChunkLength } from '../memory/column.ts';
import type { NameId, Slot } from '../memory/numbers.ts';
import type { BestSource, VariantNumber } from './best-source.ts';
import { Extreme } from './extreme.ts';
import type { FeeRule } from './fee-rule.ts';
import { UsualBounds } from './usual-bounds.ts';

/** The fees of a marketplace; null if unknown. */
export type FeeRules = { readonly buyer: FeeRule | null; readonly seller: FeeRule | null };

/**
 * Figures of one series on one marketplace, in thousandths of a dollar, 0 if unknown: the lowest ask; `cost`, what the buyer
 * pays for it including fees; `outlay`, the same, or the ask itself if no fee is known; the highest bid; `proceeds`, the bid
 * less fees; and `relisted`, what a seller who lists at the lowest ask receives.
 */
export const figures = ['ask', 'cost', 'outlay', 'bid', 'proceeds', 'relisted'] as const;
export type Figure = (typeof figures)[number];

const lowest: readonly Figure[] = ['ask', 'cost', 'outlay'];

const bidFigures: readonly Figure[] = ['bid', 'proceeds'];
// Indices into `figures`
const allPlaces = figures.map((_, place) => place);
const bidPlaces = allPlaces.filter((place) => bidFigures.includes(figures[place] as Figure));
const askPlaces = allPlaces.filter((place) => !bidPlaces.includes(place));

/** Figures whose changes are reported to readers. */
const reportedFigures: readonly Figure[] = ['ask', 'cost', 'bid', 'proceeds'];

const createExtremes = () =>
  Object.fromEntries(figures.map((figure) => [figure, new Extreme(lowest.includes(figure))])) as Record<
    Figure,
    Extreme
  >;

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
  readonly #feeRules: (marketplaceId: number) => FeeRules;
  readonly #mustVary: (name: NameId) => boolean;

  /** `mustVary` tells the names that have variants even before one is known. */
  constructor(
    sources: () => readonly BestSource[],
    feeRules: (marketplaceId: number) => FeeRules,
    mustVary: (name: NameId) => boolean,
  ) {
    this.#sources = sources;
    this.#feeRules = feeRules;
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
    this.#noteFigures(source, { name, variant }, allPlaces);
    if (variant !== 0) return;
    // A buy order for the whole item accepts each variant
    for (const one of this.variantsOf(name)) this.#noteFigures(source, { name, variant: one }, bidPlaces);
  }

  variantsOf(name: NameId): VariantNumber[] {
    if (this.#varied.get(name) !== varied) return [];
    return [...(this.#numbers.get(name)?.keys() ?? [])];
  }

  /** The best figures of an item and each of its variants with their marketplaces, as texts to compare. */
  statesOf(name: NameId): string[] {
    return [0, ...this.variantsOf(name)].map((variant) => {
      const extremes = variant === 0 ? this.#wholes : this.#variants;
      const number = variant === 0 ? name : this.#numberOf(name, variant);
      return `${variant} ${reportedFigures.map((figure) => `${extremes[figure].figure(number)}/${extremes[figure].holder(number)}`)}`;
    });
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
    if (figure === 'bid' || figure === 'proceeds') {
      const slot = source.bids.slotFor(name, variant);
      return slot < 0 ? 0 : this.bidFigure(source, figure, slot);
    }
    const row = source.series.knownRow(name, variant);
    if (row < 0) return 0;
    return this.askFigure(source, figure, source.floorUsd(row), () => source.floorPrices(row));
  }

  askFigure(source: BestSource, figure: Figure, usd: number, pricesAt: Parameters<FeeRule['after']>[1]): number {
    if (figure === 'ask' || usd === 0) return usd;
    const { buyer, seller } = this.#feeRules(source.marketplaceId);
    if (figure === 'relisted') return seller?.after(usd, pricesAt) ?? 0;
    return buyer?.after(usd, pricesAt) ?? (figure === 'outlay' ? usd : 0);
  }

  /** Whether what a buyer pays there is known with its fee. */
  isBuyerFeeKnown({ marketplaceId }: BestSource): boolean {
    return this.#feeRules(marketplaceId).buyer !== null;
  }

  bidFigure(source: BestSource, figure: Figure, slot: Slot): number {
    const usd = source.orders.money.usd(slot);
    if (figure === 'bid') return usd;
    return this.#feeRules(source.marketplaceId).seller?.after(usd, () => source.orders.money.prices(slot)) ?? 0;
  }

  /** The stored figures of the whole items of a marketplace, by the number of the name. */
  figuresOf(source: BestSource): FigureColumns {
    const known = this.#figures.get(source.marketplaceId);
    if (known !== undefined) return known;
    const added = new FigureColumns((figure, name) => this.figureOf(source, figure, { name, variant: 0 }));
    this.#figures.set(source.marketplaceId, added);
    return added;
  }

  /** Omits the usual bounds, which are recomputed on demand. */
  *save(name: string): Generator<DumpPart> {
    yield* listParts(name, this.#series);
    yield* this.#varied.save(name);
    yield* saveAll(`${name}.wholes`, this.#wholes);
    yield* saveAll(`${name}.variants`, this.#variants);
    yield jsonPart(name, [...this.#figures.keys()]);
    for (const columns of this.#figures.values()) yield* columns.save(name);
  }

  /** The market books must be loaded first. */
  async load(name: string, reader: PartSource, variants: Renumbering): Promise<void> {
    await reader.list<Series>(name, (some) => {
      for (const one of some) this.#add(one.name, variants.of(one.variant));
    });
    await this.#varied.load(name, reader);
    await loadAll(`${name}.wholes`, this.#wholes, reader);
    await loadAll(`${name}.variants`, this.#variants, reader);
    for (const marketplaceId of await reader.json<number[]>(name)) {
      const source = this.#sources().find((one) => one.marketplaceId === marketplaceId);
      if (source === undefined)
        throw new DumpUnfit(`it has best prices of marketplace ${marketplaceId} but no market book`);
      await this.figuresOf(source).load(name, reader);
    }
  }

  #noteFigures(source: BestSource, series: Series, places: readonly number[]): void {
    const { name, variant } = series;
    const extremes = variant === 0 ? this.#wholesInOrder : this.#variantsInOrder;
    const number = variant === 0 ? name : this.#numberOf(name, variant);
    const kept = variant === 0 ? this.figuresOf(source) : null;
    this.#workOut(source, name, variant);
    for (const place of places) {
      const value = this.#worked[place] as number;
      if (kept?.set(place, name, value) && !bidPlaces.includes(place)) this.usual.forget(name);
      const extreme = extremes[place] as Extreme;
      if (extreme.note(number, source.marketplaceId, value))
        this.#lookAgain(extreme, figures[place] as Figure, series, number);
    }
  }

  /** Computes all figures like `figureOf`, looking up the row and the slot once. */
  #workOut(source: BestSource, name: NameId, variant: VariantNumber): void {
    const row = source.series.knownRow(name, variant);
    const usd = row < 0 ? 0 : source.floorUsd(row);
    const pricesAt = () => source.floorPrices(row);
    for (const place of askPlaces)
      this.#worked[place] = this.askFigure(source, figures[place] as Figure, usd, pricesAt);
    const slot = source.bids.slotFor(name, variant);
    for (const place of bidPlaces)
      this.#worked[place] = slot < 0 ? 0 : this.bidFigure(source, figures[place] as Figure, slot);
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
    for (const figure of bidFigures) this.#lookAgain(this.#variants[figure], figure, { name, variant }, number);
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
const keptFigures = ['ask', 'outlay', 'relisted', 'proceeds'] as const satisfies readonly Figure[];
export type KeptFigure = (typeof keptFigures)[number];

/** Stands for values that do not fit into four bytes; these are computed on each read. */
export const tooLarge = 2 ** 31 - 1;

/** Figures of the whole items of one marketplace, 16 bytes per name. */
class FigureColumns extends Columns {
  protected override readonly columns = Object.fromEntries(
    keptFigures.map((figure) => [figure, new Column<NameId>('int32')]),
  ) as Record<KeptFigure, Column<NameId>>;
  // undefined for figures that are not stored
  readonly #inOrder = figures.map((figure) => (this.columns as Partial<Record<Figure, Column<NameId>>>)[figure]);
  readonly #workOut: (figure: KeptFigure, name: NameId) => number;

  constructor(workOut: (figure: KeptFigure, name: NameId) => number) {
    super();
    this.#workOut = workOut;
  }

  get(figure: KeptFigure, name: NameId): number {
    const kept = this.columns[figure].get(name);
    return kept === tooLarge ? this.#workOut(figure, name) : kept;
  }

  chunk(figure: KeptFigure, at: number, length: number): ArrayLike<number> {
    return this.columns[figure].chunk(at, length);
  }

  /** Stores the figure at an index of `figures`; returns whether it may have changed, false if the figure is not stored. */
  set(place: number, name: NameId, value: number): boolean {
    const column = this.#inOrder[place];
    if (column === undefined) return false;
    const kept = Math.min(value, tooLarge);
    const isNews = kept !== column.get(name) || kept === tooLarge;
    column.set(name, kept);
    return isNews;
  }
}
