import { describe, expect, it } from 'vitest';
import { type Endpoint, readNumerals, refusedIn } from './strict-reader.ts';

describe('a strict client', () => {
  const point = (fields: string) =>
    `{"name":"A","marketplace":"DMarket","game":"CS2","history":[{"timestamp":1790000000,"priceUSD":1.5,"priceEUR":null,"priceCNY":null,"priceRUB":null${fields}}]}`;
  const row = (fields: string) =>
    `[{"name":"A","marketplace":"DMarket","game":"CS2","priceUSD":0.03,"thumbnail":null,"updatedAt":1790000000${fields}}]`;
  const order = (quantity: string) =>
    `[{"name":"A","marketplace":"DMarket","game":"CS2","orderId":null,"quantity":${quantity},"priceUSD":1,"priceEUR":1,"priceCNY":1,"priceRUB":1,"itemPhase":null,"updatedAt":1790000000}]`;

  it('accepts valid answers', () => {
    expect(refusedIn('/v2/price-history', point(''))).toEqual([]);
    expect(refusedIn('/v2/items/search', row(',"offerCount":9223372036854775807'))).toEqual([]);
    expect(refusedIn('/v2/buy-orders', order('null'))).toEqual([]);
  });

  it.each<readonly [Endpoint, string, string]>([
    ['/v2/price-history', point(',"priceGBP":1'), 'priceGBP is not asked for'],
    ['/v2/price-history', point('').replace('1790000000', '1790000000.0'), 'timestamp is 1790000000.0'],
    ['/v2/price-history', point('').replace('1790000000', '1.79e9'), 'timestamp is 1.79e9'],
    ['/v2/price-history', point('').replace('1790000000', '1790000000000'), 'timestamp is 1790000000000'],
    ['/v2/price-history', point('').replace('1.5', '"1.5"'), 'priceUSD is "1.5"'],
    ['/v2/price-history', point('').replace('1.5', '0'), 'priceUSD is 0'],
    ['/v2/price-history', point('').replace('"A"', 'null'), 'name is null'],
    ['/v2/items/search', row(''), 'offerCount is missing'],
    ['/v2/items/search', row(',"offerCount":null'), 'offerCount is null'],
    ['/v2/items/search', row(',"offerCount":9223372036854775808'), 'offerCount is 9223372036854775808'],
    ['/v2/buy-orders', order('2.5'), 'quantity is 2.5'],
    ['/v2/buy-orders', '{}', 'not a list'],
    ['/v2/marketplaces', '[{"marketplace":"DMarket","games":[{}]}]', 'itemCount is missing'],
  ])('refuses at %s the answer %s because %s', (endpoint, json, why) => {
    expect(refusedIn(endpoint, json).join('; ')).toContain(why);
  });

  it('checks numbers as they are written, and ignores digits in strings', () => {
    expect(readNumerals('{"a":1.0,"b":"2.0 \\" 3","c":[-4e5]}')).toEqual({
      a: { text: '1.0' },
      b: '2.0 " 3',
      c: [{ text: '-4e5' }],
    });
  });
});
