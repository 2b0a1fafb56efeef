import { type LiveOffer, phases } from '../../schema/index.ts';
import { offerAt } from '../apply-offer.ts';
import type { GameBook } from '../game-book.ts';
import type { MarketBook } from '../market-book.ts';
import type { NameId, Row, Slot } from '../memory/numbers.ts';
import { floatTrait, isLongSeed, seedTrait, stickerTrait } from '../memory/offer-traits.ts';
import type { FoundOffer, OfferPlace, OfferQuery } from './offer-query.ts';

/** The first offers in the order asked for that are as asked for. */
export const findOffers = (gameBook: GameBook, query: OfferQuery): FoundOffer[] =>
  new OfferSearch(gameBook, query).run();

/** An offer that may be among the first; it is read only when somebody has to know more of it than its place. */
class Candidate implements OfferPlace {
  readonly marketBook: MarketBook;
  readonly slot: Slot;
  readonly rank: number;
  readonly hash: number;
  #offer: LiveOffer | null = null;

  constructor(marketBook: MarketBook, slot: Slot, rank: number) {
    this.marketBook = marketBook;
    this.slot = slot;
    this.rank = rank;
    this.hash = marketBook.offers.hashOf(slot);
  }

  get marketplaceId(): number {
    return this.marketBook.marketplaceId;
  }

  get offer(): LiveOffer {
    this.#offer ??= offerAt(this.marketBook, this.slot);
    return this.#offer;
  }

  get offerId(): string {
    return this.offer.offerId;
  }
}

const noCells = new Int32Array(0);

/**
 * Columns are looked through from one end to the other. What they say is never less than what is true, and what is worse than
 * the last one that is kept needs no second look: few offers are read in full.
 */
class OfferSearch {
  readonly #gameBook: GameBook;
  readonly #query: OfferQuery;
  readonly #seeds: Uint8Array | null;
  readonly #floats: readonly [low: number, high: number];
  readonly #stickers: readonly number[];
  readonly #kept: Candidate[] = [];
  /** By marketplace and row: up to which price an offer is far enough below the others. */
  readonly #reaches = new Map<MarketBook, Float64Array>();
  readonly #isFloatSort: boolean;
  readonly #isLooksAsked: boolean;
  #lowUsd: number;
  #highUsd: number;
  /** Whether columns alone do not say whether an offer is meant. */
  readonly #isReadInFull: boolean;

  constructor(gameBook: GameBook, query: OfferQuery) {
    const { paintSeeds, minFloat, maxFloat, sort } = query;
    this.#gameBook = gameBook;
    this.#query = query;
    this.#lowUsd = query.minUsd;
    this.#highUsd = query.maxUsd;
    this.#isFloatSort = sort === 'float' || sort === 'floatDown';
    this.#seeds = paintSeeds === null ? null : new Uint8Array(65_536);
    for (const seed of paintSeeds ?? []) (this.#seeds as Uint8Array)[seedTrait(seed)] = 1;
    const isAny = minFloat === null && maxFloat === null && !this.#isFloatSort;
    this.#floats = isAny ? [0, 65_535] : [floatTrait(minFloat ?? 0), floatTrait(maxFloat ?? 1)];
    this.#stickers = [...new Set(query.stickers)].map(stickerTrait);
    this.#isLooksAsked = !isAny || paintSeeds !== null;
    this.#isReadInFull =
      !isAny || this.#stickers.length > 0 || query.tradableBy !== null || (paintSeeds ?? []).some(isLongSeed);
  }

  run(): FoundOffer[] {
    const { marketplaceIds } = this.#query;
    const names = this.#names();
    for (const marketBook of this.#gameBook.marketBooks) {
      if (marketplaceIds !== null && !marketplaceIds.includes(marketBook.marketplaceId)) continue;
      if (names === null) this.#lookThrough(marketBook);
      else for (const name of names) this.#lookIntoItem(marketBook, name);
    }
    return this.#kept.map((candidate) => this.#foundOf(candidate));
  }

  /** Numbers of the names that are meant, null for all. */
  #names(): Iterable<NameId> | null {
    const { name, words } = this.#query;
    const { names, tokens, words: index } = this.#gameBook;
    if (name === null && words === null) return null;
    if (words === null) return [names.numberOf(name ?? '')];
    const exact = tokens.containing(words);
    const found = exact.count > 0 ? exact : index.holding(words, exact);
    const all = Array.from(found.names.subarray(0, found.count)) as NameId[];
    return name === null ? all : all.filter((number) => names.name(number) === name);
  }

