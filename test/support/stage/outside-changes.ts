import type { HealthState } from '../../../src/collect/schedule/health.ts';
import { connectors } from '../../../src/connectors/index.ts';
import type { Fault, FeedFault } from '../../../src/stage/faults.ts';

/** A change at a marketplace, and the word for the state of the source that has to name it. */
export type OutsideChange = {
  readonly slug: string;
  readonly source: string;
  readonly what: string;
  readonly change: Fault | FeedFault;
  readonly word: HealthState;
};

const change = (sourceKey: string, what: string, made: OutsideChange['change'], word: HealthState): OutsideChange => {
  const [slug = '', source = ''] = sourceKey.split('/');
  return { slug, source, what, change: made, word };
};

const renamed = (key: string, to: string): Fault => ({ kind: 'renamed', key, to });
const valued = (key: string, value: unknown): Fault => ({ kind: 'valued', key, value });
const scaled = (key: string, by: number): Fault => ({ kind: 'scaled', key, by });
const demanding = (header: string, status: number): Fault => ({ kind: 'demanding', header, status });
const status = (of: number): Fault => ({ kind: 'status', status: of });
const page = (of: number): Fault => ({ kind: 'html', status: of });
const halved: Fault = { kind: 'shrunken', share: 0.4 };

/** Changes of each kind, at each kind of source. */
const chosen: readonly OutsideChange[] = [
  change('buff163/sell-orders', 'no offers of any item', valued('items', []), 'shrunk'),
  change('csfloat/price-list', 'tenths of cents in place of cents', scaled('min_price', 1000), 'changed'),
  change('skinport/items', 'prices in another currency', valued('currency', 'EUR'), 'changed'),
  change('dmarket/quotes', 'rows without price and count', valued('aggregatedPrices', []), 'shrunk'),
  change('waxpeer/prices', 'less than half of the list', halved, 'shrunk'),
  change('market-csgo/prices', 'a list in another currency', valued('currency', 'EUR'), 'changed'),
  change('bitskins/in-sell', 'a page for people, with 403', page(403), 'blocked'),
  change('youpin898/prices', 'rows without price', valued('minSellPrice', null), 'shrunk'),
  change('c5game/prices', 'a header demanded', demanding('x-announced', 403), 'refused'),
  change('buffmarket/buy-orders', 'no buy orders of any item', valued('items', []), 'shrunk'),
  change('csgoempire/trade', 'messages that cannot be read', { kind: 'garble' }, 'changed'),
  change('csgo500/shop', 'a renamed price', renamed('value', 'price'), 'changed'),
  change('shadowpay/prices', 'a key that is no longer accepted', status(401), 'refused'),
  change('lis-skins/prices', 'hundredths of dollars in place of dollars', scaled('price', 100), 'changed'),
  change('skinbaron/prices', 'prices withheld', valued('lowestPrice', null), 'shrunk'),
  change('white-market/offers', 'too many requests', { kind: 'limited', retryAfterSeconds: 7200 }, 'limited'),
  change('cs-deals/prices', 'a renamed price', renamed('lowest_price', 'price'), 'changed'),
  change('mannco-store/offers', 'no offers of any item', valued('content', []), 'shrunk'),
  change('csmoney/offers', 'a page for people, with 200', page(200), 'blocked'),
  change('tradeit/groups', 'a renamed list', renamed('counts', 'amounts'), 'changed'),
  change('skinsmonkey/prices', 'a retired call', status(410), 'changed'),
  change('loot-farm/prices', 'dollars in place of cents', scaled('price', 0.01), 'changed'),
  change('swap-gg/prices', 'text in place of a price', valued('price', '12 USD'), 'changed'),
  change('gamerpay/prices', 'prices in another currency', valued('currency', 'USD'), 'changed'),
  change('haloskins/search', 'text in place of a number', valued('quantity', 'many'), 'changed'),
  change('backpack-tf/events', 'silence', { kind: 'stall' }, 'stale'),
  change(
    'steam-market/orderbook',
    'an empty order book of every item',
    valued('data', {
      ...{ success: true, eCurrency: 1, cBuyOrders: 0, cSellOrders: 0 },
      ...{ rgCompactBuyOrders: [], rgCompactSellOrders: [] },
    }),
    'shrunk',
  ),
  change('pirateswap/inventory', 'a renamed list', renamed('items', 'results'), 'changed'),
  change('skinout/items', 'an error of the server', status(503), 'down'),
  change('igxe/offers', 'a page for people, with 403', page(403), 'blocked'),
  change('ecosteam/prices', 'an account without access', status(403), 'refused'),
  change('skinbid/newest', 'a renamed row', renamed('auction', 'listing'), 'changed'),
  change('stn-tf/items', 'a retired call', status(410), 'changed'),
  change('rapidskins/listings', 'text in place of a price', valued('price', '12.50'), 'changed'),
  change('uuskins/skus', 'a log-in demanded', status(401), 'blocked'),
  change('cs-trade/prices', 'a renamed picture', renamed('i_url', 'picture'), 'changed'),
  change('skin-land/prices', 'text in place of a price', valued('price', 'on request'), 'changed'),
  change('skins-com/items', 'a moved address', status(301), 'blocked'),
  change('dupe-fi/offers', 'cents in place of dollars', scaled('price', 100), 'changed'),
  change('skinflow/newest', 'a page for people, with 200', page(200), 'blocked'),
  change('skinplace/offers', 'no offers of any item', valued('items', []), 'shrunk'),
  change('skinswap/inventory', 'an address that no longer exists', status(404), 'changed'),
  change('avan-market/catalog', 'text in place of a price', valued('sell_price', '12,50 $'), 'changed'),
  change('itrade-gg/inventory', 'less than half of the list', halved, 'shrunk'),
  change('csmoney-trade/inventory', 'a page for people, with 200', page(200), 'blocked'),
];

/** One change for each marketplace. Where none is chosen, its first source is retired. */
export const outsideChanges: readonly OutsideChange[] = [
  ...chosen,
  ...connectors
    .filter(({ slug }) => chosen.every((one) => one.slug !== slug))
    .map(({ slug, sources: [first] }) => {
      if (first?.kind !== 'feed') return change(`${slug}/${first?.name}`, 'a retired call', status(410), 'changed');
      return change(`${slug}/${first.name}`, 'messages that cannot be read', { kind: 'garble' }, 'changed');
    }),
];
