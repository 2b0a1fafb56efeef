import Type from 'typebox';
import {
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { addToRow } from '../../contract/rows.ts';
import { urlPart } from '../../contract/text.ts';
import { appIdOf } from '../../schema/index.ts';
import { BotItem } from '../families/csmoney-bots.ts';
import facts from './facts.json' with { type: 'json' };
import { keyedPrices, parseBotItem, parseLogValue, parseMinPrice, parsePageItem, parseSellOrder } from './parse.ts';
import { LogValue, MinPrice, Page, PageItem, PageParams, SellOrder, TraderLog } from './wire.ts';

const { bulk, lookup, walk } = sourcesOf(facts);

const pageRows = 60; // other sizes are not answered

const site = { origin: 'https://cs.money', referer: 'https://cs.money/' };

const sellOrders = (query: WireRequest['query']): WireRequest => ({
  url: 'https://cs.money/1.0/market/sell-orders',
  query: { limit: pageRows, ...query },
  headers: site,
});

const itemsOf = (payload: unknown): readonly unknown[] => {
  const items = typeof payload === 'object' && payload !== null && 'items' in payload ? payload.items : null;
  return Array.isArray(items) ? items : [];
};

/** Only an empty page is surely the end: one that lacks rows can be in the middle. */
const offsetAfter = (payload: unknown, cursor: string | null): string | null =>
  itemsOf(payload).length === 0 ? null : String(Number(cursor ?? 0) + pageRows);

const isDoppler = (name: string): boolean => /\| (?:Gamma )?Doppler/.test(name);

/** The variant precedes the wear, so the searched name has to end before both. */
const searched = (name: string): string => (isDoppler(name) ? name.replace(/ \([^()]*\)$/, '') : name);

/** "★ StatTrak™ Karambit | Doppler (Factory New)" → "stattrak-karambit-doppler-factory-new". */
const slugOf = (name: string): string => {
  const prefix = name.includes('StatTrak™ ') ? 'stattrak-' : '';
  const plain = name.replace('★ ', '').replace('StatTrak™ ', '').replace(/[|()]/g, '');
  return prefix + plain.toLowerCase().trim().replace(/\s+/g, '-');
};

const params = /<script[^>]*\bid="__page-params"[^>]*>([\s\S]*?)<\/script>/;

function pageParams(html: string): unknown {
  const found = params.exec(html)?.[1];
  if (found === undefined) throw new Error('the page has no __page-params');
  return JSON.parse(found);
}

const logQuery =
  'query price_trader_log($name_ids: [Int!]!) { price_trader_log(input: { name_ids: $name_ids }) { name_id values { price_trader_new time } } }';

/** Error bodies with a success status; {"error":2} is the end of a list. */
function refusal(payload: unknown): OutcomeOverride | null {
  if (typeof payload !== 'object' || payload === null) return null;
  if ('errors' in payload && Array.isArray(payload.errors) && payload.errors.length > 0)
    return payload.errors.some((error) => error?.code === 9999) ? 'limited' : 'retry';
  return 'error' in payload && payload.error !== 2 ? 'retry' : null;
}

export const csmoney: Connector = {
  slug: 'csmoney',
  games: ['CS2', 'Dota2', 'Rust'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'min-prices',
      yields: ['quote'],
      games: ['CS2'],
      cachedSeconds: 600,
      request: () => ({ url: 'https://cs.money/api/min_price/market/all', headers: site }),
      refusal,
      envelope: Type.Record(Type.String(), Type.Unknown()),
      rowsAt: keyedPrices,
      row: MinPrice,
      parse: parseMinPrice,
    }),
    walk({
      name: 'newest',
      yields: ['offer'],
      games: ['CS2'],
      covers: 'newest',
      request: ({ cursor }) => sellOrders({ offset: cursor ?? 0, order: 'desc', sort: 'insertDate' }),
      refusal,
      envelope: Page,
      rowsAt: itemsOf,
      row: SellOrder,
      parse: parseSellOrder,
      cursorAt: offsetAfter,
      pages: 3,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      games: ['CS2'],
      request: ({ item }) => sellOrders({ offset: 0, order: 'asc', sort: 'price', name: searched(item) }),
      refusal,
      envelope: Page,
      replaces: ['offer'],
      pageRows,
      rowsAt: itemsOf,
      row: SellOrder,
      parse: parseSellOrder,
    }),
    lookup({
      name: 'page',
      yields: ['quote'],
      games: ['CS2'],
      // Only "en" shows dollars
      request: ({ item }) => ({ url: `https://cs.money/en/csgo/${urlPart(slugOf(item))}/` }),
      // The page can be about another item
      replaces: [],
      decode: pageParams,
      envelope: PageParams,
      rowsAt: (payload) => [(payload as PageParams).data.itemDetails.item],
      row: PageItem,
      parse: parsePageItem,
    }),
    lookup({
      name: 'history',
      yields: ['pastPrice'],
      games: ['CS2'],
      // Each variant of a Doppler has its own id, and only one of them is known
      request: ({ item, marketplaceItemId: id }) =>
        id === null || !/^\d{1,15}$/.test(id) || isDoppler(item)
          ? null
          : {
              method: 'POST',
              url: 'https://wiki.cs.money/api/graphql',
              headers: { origin: 'https://wiki.cs.money', referer: 'https://wiki.cs.money/' },
              body: { operationName: 'price_trader_log', query: logQuery, variables: { name_ids: [Number(id)] } },
            },
      refusal,
      replaces: [],
      envelope: TraderLog,
      rowsAt: (payload) =>
        (payload as TraderLog).data.price_trader_log.flatMap(({ name_id, values }) =>
          values.map((value) => addToRow(value, 'nameId', name_id)),
        ),
      row: LogValue,
      parse: parseLogValue,
    }),
    walk({
      name: 'bots',
      yields: ['offer'],
      // For CS2 the market includes the bots' items
      games: ['Dota2', 'Rust'],
      covers: 'all',
      request: ({ game, cursor }) => ({
        url: `https://inventories.cs.money/5.0/load_bots_inventory/${appIdOf(game)}`,
        query: {
          isStore: 'true',
          limit: pageRows,
          offset: cursor ?? 0,
          order: 'desc',
          sort: 'price',
          withStack: 'true',
        },
        headers: site,
      }),
      refusal,
      envelope: Page,
      rowsAt: itemsOf,
      row: BotItem,
      parse: parseBotItem,
      mayLack: { fullName: 'only `nameId` identifies the item', stackItems: 'no other item is stacked with it' },
      cursorAt: offsetAfter,
      pages: 84, // offsets beyond about 5,000 are refused
    }),
  ],
};
