import { changesOf } from './bulk/changes.ts';
import { pricesOf } from './bulk/prices.ts';
import { replayOf } from './bulk/replay.ts';
import { startBoard } from './copies/board.ts';
import { startMirror } from './copies/mirror.ts';
import type { Comparison } from './generated/rest.ts';
import { createHttpClient, type HttpClient, placed, type TapeSettings } from './http.ts';
import { listen, listenToOffers, transportOf } from './listen.ts';
import { createAlerts } from './own/alerts.ts';
import { createHoldings } from './own/holdings.ts';
import { createWatchlist } from './own/watchlist.ts';
import { type Parameter, written } from './query/parameter.ts';
import type { CallOptions, OfGame, Tape } from './tape.ts';

/**
 * A client of the service at `url`.
 *
 * Prices are in units (not cents) of the currency that their name says. Times of REST answers are Unix seconds, timestamps
 * of the stream Unix milliseconds. `null` means not known or not applicable.
 *
 * Every REST call retries temporary failures (no answer, and the statuses 408, 429, 500, 502, 503 and 504) and then rejects
 * with a TapeError: `status` is null if the service could not be reached, 401 or 403 for a key that is unknown or lacks a
 * right, 400 for invalid parameters, 404 for anything never seen.
 *
 * @example
 * const tape = createTape({ url: 'http://127.0.0.1:7400', key: 'the key' });
 *
 * @throws {TapeError} `INVALID_PARAMS` if `url` is not a URL, `key` cannot be a key, or `transport` is not available here.
 */
export function createTape(given: TapeSettings): Tape {
  const settings = placed(given);
  transportOf(settings);
  const ask = createHttpClient(settings);
  // The type of the answer depends on the parameters, as the types of Tape declare
  const call = (path: string) => (what: Readonly<Record<string, Parameter>>, options?: CallOptions) =>
    ask<never>(path, written(what), options?.signal);
  return {
    marketplaces: (options) => ask('v2/marketplaces', {}, options?.signal),
    item: call('v2/items'),
    compare: call('v2/items/compare'),
    best: call('tape/best'),
    deals: call('tape/deals'),
    ratio: call('tape/ratio'),
    movers: call('tape/movers'),
    findOffers: call('tape/offers'),
    all: (what, options) => allOf(ask, what, options),
    prices: (what, options) => pricesOf(settings, written(what), options?.signal) as never,
    value: valuing(ask),
    appraise: appraising(ask),
    findSales: call('tape/sales'),
    alerts: createAlerts(ask),
    watchlist: createWatchlist(ask),
    holdings: createHoldings(ask),
    search: call('v2/items/search'),
    findItems: call('tape/search'),
    catalogue: call('tape/catalogue'),
    sales: call('v2/sales'),
    priceHistory: call('v2/price-history'),
    candles: call('tape/candles'),
    history: call('tape/history'),
    conditions: (what = {}, options) => ask('tape/conditions', what, options?.signal),
    buyOrders: call('v2/buy-orders'),
    rates: (options) => ask('tape/rates', {}, options?.signal),
    terms: (what = {}, options) => ask('tape/marketplaces', what, options?.signal),
    health: (options) => ask('health', {}, options?.signal),
    sources: (options) => ask('health/sources', {}, options?.signal),
    registry: (options) => ask('registry.json', {}, options?.signal),
    offers: (subscription = {}, options = {}) => listenToOffers(settings, subscription, options) as never,
    messages: (subscription = {}, options = {}) => listen(settings, subscription, options) as never,
    changes: (what = {}, options) => changesOf(settings, what, options?.signal) as never,
    replay: (what, options) => replayOf(settings, what, options) as never,
    mirror: (subscription, options = {}) => startMirror(settings, subscription, options) as never,
    board: (subscription, options = {}) => startBoard(settings, subscription, options) as never,
  };
}

const valuing =
  (ask: HttpClient): Tape['value'] =>
  ({ items, marketplaces, ...what }, options) => {
    const pieces = items.map((item) => (typeof item === 'string' ? { name: item } : item));
    const body = { ...what, game: String(what.game), items: pieces, marketplaces: marketplaces?.map(String) };
    return ask('tape/value', {}, options?.signal, false, { method: 'POST', body });
  };

const appraising =
  (ask: HttpClient): Tape['appraise'] =>
  ({ marketplace, ...what }, options) => {
    const on = marketplace === undefined ? {} : { marketplace: String(marketplace) };
    const body = { ...what, ...on, game: String(what.game) };
    return ask('tape/appraise', {}, options?.signal, false, { method: 'POST', body });
  };

/** Every item of a game, requested page by page. */
async function* allOf(
  ask: HttpClient,
  what: OfGame,
  options: CallOptions | undefined,
): AsyncGenerator<Comparison, void, undefined> {
  let after: string | undefined;
  do {
    const params = { ...written(what), after };
    // Large answers that are each read once: not worth caching
    const part: readonly Comparison[] = await ask<Comparison[]>('tape/items', params, options?.signal, false);
    yield* part;
    after = part.at(-1)?.name;
  } while (after !== undefined);
}
