import Type, { type Static } from 'typebox';
import { currencies, type PublicMoney, type Statement, termEvidences } from '../../../schema/index.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';

export const WirePublicMoney = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, description: 'Amount in units of `currency`', examples: [0.3] }),
  currency: Type.Enum([...currencies], { description: 'Currency of the amount' }),
});
export type WirePublicMoney = Static<typeof WirePublicMoney>;

/** What every fact about a marketplace carries. */
export const statedWireFields = {
  note: OrNull(Type.String(), 'What the other fields do not say; null if there is nothing to add'),
  asOf: OrNull(
    Type.String(),
    'Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it',
  ),
  source: Type.String({ description: 'Where it is stated' }),
  evidence: Type.Enum([...termEvidences], {
    description:
      'documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service',
  }),
} as const;

export const toStatedFields = ({ note, asOf, source, evidence }: Statement) => ({
  note: note ?? null,
  asOf,
  source,
  evidence,
});

export const toPublicMoney = ({ amount, currency }: PublicMoney): WirePublicMoney => ({
  amount: toPrice(amount) ?? 0,
  currency,
});

export const toMoneyOrNull = (money: PublicMoney | undefined): WirePublicMoney | null =>
  money === undefined ? null : toPublicMoney(money);
