import type { Unwraps } from '../../contract/suite/evidence.ts';

/** The rows of the two answers that the file holds, in one. */
function both(text: string): string {
  const { listing_buy_orders, similar_orders } = JSON.parse(text);
  return JSON.stringify({ data: [...listing_buy_orders, ...similar_orders.data] });
}

export const unwraps: Unwraps = { both };
