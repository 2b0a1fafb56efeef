import Type from 'typebox';
import { conditionOf, marketplaceWithId } from '../../schema/index.ts';
import { notFound } from '../errors.ts';
import { FullRows, itemFieldsIn, liquidityIn } from '../full-rows.ts';
import { mapInTurns, takeInTurns } from '../lists/in-turns.ts';
import { route } from '../route.ts';
import { toWireBuyOrder } from '../wire/buy-order.ts';
import { WireFullItem } from '../wire/full/full-shapes.ts';
import { WireItem } from '../wire/item.ts';
import { toWireOffer } from '../wire/offer.ts';
import { bestFirst, cheapestFirst, toFourPrices } from '../wire/price.ts';
import { toSeconds } from '../wire/time.ts';
import { asOfParameter, contextAt, refuseFull } from './as-of.ts';
import { fieldsParameter, gameParameter, marketplaceParameter, nameParameter } from './parameters.ts';

const listedHeader = 'X-Tape-Offers-Listed';

/** `never` tells a list that no source of the marketplace fills from one that has not been looked up yet. */
const listedOf = (listed: number, counted: number, isFilled: boolean): string =>
  `${listed}/${counted}${isFilled ? '' : '; never'}`;

export const itemsRoute = route({
  path: '/v2/items',
  id: 'readItem',
  summary: 'One item on one marketplace with all its offers and buy orders',
  description:
    'The prices of the item are those of its cheapest offer; without offers they are null and `offerCount` is 0. On some marketplaces single offers are looked up item by item, within the request budget: a request waits for the lookup, by default at most two seconds, when the list of the marketplace counts fewer offers than are known or has a lower price than all of them, or when none is known. The header `X-Tape-Offers-Listed` gives the number of listed offers and the number that exist, such as 10/34; `offerCount` is never below the number listed, and if both are equal the price is that of the first offer. No single offers are read of some marketplaces: then `offers` stays empty, `offerCount` still gives their number, and the header ends in `; never`.',
  parameters: {
    marketplace: marketplaceParameter,
    game: gameParameter,
    name: nameParameter,
    fields: fieldsParameter,
    asOf: asOfParameter,
  },
  answer: Type.Union([WireItem, WireFullItem]),
  example: {
    name: 'AK-47 | Redline (Field-Tested)',
    marketplace: 'CSFloat',
    game: 'CS2',
    priceUSD: 31.5,
    priceEUR: 27.12,
    priceCNY: 224.4,
    priceRUB: 2540.1,
    offerCount: 1,
    condition: 'Field-Tested',
    thumbnail: null,
    updatedAt: 1_790_000_000,
    offers: [
      {
        purchaseLink: 'https://csfloat.com/item/900000000000000001',
        inspectLink: null,
        priceUSD: 31.5,
        priceEUR: 27.12,
        priceCNY: 224.4,
        priceRUB: 2540.1,
        float: 0.2341,
        paintIndex: 282,
        paintSeed: 611,
        daysTradeLocked: 0,
        foundAt: 1_789_990_000,
        updatedAt: 1_790_000_000,
        stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }],
        ownerId: null,
      },
    ],
    buyOrders: [
      {
        orderId: '71300021',
        quantity: 3,
        priceUSD: 29.8,
        priceEUR: 25.66,
        priceCNY: 212.3,
        priceRUB: 2403.02,
        itemPhase: null,
        updatedAt: 1_789_999_000,
      },
    ],
  },
  headers: {
    [listedHeader]: {
      description:
        'Number of offers listed in the answer, and number of offers that exist; `; never` follows, as in `0/34; never`, where no source that is on yields single offers of this game on this marketplace, so that none will be listed',
      example: '10/34',
      of: ({ marketplace, game, offers, offerCount }, { lookups, hasOfferSource }) =>
        listedOf(offers.length, offerCount, hasOfferSource(lookups.marketplace(marketplace).id, game)),
    },
  },
  marketplaces: ({ marketplace, fields, asOf }, { lookups }) =>
    fields === null && asOf === null ? [lookups.marketplace(marketplace)] : null,
  async ready(
    { marketplace: marketplaceText, game: gameText, name: nameText, asOf },
    { lookups, book, itemRequested, offersLookedUp },
  ) {
    if (asOf !== null) return;
    const marketplace = lookups.marketplace(marketplaceText);
    const game = lookups.game(gameText);
    const name = lookups.item(game, nameText);
    if (!book.hasItem(game, name)) return;
    itemRequested(game, name, marketplace.id);
    if (book.isListBehind(marketplace.id, game, name)) await offersLookedUp(marketplace.id, game, name);
  },
  async read({ marketplace: marketplaceText, game: gameText, name: nameText, fields, asOf }, present) {
    const { lookups } = present;
    const marketplace = lookups.marketplace(marketplaceText);
    const game = lookups.game(gameText);
    const name = lookups.item(game, nameText);
    refuseFull(asOf, fields);
    const context = asOf === null ? present : await contextAt(present, { asOf, game, name });
    const { book, now } = context;
    if (!book.hasItem(game, name)) throw lookups.unknownItem(game, name);
    const offersNow = book.offersInPieces(marketplace.id, game, name);
    const buyOrdersNow = book.buyOrdersInPieces(marketplace.id, game, name);
    for (const rows of [offersNow, buyOrdersNow]) await takeInTurns(rows?.ahead() ?? []);
    const summary = book.summary(marketplace.id, game, name);
    if (summary === null) {
      const others = book.summaries(game, name).map(({ marketplaceId }) => marketplaceWithId(marketplaceId).name);
      throw notFound(`${marketplace.name} does not know the item "${name}"; these do: ${others.join(', ')}`);
    }
    const at = now();
    const full = fields === null ? null : new FullRows(context, game);
    // All read from the book before the next turn, so that the answer reflects a single moment
    const listed = offersNow?.now() ?? [];
    const ordered = buyOrdersNow?.now() ?? [];
    const lowest = full === null ? {} : { ...full.lowest(summary), ...itemFieldsIn(context, game, name) };
    const liquidity = full === null ? null : await liquidityIn(context, game, [name]);
    const offers = await mapInTurns(listed, (offer) => ({
      ...toWireOffer(offer, at),
      ...full?.offer(offer, summary.offerCount),
    }));
    const buyOrders = await mapInTurns(ordered, (order) => ({ ...toWireBuyOrder(order), ...full?.buyOrder(order) }));
    offers.sort(cheapestFirst);
    buyOrders.sort(bestFirst);
    const item = {
      name,
      marketplace: marketplace.name,
      game,
      ...toFourPrices(summary.prices),
      offerCount: summary.offerCount,
      condition: conditionOf(game, name),
      thumbnail: summary.thumbnail,
      updatedAt: [offers, buyOrders]
        .flat()
        .reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), toSeconds(summary.changedAt)),
      offers,
      buyOrders,
    };
    return liquidity === null ? item : { ...item, ...lowest, liquidity: liquidity(name) };
  },
});
