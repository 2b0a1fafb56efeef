import { dayMs, offerSorts } from '../../schema/index.ts';
import { invalid, quoted } from '../errors.ts';
import { inDollars } from '../in-dollars.ts';
import { requireAllMarketplaces } from '../lookups.ts';
import { cursorOf, placeIn } from '../offer-cursor.ts';
import { optionalAmount, optionalOneOf, optionalText, optionalWhole } from '../parameters.ts';
import { route } from '../route.ts';
import { foundOfferExample, toWireFoundOffers, WireFoundOffers } from '../wire/tape/found-offer.ts';
import {
  currencyParameter,
  gameParameter,
  marketplaceListParameter,
  nameLimit,
  optionalNameParameter,
  variantParameter,
} from './parameters.ts';

const mostSeeds = 1000;
const mostStickers = 10;

export const offersRoute = route({
  path: '/tape/offers',
  id: 'findOffers',
  summary: 'Single offers over all marketplaces',
  description:
    'Searches every single offer that is on sale, as far as marketplaces publish them and they have been read, and whose price is known in US dollars. Ask again with `next` of an answer as `after` until it is null: an offer that stays as it is meanwhile is told once. Applied stickers are valued at the lowest asks of the stickers as items of their own, whatever their wear: nobody promises that they add as much to a price.',
  parameters: {
    game: gameParameter,
    name: optionalNameParameter,
    query: optionalText({
      description: 'Words that must all occur in the name, in any case and order, or short forms of them',
      example: 'redline',
      longest: nameLimit,
    }),
    phase: variantParameter,
    marketplaces: marketplaceListParameter,
    minPrice: optionalAmount('Only from this price on, in the currency of the answer'),
    maxPrice: optionalAmount('Only up to this price, in the currency of the answer'),
    minFloat: optionalAmount('Only from this float on'),
    maxFloat: optionalAmount('Only up to this float'),
    paintSeeds: optionalText({
      description: `Only these patterns, separated by commas, at most ${mostSeeds}`,
      example: '661,670',
      longest: 8000,
    }),
    stickers: optionalText({
      description: `Names of stickers that are on it, separated by semicolons, each as often as it must be there, at most ${mostStickers}`,
      example: 'Sticker | Crown (Foil);Sticker | Crown (Foil)',
      longest: 2048,
    }),
    maxStickerWear: optionalAmount('How far these stickers may be scratched off; 0 is pristine, 1 is any'),
    maxDaysTradeLocked: optionalAmount('Only what is known to be tradable within so many days; 0 is now'),
    belowOthersPercent: optionalAmount(
      'Only what costs at least so many percent less than the item, or its variant where that is known, on any other marketplace',
    ),
    sort: optionalOneOf(
      offerSorts,
      'price and float upwards, priceDown and floatDown downwards, newest first found first',
    ),
    limit: optionalWhole({ description: 'Most offers to return', absent: 100, most: 500 }),
    after: optionalText({
      description: 'What `next` of the answer before said',
      example: 'WyJwcmljZSIs',
      longest: 1024,
    }),
    currency: currencyParameter,
  },
  answer: WireFoundOffers,
  example: {
    game: 'CS2',
    currency: 'USD',
    offers: [foundOfferExample],
    next: null,
  },
  read(wish, { lookups, sight, book, rates, asked, now }) {
    const game = lookups.game(wish.game);
    if (wish.belowOthersPercent !== null) requireAllMarketplaces(sight, 'belowOthersPercent compares; leave it out');
    const { name, sort, limit, currency } = wish;
    if (name !== null && !book.hasItem(game, name)) throw lookups.unknownItem(game, name);
    if (name !== null) asked(game, name, null);
    const toUsd = (amount: number) => inDollars(amount, currency, rates());
    const at = now();
    const phase = lookups.phase(wish.phase);
    const found = book.findOffers(game, {
      at,
      names: name === null ? null : [name],
      words: wish.query,
      phases: phase === null ? null : [phase],
      marketplaceIds: lookups.marketplaceList(wish.marketplaces)?.map(({ id }) => id) ?? null,
      minUsd: wish.minPrice === null ? 0 : toUsd(wish.minPrice),
      maxUsd: wish.maxPrice === null ? Number.POSITIVE_INFINITY : toUsd(wish.maxPrice),
      minFloat: wish.minFloat,
      maxFloat: wish.maxFloat,
      paintSeeds: seedsIn(wish.paintSeeds),
      stickers: stickersIn(wish.stickers),
      maxStickerWear: wish.maxStickerWear ?? 1,
      tradableBy: wish.maxDaysTradeLocked === null ? null : at + wish.maxDaysTradeLocked * dayMs,
      belowOthersPercent: wish.belowOthersPercent,
      sort,
      limit,
      after: wish.after === null ? null : placeIn(wish.after, sort),
    });
    const last = found.length < limit ? undefined : found.at(-1);
    return toWireFoundOffers(game, currency, found, last === undefined ? null : cursorOf(last.place, sort), at);
  },
});

function seedsIn(text: string | null): number[] | null {
  if (text === null) return null;
  const seeds = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const wrong = seeds.find((seed) => !/^\d{1,9}$/.test(seed));
  if (wrong !== undefined)
    throw invalid(`the parameter "paintSeeds" holds ${quoted(wrong)}; give whole numbers from 0`);
  if (seeds.length > mostSeeds)
    throw invalid(`the parameter "paintSeeds" holds ${seeds.length} numbers; at most ${mostSeeds} are allowed`);
  // Commas alone name none, as an empty list does
  return seeds.length === 0 ? null : seeds.map(Number);
}

function stickersIn(text: string | null): string[] {
  const names = (text ?? '').split(';').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (names.length > mostStickers)
    throw invalid(`the parameter "stickers" holds ${names.length} names; at most ${mostStickers} are allowed`);
  return names;
}