  #lookIntoItem(marketBook: MarketBook, name: NameId): void {
    const { offers } = marketBook;
    for (let row = marketBook.wholeRow(name); row >= 0; row = marketBook.nextPart(row)) {
      for (let slot = offers.first(row); slot >= 0; slot = offers.after(slot)) {
        const usd = offers.askKeys.get(slot);
        if (usd !== 0) this.#lookAt(marketBook, slot, usd);
      }
    }
  }

  #lookThrough(marketBook: MarketBook): void {
    const { chunkCount } = marketBook.offers.askKeys;
    const isDown = this.#query.sort === 'newest';
    // What was found last mostly lies last
    for (let turn = 0; turn < chunkCount; turn += 1)
      this.#lookThroughChunk(marketBook, isDown ? chunkCount - 1 - turn : turn, isDown);
  }

  #lookThroughChunk(marketBook: MarketBook, at: number, isDown: boolean): void {
    const { offers, traits } = marketBook;
    const cells = offers.askKeys.chunk(at) ?? noCells;
    const first = offers.askKeys.firstOf(at);
    const looks = this.#isLooksAsked ? (traits.looks.chunk(at) ?? noCells) : null;
    const stickers = this.#stickers.length > 0 ? (traits.firstStickers.chunk(at) ?? noCells) : null;
    for (let step = 0; step < cells.length; step += 1) {
      const cell = isDown ? cells.length - 1 - step : step;
      const usd = cells[cell] as number;
      if (usd === 0 || this.#isOutOfReach(usd)) continue;
      if (this.#mayBe(looks, stickers, cell)) this.#lookAt(marketBook, (first + cell) as Slot, usd);
    }
  }

  #mayBe(looks: ArrayLike<number> | null, stickers: ArrayLike<number> | null, cell: number): boolean {
    if (stickers !== null && (stickers[cell] ?? 0) === 0) return false;
    return looks === null || this.#mayLookAsAsked(looks[cell] ?? 0);
  }

  #isOutOfReach(usd: number): boolean {
    return usd < this.#lowUsd || usd > this.#highUsd;
  }

  #lookAt(marketBook: MarketBook, slot: Slot, usd: number): void {
    const { phase } = this.#query;
    if (this.#isOutOfReach(usd)) return;
    if (phase !== null && marketBook.phaseOf(marketBook.offers.row(slot)) !== phase) return;
    const rank = this.#isFloatSort ? 0 : this.#rankOf(marketBook, slot, usd);
    if (!this.#isFloatSort && !this.#isInReach(marketBook, slot, rank)) return;
    if (!this.#mayBeAsAsked(marketBook, slot) || !this.#isFarBelowOthers(marketBook, slot, usd)) return;
    this.#keep(new Candidate(marketBook, slot, this.#isFloatSort ? this.#floatRankOf(marketBook, slot) : rank));
  }

  /** Whether what has this rank may stand behind the place to go on from, and before the last one that is kept. */
  #isInReach(marketBook: MarketBook, slot: Slot, rank: number): boolean {
    const { after, limit } = this.#query;
    if (after !== null && isSurelyBefore(marketBook, slot, rank, after)) return false;
    const last = this.#kept.length < limit ? undefined : this.#kept.at(-1);
    return last === undefined || rank < last.rank || !isSurelyBehind(marketBook, slot, rank, last);
  }

  #mayBeAsAsked({ traits }: MarketBook, slot: Slot): boolean {
    const { tradableBy } = this.#query;
    for (let at = 0; at < this.#stickers.length; at += 1) {
      if (!traits.mayHold(slot, this.#stickers[at] as number)) return false;
    }
    if (this.#isLooksAsked && !this.#mayLookAsAsked(traits.looks.get(slot))) return false;
    return tradableBy === null || traits.mayBeTradable(slot, tradableBy);
  }

  #mayLookAsAsked(looks: number): boolean {
    const float = looks >>> 16;
    if (float < this.#floats[0] || float > this.#floats[1]) return false;
    if (this.#seeds !== null && this.#seeds[looks & 0xffff] === 0) return false;
    return !this.#isFloatSort || !this.#isFloatTooFar(float);
  }

  /** Whether a float with this trait cannot stand before the last one that is kept. */
  #isFloatTooFar(trait: number): boolean {
    const worst = this.#worst();
    if (worst === Number.POSITIVE_INFINITY) return false;
    return this.#query.sort === 'float' ? trait > floatTrait(worst) : trait < floatTrait(-worst);
  }

  #rankOf({ offers }: MarketBook, slot: Slot, usd: number): number {
    const { sort } = this.#query;
    return sort === 'price' ? usd : sort === 'priceDown' ? -usd : -offers.foundAt(slot);
  }

  #worst(): number {
    if (this.#kept.length < this.#query.limit) return Number.POSITIVE_INFINITY;
    return (this.#kept.at(-1) as Candidate).rank;
  }

  #floatRankOf(marketBook: MarketBook, slot: Slot): number {
    const float = offerAt(marketBook, slot).float ?? 0;
    return this.#query.sort === 'float' ? float : -float;
  }

  #keep(candidate: Candidate): void {
    const { after, limit } = this.#query;
    if (this.#isReadInFull && !isAsAsked(candidate.offer, this.#query)) return;
    if (after !== null && comparePlaces(candidate, after) <= 0) return;
    let low = 0;
    for (let high = this.#kept.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (comparePlaces(this.#kept[middle] as Candidate, candidate) < 0) low = middle + 1;
      else high = middle;
    }
    this.#kept.splice(low, 0, candidate);
    if (this.#kept.length > limit) this.#kept.pop();
    if (this.#kept.length === limit) this.#narrow((this.#kept.at(-1) as Candidate).rank);
  }

  /** What is dearer, or cheaper, than the last one that is kept is passed over at once. */
  #narrow(rank: number): void {
    const { sort } = this.#query;
    if (sort === 'price') this.#highUsd = Math.min(this.#highUsd, rank);
    if (sort === 'priceDown') this.#lowUsd = Math.max(this.#lowUsd, -rank);
  }

  #isFarBelowOthers(marketBook: MarketBook, slot: Slot, usd: number): boolean {
    const { belowOthersPercent } = this.#query;
    if (belowOthersPercent === null) return true;
    let reaches = this.#reaches.get(marketBook);
    if (reaches === undefined) {
      reaches = new Float64Array(marketBook.rowCount).fill(-1);
      this.#reaches.set(marketBook, reaches);
    }
    const row = marketBook.offers.row(slot);
    if ((reaches[row] as number) < 0) reaches[row] = this.#othersAsk(marketBook, row) * (1 - belowOthersPercent / 100);
    return usd <= (reaches[row] as number);
  }

  /** The lowest ask on any other marketplace, 0 where there is none. */
  #othersAsk(marketBook: MarketBook, row: Row): number {
    const { best, marketBooks } = this.#gameBook;
    const phase = marketBook.phaseOf(row);
    const series = { name: marketBook.nameNumber(row), variant: phase === null ? 0 : phases.indexOf(phase) + 1 };
    if (best.holder('ask', series) !== marketBook.marketplaceId) return best.best('ask', series);
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
    const { marketBook, slot, offer, rank, marketplaceId, hash, offerId } = candidate;
    const stickers = offer.stickers?.map(({ name }) => this.#gameBook.best.best('ask', this.#itemOf(name))) ?? null;
    const isValued = stickers?.every((usd) => usd > 0) ?? false;
    return {
      offer,
      place: { rank, marketplaceId, hash, offerId },
      othersUsd: this.#othersAsk(marketBook, marketBook.offers.row(slot)) || null,
      stickersUsd: isValued ? (stickers ?? []).reduce((sum, usd) => sum + usd, 0) : null,
    };
  }

  #itemOf(sticker: string) {
    const { names } = this.#gameBook;
    const number = names.numberOf(sticker);
    return { name: number < 0 ? names.numberOf(`Sticker | ${sticker}`) : number, variant: 0 };
  }
}

