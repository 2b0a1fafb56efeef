import { afterEach, expect, it } from 'vitest';
import { madeOf } from '../../src/collect/request/made-at.ts';
import { buff163 } from '../../src/connectors/buff163/index.ts';
import { csfloat } from '../../src/connectors/csfloat/index.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { Connector, Source } from '../../src/contract/connector.ts';
import type { Collecting } from '../support/collect/collecting.ts';
import { readingIntoBook } from '../support/collect/reading-into-book.ts';
import { offerPages, offerRows } from '../support/collect/tiny-sources.ts';

let here: Collecting;
afterEach(() => here.stop());

const name = 'AK-47 | Redline (Field-Tested)';
const minute = 60_000;

async function reading(connector: Connector, chosen: readonly string[], changed?: (source: Source) => Source) {
  const read = await readingIntoBook(name, connector, chosen, changed);
  here = read.here;
  return read;
}

const listing = (id: string, cents: number, createdAt: number) => ({
  ...{ id, created_at: new Date(createdAt).toISOString(), type: 'buy_now', state: 'listed', price: cents },
  seller: { steam_id: '76561190000000000' },
  item: { market_hash_name: name, paint_index: 282, paint_seed: 1, float_value: 0.21, asset_id: '1' },
});

const httpDate = (at: number): string => new Date(at).toUTCString();

it.each([
  [
    'says that it was made ten minutes ago',
    (at: number) => ({ date: httpDate(at), 'last-modified': httpDate(at - 10 * minute) }),
  ],
  ['does not say when it was made', () => ({})],
  ['is said to be as old as its answer', (at: number) => ({ date: httpDate(at), 'last-modified': httpDate(at) })],
])('a price list that %s leaves an offer below its lowest price alone', async (_, headersAt) => {
  const { book, removals, told, until } = await reading(csfloat, ['price-list', 'newest']);
  let lists = 0;
  here.server.play(({ url }) => {
    if (!url.includes('price-list')) return { body: { data: [listing('3', 900, here.clock.now())], cursor: '' } };
    lists += 1;
    return { headers: headersAt(here.clock.now()), body: [{ market_hash_name: name, qty: 5, min_price: 1_000 }] };
  });
  here.collector.start();
  await until(25 * minute);

  expect(lists).toBeGreaterThanOrEqual(2);
  expect(removals()).toEqual([]);
  expect(told.filter(({ kind }) => kind === 'added')).toHaveLength(1);
  expect(book.quotes(2, 'CS2', name)).toMatchObject([{ lowest: { amount: 10_000 } }]);
});

const goods = { id: 7, appid: 730, market_hash_name: name };
const asset = {
  assetid: '9',
  action_link: null,
  paintwear: '0.2',
  info: { paintindex: 282, paintseed: 1, stickers: [] },
};
const sellOrder = { id: 'A', goods_id: 7, state: 1, price: '55', user_id: 'U1', asset_info: asset };

/** Answers of BUFF whose lowest price leaves out an order that its list has. */
const buffAnswers = ({ url }: { readonly url: string }) => {
  const data = url.includes('sell_order')
    ? { items: [sellOrder], goods_infos: { 7: goods }, page_num: 1, total_page: 1, total_count: 1 }
    : { ...goods, sell_min_price: '100', sell_num: 3 };
  return { body: { code: 'OK', data } };
};

it('a lowest price that leaves out an order removes it no more often than the order is confirmed', async () => {
  const { book, removals, until } = await reading(buff163, ['goods-info', 'sell-orders']);
  here.server.play(buffAnswers);
  here.collector.start();
  await until(60 * minute);

  expect(here.server.requests.filter(({ url }) => url.includes('/info')).length).toBeGreaterThan(4);
  expect(removals()).toEqual([]);
  expect(book.offers(1, 'CS2', name)).toMatchObject([{ offerId: 'A', price: { amount: 55_000 } }]);
});

it('lowest prices that keep leaving out an order that is rarely confirmed remove it twice, and no more', async () => {
  const slowly = (source: Source): Source =>
    source.name === 'sell-orders' && 'everySeconds' in source ? { ...source, everySeconds: 1_500 } : source;
  const { book, told, removals, until, reports } = await reading(buff163, ['goods-info', 'sell-orders'], slowly);
  here.server.play(buffAnswers);
  here.collector.start();
  await until(30 * minute);
  const before = reports().map(({ detail }) => detail);
  await until(90 * minute);

  const found = told.flatMap((change) => ('offer' in change ? [[change.kind, change.offer.foundAt]] : []));
  expect(removals()).toHaveLength(2);
  expect(new Set(found.map(([, foundAt]) => foundAt)).size).toBe(1);
  expect(book.offers(1, 'CS2', name)).toMatchObject([{ offerId: 'A' }]);
  expect(before).toEqual([null, null]);
  expect(reports().map(({ source, detail }) => [source, detail])).toEqual([
    ['goods-info', expect.stringMatching(/^quote and offers count differently: /)],
    ['sell-orders', null],
  ]);
});

const shop = (sources: readonly Source[]): Connector => ({
  slug: 'skinport',
  games: ['CS2'],
  credentials: [],
  budgets: { all: { requests: 1_000, perSeconds: 1, scope: 'ip' } },
  sources,
});

it('what the only source of a marketplace lists no more is gone with its next reading', async () => {
  const { book, removals, until } = await reading(shop([offerPages({ covers: 'all' })]), ['pages']);
  let ids = [1, 2];
  here.server.play(() => ({ body: { items: offerRows(name, ids) } }));
  here.collector.start();
  await until(2 * minute);
  ids = [1];
  await here.next();

  expect(removals()).toMatchObject([{ offer: { offerId: '2' }, reason: 'swept' }]);
  expect(book.offers(3, 'CS2', name)).toMatchObject([{ offerId: '1' }]);
});

it('what another source has added is gone once a list without it cannot be older', async () => {
  const newest = offerPages({ name: 'newest', request: () => ({ url: 'https://tiny.test/newest' }) });
  const { told, removals, until } = await reading(shop([offerPages({ covers: 'all' }), newest]), ['pages', 'newest']);
  here.server.play(({ url }, index) => ({
    body: { items: offerRows(name, url.includes('newest') && index < 8 ? [1, 2] : [1]) },
  }));
  here.collector.start();
  await until(20 * minute);

  expect(removals()).toMatchObject([{ offer: { offerId: '2' }, reason: 'swept' }]);
  const [added] = told.filter((change) => change.kind === 'added' && change.offer.offerId === '2');
  const [removed] = removals();
  expect((removed?.at ?? 0) - (added?.at ?? 0)).toBeGreaterThan(5 * minute);
  expect((removed?.at ?? 0) - (added?.at ?? 0)).toBeLessThan(12 * minute);
});

const quoting = connectors.flatMap(({ slug, sources }) =>
  sources.flatMap((source) => (source.yields.includes('quote') ? [{ title: `${slug}/${source.name}`, source }] : [])),
);

it.each(quoting)('the quotes of $title are not taken to be made at the moment of asking', ({ source }) => {
  const at = Date.UTC(2026, 0, 15);
  const { asOf, earliest } = madeOf(source, { at, header: () => undefined });

  expect(asOf).toBeLessThanOrEqual(at);
  expect(earliest).toBeLessThanOrEqual(at - 5 * minute);
});
