import Type, { type Static } from 'typebox';
import { currencies } from './money.ts';

/** What one US dollar is worth in a currency, by whom and for which day. */
export const Rate = Type.Object({
  currency: Type.Enum([...currencies]),
  /** Units of the currency for one US dollar. */
  perUsd: Type.Number({ exclusiveMinimum: 0 }),
  /** Epoch milliseconds of the day the rate is published for, 00:00 UTC. */
  ratedAt: Type.Integer({ minimum: 0 }),
  /** Who publishes it: `ecb` or `cbr`. */
  source: Type.String(),
});
export type Rate = Static<typeof Rate>;
