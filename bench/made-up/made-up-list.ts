import { createRandom, madeUpNames } from './made-up-items.ts';

const begin = 1_790_000_000;

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** A synthetic list in the form of Skinport's /v1/items, as bytes; `changed` is the share of rows with a changed price. */
export function madeUpBulkList(rows: number, changed: number): Buffer {
  const random = createRandom(5);
  const list = madeUpNames(rows).map((name) => {
    const usd = 0.03 + random() ** 6 * 3000;
    const quantity = Math.floor(random() ** 3 * 400);
    const min = random() < changed ? usd * 1.01 + 0.01 : usd;
    const [, weapon = ''] = /^(?:StatTrak™ )?(.*) \|/.exec(name) ?? [];
    const price = (factor: number) => (quantity === 0 ? null : Number((min * factor).toFixed(2)));
    return {
      market_hash_name: name,
      version: null,
      currency: 'USD',
      suggested_price: Number((usd * 1.2).toFixed(2)),
      item_page: `https://skinport.com/item/${slugOf(name)}`,
      market_page: `https://skinport.com/market/rifle/${slugOf(weapon)}?item=${encodeURIComponent(name)}`,
      min_price: price(1),
      max_price: price(2.6),
      mean_price: price(1.4),
      median_price: price(1.3),
      quantity,
      created_at: 1_500_000_000 + Math.floor(random() * 2e8),
      updated_at: begin + Math.floor(random() * 300),
    };
  });
  return Buffer.from(JSON.stringify(list));
}
