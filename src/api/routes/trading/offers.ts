import { inTurns } from '../../../runtime/turn.ts';
import { dayMs, extrasIn, nameLimit, offerSorts } from '../../../schema/index.ts';
import { requireAllMarketplaces } from '../../lookups.ts';
import { optionalAmount, optionalOneOf, optionalText, optionalWhole } from '../../parameters.ts';
import { route } from '../../route.ts';
import { foundOfferExample, toWireFoundOffers, WireFoundOffers } from '../../wire/tape/found-offer.ts';
import { inDollars } from '../in-dollars.ts';
import { itemFilterParameters, wantedItems } from '../item-filter.ts';
import {
  currencyParameter,
  effectParameter,
  gameParameter,
  marketplaceListParameter,
  optionalNameParameter,
  variantParameter,
} from '../parameters.ts';
import { extrasParameters } from './extras.ts';
import { namesIn, paintSeedsParameter, seedsIn, stickersParameter } from './looks.ts';
import { cursorOf, positionIn } from './offer-cursor.ts';

export const offersRoute = route({
  path: '/tape/offers',
  id: 'findOffers',
  summary: 'Search single offers over all marketplaces',
  description:
    'Searches all single offers that have been read and have a price in US dollars; not every marketplace publishes single offers. To get the next page, pass `next` as `after`, until it is null. An offer that does not change meanwhile is returned exactly once. Applied stickers are valued at their lowest asks as separate items, regardless of wear; nothing guarantees that they add that much to a price.',
  parameters: {
    game: gameParameter,
    name: optionalNameParameter,
    query: optionalText({
      description: 'Words that must all occur in the name, in any case and order; short forms are accepted',
      example: 'redline',
      maxLength: nameLimit,
    }),
    ...itemFilterParameters,
    phase: variantParameter,
    effect: effectParameter,
    marketplaces: marketplaceListParameter,
    minPrice: optionalAmount('Minimum price, in `currency`'),
    maxPrice: optionalAmount('Maximum price, in `currency`'),
    minFloat: optionalAmount('Minimum float'),
    maxFloat: optionalAmount('Maximum float'),
    paintSeeds: paintSeedsParameter,
    stickers: stickersParameter,
    maxStickerWear: optionalAmount('Maximum wear of these stickers; 0 is pristine, 1 allows any'),
    ...extrasParameters,
    maxDaysTradeLocked: optionalAmount('Only offers known to be tradable within this many days; 0 means now'),
    belowOthersPercent: optionalAmount(
      'Minimum percentage by which the offer is below the lowest ask on any other marketplace, of the same variant where it is known',
    ),
    sort: optionalOneOf(
      offerSorts,
      'Order. price, float: ascending; priceDown, floatDown: descending; newest: most recently found first',
    ),
    limit: optionalWhole({ description: 'Maximum number of offers to return', absent: 100, max: 500 }),
    after: optionalText({
      description: 'The value of `next` in the previous page',
      example: 'WyJwcmljZSIs',
      maxLength: 1024,
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
  async read(query, { lookups, scope, book, rates, itemRequested, now }) {
    const game = lookups.game(query.game);
    if (query.belowOthersPercent !== null)
      requireAllMarketplaces(scope, '"belowOthersPercent" compares', 'leave it out');
    const { sort, limit, currency } = query;
    const name = query.name === null ? null : lookups.item(game, query.name);
    if (name !== null && !book.hasItem(game, name)) throw lookups.unknownItem(game, name);
    if (name !== null) itemRequested(game, name, null);
    const toUsd = (amount: number) => inDollars(amount, currency, rates());
    const at = now();
    const variant = lookups.variant(query);
    const search = book.findingOffers(game, {
      at,
      names: name === null ? null : [name],
      words: query.query,
      ...wantedItems(book, game, query),
      phases: variant === null ? null : [variant],
      marketplaceIds: lookups.marketplaceList(query.marketplaces)?.map(({ id }) => id) ?? null,
      minUsd: query.minPrice === null ? 0 : toUsd(query.minPrice),
      maxUsd: query.maxPrice === null ? Number.POSITIVE_INFINITY : toUsd(query.maxPrice),
      minFloat: query.minFloat,
      maxFloat: query.maxFloat,
      paintSeeds: seedsIn(query.paintSeeds),
      stickers: namesIn(query.stickers),
      maxStickerWear: query.maxStickerWear ?? 1,
      extras: extrasIn(query),
      tradableBy: query.maxDaysTradeLocked === null ? null : at + query.maxDaysTradeLocked * dayMs,
      belowOthersPercent: query.belowOthersPercent,
      sort,
      limit,
      after: query.after === null ? null : positionIn(query.after, sort),
    });
    const found = await inTurns(search);
    const last = found.length < limit ? undefined : found.at(-1);
    return toWireFoundOffers(game, currency, found, last === undefined ? null : cursorOf(last.position, sort), at);
  },
});
