import {
  type AskedItem,
  type Connector,
  factsOf,
  type OutcomeOverride,
  sourcesOf,
  type WireRequest,
} from '../../contract/connector.ts';
import { addToRow } from '../../contract/rows.ts';
import { urlPart } from '../../contract/text.ts';
import { secondsTime } from '../../contract/time.ts';
import type { Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { FullHistory, HistoryEntry, historyEntries, historyIds, parseHistoryEntry } from './full-history.ts';
import { hosts, itemPage, parseBestOrder, parseHistoryRow, parseLot, parseNameHistory, parsePrice } from './parse.ts';
import { BestOrder, BulkList, BulkRow, ByName, HistoryRow, Lot, NameHistory } from './wire.ts';

const { bulk, lookup } = sourcesOf(facts);

const list = (path: string, game: Game): WireRequest => ({
  url: `https://${hosts[game]}/api/v2/prices/${path}USD.json`,
});

const aboutNames = (call: string, game: Game, names: readonly string[]): WireRequest => ({
  url: `https://${hosts[game]}/api/v2/${call}`,
  query: { 'list_hash_name[]': names, cur: 'USD' },
});

/** One request for a name, or for as many as the call accepts. */
const byName = (call: string) => ({
  request: ({ game, item }: AskedItem & { readonly game: Game }) => aboutNames(call, game, [item]),
  together: {
    max: 50,
    request: ({ game, items }: { readonly game: Game; readonly items: readonly AskedItem[] }) =>
      aboutNames(
        call,
        game,
        items.map(({ item }) => item),
      ),
  },
});

const field = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>)[name] : undefined;

/** Failures have status 200. Their texts are not documented; only a fault of the key can be recognised. */
function refusal(payload: unknown): OutcomeOverride | null {
  if (Array.isArray(field(payload, 'errors'))) return 'retry';
  if (field(payload, 'success') !== false) return null;
  const error = field(payload, 'error');
  return typeof error === 'string' && /\bkey\b/i.test(error) ? 'refused' : 'retry';
}

const madeAt = (payload: unknown): number | null => secondsTime(field(payload, 'time'));

type Answer = { readonly currency: string; readonly data: Readonly<Record<string, unknown>> };

/** The answer has an array of lots per name. */
function* lots(payload: unknown): Generator<unknown> {
  const { currency, data } = payload as Answer;
  for (const [name, found] of Object.entries(data))
    for (const lot of Array.isArray(found) ? found : [found])
      yield addToRow(addToRow(lot, 'name', name), 'currency', currency);
}

function* histories(payload: unknown): Generator<unknown> {
  const { currency, data } = payload as Answer;
  for (const [name, found] of Object.entries(data)) yield { history: field(found, 'history'), name, currency };
}

const historyQuery = `query history($market_hash_name: String!, $phase: String) {
  history(market_hash_name: $market_hash_name, phase: $phase) { price time count currency }
}`;

export const marketCsgo: Connector = {
  slug: 'market-csgo',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  itemPage,
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: ({ game }) => list('', game),
      refusal,
      envelope: BulkList,
      madeAt,
      rowsAt: 'items',
      row: BulkRow,
      parse: parsePrice,
    }),
    bulk({
      name: 'orders',
      yields: ['buyOrder'],
      request: ({ game }) => list('orders/', game),
      refusal,
      envelope: BulkList,
      madeAt,
      rowsAt: 'items',
      row: BestOrder,
      parse: parseBestOrder,
    }),
    lookup({
      name: 'offers',
      yields: ['offer'],
      ...byName('search-list-items-by-hash-name-all'),
      replaces: ['offer'],
      refusal,
      envelope: ByName,
      rowsAt: lots,
      row: Lot,
      parse: parseLot,
    }),
    lookup({
      name: 'sales',
      yields: ['sale'],
      ...byName('get-list-items-info'),
      replaces: [],
      refusal,
      envelope: ByName,
      rowsAt: histories,
      row: NameHistory,
      parse: parseNameHistory,
    }),
    lookup({
      name: 'full-history',
      yields: ['sale', 'pastPrice'],
      itemIds: {
        everySeconds: 86_400,
        request: ({ game }) => ({ url: `https://${hosts[game]}/api/v2/full-history/all.json` }),
        idsIn: historyIds,
      },
      request: ({ game, marketplaceItemId }) =>
        marketplaceItemId === null
          ? null
          : { url: `https://${hosts[game]}/api/v2/full-history/${urlPart(marketplaceItemId)}.json` },
      replaces: [],
      refusal,
      envelope: FullHistory,
      rowsAt: historyEntries,
      row: HistoryEntry,
      parse: parseHistoryEntry,
    }),
    lookup({
      name: 'site-history',
      games: ['CS2'],
      yields: ['sale'],
      request: ({ game, item }) => ({
        method: 'POST',
        url: `https://${hosts[game]}/api/graphql`,
        headers: { origin: `https://${hosts[game]}`, referer: `https://${hosts[game]}/` },
        body: { operationName: 'history', query: historyQuery, variables: { market_hash_name: item, phase: '' } },
      }),
      replaces: [],
      refusal,
      rowsAt: 'data.history',
      row: HistoryRow,
      parse: parseHistoryRow,
    }),
  ],
};
