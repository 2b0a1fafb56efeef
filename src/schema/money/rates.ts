import Type, { type Static } from 'typebox';
import { currencies } from './money.ts';

/** What is paid with in Team Fortress 2: a Mann Co. Supply Crate Key and a refined metal. */
export const tf2Units = ['KEY', 'REF'] as const;

/** What one US dollar is worth in a currency or in things of a game, by whom and for when. */
export const Rate = Type.Object({
  currency: Type.Enum([...currencies, ...tf2Units]),
  /** Units of the currency for one US dollar. */
  perUsd: Type.Number({ exclusiveMinimum: 0 }),
  /** Epoch milliseconds: of a bank 00:00 UTC of the day it is published for, of keys and metal when it held. */
  ratedAt: Type.Integer({ minimum: 0 }),
  /** Who publishes it: `ecb`, `cbr`, or where the worth of keys and metal was read, such as `backpack.tf`. */
  source: Type.String(),
});
export type Rate = Static<typeof Rate>;
