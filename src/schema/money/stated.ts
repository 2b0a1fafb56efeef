import Type, { type Static } from 'typebox';
import { Nullable } from '../json/nullable.ts';
import { currencies } from './money.ts';

/**
 * Evidence for what is said of a marketplace: the marketplace itself documents it, several independent sources agree on it, a
 * single source states it, or the operator has set it.
 */
export const termEvidences = ['documented', 'agreed', 'single', 'set'] as const;

/** A positive amount in whole thousandths of a public currency. */
export const PublicMoney = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  currency: Type.Enum([...currencies]),
});
export type PublicMoney = Static<typeof PublicMoney>;

/** What every fact about a marketplace carries. */
export const statedFields = {
  /** The year, month or day for which it was last known to apply; null where the operator has set it. */
  asOf: Nullable(Type.String({ pattern: '^20\\d\\d(-[01]\\d(-[0-3]\\d)?)?$' })),
  /** Where it is stated. */
  source: Type.String({ minLength: 1 }),
  evidence: Type.Enum([...termEvidences]),
  /** What the figures do not say, in a few words. */
  note: Type.Optional(Type.String({ minLength: 1 })),
} as const;

const Statement = Type.Object(statedFields);
export type Statement = Static<typeof Statement>;
