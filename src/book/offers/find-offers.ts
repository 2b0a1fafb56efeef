import { asksForFade } from '../../names/matches-extras.ts';
import { offerAt } from '../apply-offer.ts';
import type { Series } from '../best/best-table.ts';
import type { GameBook } from '../game-book.ts';
import type { MarketBook } from '../market/market-book.ts';
import { blockLength } from '../memory/block-bounds.ts';
import { type NameId, none, type Row, type Slot } from '../memory/numbers.ts';
import {
  bitsOfMark,
  floatTrait,
  isLongSeed,
  marksFor,
  moreStickers,
  seedTrait,
  stickerTrait,
  tradableTraits,
} from '../memory/offer-traits.ts';
import { maxKey } from '../memory/order-table.ts';
import { namesHolding } from '../search/name-indexes.ts';
import { namesBelowOthers } from './below-others.ts';
import { Candidate, comparePositions, isSurelyBefore, isSurelyBehind } from './candidate.ts';
import { matchesQuery } from './matches-query.ts';
import type { FoundOffer, OfferQuery } from './offer-query.ts';
import { ChunkScan } from './scan-chunk.ts';

// Scanning this many offers in columns takes as long as reaching one from its item
const scannedShare = 128;
const minScanned = 500;
// A tenth of the range
const fewFloats = 6_553;

const untested = 0;
const wanted = 1;
const unwanted = 2;

/** The cost of a piece, in about a microsecond, and of what it consists of. */
const piece = 1_000;
const rowCost = 0.3;
const sourceCost = 0.1;
const offerCost = 3;
const cellCost = 0.01;

/** The first offers that match a query, in its order, found in pieces, between which the book may change. */
export const findingOffers = (gameBook: GameBook, query: OfferQuery): Generator<void, FoundOffer[]> =>
  new OfferSearch(gameBook, query).pieces();

/** The same without a pause. */
export function findOffers(gameBook: GameBook, query: OfferQuery): FoundOffer[] {
  const pieces = findingOffers(gameBook, query);
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
  }
}

/**
 * Scans columns from end to end. Columns can match too much but never too little, and offers that sort after the last one
 * kept are skipped, so few offers are read in full.
 */
class OfferSearch {
  readonly #gameBook: GameBook;
  readonly #query: OfferQuery;
  readonly #seeds: Uint8Array | null;
  #floats: readonly [low: number, high: number];
  readonly #stickers: readonly number[];
  readonly #cached: Candidate[] = [];
  readonly #scan = new ChunkScan();
  /** The cost of the current piece. */
  #spent = 0;
  /** When sorting by newest: offers found before this are skipped. */
  #foundSince = 0;
  /** 1 for each wanted name, by its number; null means all. */
  #scannedNames: Uint8Array | null = null;
  /** What is known of each item, by the number of its name. */
  readonly #tested: Uint8Array;
  readonly #isFloatSort: boolean;
  readonly #isFloatBounded: boolean;
  #lowUsd: number;
  #highUsd: number;
  /** Whether columns alone can never confirm a match. */
  readonly #isReadInFull: boolean;
  /** Column values of floats and trade locks at the edge of the wanted range can go either way; within it they match. */
  readonly #floatEdges: readonly number[];
  readonly #lockEdge: number;

