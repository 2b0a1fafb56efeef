import type { PlayedListing } from '../../market/world.ts';
import type { Player, StageReply } from '../../player.ts';
import { answerBy, onlyFor, type Route, wholeNumber } from '../routes.ts';
import { uuidOf } from '../steam-ids.ts';

const slug = 'dupe-fi';
const pageLimit = 500;

const refused: StageReply = { status: 401, body: { success: false, error: 'Invalid API key' } };

const keyed = onlyFor((request) => /^Bearer [A-Za-z0-9_-]{8,}$/.test(request.headers['authorization'] ?? ''), refused);

const usdc = (usd: number): number => Math.round(usd * 100) / 100;

const summary: Route['answer'] = (_request, world) => ({
  body: {
    '730': world.items('CS2').flatMap((item) => {
      const [cheapest] = world.listings(slug, item);
      return cheapest === undefined ? [] : [{ name: item.name, price: usdc(cheapest.priceUsd) }];
    }),
    '590830': [],
  },
});

/** Occasional listings are negotiable or auctions rather than fixed-price. */
const writeListing = (listing: PlayedListing, index: number) => {
  const row = {
    id: uuidOf(slug, listing.number),
    hash_name: listing.item.name,
    price: usdc(listing.priceUsd),
    category: 'BUY_NOW',
  };
  if (index % 4 !== 1) return [row];
  const category = index % 8 === 1 ? 'NEGOTIABLE' : 'AUCTION';
  return [row, { ...row, id: uuidOf(slug, 'beside', listing.number), price: usdc(listing.priceUsd * 0.8), category }];
};

/** Matches parts of names, ignoring case. */
const listings: Route['answer'] = ({ query }, world) => {
  if (!['cs2', '730', null].includes(query.get('game'))) return { body: { success: true, data: [] } };
  const words = (query.get('hash_name') ?? '').toLowerCase();
  const category = query.get('category');
  const limit = Math.min(pageLimit, wholeNumber(query.get('limit'), 50));
  const from = wholeNumber(query.get('offset'), 0);
  const rows = world
    .items('CS2')
    .filter(({ name }) => name.toLowerCase().includes(words))
    .flatMap((item) => world.listings(slug, item))
    .flatMap(writeListing)
    .filter((row) => category === null || row.category === category);
  if (query.get('sort_by') === 'price_asc') rows.sort((one, other) => one.price - other.price);
  return { body: { success: true, data: rows.slice(from, from + limit) } };
};

/** Dupe: listings in a stablecoin, for those with a key. */
export const dupeFi: Player = {
  slug,
  hosts: ['dupe.fi'],
  answer: answerBy([
    { method: 'GET', path: /^\/api\/v1\/market\/get-all-listings-summary$/, answer: keyed(summary) },
    { method: 'GET', path: /^\/api\/v1\/market\/get-listings$/, answer: keyed(listings) },
  ]),
};
