import type {
  BuyOrderRow,
  Comparison,
  Health,
  Item,
  Marketplace,
  PriceHistory,
  Rate,
  RegistryEntry,
  Sales,
  SearchRow,
  SourceHealth,
} from './generated/rest.ts';
import { checkAddress, createHttpClient, type TapeSettings } from './http.ts';
import { type ListenOptions, listen, listenToOffers, type SubscribeOptions, transportOf } from './listen.ts';
import type { OfferMessage, StreamMessage } from './messages.ts';
import { type Mirror, type MirrorOptions, type MirrorSubscribeOptions, startMirror } from './mirror.ts';

export type Game = 'CS2' | 'Dota2' | 'Rust' | 'TF2';

/** By name, Steam app id, alias or number, in any case. */
type GameName = string | number;
type MarketplaceName = string | number;

type ItemOnMarketplace = { readonly marketplace: MarketplaceName; readonly game: GameName; readonly name: string };

/** May be given to every call as its last argument. */
export type CallOptions = {
  /** Gives the call up, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
};

/** What one service knows: one method for each of its operations, and its stream. */
export type Tape = ReturnType<typeof createTape>;

/**
 * A client of the service at `url`.
 *
 * Prices are in the currency that their name says, in units of it and not in cents; times of REST answers are Unix
 * seconds, timestamps of the stream Unix milliseconds. `null` is not known or not applicable.
 *
 * Every call that asks over REST tries again what may pass (no answer, and the statuses 408, 429, 500, 502, 503 and 504),
 * and then rejects with a TapeError: `status` null when the service could not be reached, 401 or 403 for a key that is
 * not known or lacks a right, 400 for parameters, 404 for what was never seen.
 *
 * @example
 * const tape = createTape({ url: 'http://127.0.0.1:7400', key: 'the key' });
 *
 * @throws {TapeError} `INVALID_PARAMS` when `url` is no address, or `transport` cannot be here.
 */
export function createTape(settings: TapeSettings) {
  checkAddress(settings.url);
  transportOf(settings);
  const ask = createHttpClient(settings);
  const at = (path: string) => `v2/${path}`;
  return {
    /**
     * Marketplaces that are read, with their games and counts.
     *
     * @example
     * const marketplaces = await tape.marketplaces();
     *
     * @throws {TapeError} As every call.
     */
    marketplaces: (options?: CallOptions) => ask<Marketplace[]>(at('marketplaces'), {}, options?.signal),

    /**
     * One item on one marketplace: prices, offers, buy orders. `name` is exact, as Steam writes it.
     *
     * @example
     * const { priceUSD, offers } = await tape.item({ marketplace: 'CSFloat', game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' });
     *
     * @throws {TapeError} `NOT_FOUND` for a game, marketplace or item that is not known; an item without offers is none.
     */
    item: (what: ItemOnMarketplace, options?: CallOptions) => ask<Item>(at('items'), what, options?.signal),

    /**
     * One item on all marketplaces, or on some, cheapest first.
     *
     * @example
     * const { marketplaces } = await tape.compare({ game: 'Rust', name: 'Whiteout Kilt', marketplaces: ['DMarket', 'SkinPort'] });
     * const cheapest = marketplaces[0]?.priceUSD ?? null;
     *
     * @throws {TapeError} `NOT_FOUND` for an item, a game or one of the marketplaces that is not known.
     */
    compare: (
      {
        marketplaces,
        ...what
      }: { readonly game: GameName; readonly name: string; readonly marketplaces?: readonly MarketplaceName[] },
      options?: CallOptions,
    ) => ask<Comparison>(at('items/compare'), { ...what, marketplaces: marketplaces?.join(',') }, options?.signal),

    /**
     * Every item of a game, on all marketplaces or on some, as `compare` tells it; asked for in parts of 500 as they are read.
     *
     * @example
     * for await (const { name, marketplaces } of tape.all({ game: 'TF2' })) console.log(name, marketplaces[0]?.priceUSD);
     *
     * @throws {TapeError} `NOT_FOUND` for a game or one of the marketplaces that is not known.
     */
    async *all(
      { marketplaces, ...what }: { readonly game: GameName; readonly marketplaces?: readonly MarketplaceName[] },
      options?: CallOptions,
    ): AsyncGenerator<Comparison, void, undefined> {
      let after: string | undefined;
      do {
        const asked = { ...what, marketplaces: marketplaces?.join(','), after };
        // Many large answers, each asked for once
        const part: readonly Comparison[] = await ask<Comparison[]>('tape/items', asked, options?.signal, false);
        yield* part;
        after = part.at(-1)?.name;
      } while (after !== undefined);
    },

    /**
     * Items whose name holds every word of the query or its short form, one row for each marketplace that knows them;
     * with `nearest`, the names most like it instead. `limit` counts rows: 100 unless said, at most 1,000.
     *
     * @example
     * const rows = await tape.search({ game: 'CS2', query: 'ak redline ft', limit: 20 });
     *
     * @throws {TapeError} `INVALID_PARAMS` for a blank query; nothing found is an empty list.
     */
    search: (
      what: {
        readonly game: GameName;
        readonly query: string;
        readonly marketplace?: MarketplaceName;
        readonly limit?: number;
        readonly nearest?: boolean;
      },
      options?: CallOptions,
    ) => ask<SearchRow[]>(at('items/search'), what, options?.signal),

    /**
     * Completed purchases, newest first; `days` back from now, 30 unless said, at most 365.
     *
     * @example
     * const { sales } = await tape.sales({ marketplace: 'CSFloat', game: 'CS2', name: 'AK-47 | Redline (Field-Tested)', days: 7 });
     *
     * @throws {TapeError} `NOT_FOUND` for what is not known; an item without sales is none.
     */
    sales: (what: ItemOnMarketplace & { readonly days?: number }, options?: CallOptions) =>
      ask<Sales>(at('sales'), what, options?.signal),

    /**
     * Prices over time, oldest first: `days` back from now, 15 unless said, at most 365, in `dataPoints` points at most, 100
     * unless said, at most 1,000. Without `phase` it is the cheapest of an item's variants.
     *
     * @example
     * const name = '★ Karambit | Doppler (Factory New)';
     * const { history } = await tape.priceHistory({ marketplace: 'SkinPort', game: 'CS2', name, phase: 'Ruby', days: 90 });
     *
     * @throws {TapeError} `NOT_FOUND` for what is not known; an item without a past is none.
     */
    priceHistory: (
      what: ItemOnMarketplace & { readonly phase?: string; readonly days?: number; readonly dataPoints?: number },
      options?: CallOptions,
    ) => ask<PriceHistory>(at('price-history'), what, options?.signal),

    /**
     * Buy orders, the highest price first: 500 unless `limit` says otherwise, at most 5,000.
     *
     * @example
     * const orders = await tape.buyOrders({ game: 'TF2', name: 'Mann Co. Supply Crate Key', limit: 10 });
     *
     * @throws {TapeError} `NOT_FOUND` for what is not known.
     */
    buyOrders: (
      what: {
        readonly game: GameName;
        readonly marketplace?: MarketplaceName;
        readonly name?: string;
        readonly limit?: number;
      },
      options?: CallOptions,
    ) => ask<BuyOrderRow[]>(at('buy-orders'), what, options?.signal),

    /**
     * What a US dollar is worth in the other currencies: the rates that prices are converted at.
     *
     * @example
     * const euros = (await tape.rates()).find(({ currency }) => currency === 'EUR')?.perUSD;
     *
     * @throws {TapeError} As every call.
     */
    rates: (options?: CallOptions) => ask<Rate[]>('tape/rates', {}, options?.signal),

    /**
     * How the service is; no key is needed.
     *
     * @example
     * const { ready, uptimeSeconds } = await tape.health();
     *
     * @throws {TapeError} When the service cannot be reached.
     */
    health: (options?: CallOptions) => ask<Health>('health', {}, options?.signal),

    /**
     * How each source of each marketplace is; no key is needed.
     *
     * @example
     * const down = (await tape.sources()).filter(({ state }) => state !== 'live');
     *
     * @throws {TapeError} When the service cannot be reached.
     */
    sources: (options?: CallOptions) => ask<SourceHealth[]>('health/sources', {}, options?.signal),

    /**
     * Every marketplace known by name, with its number and aliases; no key is needed.
     *
     * @example
     * const names = (await tape.registry()).map(({ marketplace }) => marketplace);
     *
     * @throws {TapeError} When the service cannot be reached.
     */
    registry: (options?: CallOptions) => ask<RegistryEntry[]>('registry.json', {}, options?.signal),

    /**
     * Offers as they appear and change: reconnects and resumes by itself. `timestamp` is in Unix milliseconds, the times in
     * `data` in Unix seconds.
     *
     * @example
     * for await (const { eventType, data } of tape.offers({ games: 'CS2', maxPriceUSD: 20 })) console.log(eventType, data.name);
     *
     * @throws {GapError} When the service no longer keeps what was missed, unless `gaps` is `continue`.
     * @throws {TapeError} What no other attempt can better: a key that was revoked (`status` 401 or 403), or a wish that the
     * service refuses (`INVALID_PARAMS`).
     */
    offers: (
      subscription: Omit<SubscribeOptions, 'channels'> = {},
      options: ListenOptions = {},
    ): AsyncGenerator<OfferMessage, void, undefined> => listenToOffers(settings, subscription, options),

    /**
     * Every message of every channel asked for, in the same way.
     *
     * @example
     * for await (const message of tape.messages({ channels: ['sales', 'sources'] }))
     *   if (message.type === 'sale') console.log(message.data.name, message.data.priceUSD);
     *
     * @throws {GapError} As `offers`.
     * @throws {TapeError} As `offers`.
     */
    messages: (
      subscription: SubscribeOptions = {},
      options: ListenOptions = {},
    ): AsyncGenerator<StreamMessage, void, undefined> => listen(settings, subscription, options),

    /**
     * A live local copy of what is on sale, of an item or a marketplace or whatever the wish says; kept over lost
     * connections and gaps. It throws nothing: `ready` and `ended` reject with a TapeError when it cannot go on.
     *
     * @example
     * const mirror = tape.mirror({ items: 'AK-47 | Redline (Field-Tested)' });
     * await mirror.ready;
     * console.log(mirror.size(), mirror.offers()[0]?.data.priceUSD);
     * mirror.stop();
     *
     * @throws {TapeError} Never itself; by `ready` and `ended`.
     */
    mirror: (subscription: MirrorSubscribeOptions, options: MirrorOptions = {}): Mirror =>
      startMirror(settings, subscription, options),
  };
}
