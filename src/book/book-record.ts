import type {
  Cancellation,
  NormalBuyOrder,
  NormalOffer,
  NormalQuote,
  NormalRepricing,
  StatedItem,
  Withdrawal,
} from '../schema/index.ts';

/** The records that `apply` accepts. Sales and past prices are not kept in the book. */
export type BookRecord =
  | NormalOffer
  | NormalQuote
  | NormalBuyOrder
  | StatedItem
  | NormalRepricing
  | Withdrawal
  | Cancellation;
