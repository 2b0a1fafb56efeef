import type { MarketRecord } from '../schema/index.ts';

/**
 * Whether records say no more than that there is nothing: no price, no offer, no order, no sale. So does the answer about an item
 * that nobody sells, and so does an empty answer given in the place of a full one.
 */
export const holdsNothing = (records: readonly MarketRecord[]): boolean =>
  records.every((record) => record.kind === 'quote' && record.lowest === null && !record.offerCount);
