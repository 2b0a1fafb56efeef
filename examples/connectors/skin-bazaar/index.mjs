// @ts-check
// Skin Bazaar is a fictional shop with two API calls: about the smallest useful connector.
// docs/your-own-connector.md explains it. Types are in comments, so the file runs without a build; editors use them if
// the package `itemtape` is installed.

/**
 * @import { About, BuyOrder, Kit, Connector, Offer, OwnMarketplace, Static } from 'itemtape/connector'
 */

/** @type {OwnMarketplace} */
export const marketplace = { name: 'SkinBazaar', aliases: ['bazaar'] };

const host = 'https://api.skin-bazaar.example';

/** @type {(kit: Kit) => Connector} */
export const connector = ({ Type, Nullable, bulk, lookup, money, itemFloat, whole, secondsTime, appIdOf }) => {
  /** One offer, as in GET /v1/offers. */
  const OfferRow = Type.Object({
    id: Type.Integer(),
    title: Type.String({ minLength: 1 }),
    cents: Type.Integer({ minimum: 0, description: '0 while it is reserved' }),
    wear: Nullable(Type.Number()),
    seed: Nullable(Type.Integer()),
    tradable_from: Nullable(Type.Integer({ description: 'epoch seconds, 0 means now' })),
  });

  /** One buy order for an item, as in GET /v1/bids; prices are decimal strings here. */
  const BidRow = Type.Object({
    id: Type.String({ minLength: 1 }),
    price: Type.String(),
    pieces: Type.Integer({ minimum: 0 }),
  });

  /** @type {(row: Static<typeof OfferRow>, about: About) => Offer | null} */
  const parseOffer = (row, { game }) => {
    // Reserved for somebody, and so of no interest; a price that cannot be read rejects the row instead
    if (row.cents === 0) return null;
    return {
      kind: 'offer',
      game,
      name: row.title,
      phase: null,
      offerId: String(row.id),
      price: money(row.cents, 'USD', 100),
      purchaseLink: `https://skin-bazaar.example/offer/${row.id}`,
      inspectLink: null,
      float: itemFloat(row.wear),
      paintIndex: null,
      paintSeed: whole(row.seed),
      stickers: null,
      tradableAt: secondsTime(row.tradable_from),
      ownerId: null,
    };
  };

  /** @type {(row: Static<typeof BidRow>, about: About) => BuyOrder | null} */
  const parseBid = (row, { game, item }) => {
    if (row.pieces === 0 || item === null) return null;
    const price = money(row.price, 'USD');
    return { kind: 'buyOrder', game, name: item, phase: null, orderId: row.id, price, quantity: row.pieces };
  };

  return {
    slug: 'skin-bazaar',
    games: ['CS2', 'Rust'],
    credentials: [
      {
        env: 'SKIN_BAZAAR_KEY',
        about: 'Create one under Settings, API at skin-bazaar.example.',
        carry: { in: 'header', name: 'x-bazaar-key' },
      },
    ],
    budgets: {
      list: { requests: 6, perSeconds: 60, scope: 'ip' },
      bids: { requests: 60, perSeconds: 60, scope: 'key' },
    },
    sources: [
      bulk({
        name: 'offers',
        yields: ['offer'],
        evidence: 'documented',
        permission: 'documented',
        budget: 'list',
        everySeconds: 60,
        request: ({ game }) => ({ url: `${host}/v1/offers`, query: { app: appIdOf(game) } }),
        rowsAt: 'offers',
        row: OfferRow,
        parse: parseOffer,
      }),
      lookup({
        name: 'bids',
        yields: ['buyOrder'],
        replaces: ['buyOrder'],
        evidence: 'documented',
        permission: 'documented',
        budget: 'bids',
        credential: 'SKIN_BAZAAR_KEY',
        everySeconds: 300,
        request: ({ game, item }) => ({ url: `${host}/v1/bids`, query: { app: appIdOf(game), title: item } }),
        rowsAt: '',
        row: BidRow,
        parse: parseBid,
      }),
    ],
  };
};
