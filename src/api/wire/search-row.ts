import Type, { type Static } from 'typebox';
import type { BookSummary } from '../../book/queries.ts';
import { marketplaceWithId } from '../../schema/index.ts';
import { ItemHead, offerCountField, thumbnailField } from './item.ts';
import { FourPrices, toPrice } from './price.ts';
import { Seconds, toSeconds } from './time.ts';

export const isNearField = Type.Boolean({
  description:
    'Whether the name only resembles what was typed: true if every result does, because nothing else was found, and with nearest=true',
});

/** One item on one marketplace. */
export const WireSearchRow = Type.Object({
  ...ItemHead.properties,
  priceUSD: FourPrices.properties.priceUSD,
  offerCount: offerCountField,
  thumbnail: thumbnailField,
  updatedAt: Seconds('Last change of price or count'),
});
export type WireSearchRow = Static<typeof WireSearchRow>;

export const toWireSearchRow = (summary: BookSummary): WireSearchRow => ({
  name: summary.name,
  marketplace: marketplaceWithId(summary.marketplaceId).name,
  game: summary.game,
  priceUSD: toPrice(summary.prices.USD),
  offerCount: summary.offerCount,
  thumbnail: summary.thumbnail,
  updatedAt: toSeconds(summary.changedAt),
});
