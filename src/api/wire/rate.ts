import Type, { type Static } from 'typebox';
import { Rate } from '../../schema/index.ts';
import { OrNull } from './or-null.ts';
import { Seconds } from './time.ts';

/** Exchange rate of the US dollar to another currency, or to keys and metal of TF2. */
export const WireRate = Type.Object({
  currency: Type.Enum(
    Rate.properties.currency.enum.filter((currency) => currency !== 'USD'),
    { description: 'Currency code; KEY and REF are TF2 keys and refined metal' },
  ),
  perUSD: OrNull(
    Type.Number({ exclusiveMinimum: 0, examples: [0.87] }),
    'Units of the currency per US dollar; null while no usable rate is known',
  ),
  ratedAt: OrNull(
    Seconds('Start of the day that the rate is published for'),
    'Start (00:00 UTC) of the day that the rate is published for, or when that of keys and metal applied, Unix time in seconds; null without a rate',
  ),
  source: OrNull(
    Type.String(),
    'Publisher of the rate: ecb, cbr, or where the worth of keys and metal was read; null without a rate',
  ),
});
export type WireRate = Static<typeof WireRate>;
