import { matchesExtras } from '../../names/matches-extras.ts';
import type { LiveOffer } from '../../schema/index.ts';
import type { OfferQuery } from './offer-query.ts';

/** Checks exactly what columns can only rule out. */
export function matchesQuery(offer: LiveOffer, query: OfferQuery): boolean {
  const { float, paintSeed, stickers, tradableAt } = offer;
  const { minFloat, maxFloat, paintSeeds, tradableBy, sort } = query;
  const isFloatBounded = minFloat !== null || maxFloat !== null || sort === 'float' || sort === 'floatDown';
  if (isFloatBounded && (float === null || float < (minFloat ?? 0) || float > (maxFloat ?? 1))) return false;
  if (paintSeeds !== null && (paintSeed === null || !paintSeeds.includes(paintSeed))) return false;
  if (tradableBy !== null && (tradableAt === null || tradableAt > tradableBy)) return false;
  return holdsStickers(stickers ?? [], query) && matchesExtras(offer, query.extras);
}

function holdsStickers(stickers: NonNullable<LiveOffer['stickers']>, { stickers: wanted, maxStickerWear }: OfferQuery) {
  return wanted.every((name) => {
    const times = wanted.filter((one) => one === name).length;
    return stickers.filter((one) => one.name === name && one.wear <= maxStickerWear).length >= times;
  });
}
