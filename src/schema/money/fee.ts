import Type, { type Static } from 'typebox';
import { PublicMoney, statedFields } from './stated.ts';

/** Who pays the fee: the buyer on top of the price, or the seller out of it. */
export const feeSides = ['buyer', 'seller'] as const;
export type FeeSide = (typeof feeSides)[number];

/**
 * A marketplace's fee on a purchase. What paying in and out costs is in `Terms`. A fee of 0 is a fact like any other; for a
 * buyer it means that the price shown is what is paid.
 */
export const Fee = Type.Object({
  side: Type.Enum([...feeSides]),
  /** Percent of the asked or bid price. */
  percent: Type.Number({ minimum: 0, maximum: 50 }),
  /** Added to the percentage, for each item. */
  fixed: Type.Optional(PublicMoney),
  /** Minimum of percentage and fixed amount together. */
  min: Type.Optional(PublicMoney),
  /** Applies to prices from here on; of several such fees, the one with the highest threshold reached applies. */
  from: Type.Optional(PublicMoney),
  /** The special way of selling or paying it is for; absent for the ordinary one. Listed only, never calculated with. */
  method: Type.Optional(Type.String({ minLength: 1 })),
  ...statedFields,
});
export type Fee = Static<typeof Fee>;

/** Fees by the id of their marketplace. */
export type KnownFees = ReadonlyMap<number, readonly Fee[]>;
