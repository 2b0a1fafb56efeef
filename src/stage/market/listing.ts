import type { Phase } from '../../schema/index.ts';
import { fairPrice, phaseShare, priceAt, variantWorth } from './fair-price.ts';
import { numberOf } from './listing-ids.ts';
import type { MarketItem } from './market-items.ts';
import type { PlayedTime } from './played-time.ts';
import { pick, type SeededRandom } from './seeded-random.ts';
import { type Slot, type Stay, topic } from './slots.ts';
import { effectFor } from './tf2-effects.ts';
import { wearBandOf } from './wear-band.ts';
import type { CatalogueItem, PlayedListing } from './world.ts';

/** The listing of a stay, or null while its price is above the ceiling of the marketplace. */
export type ListingMaker = (marketItem: MarketItem, slot: Slot, stay: Stay, tick: number) => PlayedListing | null;

const dayMs = 86_400_000;
/** Share of listings that are locked when listed; at any time about a third still are. */
const lockedShare = 0.8;
const stickeredShare = 0.35;
/** Ticks between two price changes of a listing; the last one is longer than any occupancy. */
const revisions = [16, 40, 100, 100_000] as const;
/** Base of Steam ids; the leading digits are the same for every account. */
const firstAccount = 7_960_265_728;

const phaseOf = (item: CatalogueItem, random: number): CatalogueItem['phases'][number] | null => {
  const total = item.phases.reduce((sum, { phase }) => sum + phaseShare[phase], 0);
  let rest = random * total;
  for (const variant of item.phases) {
    rest -= phaseShare[variant.phase];
    if (rest < 0) return variant;
  }
  return item.phases[0] ?? null;
};

/** Fraction of the tick at which an event happens; increases with the listing's number, so that both sort alike. */
export const withinTick = (itemIndex: number, slot: number): number => ((itemIndex % 16_384) * 128 + slot) / 2 ** 21;

/** The last tick at which the price was set. */
const pricedAt = (random: SeededRandom, key: number, bornAt: number, tick: number): number => {
  const every = pick(revisions, random.of(topic.revision, key));
  return bornAt + Math.floor((tick - bornAt) / every) * every;
};

/** The first tick after this one at which the price of a listing changes. */
export const pricedAfter = (random: SeededRandom, { key, bornAt }: Stay, tick: number): number =>
  pricedAt(random, key, bornAt, tick) + pick(revisions, random.of(topic.revision, key));

class SeededListings {
  readonly #random;
  readonly #time;
  readonly #stickers;
  readonly #bands = new Map<CatalogueItem, ReturnType<typeof wearBandOf>>();

  constructor(random: SeededRandom, time: PlayedTime, stickers: readonly CatalogueItem[]) {
    this.#random = random;
    this.#time = time;
    this.#stickers = stickers;
  }

  readonly make: ListingMaker = (marketItem, slot, { key, bornAt }, tick) => {
    const { item, itemIndex, priceLevel } = marketItem;
    const variant = phaseOf(item, this.#random.of(topic.phase, key));
    const phase: Phase | null = variant?.phase ?? null;
    const effect = effectFor(item, this.#random.of(topic.phase, key));
    const fairUsd = fairPrice(this.#random, itemIndex, item, pricedAt(this.#random, key, bornAt, tick)) * priceLevel;
    // Most sellers stay near the lowest price, some hope for much more
    const hope = 1 + 0.4 * this.#random.of(topic.spread, key) ** 3;
    const priceUsd = priceAt(marketItem, fairUsd * variantWorth(phase, effect) * hope, 3);
    if (priceUsd === null) return null;
    const number = numberOf({ marketplaceId: marketItem.marketplace.id, itemIndex, slot: slot.index, bornAt });
    const listedAt = this.#time.at(bornAt, withinTick(itemIndex, slot.index));
    const account = firstAccount + Math.floor(this.#random.of(topic.seller, key) * 1_200_000_000);
    return {
      number,
      item,
      priceUsd,
      float: this.#floatOf(item, key),
      paintIndex: variant?.paintIndex ?? item.paintIndex,
      paintSeed: this.#seedOf(item, key),
      phase,
      effect,
      stickers: this.#stickersOf(item, key),
      assetId: String(20_000_000_000_000 + number),
      sellerId: `7656119${account}`,
      tradableAt: this.#lockOf(item, key, listedAt),
      listedAt,
    };
  };

  #stickersOf(item: CatalogueItem, key: number): PlayedListing['stickers'] {
    const takesStickers = item.paintIndex !== null && item.type !== 'Knife' && item.type !== 'Gloves';
    if (!takesStickers || this.#stickers.length === 0 || this.#random.of(topic.sticker, key) > stickeredShare)
      return [];
    const count = 1 + Math.floor(this.#random.of(topic.sticker, key, 1) * 4);
    return Array.from({ length: count }, (_, slot) => {
      const sticker = pick(this.#stickers, this.#random.of(topic.sticker, key, 2, slot));
      const wear = this.#random.of(topic.sticker, key, 3, slot);
      return {
        name: sticker.name,
        stickerId: sticker.index,
        slot,
        wear: wear < 0.7 ? 0 : Math.fround((wear - 0.7) / 0.3),
      };
    });
  }

  #bandOf(item: CatalogueItem): ReturnType<typeof wearBandOf> {
    let band = this.#bands.get(item);
    if (band === undefined) {
      band = wearBandOf(item);
      this.#bands.set(item, band);
    }
    return band;
  }

  #floatOf(item: CatalogueItem, key: number): number | null {
    const band = this.#bandOf(item);
    return band === null ? null : Math.fround(band.from + (band.to - band.from) * this.#random.of(topic.float, key));
  }

  #seedOf(item: CatalogueItem, key: number): number | null {
    return item.paintIndex === null && item.phases.length === 0
      ? null
      : Math.floor(this.#random.of(topic.seed, key) * 1000);
  }

  #lockOf(item: CatalogueItem, key: number, listedAt: number): number | null {
    const draw = this.#random.of(topic.lock, key);
    if (item.game !== 'CS2' || draw > lockedShare) return null;
    const until = listedAt + Math.ceil(Math.sqrt(draw / lockedShare) * 7 * dayMs);
    return until > this.#time.now() ? until : null;
  }
}

export const createListingMaker = (
  random: SeededRandom,
  time: PlayedTime,
  stickers: readonly CatalogueItem[],
): ListingMaker => new SeededListings(random, time, stickers).make;