  constructor(gameBook: GameBook, query: OfferQuery) {
    const { paintSeeds, minFloat, maxFloat, sort } = query;
    this.#gameBook = gameBook;
    this.#query = query;
    this.#tested = new Uint8Array(query.isWanted === undefined ? 0 : gameBook.names.size);
    this.#lowUsd = query.minUsd;
    this.#highUsd = query.maxUsd;
    this.#isFloatSort = sort === 'float' || sort === 'floatDown';
    this.#seeds = paintSeeds === null ? null : new Uint8Array(65_536);
    for (const seed of paintSeeds ?? []) (this.#seeds as Uint8Array)[seedTrait(seed)] = 1;
    const isAny = minFloat === null && maxFloat === null && !this.#isFloatSort;
    this.#floats = isAny ? [0, 65_535] : [floatTrait(minFloat ?? 0), floatTrait(maxFloat ?? 1)];
    this.#stickers = [...new Set(query.stickers)].map(stickerTrait).concat(marksFor(query.extras));
    this.#isFloatBounded = !isAny;
    this.#floatEdges = isAny ? [] : this.#floats;
    this.#lockEdge = query.tradableBy === null ? 0 : tradableTraits(query.tradableBy)[1];
    this.#isReadInFull =
      this.#stickers.length > 0 || asksForFade(query.extras) || (paintSeeds ?? []).some(isLongSeed);
  }

  *pieces(): Generator<void, FoundOffer[]> {
    for (const _ of this.#steps()) {
      this.#spent = 0;
      // Their places can be taken by other offers before the next piece
      for (const candidate of this.#cached) candidate.read();
      yield;
    }
    return this.#cached.map((candidate) => this.#foundOf(candidate));
  }

  /** The whole search; yields where a piece ends. */
  *#steps(): Generator<void> {
    const marketBooks = this.#marketBooks();
    const names = this.#namesToLookInto(marketBooks);
    if (names === null && (this.#query.belowOthersPercent ?? 0) > 0) yield* this.#lookBelowOthers(marketBooks);
    else
      for (const marketBook of marketBooks)
        yield* names === null ? this.#lookThrough(marketBook) : this.#lookIntoItems(marketBook, names);
  }

  /** Those with offers, in the order of equal offers. */
  #marketBooks(): readonly MarketBook[] {
    const { marketplaceIds } = this.#query;
    return this.#gameBook.marketBooks
      .filter(({ marketplaceId, offers }) => offers.size > 0 && (marketplaceIds?.includes(marketplaceId) ?? true))
      .sort((a, b) => a.marketplaceId - b.marketplaceId);
  }

  /** Only the lowest ask can be below all others, so only items where it is far enough below are examined. */
  *#lookBelowOthers(marketBooks: readonly MarketBook[]): Generator<void> {
    const { best, names, marketBooks: all } = this.#gameBook;
    const byId = new Map(marketBooks.map((marketBook) => [marketBook.marketplaceId, marketBook]));
    const look = (series: Series): void => {
      const marketBook = byId.get(best.holder('ask', series));
      const row = marketBook?.series.knownRow(series.name, series.variant) ?? none;
      if (marketBook !== undefined && row >= 0) this.#lookIntoRow(marketBook, row);
    };
    for (const some of namesBelowOthers(best, all, names.size, this.#query.belowOthersPercent ?? 0)) {
      this.#spent += best.chunkLength * all.length * cellCost;
      for (const name of some) {
        look({ name, variant: 0 });
        if (this.#spent >= piece) yield;
      }
    }
    for (const series of best.variants) {
      this.#spent += rowCost;
      look(series);
      if (this.#spent >= piece) yield;
    }
  }

  /** null if scanning columns is faster, as it is for names with many offers. */
  #namesToLookInto(marketBooks: readonly MarketBook[]): Iterable<NameId> | null {
    const wanted = this.#names();
    if (wanted === null || this.#query.belowOthersPercent !== null) return wanted;
    const names = [...wanted];
    let min = minScanned;
    for (const { offers } of marketBooks) min += offers.size / scannedShare;
    if (!haveOffers(marketBooks, names, min)) return names;
    this.#scannedNames = new Uint8Array(this.#gameBook.names.size);
    for (const name of names) this.#scannedNames[name] = 1;
    return null;
  }

  /** Numbers of the wanted names; null means all. */
  #names(): Iterable<NameId> | null {
    const { names: wanted, extras } = this.#query;
    const words = asksForFade(extras) ? `${this.#query.words ?? ''} fade` : this.#query.words;
    const numbers = wanted === null ? null : new Set(wanted.map((name) => this.#gameBook.names.numberOf(name)));
    if (words === null) return numbers;
    const all = namesHolding(this.#gameBook.indexes, words);
    return numbers === null ? all : all.filter((number) => numbers.has(number));
  }

  *#lookIntoItems(marketBook: MarketBook, names: Iterable<NameId>): Generator<void> {
    for (const name of names) {
      for (let row = marketBook.series.wholeRow(name); row >= 0; row = marketBook.series.nextPart(row))
        this.#lookIntoRow(marketBook, row);
      if (this.#spent >= piece) yield;
    }
  }

  #lookIntoRow(marketBook: MarketBook, row: Row): void {
    const { offers } = marketBook;
    this.#spent += rowCost;
    if (!this.#isWantedItem(marketBook, row) || !this.#isWantedPhase(marketBook, row)) return;
    const reach = this.#reachOf(marketBook, row);
    if (reach === 0) return;
    for (let slot = offers.first(row); slot >= 0; slot = offers.after(slot)) {
      const usd = offers.askKeys.get(slot);
      if (usd !== 0 && usd <= reach && this.#mayMatch(marketBook, slot, usd)) this.#lookAt(marketBook, slot, usd);
    }
  }

  /** Tests each item once. */
  #isWantedItem({ series }: MarketBook, row: Row): boolean {
    const { isWanted } = this.#query;
    if (isWanted === undefined) return true;
    const number = series.nameNumber(row);
    const known = this.#tested[number];
    if (known !== undefined && known !== untested) return known === wanted;
    const answer = isWanted(this.#gameBook.names.name(number));
    this.#tested[number] = answer ? wanted : unwanted;
    return answer;
  }

  #isWantedPhase(marketBook: MarketBook, row: Row): boolean {
    const { phases: wanted } = this.#query;
    if (wanted === null) return true;
    const phase = marketBook.series.phaseOf(row);
    return phase !== null && wanted.includes(phase);
  }

  /** The highest price that is far enough below the others; 0 if none can be. */
  #reachOf(marketBook: MarketBook, row: Row): number {
    const { belowOthersPercent } = this.#query;
    if (belowOthersPercent === null) return Number.POSITIVE_INFINITY;
    if (marketBook.offers.count(row) === 0) return 0;
    if (belowOthersPercent > 0 && !this.#isLowestOf(marketBook, row)) return 0;
    // Divide last: 1 - 90 / 100 is less than a tenth
    return (this.#othersAsk(marketBook, row) * (100 - belowOthersPercent)) / 100;
  }

  #isLowestOf(marketBook: MarketBook, row: Row): boolean {
    return this.#gameBook.best.holder('ask', seriesOf(marketBook, row)) === marketBook.marketplaceId;
  }

  *#lookThrough(marketBook: MarketBook): Generator<void> {
    if (this.#query.belowOthersPercent !== null) {
      for (let row = 0; row < marketBook.series.rowCount; row += 1) {
        this.#lookIntoRow(marketBook, row as Row);
        if (this.#spent >= piece) yield;
      }
      return;
    }
    const { chunkCount } = marketBook.offers.askKeys;
    const isDown = this.#query.sort === 'newest';
    // The newest offers are mostly at the end
    for (let turn = 0; turn < chunkCount; turn += 1) {
      this.#lookThroughChunk(marketBook, isDown ? chunkCount - 1 - turn : turn, isDown);
      if (this.#spent >= piece) yield;
    }
  }

  #lookThroughChunk(marketBook: MarketBook, at: number, isDown: boolean): void {
    const { offers } = marketBook;
    const prices = offers.askKeys.chunk(at);
    const first = offers.askKeys.firstOf(at);
    this.#scanChunk(marketBook, at, prices);
    this.#spent += prices.length * cellCost;
    for (let step = 0; step < this.#scan.count; step += 1) {
      const cell = this.#scan.cell(isDown ? this.#scan.count - 1 - step : step);
      const slot = (first + cell) as Slot;
      if (this.#isWantedRow(marketBook, slot)) this.#lookAt(marketBook, slot, prices[cell] as number);
    }
  }

  #isWantedRow(marketBook: MarketBook, slot: Slot): boolean {
    const names = this.#scannedNames;
    if (names === null && this.#query.phases === null && this.#query.isWanted === undefined) return true;
    const row = marketBook.offers.row(slot);
    if (names !== null && names[marketBook.series.nameNumber(row)] !== 1) return false;
    return this.#isWantedItem(marketBook, row) && this.#isWantedPhase(marketBook, row);
  }

  /** Leaves the cells of a chunk that can match in `#scan`. */
  #scanChunk(marketBook: MarketBook, at: number, prices: ArrayLike<number>): void {
    const { offers, traits } = marketBook;
    const { length } = prices;
    const { tradableBy } = this.#query;
    this.#addBlocks(marketBook, at, prices);
    if (this.#scan.count === 0) return;
    if (this.#isFloatBounded) this.#scan.keepFloats(traits.looks.chunk(at, length), ...this.#floats);
    if (this.#seeds !== null) this.#scan.keepSeeds(traits.looks.chunk(at, length), this.#seeds);
    if (this.#stickers.length > 0) {
      const [ones, twos] = [traits.firstStickers.chunk(at, length), traits.lastStickers.chunk(at, length)];
      for (const mark of this.#stickers) this.#scan.keepMarked(ones, twos, mark, moreStickers | bitsOfMark(mark));
    }
    if (tradableBy !== null) this.#scan.keepWithin(traits.tradable.chunk(at, length), ...tradableTraits(tradableBy));
    if (this.#foundSince > 0)
      this.#scan.keepWithin(offers.foundAtChunk(at, length), this.#foundSince, Number.POSITIVE_INFINITY);
  }

  /** Starts with cells within the price bounds, or within narrow float bounds, in the blocks that can hold any. */
  #addBlocks(marketBook: MarketBook, at: number, prices: ArrayLike<number>): void {
    const { length } = prices;
    const first = marketBook.offers.askKeys.firstOf(at);
    const [low, high] = this.#priceBounds(marketBook);
    const [lowFloat, highFloat] = this.#floats;
    const isByFloat = this.#isFloatBounded && highFloat - lowFloat < fewFloats;
    const looks = isByFloat ? marketBook.traits.looks.chunk(at, length) : prices;
    this.#scan.begin(length);
    if (low > high || lowFloat > highFloat) return;
    const mayHold = this.#blockTest(marketBook, low, high);
    for (let from = 0; from < length; from += blockLength) {
      if (!mayHold((first + from) / blockLength)) continue;
      const to = Math.min(from + blockLength, length);
      if (isByFloat) this.#scan.addFloats(looks, from, to, lowFloat, highFloat);
      else this.#scan.addPrices(prices, from, to, low, high);
    }
    if (isByFloat) this.#scan.keepWithin(prices, low, high);
  }

  /** Whole numbers from 1. On marketplaces with higher ids, offers equal to the last one kept sort after it. */
  #priceBounds({ marketplaceId }: MarketBook): readonly [low: number, high: number] {
    const { sort, limit } = this.#query;
    const last = this.#cached.length < limit ? undefined : this.#cached.at(-1);
    const nearer = last !== undefined && last.marketplaceId < marketplaceId ? 1 : 0;
    const low = Math.ceil(this.#lowUsd) + (sort === 'priceDown' ? nearer : 0);
    const high = Math.floor(this.#highUsd) - (sort === 'price' ? nearer : 0);
    return [Math.max(1, low), Math.min(maxKey, high)];
  }

  #blockTest({ offers, traits }: MarketBook, low: number, high: number): (block: number) => boolean {
    const [lowFloat, highFloat] = this.#floats;
    const since = this.#foundSince;
    const askAt = (slot: number) => offers.askKeys.get(slot as Slot);
    const floatAt = (slot: number) => traits.float(slot as Slot);
    const foundAt = (slot: number) => offers.foundAt(slot as Slot);
    return (block) =>
      this.#stickers.every((mark) => traits.stickerMarks.mayHold(block, mark)) &&
      offers.askBounds.mayHold(block, low, high, askAt) &&
      (!this.#isFloatBounded || traits.floatBounds.mayHold(block, lowFloat, highFloat, floatAt)) &&
      (since === 0 || offers.foundBounds.mayHold(block, since, Number.POSITIVE_INFINITY, foundAt));
  }

  /** Tests one offer by its columns. */
  #mayMatch({ traits }: MarketBook, slot: Slot, usd: number): boolean {
    if (usd < this.#lowUsd || usd > this.#highUsd) return false;
    const looks = traits.looks.get(slot);
    const float = looks >>> 16;
    if (this.#isFloatBounded && (float < this.#floats[0] || float > this.#floats[1])) return false;
    if (this.#seeds !== null && this.#seeds[looks & 0xffff] === 0) return false;
    return this.#stickers.every((trait) => traits.mayHold(slot, trait));
  }

  #lookAt(marketBook: MarketBook, slot: Slot, usd: number): void {
    this.#spent += offerCost;
    if (this.#isFloatSort) {
      this.#lookAtFloat(marketBook, slot);
      return;
    }
    const rank = this.#rankOf(marketBook, slot, usd);
    if (this.#isInReach(marketBook, slot, rank)) this.#keep(new Candidate(marketBook, slot, rank));
  }

  /** Tests the bounds again, since they can have narrowed after the scan. */
  #lookAtFloat(marketBook: MarketBook, slot: Slot): void {
    const trait = marketBook.traits.looks.get(slot) >>> 16;
    if (trait < this.#floats[0] || trait > this.#floats[1]) return;
    const offer = offerAt(marketBook, slot);
    const float = offer.float ?? 0;
    this.#keep(new Candidate(marketBook, slot, this.#query.sort === 'float' ? float : -float, offer));
  }

  /** Whether an offer of this rank can sort after the place to continue from, and before the last one kept. */
  #isInReach(marketBook: MarketBook, slot: Slot, rank: number): boolean {
    const { after, limit } = this.#query;
    if (after !== null && isSurelyBefore(marketBook, slot, rank, after)) return false;
    const last = this.#cached.length < limit ? undefined : this.#cached.at(-1);
    return last === undefined || rank < last.rank || !isSurelyBehind(marketBook, slot, rank, last);
  }

  #rankOf({ offers }: MarketBook, slot: Slot, usd: number): number {
    const { sort } = this.#query;
    return sort === 'price' ? usd : sort === 'priceDown' ? -usd : -offers.foundAt(slot);
  }

  #keep(candidate: Candidate): void {
    const { after, limit } = this.#query;
    if (!this.#matchesSurely(candidate) && !matchesQuery(candidate.offer, this.#query)) return;
    if (after !== null && comparePositions(candidate, after) <= 0) return;
    let low = 0;
    for (let high = this.#cached.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (comparePositions(this.#cached[middle] as Candidate, candidate) < 0) low = middle + 1;
      else high = middle;
    }
    this.#cached.splice(low, 0, candidate);
    if (this.#cached.length > limit) this.#cached.pop();
    if (this.#cached.length === limit) this.#narrow((this.#cached.at(-1) as Candidate).rank);
  }

  #matchesSurely({ marketBook: { traits }, slot }: Candidate): boolean {
    if (this.#isReadInFull) return false;
    const [low = -1, high = 65_536] = this.#floatEdges;
    const float = traits.float(slot);
    if (float <= low || float >= high) return false;
    const tradable = traits.tradable.get(slot);
    return this.#lockEdge === 0 || (tradable > 0 && tradable < this.#lockEdge);
  }

  /** Narrows the bounds to what can sort before the last one kept. */
  #narrow(rank: number): void {
    const { sort } = this.#query;
    if (sort === 'price') this.#highUsd = Math.min(this.#highUsd, rank);
    else if (sort === 'priceDown') this.#lowUsd = Math.max(this.#lowUsd, -rank);
    else if (sort === 'newest') this.#foundSince = -rank;
    else if (sort === 'float') this.#floats = [this.#floats[0], Math.min(this.#floats[1], floatTrait(rank))];
    else this.#floats = [Math.max(this.#floats[0], floatTrait(-rank)), this.#floats[1]];
  }

  /** The lowest ask on any other marketplace; 0 if there is none. */
  #othersAsk(marketBook: MarketBook, row: Row): number {
    const { best, marketBooks } = this.#gameBook;
    const series = seriesOf(marketBook, row);
    if (best.holder('ask', series) !== marketBook.marketplaceId) return best.best('ask', series);
    this.#spent += marketBooks.length * sourceCost;
    let lowest = 0;
    for (const other of marketBooks) {
      if (other === marketBook) continue;
      const isWhole = series.variant === 0;
      const ask = isWhole ? best.figuresOf(other).get('ask', series.name) : best.figureOf(other, 'ask', series);
      if (ask > 0 && (lowest === 0 || ask < lowest)) lowest = ask;
    }
    return lowest;
  }

  #foundOf(candidate: Candidate): FoundOffer {
    const { marketBook, row, offer, rank, marketplaceId, hash, offerId } = candidate;
    const stickers = offer.stickers?.map(({ name }) => this.#gameBook.best.best('ask', this.#itemOf(name))) ?? null;
    const isValued = stickers?.every((usd) => usd > 0) ?? false;
    return {
      offer,
      position: { rank, marketplaceId, hash, offerId },
      othersUsd: this.#othersAsk(marketBook, row) || null,
      usualUsd: Math.round(marketBook.usualUsd(row, this.#query.at)) || null,
      stickersUsd: isValued ? (stickers ?? []).reduce((sum, usd) => sum + usd, 0) : null,
    };
  }

  #itemOf(sticker: string) {
    const { names } = this.#gameBook;
    const number = names.numberOf(sticker);
    return { name: number < 0 ? names.numberOf(`Sticker | ${sticker}`) : number, variant: 0 };
  }
}

const seriesOf = ({ series }: MarketBook, row: Row) => ({
  name: series.nameNumber(row),
  variant: series.variantOf(row),
});

/** Whether the items have this many offers. */
function haveOffers(marketBooks: readonly MarketBook[], names: readonly NameId[], min: number): boolean {
  let count = 0;
  for (const name of names) {
    for (const marketBook of marketBooks) count += offersOfItem(marketBook, name);
    if (count >= min) return true;
  }
  return false;
}

function offersOfItem(marketBook: MarketBook, name: NameId): number {
  let count = 0;
  for (let row = marketBook.series.wholeRow(name); row >= 0; row = marketBook.series.nextPart(row))
    count += marketBook.offers.count(row);
  return count;
}
