import Type, { type Static } from 'typebox';
import {
  type Fee,
  type FeeAmount,
  Fee as FeeSchema,
  feeEvidences,
  feeSides,
  marketplaceWithId,
} from '../../../schema/index.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { toPrice } from '../price.ts';

const WireFeeAmount = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, examples: [0.3] }),
  currency: FeeSchema.properties.fixed.properties.currency,
});

/** What a marketplace takes of a purchase. */
export const WireFee = Type.Object({
  marketplace: ItemHead.properties.marketplace,
  side: Type.Enum([...feeSides], {
    description: 'buyer: whoever buys pays it on top of the price; seller: it is taken out of what the seller gets',
  }),
  percent: Type.Number({ minimum: 0, maximum: 50, description: 'Of the price', examples: [8] }),
  fixed: OrNull(WireFeeAmount, 'For each item, beside the percentage'),
  least: OrNull(WireFeeAmount, 'Never less than this, all together'),
  from: OrNull(WireFeeAmount, 'Only of prices from here on; of several the highest that is reached counts'),
  method: OrNull(
    Type.String(),
    'The way of selling or paying that it is for, where that is not the ordinary one; such a fee is told and not reckoned with',
  ),
  asOf: OrNull(Type.String(), 'The year, month or day of which it was last known to hold; null where it is set here'),
  source: Type.String({ description: 'Who says so' }),
  evidence: Type.Enum([...feeEvidences], {
    description:
      'documented: the marketplace itself says it; agreed: several who know nothing of one another say the same; single: one says so; set: by the operator of this service',
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
