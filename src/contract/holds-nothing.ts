import { areNone, type MarketRecord } from '../schema/index.ts';

/**
 * Whether records say no more than that there is nothing: no price, no offer, no order, no sale, nothing of the item itself. So
 * does the answer about an item that nobody sells, and so does an empty answer given in the place of a full one.
 */
export const holdsNothing = (records: readonly MarketRecord[]): boolean =>
  records.every((record) =>
    record.kind === 'item'
      ? areNone(record.itemAttributes)
      : record.kind === 'quote' && record.lowest === null && !record.offerCount,
  );
