import { checkAddress, createAsk, type TapeSettings } from './ask.ts';
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
import { type ListenOptions, listen, listenToOffers, transportOf, type Wish } from './listen.ts';
import type { OfferMessage, StreamMessage } from './messages.ts';
import { type Mirror, type MirrorOptions, type MirrorWish, startMirror } from './mirror.ts';

export type Game = 'CS2' | 'Dota2' | 'Rust' | 'TF2';

/** By name, Steam app id, alias or number, in any case. */
type GameName = string | number;
type MarketplaceName = string | number;

type ItemOnMarketplace = { readonly marketplace: MarketplaceName; readonly game: GameName; readonly name: string };

/** May be given to every call as its last argument. */
export type CallOptions = { readonly signal?: AbortSignal };

/** What one service knows: one method for each of its operations, and its stream. */
export type Tape = ReturnType<typeof createTape>;

/** A client of the service at `url`. */
export function createTape(settings: TapeSettings) {
  checkAddress(settings.url);
  transportOf(settings);
  const ask = createAsk(settings);
  const at = (path: string) => `v2/${path}`;
  return {
    /** Marketplaces that are read, with their games and counts. */
    marketplaces: (options?: CallOptions) => ask<Marketplace[]>(at('marketplaces'), {}, options?.signal),

    /** One item on one marketplace: prices, offers, buy orders. */
    item: (what: ItemOnMarketplace, options?: CallOptions) => ask<Item>(at('items'), what, options?.signal),

    /** One item on all marketplaces, or on some, cheapest first. */
    compare: (
      {
        marketplaces,
        ...what
      }: { readonly game: GameName; readonly name: string; readonly marketplaces?: readonly MarketplaceName[] },
      options?: CallOptions,
    ) => ask<Comparison>(at('items/compare'), { ...what, marketplaces: marketplaces?.join(',') }, options?.signal),

    /** Every item of a game, on all marketplaces or on some, as `compare` tells it; asked for in parts as they are read. */
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
     * with `nearest`, the names most like it instead.
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

    /** Completed purchases, newest first. */
    sales: (what: ItemOnMarketplace & { readonly days?: number }, options?: CallOptions) =>
      ask<Sales>(at('sales'), what, options?.signal),

    /** Prices over time, oldest first. */
    priceHistory: (
      what: ItemOnMarketplace & { readonly phase?: string; readonly days?: number; readonly dataPoints?: number },
      options?: CallOptions,
    ) => ask<PriceHistory>(at('price-history'), what, options?.signal),

    /** Buy orders, best first. */
    buyOrders: (
      what: {
        readonly game: GameName;
        readonly marketplace?: MarketplaceName;
        readonly name?: string;
        readonly limit?: number;
      },
      options?: CallOptions,
    ) => ask<BuyOrderRow[]>(at('buy-orders'), what, options?.signal),

    /** What a US dollar is worth in the other currencies: the rates that prices are converted at. */
    rates: (options?: CallOptions) => ask<Rate[]>('tape/rates', {}, options?.signal),

    /** How the service is. */
    health: (options?: CallOptions) => ask<Health>('health', {}, options?.signal),

    /** How each source of each marketplace is. */
    sources: (options?: CallOptions) => ask<SourceHealth[]>('health/sources', {}, options?.signal),

    /** Every marketplace known by name, with its number and aliases. */
    registry: (options?: CallOptions) => ask<RegistryEntry[]>('registry.json', {}, options?.signal),

    /** Offers as they appear and change: reconnects and resumes by itself, throws a GapError when that is impossible. */
    offers: (
      wish: Omit<Wish, 'channels'> = {},
      options: ListenOptions = {},
    ): AsyncGenerator<OfferMessage, void, undefined> => listenToOffers(settings, wish, options),

    /** Every message of every channel asked for, in the same way. */
    messages: (wish: Wish = {}, options: ListenOptions = {}): AsyncGenerator<StreamMessage, void, undefined> =>
      listen(settings, wish, options),

    /** A live local copy of what is on sale, of an item or a marketplace or whatever the wish says. */
    mirror: (wish: MirrorWish, options: MirrorOptions = {}): Mirror => startMirror(settings, wish, options),
  };
}
