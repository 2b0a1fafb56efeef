import Type, { type Static } from 'typebox';
import { Nullable } from '../nullable.ts';
import { currencies } from './money.ts';

/** Who pays the fee: the buyer on top of the price, or the seller out of it. */
export const feeSides = ['buyer', 'seller'] as const;
export type FeeSide = (typeof feeSides)[number];

/**
 * Evidence for a fee: the marketplace itself documents it, several independent sources agree on it, a single source
 * states it, or the operator has set it.
 */
export const feeEvidences = ['documented', 'agreed', 'single', 'set'] as const;

/** A positive amount in whole thousandths of a public currency. */
const FeeAmount = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  currency: Type.Enum([...currencies]),
});
export type FeeAmount = Static<typeof FeeAmount>;

/** A marketplace's fee on a purchase. Deposit and withdrawal fees are not included. */
export const Fee = Type.Object({
  side: Type.Enum([...feeSides]),
  /** Percent of the asked or bid price. */
  percent: Type.Number({ minimum: 0, maximum: 50 }),
  /** Added to the percentage, for each item. */
  fixed: Type.Optional(FeeAmount),
  /** Minimum of percentage and fixed amount together. */
  least: Type.Optional(FeeAmount),
  /** Applies to prices from here on; of several such fees, the one with the highest threshold reached applies. */
  from: Type.Optional(FeeAmount),
  /** The special way of selling or paying it is for; absent for the ordinary one. Listed only, never calculated with. */
  method: Type.Optional(Type.String({ minLength: 1 })),
  /** The year, month or day for which it was last known to apply; null where the operator has set it. */
  asOf: Nullable(Type.String({ pattern: '^20\\d\\d(-[01]\\d(-[0-3]\\d)?)?$' })),
  /** Where the fee is stated. */
  source: Type.String({ minLength: 1 }),
  evidence: Type.Enum([...feeEvidences]),
});
export type Fee = Static<typeof Fee>;

/** Fees by the id of their marketplace. */
export type KnownFees = ReadonlyMap<number, readonly Fee[]>;