/** What the columns only hint at. */
function isAsAsked({ float, paintSeed, stickers, tradableAt }: LiveOffer, query: OfferQuery): boolean {
  const { minFloat, maxFloat, paintSeeds, tradableBy, sort } = query;
  const isFloatAsked = minFloat !== null || maxFloat !== null || sort === 'float' || sort === 'floatDown';
  if (isFloatAsked && (float === null || float < (minFloat ?? 0) || float > (maxFloat ?? 1))) return false;
  if (paintSeeds !== null && (paintSeed === null || !paintSeeds.includes(paintSeed))) return false;
  if (tradableBy !== null && (tradableAt === null || tradableAt > tradableBy)) return false;
  return holdsStickers(stickers ?? [], query);
}

function holdsStickers(stickers: NonNullable<LiveOffer['stickers']>, { stickers: wanted, maxStickerWear }: OfferQuery) {
  return wanted.every((name) => {
    const times = wanted.filter((one) => one === name).length;
    return stickers.filter((one) => one.name === name && one.wear <= maxStickerWear).length >= times;
  });
}

/** Whether an offer that is not read stands behind a place; false where only its id would tell. */
const isSurelyBehind = ({ marketplaceId, offers }: MarketBook, slot: Slot, rank: number, place: OfferPlace): boolean =>
  rank > place.rank ||
  (rank === place.rank &&
    (marketplaceId > place.marketplaceId ||
      (marketplaceId === place.marketplaceId && offers.hashOf(slot) > place.hash)));

const isSurelyBefore = ({ marketplaceId, offers }: MarketBook, slot: Slot, rank: number, place: OfferPlace): boolean =>
  rank < place.rank ||
  (rank === place.rank &&
    (marketplaceId < place.marketplaceId ||
      (marketplaceId === place.marketplaceId && offers.hashOf(slot) < place.hash)));

export const comparePlaces = (a: OfferPlace, b: OfferPlace): number =>
  a.rank - b.rank ||
  a.marketplaceId - b.marketplaceId ||
  a.hash - b.hash ||
  (a.offerId === b.offerId ? 0 : a.offerId < b.offerId ? -1 : 1);
