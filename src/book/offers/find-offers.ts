import { type LiveOffer, phases } from '../../schema/index.ts';
import { offerAt } from '../apply-offer.ts';
import type { GameBook } from '../game-book.ts';
import type { MarketBook } from '../market-book.ts';
import type { NameId, Slot } from '../memory/numbers.ts';
import { floatTrait, seedTrait, stickerTrait } from '../memory/offer-traits.ts';
import type { FoundOffer, OfferPlace, OfferQuery } from './offer-query.ts';

/** The first offers in the order asked for that are as asked for. */
export const findOffers = (gameBook: GameBook, query: OfferQuery): FoundOffer[] =>
  new OfferSearch(gameBook, query).run();

type Candidate = {
  readonly marketBook: MarketBook;
  readonly slot: Slot;
  readonly place: OfferPlace;
  readonly offer: LiveOffer;
};

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
  readonly #others = new Map<string, number>();
  readonly #isFloatSort: boolean;

  constructor(gameBook: GameBook, query: OfferQuery) {
    const { paintSeeds, minFloat, maxFloat, sort } = query;
    this.#gameBook = gameBook;
    this.#query = query;
    this.#isFloatSort = sort === 'float' || sort === 'floatDown';
    this.#seeds = paintSeeds === null ? null : new Uint8Array(65_536);
    for (const seed of paintSeeds ?? []) (this.#seeds as Uint8Array)[seedTrait(seed)] = 1;
    const isAny = minFloat === null && maxFloat === null && !this.#isFloatSort;
    this.#floats = isAny ? [0, 65_535] : [floatTrait(minFloat ?? 0), floatTrait(maxFloat ?? 1)];
    this.#stickers = [...new Set(query.stickers)].map(stickerTrait);
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
    const { phase } = this.#query;
    for (let row = marketBook.wholeRow(name); row >= 0; row = marketBook.nextPart(row)) {
      if (phase !== null && marketBook.phaseOf(row) !== phase) continue;
      for (let slot = offers.first(row); slot >= 0; slot = offers.after(slot)) {
        const usd = offers.askKeys.get(slot);
        if (usd !== 0) this.#lookAt(marketBook, slot, usd);
      }
    }
  }

  #lookThrough(marketBook: MarketBook): void {
    const { askKeys } = marketBook.offers;
    const { phase } = this.#query;
    for (let at = 0; at < askKeys.chunkCount; at += 1) {
      const cells = askKeys.chunk(at);
      if (cells === undefined) continue;
      const first = askKeys.firstOf(at);
      for (let cell = 0; cell < cells.length; cell += 1) {
        const usd = cells[cell] as number;
        if (usd === 0) continue;
        const slot = (first + cell) as Slot;
        if (phase === null || marketBook.phaseOf(marketBook.offers.row(slot)) === phase)
          this.#lookAt(marketBook, slot, usd);
      }
    }
  }

  #lookAt(marketBook: MarketBook, slot: Slot, usd: number): void {
    const { minUsd, maxUsd } = this.#query;
    if (usd < minUsd || usd > maxUsd) return;
    if (!this.#isFloatSort && !this.#isInReach(this.#rankOf(marketBook, slot, usd))) return;
    if (this.#mayBeAsAsked(marketBook, slot)) this.#readInFull(marketBook, slot);
  }

  /** Whether what has this rank may stand behind the place to go on from, and before the last one that is kept. */
  #isInReach(rank: number): boolean {
    const { after } = this.#query;
    return rank <= this.#worst() && (after === null || rank >= after.rank);
  }

  #mayBeAsAsked({ traits }: MarketBook, slot: Slot): boolean {
    const { tradableBy } = this.#query;
    const looks = traits.looks.get(slot);
    const float = looks >>> 16;
    if (float < this.#floats[0] || float > this.#floats[1]) return false;
    if (this.#seeds !== null && this.#seeds[looks & 0xffff] === 0) return false;
    if (tradableBy !== null && !traits.mayBeTradable(slot, tradableBy)) return false;
    for (const trait of this.#stickers) if (!traits.mayHold(slot, trait)) return false;
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
    return (this.#kept.at(-1) as Candidate).place.rank;
  }

  #readInFull(marketBook: MarketBook, slot: Slot): void {
    const offer = offerAt(marketBook, slot);
    const { sort, after, limit } = this.#query;
    if (!isAsAsked(offer, this.#query) || !this.#isFarBelowOthers(marketBook, offer)) return;
    const float = offer.float ?? 0;
    const rank = this.#isFloatSort
      ? sort === 'float'
        ? float
        : -float
      : this.#rankOf(marketBook, slot, marketBook.offers.askKeys.get(slot));
    const { marketplaceId } = marketBook;
    const place = { rank, marketplaceId, hash: marketBook.offers.hashOf(slot), offerId: offer.offerId };
    if (after !== null && comparePlaces(place, after) <= 0) return;
    let low = 0;
    for (let high = this.#kept.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (comparePlaces((this.#kept[middle] as Candidate).place, place) < 0) low = middle + 1;
      else high = middle;
    }
    this.#kept.splice(low, 0, { marketBook, slot, place, offer });
    if (this.#kept.length > limit) this.#kept.pop();
  }

  #isFarBelowOthers(marketBook: MarketBook, offer: LiveOffer): boolean {
    const { belowOthersPercent } = this.#query;
    if (belowOthersPercent === null) return true;
    const others = this.#othersAsk(marketBook, offer);
    return others > 0 && (offer.prices.USD ?? 0) <= others * (1 - belowOthersPercent / 100);
  }

  /** The lowest ask on any other marketplace, 0 where there is none. */
  #othersAsk({ marketplaceId }: MarketBook, { name, phase }: LiveOffer): number {
    const { best, names, marketBooks } = this.#gameBook;
    const series = { name: names.numberOf(name), variant: phase === null ? 0 : phases.indexOf(phase) + 1 };
    if (best.holder('ask', series) !== marketplaceId) return best.best('ask', series);
    const key = `${series.name} ${series.variant}`;
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    let lowest = 0;
    for (const other of marketBooks) {
      const ask = other.marketplaceId === marketplaceId ? 0 : best.figureOf(other, 'ask', series);
      if (ask > 0 && (lowest === 0 || ask < lowest)) lowest = ask;
    }
    this.#others.set(key, lowest);
    return lowest;
  }

  #foundOf({ marketBook, place, offer }: Candidate): FoundOffer {
    const stickers = offer.stickers?.map(({ name }) => this.#gameBook.best.best('ask', this.#itemOf(name))) ?? null;
    const isValued = stickers?.every((usd) => usd > 0) ?? false;
    return {
      offer,
      place,
      othersUsd: this.#othersAsk(marketBook, offer) || null,
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

export const comparePlaces = (a: OfferPlace, b: OfferPlace): number =>
  a.rank - b.rank ||
  a.marketplaceId - b.marketplaceId ||
  a.hash - b.hash ||
  (a.offerId === b.offerId ? 0 : a.offerId < b.offerId ? -1 : 1);
