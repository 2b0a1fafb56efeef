import Type, { type Static } from 'typebox';
import { StatedItem } from './attributes/stated-item.ts';
import { BuyOrder, Cancellation } from './buy-order.ts';
import { Offer, Repricing, Withdrawal } from './offer.ts';
import { PastPrice } from './price-point.ts';
import { Quote } from './quote.ts';
import { Sale } from './sale.ts';

/** Any record that a connector can report, discriminated by `kind`. */
export const MarketRecord = Type.Union([
  Offer,
  Quote,
  BuyOrder,
  Sale,
  PastPrice,
  StatedItem,
  Repricing,
  Withdrawal,
  Cancellation,
]);
export type MarketRecord = Static<typeof MarketRecord>;

export type RecordKind = MarketRecord['kind'];
