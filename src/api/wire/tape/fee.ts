import Type, { type Static } from 'typebox';
import {
  currencies,
  type Fee,
  type FeeAmount,
  feeEvidences,
  feeSides,
  marketplaceWithId,
} from '../../../schema/index.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';

const WireFeeAmount = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, description: 'Amount in units of `currency`', examples: [0.3] }),
  currency: Type.Enum([...currencies], { description: 'Currency of the amount' }),
});

/** A marketplace's fee on a purchase. */
export const WireFee = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  side: Type.Enum([...feeSides], {
    description: 'buyer: paid by the buyer on top of the price; seller: deducted from what the seller receives',
  }),
  percent: Type.Number({ minimum: 0, maximum: 50, description: 'Percentage of the price', examples: [8] }),
  fixed: OrNull(WireFeeAmount, 'Fixed amount per item, added to the percentage; null if there is none'),
  least: OrNull(WireFeeAmount, 'Minimum fee per item, percentage and fixed amount together; null if there is none'),
  from: OrNull(
    WireFeeAmount,
    'Price from which this fee applies; of several fees, the one with the highest threshold reached applies; null for any price',
  ),
  method: OrNull(
    Type.String(),
    'Special way of selling or paying that the fee is for, which calculations ignore; null for the ordinary way',
  ),
  asOf: OrNull(
    Type.String(),
    'Year, month or day for which it was last known to apply, such as 2026, 2026-01 or 2026-01-31; null if the operator has set it',
  ),
  source: Type.String({ description: 'Where the fee is stated' }),
  evidence: Type.Enum([...feeEvidences], {
    description:
      'documented: stated by the marketplace itself; agreed: several independent sources agree; single: stated by one source; set: set by the operator of this service',
  }),
});
export type WireFee = Static<typeof WireFee>;

const toAmount = (amount: FeeAmount | undefined): WireFee['fixed'] =>
  amount === undefined ? null : { amount: toPrice(amount.amount) ?? 0, currency: amount.currency };

export const toWireFee = (marketplaceId: number, fee: Fee): WireFee => ({
  marketplace: marketplaceWithId(marketplaceId).name,
  side: fee.side,
  percent: fee.percent,
  fixed: toAmount(fee.fixed),
  least: toAmount(fee.least),
  from: toAmount(fee.from),
  method: fee.method ?? null,
  asOf: fee.asOf,
  source: fee.source,
  evidence: fee.evidence,
});
