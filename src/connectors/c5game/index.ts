import { type AskedItem, type Connector, lookup, type WireRequest } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import { decode, demandedEncodings, Product, refusalBy } from '../families/c5.ts';
import { pageOf, parseOffer, parsePriced, parseStat } from './parse.ts';
import { terms } from './terms.ts';
import { Priced, Stat } from './wire.ts';

const key = 'C5GAME_KEY';
const namesAtOnce = 100;
const pageRows = 20;
const webPageRows = 10;

const host = 'openapi.c5game.com';

const merchant = (path: string, body: unknown): WireRequest => ({
  method: 'POST',
  url: `https://${host}/merchant/${path}`,
  body,
});

type RequestedItems = { readonly game: Game; readonly items: readonly AskedItem[] };

/** Both price calls accept many names at once. */
const ofNames = (requestOf: (game: Game, marketHashNames: readonly string[]) => WireRequest) => ({
  request: ({ game, item }: AskedItem & { readonly game: Game }) => requestOf(game, [item]),
  together: {
    most: namesAtOnce,
    request: ({ game, items }: RequestedItems) =>
      requestOf(
        game,
        items.map(({ item }) => item),
      ),
  },
});

// 499103: the IP address is not on the allow list of the key
const refusal = refusalBy({ 101: 'refused', 499103: 'blocked' });

export const c5game: Connector = {
  slug: 'c5game',
  games: ['CS2', 'Dota2', 'TF2'],
  standing: {
    state: 'open',
    since: '2026-07-18',
    by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read',
  },
  seen: {
    prices: {
      on: '2026-07-18',
      by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read with bids and sales; the call is printed in its documentation',
    },
    stats: {
      on: '2026-07-18',
      by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read with bids and sales; the call is printed in its documentation',
    },
    offers: {
      on: '2026-07-18',
      by: 'CS2Cap/docs, reference/providers.mdx @a64d651, lists it as read with bids and sales; the call is printed in its documentation',
    },
  },
  fees: [
    {
      side: 'seller',
      percent: 1,
      asOf: '2026-07',
      source:
        'CS2Cap/docs, design/data/providers.json @323b415 (2026-05-20); HenryW0220/cs2-skin-advisor, lib/fees.ts @c55d6c2 (2026-07); less for members',
      evidence: 'agreed',
    },
    {
      side: 'buyer',
      percent: 0,
      asOf: '2024-10',
      source:
        'opendoc.c5game.com: what is paid (actualPay) is the listed price that was sent, and buyerFee is 0 in the printed orders of 2024-10-19 and 2024-10-20',
      evidence: 'documented',
    },
  ],
  terms,
  bansAccounts: true,
  credentials: [
    {
      env: key,
      about: 'Log in at c5game.com, open the personal centre, API management, and apply for an app-key.',
      carry: { in: 'query', name: 'app-key' },
    },
  ],
  budgets: {
    prices: { requests: 2, perSeconds: 1, scope: 'key' },
    offers: {
      requests: 1,
      perSeconds: 300,
      scope: 'key',
      granted: { requests: 10, perSeconds: 10, to: 'keys on the white list of C5Game' },
    },
    web: { requests: 12, perSeconds: 60, scope: 'ip' },
  },
  demands: [
    demandedEncodings(host),
    {
      hosts: [host],
      limit: { requests: 50, perSeconds: 1 },
      budget: 'prices',
      on: '2026-10-02',
      by: 'opendoc.c5game.com, as read by zfy06011/cs2-balance-mobile-ui: 50 a second, some calls less',
    },
    {
      hosts: [host],
      limit: { requests: 1, perSeconds: 300 },
      budget: 'offers',
      on: '2026',
      by: 'notice on opendoc.c5game.com, called temporary, as quoted in a design of a client: 1 in 300 s, 10 in 10 s for keys on the white list',
    },
    {
      hosts: [host],
      membership:
        'Some calls may need a paid membership of the API: C5Game has announced one, without a date or a price.',
      on: '2026-09-10',
      by: 'announcement of C5Game (wiki/541578214), as quoted on 2026-10-07',
    },
  ],
  sources: [
    lookup({
      name: 'prices',
      permission: 'official',
      yields: ['quote'],
      evidence: 'documented',
      budget: 'prices',
      credential: key,
      ...ofNames((game, marketHashNames) =>
        merchant('product/price/batch', { appId: String(appIdOf(game)), marketHashNames }),
      ),
      decode,
      refusal,
      rowsAt: 'data.*',
      row: Priced,
      parse: parsePriced,
      replaces: [],
      everySeconds: 300,
    }),
    lookup({
      name: 'stats',
      permission: 'official',
      yields: ['buyOrder'],
      evidence: 'documented',
      budget: 'prices',
      credential: key,
      ...ofNames((game, marketHashNames) =>
        merchant('market/v2/item/stat/hash/name', { appId: appIdOf(game), marketHashNames }),
      ),
      decode,
      refusal,
      rowsAt: 'data.*',
      row: Stat,
      parse: parseStat,
      mayLack: { purchaseMaxPrice: 'nobody bids' },
      replaces: ['buyOrder'],
      everySeconds: 600,
    }),
    lookup({
      name: 'offers',
      permission: 'official',
      yields: ['offer'],
      evidence: 'documented',
      budget: 'offers',
      credential: key,
      request: ({ game, item }) =>
        merchant('market/v2/products/condition/hash/name', {
          appId: appIdOf(game),
          marketHashName: item,
          pageNum: 1,
          pageSize: pageRows,
        }),
      decode,
      refusal,
      rowsAt: 'data.list',
      row: Product,
      parse: parseOffer,
      replaces: ['offer'],
      pageRows,
      everySeconds: 300,
    }),
    lookup({
      name: 'web-offers',
      permission: 'tolerated',
      yields: ['offer'],
      games: ['CS2', 'Dota2'],
      evidence: 'inferred', // recorded in 2021 at an older address
      budget: 'web',
      request: ({ game, marketplaceItemId }) => {
        const page = marketplaceItemId === null ? null : pageOf(game, marketplaceItemId);
        if (page === null) return null;
        return {
          url: 'https://www.c5game.com/napi/trade/steamtrade/sga/sell/v3/list',
          query: { itemId: marketplaceItemId ?? '', page: 1, limit: webPageRows },
          headers: { referer: page },
        };
      },
      decode,
      refusal,
      rowsAt: 'data.list',
      row: Product,
      parse: parseOffer,
      replaces: ['offer'],
      pageRows: webPageRows,
      everySeconds: 600,
    }),
  ],
};
