import Type, { type Static } from 'typebox';
import { bankCurrencies } from './money.ts';

/** Units of payment in Team Fortress 2: a Mann Co. Supply Crate Key and a refined metal. */
export const tf2Units = ['KEY', 'REF'] as const;

export const isTf2Unit = (unit: Rate['currency']): boolean => (tf2Units as readonly Rate['currency'][]).includes(unit);

/** The value of one US dollar in a currency or in units of TF2, with its publisher and date. */
export const Rate = Type.Object({
  currency: Type.Enum([...bankCurrencies, ...tf2Units]),
  /** Units of the currency for one US dollar. */
  perUsd: Type.Number({ exclusiveMinimum: 0 }),
  /** Epoch milliseconds: for bank rates 00:00 UTC of the day it is published for, for keys and metal when it applied. */
  ratedAt: Type.Integer({ minimum: 0 }),
  /** Publisher: `ecb`, `cbr`, or where the price of keys and metal was read, such as `backpack.tf`. */
  source: Type.String(),
});
export type Rate = Static<typeof Rate>;
