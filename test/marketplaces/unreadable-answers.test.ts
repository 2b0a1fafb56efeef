import { afterEach, expect, it } from 'vitest';
import { buff163 } from '../../src/connectors/buff163/index.ts';
import { steamMarket } from '../../src/connectors/steam-market/index.ts';
import { waxpeer } from '../../src/connectors/waxpeer/index.ts';
import type { Connector } from '../../src/contract/connector.ts';
import { marketplaceNamed } from '../../src/schema/index.ts';
import type { Collecting } from '../support/collect/collecting.ts';
import { readingIntoBook } from '../support/collect/reading-into-book.ts';

let here: Collecting;
afterEach(() => here.stop());

const name = 'AWP | Mortis (Field-Tested)';
const minute = 60_000;

/** Reads good answers of one source until it is live, then others for half an hour. */
async function reading(connector: Connector, source: string, answers: { readonly good: object; readonly odd: object }) {
  const { book, removals, until, reports, ...read } = await readingIntoBook(name, connector, [source]);
  here = read.here;
  here.server.play(() => ({ body: answers.good }));
  here.collector.start();
  await until(11 * minute);
  expect(reports()).toMatchObject([{ state: 'live', rejected: 0 }]);
  here.server.play(() => ({ body: answers.odd }));
  await until(30 * minute);
  const id = marketplaceNamed(connector.slug)?.id ?? 0;
  return { offers: book.offers(id, 'CS2', name), orders: book.buyOrders(id, 'CS2', name), removals, reports };
}

const goods = { id: 7, appid: 730, market_hash_name: name };
const sellOrder = (id: number, price: string) => ({
  ...{ id: `A-${id}`, goods_id: 7, state: 1, price, user_id: 'U1' },
  asset_info: {
    ...{ assetid: String(id), action_link: null, paintwear: '0.2' },
    info: { paintindex: 1, paintseed: 1, stickers: [] },
  },
});
const sellOrders = (...prices: readonly string[]) => ({
  code: 'OK',
  data: {
    ...{ page_num: 1, total_page: 1, total_count: prices.length, goods_infos: { 7: goods } },
    items: prices.map((price, at) => sellOrder(at, price)),
  },
});

it.each(['1,234.5', '1 234,5', '¥1234.5', '-1234.5', 'NaN', ''])(
  'an offer whose price comes to be written as "%s" stays on sale, and its source shows a changed format',
  async (written) => {
    const { offers, removals, reports } = await reading(buff163, 'sell-orders', {
      good: sellOrders('900', '1234.5'),
      odd: sellOrders('900', written),
    });

    expect(removals()).toEqual([]);
    expect(offers.map(({ offerId, price }) => [offerId, price.amount])).toEqual([
      ['A-0', 900_000],
      ['A-1', 1_234_500],
    ]);
    const detail = expect.stringContaining(
      `1 of 2 rows rejected; price is not an amount: ${JSON.stringify(written)} in`,
    );
    expect(reports()).toMatchObject([{ state: 'changed', detail }]);
  },
);

it('the only offer of forty that is dear enough for a separator stays on sale', async () => {
  const cheap = Array.from({ length: 39 }, (_, at) => String(900 + at));
  const { offers, removals, reports } = await reading(buff163, 'sell-orders', {
    good: sellOrders(...cheap, '1234.5'),
    odd: sellOrders(...cheap, '1,234.5'),
  });

  expect(removals()).toEqual([]);
  expect(offers).toHaveLength(40);
  expect(reports()).toMatchObject([{ state: 'changed', detail: expect.stringContaining('1 of 40 rows rejected') }]);
});

it('the offers of an item whose list comes to have another name stay on sale', async () => {
  const listings = [{ item_id: '1', price: 12_345, name }];
  const { offers, removals, reports } = await reading(waxpeer, 'offers', {
    good: { success: true, data: { [name]: { listings } } },
    odd: { success: true, data: { [name]: { offers: listings } } },
  });

  expect(removals()).toEqual([]);
  expect(offers).toHaveLength(1);
  expect(reports()).toMatchObject([{ state: 'changed', detail: expect.stringContaining('listings') }]);
});

it('an order book with offers, but without their prices, changes nothing', async () => {
  const book = { eCurrency: 1, cSellOrders: 4, rgCompactBuyOrders: [900, 1], rgCompactSellOrders: [1000, 4] };
  const { orders, removals, reports } = await reading(steamMarket, 'orderbook', {
    good: { success: true, data: book },
    odd: { success: true, data: { ...book, rgCompactBuyOrders: [], rgCompactSellOrders: [] } },
  });

  expect(removals()).toEqual([]);
  expect(orders).toHaveLength(1);
  expect(reports()).toMatchObject([
    { state: 'changed', detail: expect.stringContaining('rgCompactSellOrders is empty in spite of 4 offers') },
  ]);
});
