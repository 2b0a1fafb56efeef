import { type AskedItem, type Connector, factsOf, sourcesOf, type WireRequest } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import { decode, Product, refusalBy } from '../families/c5.ts';
import facts from './facts.json' with { type: 'json' };
import { pageOf, parseOffer, parsePriced, parseStat } from './parse.ts';
import { Priced, Stat } from './wire.ts';

const { lookup } = sourcesOf(facts);

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
    max: namesAtOnce,
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
  ...factsOf(facts),
  sources: [
    lookup({
      name: 'prices',
      yields: ['quote'],
      ...ofNames((game, marketHashNames) =>
        merchant('product/price/batch', { appId: String(appIdOf(game)), marketHashNames }),
      ),
      decode,
      refusal,
      rowsAt: 'data.*',
      row: Priced,
      parse: parsePriced,
      replaces: [],
    }),
    lookup({
      name: 'stats',
      yields: ['buyOrder'],
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
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
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
    }),
    lookup({
      name: 'web-offers',
      yields: ['offer'],
      games: ['CS2', 'Dota2'],
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
    }),
  ],
};
