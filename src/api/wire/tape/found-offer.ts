import Type, { type Static } from 'typebox';
import type { FoundOffer } from '../../../book/offers/offer-query.ts';
import { type Currency, type Game, marketplaceWithId, toDaysLeft } from '../../../schema/index.ts';
import { ExtrasFields, toExtrasFields } from '../full/extras.ts';
import { Tf2Fields, toTf2Fields, toWireVariant, variantFields } from '../full/variant.ts';
import { ItemHead } from '../item.ts';
import { toStickers, WireOffer } from '../offer.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';
import { Seconds, toSeconds } from '../time.ts';
import { Amount, currencyField, inCurrency, toPercent } from './best.ts';

const { properties } = WireOffer;

export const WireFoundOffer = Type.Object(
  {
    name: ItemHead.properties.name,
    ...variantFields('null if it has none or none is known'),
    marketplace: ItemHead.properties.marketplace,
    price: OrNull(Amount, 'Price of the offer; null without a usable exchange rate'),
    othersAsk: OrNull(
      Amount,
      'The lowest ask on any other marketplace, of the same variant where it is known; null if there is none',
    ),
    belowOthersPercent: OrNull(
      Type.Number(),
      'How far the price is below othersAsk, in percent; negative if it is above; null if there is no othersAsk',
    ),
    usualAsk: OrNull(
      Amount,
      'The usual lowest ask on this marketplace over the past week, of the same variant where it is known; null if not known',
    ),
    float: properties.float,
    paintIndex: properties.paintIndex,
    paintSeed: properties.paintSeed,
    stickers: properties.stickers,
    stickersAsk: OrNull(
      Type.Number({ minimum: 0 }),
      'Sum of the lowest asks of its stickers as separate items, regardless of wear; 0 without stickers; null if the stickers or one of the asks are not known',
    ),
    ...ExtrasFields.properties,
    ...Tf2Fields.properties,
    daysTradeLocked: properties.daysTradeLocked,
    purchaseLink: properties.purchaseLink,
    inspectLink: properties.inspectLink,
    foundAt: properties.foundAt,
    updatedAt: properties.updatedAt,
    seenAt: Seconds('Last confirmed by the marketplace'),
  },
  { description: 'A single offer on any marketplace' },
);
export type WireFoundOffer = Static<typeof WireFoundOffer>;

export const WireFoundOffers = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  offers: Type.Array(WireFoundOffer, { description: 'In the requested order' }),
  next: OrNull(Type.String(), 'Value of `after` for the next page; null on the last page'),
});
export type WireFoundOffers = Static<typeof WireFoundOffers>;

export function toWireFoundOffer(
  { offer, othersUsd, usualUsd, stickersUsd }: FoundOffer,
  currency: Currency,
  now: number,
): WireFoundOffer {
  const { prices } = offer;
  const below = othersUsd === null || prices.USD === null ? null : othersUsd - prices.USD;
  return {
    name: offer.name,
    ...toWireVariant(offer.phase),
    marketplace: marketplaceWithId(offer.marketplaceId).name,
    price: toPrice(prices[currency]),
    othersAsk: toPrice(inCurrency(othersUsd, prices, currency)),
    belowOthersPercent: toPercent(below, othersUsd),
    usualAsk: toPrice(inCurrency(usualUsd, prices, currency)),
    float: offer.float,
    paintIndex: offer.paintIndex,
    paintSeed: offer.paintSeed,
    stickers: toStickers(offer.stickers),
    stickersAsk: stickersUsd === 0 ? 0 : toPrice(inCurrency(stickersUsd, prices, currency)),
    ...toExtrasFields(offer.name, offer),
    ...toTf2Fields(offer),
    daysTradeLocked: toDaysLeft(offer.tradableAt, now),
    purchaseLink: offer.purchaseLink,
    inspectLink: offer.inspectLink,
    foundAt: toSeconds(offer.foundAt),
    updatedAt: toSeconds(offer.changedAt),
    seenAt: toSeconds(offer.seenAt),
  };
}

export const toWireFoundOffers = (
  game: Game,
  currency: Currency,
  found: readonly FoundOffer[],
  next: string | null,
  now: number,
): WireFoundOffers => ({
  game,
  currency,
  offers: found.map((one) => toWireFoundOffer(one, currency, now)),
  next,
});

/** Invented figures for the documentation. */
export const foundOfferExample: WireFoundOffer = {
  name: 'AK-47 | Redline (Field-Tested)',
  itemPhase: null,
  unusualEffect: null,
  marketplace: 'CSFloat',
  price: 31.5,
  othersAsk: 33,
  belowOthersPercent: 4.55,
  usualAsk: 34.2,
  float: 0.1512,
  paintIndex: 282,
  paintSeed: 661,
  stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }],
  stickersAsk: 812.4,
  charms: [{ name: "Charm | Lil' Ava", pattern: 48_213, sticker: null, highlight: null }],
  nameTag: null,
  statTrakCount: null,
  patches: null,
  fade: null,
  quality: null,
  elevatedQuality: null,
  craftNumber: null,
  crateSeries: null,
  daysTradeLocked: 0,
  purchaseLink: 'https://csfloat.com/item/900000000000000001',
  inspectLink: null,
  foundAt: 1_789_990_000,
  updatedAt: 1_790_000_000,
  seenAt: 1_790_000_000,
};
