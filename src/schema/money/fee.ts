import Type, { type Static } from 'typebox';
import { Nullable } from '../nullable.ts';
import { currencies } from './money.ts';

/** Who pays it: whoever buys, on top of the price, or whoever sells, out of it. */
export const feeSides = ['buyer', 'seller'] as const;
export type FeeSide = (typeof feeSides)[number];

/**
 * How a fee is known: the marketplace itself says it, several who know nothing of one another say the same, one says so, or
 * the operator has set it.
 */
export const feeEvidences = ['documented', 'agreed', 'single', 'set'] as const;

/** A positive amount in whole thousandths of a public currency. */
const FeeAmount = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  currency: Type.Enum([...currencies]),
});
export type FeeAmount = Static<typeof FeeAmount>;

/** What a marketplace takes of a purchase. What it takes for money that comes in or goes out is none. */
export const Fee = Type.Object({
  side: Type.Enum([...feeSides]),
  /** Of the price that is asked or bid. */
  percent: Type.Number({ minimum: 0, maximum: 50 }),
  /** For each item, beside the percentage. */
  fixed: Type.Optional(FeeAmount),
  /** Never less than this, all together. */
  least: Type.Optional(FeeAmount),
  /** Only of prices from here on; of several the highest that is reached counts. */
  from: Type.Optional(FeeAmount),
  /** The way of selling or paying that it is for, where that is not the ordinary one; such a fee is told and not reckoned with. */
  method: Type.Optional(Type.String({ minLength: 1 })),
  /** The year, month or day of which it was last known to hold, null where the operator has set it. */
  asOf: Nullable(Type.String({ pattern: '^20\\d\\d(-[01]\\d(-[0-3]\\d)?)?$' })),
  /** Who says so. */
  source: Type.String({ minLength: 1 }),
  evidence: Type.Enum([...feeEvidences]),
});
export type Fee = Static<typeof Fee>;

/** Fees by the id of their marketplace. */
export type KnownFees = ReadonlyMap<number, readonly Fee[]>;
