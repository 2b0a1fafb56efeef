import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NormalBuyOrder, NormalQuote } from '../../schema/index.ts';
import { Book } from '../book.ts';
import type { PriceColumns } from './price-copies.ts';

const marketplaceIds = [1, 2, 3];
const itemCount = 1_000;
const at = 1_790_000_000_000;
const inDollars = (usd: number) => ({
  price: { amount: usd, currency: 'USD' as const },
  prices: { USD: usd, EUR: null, CNY: null, RUB: null },
});
const quote = (item: number, usd: number): NormalQuote => {
  const { price: lowest, prices } = inDollars(usd);
  const rest = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
  return { kind: 'quote', game: 'CS2', name: `Item ${item}`, phase: null, lowest, prices, offerCount: 2, ...rest };
};
const order = (item: number, usd: number): NormalBuyOrder => ({
  kind: 'buyOrder',
  game: 'CS2',
  name: `Item ${item}`,
  phase: null,
  orderId: `${item}`,
  quantity: 1,
  ...inDollars(usd),
});

const rowsIn = ({ marketplaceId, length, names, nameOf, price, bid, orderCount }: PriceColumns): string[] =>
  Array.from({ length }, (_, row) =>
    [marketplaceId, nameOf(names[row] as number), price[row], bid[row], orderCount[row]].join(),
  );

/** Steps of reading a list (null), with changes of a marketplace or new items in between. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      marketplaceId: fc.constantFrom(...marketplaceIds),
      item: fc.nat(itemCount + 20),
      usd: fc.integer({ min: 1, max: 9_000 }),
    }),
  },
);

it('are of the instant at which they were opened, whatever changes while they are read', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const book = new Book();
      for (const marketplaceId of marketplaceIds) {
        const items = Array.from({ length: itemCount }, (_, item) => quote(item, 100 * marketplaceId + item));
        book.apply([...items, order(3, 50)], { marketplaceId, source: 'test', at });
      }
      const expected: string[] = [];
      const before = book.copyPrices('CS2', null, 'USD');
      for (let columns = before.next(); columns !== null; columns = before.next()) expected.push(...rowsIn(columns));

      const copies = book.copyPrices('CS2', null, 'USD');
      const found: string[] = [];
      for (const change of steps) {
        if (change === null) found.push(...rowsOfNext(copies));
        else {
          const { marketplaceId, item, usd } = change;
          book.apply([quote(item, usd), order(item, usd)], { marketplaceId, source: 'test', at: at + 1 });
        }
      }
      for (let columns = copies.next(); columns !== null; columns = copies.next()) found.push(...rowsIn(columns));
      expect(expected).toHaveLength(itemCount * marketplaceIds.length);
      expect(found).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

const rowsOfNext = (copies: { readonly next: () => PriceColumns | null }): string[] => {
  const columns = copies.next();
  return columns === null ? [] : rowsIn(columns);
};
