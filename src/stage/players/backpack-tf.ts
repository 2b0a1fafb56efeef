import type { PlayedFeed, Player, StageReply } from '../player.ts';
import type { CatalogueItem, PlayedChange, World } from '../world.ts';
import { bidOf, buyerOf, priceOf, writeBuy, writeSell } from './backpack-tf-listing.ts';
import { answerBy, type Route } from './routes.ts';

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
    ...rowOf(listing.sellerId, 'sell', priceOf(listing), listing.listedAt, now),
    item: itemRow(item, listing.assetId),
  }));
  const buys = world.buyOrders(slug, item).map((order) => ({
    ...rowOf(buyerOf(order), 'buy', bidOf(order), order.createdAt, now),
    item: itemRow(item, ''),
  }));
  return { body: { appid: 440, sku, createdAt: Math.floor(now / 1000), listings: [...sells, ...buys] } };
};

/** Twelve bytes as hex, of which the first four are the second. */
const eventId = (at: number, count: number): string =>
  Math.floor(at / 1000)
    .toString(16)
    .padStart(8, '0') + count.toString(16).padStart(16, '0');

type Told = { readonly event: string; readonly payload: unknown; readonly at: number };

const toldOf = ({ kind, listing }: PlayedChange, world: World): readonly Told[] => {
  const at = listing.listedAt;
  const payload = writeSell(listing, at);
  if (kind === 'removed') return [{ event: 'listing-delete', payload, at }];
  // Bots put their orders anew when a rival moves
  const [best] = world.buyOrders(slug, listing.item);
  const buys = best === undefined ? [] : [{ event: 'listing-update', payload: writeBuy(best, at), at }];
  return [{ event: 'listing-update', payload, at }, ...buys];
};

const feed: PlayedFeed = {
  host: 'ws.backpack.tf',
  path: '/events',
  framing: { name: 'json' },
  games: ['TF2'],
  told: (changes, { request }, world) => {
    const events = changes
      .flatMap((change) => toldOf(change, world))
      .map(({ at, ...told }, count) => ({ id: eventId(at, count), ...told }));
    if (events.length === 0) return [];
    return request.headers['batch-test'] === 'true' ? [events] : events;
  },
};

/** backpack.tf: snapshots of names and a socket of every listing, priced in keys, metal and sometimes dollars. */
export const backpackTf: Player = {
  slug,
  hosts: ['backpack.tf'],
  answer: answerBy([{ method: 'GET', path: /^\/api\/classifieds\/listings\/snapshot$/, answer: snapshot }]),
  feeds: [feed],
};
