import { fairPrice, priceAt, variantWorth } from './fair-price.ts';
import { numberOf } from './listing-ids.ts';
import type { MarketItem } from './market-items.ts';
import type { PieceMaker } from './piece/piece.ts';
import type { PlayedTime } from './played-time.ts';
import { pick, type SeededRandom } from './seeded-random.ts';
import { hopeOf, type Slot, type Stay, topic } from './slots.ts';
import type { CatalogueItem, PlayedListing } from './world.ts';

/** The listing of a stay, or null while its price is above the ceiling of the marketplace. */
export type ListingMaker = (marketItem: MarketItem, slot: Slot, stay: Stay, tick: number) => PlayedListing | null;

const dayMs = 86_400_000;
/** Share of listings that are locked when listed; at any time about a third still are. */
const lockedShare = 0.8;
/** Ticks between two price changes of a listing; the last one is longer than any occupancy. */
const revisions = [16, 40, 100, 100_000] as const;
/** Base of Steam ids; the leading digits are the same for every account. */
const firstAccount = 7_960_265_728;

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

const lockOf = (
  random: SeededRandom,
  item: CatalogueItem,
  key: number,
  listedAt: number,
  now: number,
): number | null => {
  const draw = random.of(topic.lock, key);
  if (item.game !== 'CS2' || draw > lockedShare) return null;
  const until = listedAt + Math.ceil(Math.sqrt(draw / lockedShare) * 7 * dayMs);
  return until > now ? until : null;
};

export const createListingMaker =
  (random: SeededRandom, time: PlayedTime, pieceOf: PieceMaker): ListingMaker =>
  (marketItem, slot, stay, tick) => {
    const { item, itemIndex, priceLevel } = marketItem;
    const { key, bornAt } = stay;
    const piece = pieceOf(item, key);
    const fairUsd = fairPrice(random, itemIndex, item, pricedAt(random, key, bornAt, tick)) * priceLevel;
    // Most sellers stay near the lowest price, some hope for much more
    const hope = 1 + 0.4 * hopeOf(random, stay) ** 3;
    const worthUsd = fairUsd * variantWorth(piece.phase, piece.effect) * piece.worth + piece.appliedUsd;
    const priceUsd = priceAt(marketItem, worthUsd * hope, 3);
    if (priceUsd === null) return null;
    const number = numberOf({ marketplaceId: marketItem.marketplace.id, itemIndex, slot: slot.index, bornAt });
    const listedAt = time.at(bornAt, withinTick(itemIndex, slot.index));
    const account = firstAccount + Math.floor(random.of(topic.seller, key) * 1_200_000_000);
    return {
      number,
      item,
      priceUsd,
      float: piece.float,
      paintIndex: piece.paintIndex,
      paintSeed: piece.paintSeed,
      phase: piece.phase,
      effect: piece.effect,
      stickers: piece.stickers,
      patches: piece.patches,
      charm: piece.charm,
      nameTag: piece.nameTag,
      statTrakCount: piece.statTrakCount,
      assetId: String(20_000_000_000_000 + number),
      sellerId: `7656119${account}`,
      tradableAt: lockOf(random, item, key, listedAt, time.now()),
      listedAt,
    };
  };
