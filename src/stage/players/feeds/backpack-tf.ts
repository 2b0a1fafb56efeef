import { dollarsPerRef, refPerKey } from '../../market/tf2-worth.ts';
import type { CatalogueItem, PlayedChange, World } from '../../market/world.ts';
import type { PlayedFeed, Player, StageReply } from '../../player.ts';
import { answerBy, type Route } from '../routes.ts';
import { bidOf, buyerOf, priceOf, writeBuy, writeSell } from './backpack-tf-listing.ts';

const slug = 'backpack-tf';

const refused: StageReply = { status: 401, body: { message: 'This API endpoint requires a token.' } };

const rowOf = (
  steamid: string,
  intent: 'buy' | 'sell',
  price: ReturnType<typeof priceOf>,
  at: number,
  now: number,
) => ({
  steamid,
  intent,
  price: price.value.raw,
  currencies: price.currencies,
  offers: 1,
  buyout: 1,
  details: '',
  timestamp: Math.floor(at / 1000),
  bump: Math.floor(now / 1000),
});

const itemRow = (item: CatalogueItem, id: string) => ({
  id,
  original_id: id,
  defindex: item.defIndex ?? 5000 + item.index,
  quality: 6,
  attributes: [],
});

/** Both sides of a name, sellers by price, then buyers. */
const snapshot: Route['answer'] = ({ query, now }, world) => {
  if (!/^[A-Za-z0-9_-]{8,}$/.test(query.get('token') ?? '')) return refused;
  const sku = query.get('sku') ?? '';
  const item = query.get('appid') === '440' ? world.itemNamed('TF2', sku) : null;
  if (item === null) return { status: 404, body: { message: 'Not found' } };
  const sells = world.listings(slug, item).map((listing) => ({
    ...rowOf(listing.sellerId, 'sell', priceOf(listing, world), listing.listedAt, now),
    item: itemRow(item, listing.assetId),
  }));
  const buys = world.buyOrders(slug, item).map((order) => ({
    ...rowOf(buyerOf(order), 'buy', bidOf(order, world), order.createdAt, now),
    item: itemRow(item, ''),
  }));
  return { body: { appid: 440, sku, createdAt: Math.floor(now / 1000), listings: [...sells, ...buys] } };
};

/** Community-suggested prices of metal and keys. */
const currencies: Route['answer'] = ({ query, now }, world) => {
  if (!/^[A-Za-z0-9_-]{8,}$/.test(query.get('key') ?? ''))
    return { status: 403, body: { message: 'This API key is not valid.' } };
  const at = Math.floor(now / 1000);
  const kind = (single: string, plural: string, defindex: number, price: object) => ({
    quality: 6,
    priceindex: '0',
    single,
    plural,
    round: 2,
    blanket: 0,
    craftable: 'Craftable',
    tradable: 'Tradable',
    defindex,
    price: { ...price, difference: 0, last_update: at - 40 * 86_400 },
  });
  const metal = dollarsPerRef(world);
  return {
    body: {
      response: {
        success: 1,
        currencies: {
          metal: kind('ref', 'ref', 5002, { value: metal, value_high: metal, currency: 'usd' }),
          keys: kind('key', 'keys', 5021, { value: refPerKey - 0.05, value_high: refPerKey + 0.05, currency: 'metal' }),
          hat: kind('hat', 'hats', -2, { value: 1.33, currency: 'metal' }),
        },
        name: 'Team Fortress 2',
        url: 'https://backpack.tf',
      },
    },
  };
};

/** Twelve bytes as hex; the first four are the time in epoch seconds. */
const eventId = (at: number, count: number): string =>
  Math.floor(at / 1000)
    .toString(16)
    .padStart(8, '0') + count.toString(16).padStart(16, '0');

type SentEvent = { readonly event: string; readonly payload: unknown; readonly at: number };

const eventsOf = ({ kind, listing }: PlayedChange, world: World): readonly SentEvent[] => {
  const at = listing.listedAt;
  const payload = writeSell(listing, at, world);
  // Bots place their orders again when a rival moves, and withdraw them briefly when one has left
  const [best] = world.buyOrders(slug, listing.item);
  const buys = best === undefined ? [] : [{ event: 'listing-update', payload: writeBuy(best, at, world), at }];
  if (kind !== 'removed') return [{ event: 'listing-update', payload, at }, ...buys];
  const ended = buys.map((buy) => ({ ...buy, event: 'listing-delete' }));
  return [{ event: 'listing-delete', payload, at }, ...ended, ...buys];
};

const feed: PlayedFeed = {
  host: 'ws.backpack.tf',
  path: '/events',
  framing: { name: 'json' },
  games: ['TF2'],
  messagesOf: (changes, { request }, world) => {
    const events = changes
      .flatMap((change) => eventsOf(change, world))
      .map(({ at, ...event }, count) => ({ id: eventId(at, count), ...event }));
    if (events.length === 0) return [];
    return request.headers['batch-test'] === 'true' ? [events] : events;
  },
};

/** backpack.tf: snapshots of names and a socket of every listing, priced in keys, metal and sometimes dollars. */
export const backpackTf: Player = {
  slug,
  hosts: ['backpack.tf'],
  answer: answerBy([
    { method: 'GET', path: /^\/api\/classifieds\/listings\/snapshot$/, answer: snapshot },
    { method: 'GET', path: /^\/api\/IGetCurrencies\/v1\/?$/, answer: currencies },
  ]),
  feeds: [feed],
};
