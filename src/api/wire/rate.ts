import Type, { type Static } from 'typebox';
import { bankCurrencies } from '../../schema/index.ts';
import { OrNull } from './or-null.ts';
import { Seconds } from './time.ts';

/** Exchange rate of the US dollar to another currency. */
export const WireRate = Type.Object({
  currency: Type.Enum(
    bankCurrencies.filter((currency) => currency !== 'USD'),
    { description: 'Currency code' },
  ),
  perUSD: OrNull(
    Type.Number({ exclusiveMinimum: 0, examples: [0.87] }),
    'Units of the currency per US dollar; null while no usable rate is known',
  ),
  ratedAt: OrNull(
    Seconds('Start of the day that the rate is published for'),
    'Start (00:00 UTC) of the day that the rate is published for, Unix time in seconds; null without a rate',
  ),
  source: OrNull(Type.String(), 'Publisher of the rate: ecb or cbr; null without a rate'),
});
export type WireRate = Static<typeof WireRate>;
