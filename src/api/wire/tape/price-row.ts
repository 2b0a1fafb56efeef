import Type, { type Static } from 'typebox';
import { Phase } from '../../../schema/index.ts';
import { someUnusualEffect } from '../full/variant.ts';
import { ItemHead, offerCountField } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { Seconds } from '../time.ts';
import { Amount, currencyField } from './best.ts';

/** Ask and bid of one marketplace for an item or a variant of it. */
export const WirePriceRow = Type.Object({
  name: ItemHead.properties.name,
  itemPhase: OrNull(
    Phase,
    'Doppler variant; null means the whole item, including all its variants, or the variant in `unusualEffect`',
    ['CS2'],
  ),
  unusualEffect: someUnusualEffect,
  marketplace: ItemHead.properties.marketplace,
  currency: currencyField,
  price: OrNull(Amount, 'The lowest ask; null if there is none, or without a usable exchange rate'),
  offerCount: offerCountField,
  bid: OrNull(
    Amount,
    'The highest buy order read so far; for a variant, this can be one that accepts any variant; null if there is none, or without a usable exchange rate',
  ),
  buyOrderCount: Type.Integer({ minimum: 0, description: 'Number of buy orders read so far' }),
  seenAt: Seconds('Last confirmed by the marketplace'),
});
export type WirePriceRow = Static<typeof WirePriceRow>;

export const WirePrices = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  epoch: OrNull(Type.String(), 'Epoch of the stream position that this list reflects; null without a stream'),
  sequence: OrNull(
    Type.Integer({ minimum: 0 }),
    'Sequence of the stream position that this list reflects; null without a stream',
  ),
  prices: Type.Array(WirePriceRow, { description: 'Grouped by marketplace' }),
});
export type WirePrices = Static<typeof WirePrices>;
