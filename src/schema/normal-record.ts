import type { StatedItem } from './attributes/stated-item.ts';
import type { BuyOrder, Cancellation } from './buy-order.ts';
import type { Prices } from './money/money.ts';
import type { Offer, Repricing, Withdrawal } from './offer.ts';
import type { PastPrice } from './price-point.ts';
import type { Quote } from './quote.ts';
import type { Sale } from './sale.ts';
import type { Variant } from './traits/variant.ts';

/** When data was made, in epoch milliseconds: mostly it is only known to lie between two instants. */
export type Age = {
  /** At the latest. It adds and confirms as of this instant. */
  readonly asOf: number;
  /** At the earliest. It removes nothing that another source has confirmed since. */
  readonly earliest: number;
};

/** Origin of a record, when it was received (epoch milliseconds), and when it was made, where that can be earlier. */
export type Stamp = Partial<Age> & {
  readonly marketplaceId: number;
  readonly source: string;
  readonly at: number;
  /** Whether a feed tells it: no end of a reading confirms what it tells again without a change. */
  readonly isFed?: boolean;
};

type WithPrices<Record, Native extends keyof Record> = Omit<Record, 'phase' | Native> & {
  /** The variant in the project's spelling; null when unknown or not applicable. */
  readonly phase: Variant | null;
  readonly prices: Prices;
} & Pick<Record, Native>;

export type NormalOffer = WithPrices<Offer, 'price'>;
/** `tradableAmount` is in the currency of `lowest`. */
export type NormalQuote = Omit<WithPrices<Quote, 'lowest'>, 'tradableLowest'> & { tradableAmount?: number };
export type NormalBuyOrder = WithPrices<BuyOrder, 'price'>;
export type NormalSale = WithPrices<Sale, 'price'>;
export type NormalRepricing = Repricing & { readonly prices: Prices };
export type NormalPastPrice = WithPrices<PastPrice, 'median'> & { readonly at: number };

/** A record with a known variant and four prices, as the book and the store accept it. */
export type NormalRecord =
  | NormalOffer
  | NormalQuote
  | NormalBuyOrder
  | NormalSale
  | NormalPastPrice
  | StatedItem
  | NormalRepricing
  | Withdrawal
  | Cancellation;
