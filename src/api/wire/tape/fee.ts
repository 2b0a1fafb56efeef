import Type, { type Static } from 'typebox';
import { type Fee, feeSides } from '../../../schema/index.ts';
import { OrNull } from '../or-null.ts';
import { statedWireFields, toMoneyOrNull, toStatedFields, WirePublicMoney } from './stated.ts';

/** A marketplace's fee on a purchase. */
export const WireFee = Type.Object({
  side: Type.Enum([...feeSides], {
    description: 'buyer: paid by the buyer on top of the price; seller: deducted from what the seller receives',
  }),
  percent: Type.Number({
    minimum: 0,
    maximum: 50,
    description: 'Percentage of the price; 0 is a known fee of nothing',
    examples: [8],
  }),
  fixed: OrNull(WirePublicMoney, 'Fixed amount per item, added to the percentage; null if there is none'),
  min: OrNull(WirePublicMoney, 'Minimum fee per item, percentage and fixed amount together; null if there is none'),
  from: OrNull(
    WirePublicMoney,
    'Price from which this fee applies; of several fees, the one with the highest threshold reached applies; null for any price',
  ),
  method: OrNull(
    Type.String(),
    'Special way of selling or paying that the fee is for, which calculations ignore; null for the ordinary way',
  ),
  ...statedWireFields,
});
export type WireFee = Static<typeof WireFee>;

export const toWireFee = (fee: Fee): WireFee => ({
  side: fee.side,
  percent: fee.percent,
  fixed: toMoneyOrNull(fee.fixed),
  min: toMoneyOrNull(fee.min),
  from: toMoneyOrNull(fee.from),
  method: fee.method ?? null,
  ...toStatedFields(fee),
});
