import Type, { type Static } from 'typebox';
import { currencies } from '../../schema/index.ts';
import { OrNull } from './or-null.ts';
import { Seconds } from './time.ts';

/** What a US dollar is worth in one of the other public currencies. */
export const WireRate = Type.Object({
  currency: Type.Enum(
    currencies.filter((currency) => currency !== 'USD'),
    { description: 'Code of the currency' },
  ),
  perUSD: OrNull(
    Type.Number({ exclusiveMinimum: 0, examples: [0.87] }),
    'Units of the currency for one US dollar; null while no usable rate is known',
  ),
  ratedAt: OrNull(Seconds('The day it is published for'), 'The day it is published for'),
  source: OrNull(Type.String(), 'Who publishes it: ecb or cbr'),
});
export type WireRate = Static<typeof WireRate>;
