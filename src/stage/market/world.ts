import type { Game, Phase } from '../../schema/index.ts';

/** An item of the catalogue: a real market name and its properties. */
export type CatalogueItem = {
  readonly game: Game;
  readonly name: string;
  /** Small stable number, unique within the game, from which players derive their own item ids. */
  readonly index: number;
  /** Market type in Steam's words: "Rifle", "Knife", "Sticker", "Container", "Hat" ... */
  readonly type: string;
  readonly rarity: string | null;
  readonly defIndex: number | null;
  readonly paintIndex: number | null;
  readonly minFloat: number | null;
  readonly maxFloat: number | null;
  /** Doppler variants with their paint index, empty for other finishes. */
  readonly phases: readonly { readonly phase: Phase; readonly paintIndex: number }[];
  readonly hero: string | null;
  /** Fair price in US dollars at the start. */
  readonly basePrice: number;
};

/** An effect with its number in the game, and its worth relative to the average of the item. */
export type PlayedEffect = { readonly id: number; readonly name: string; readonly worth: number };

export type PlayedListing = {
  /** Unique across all marketplaces, increasing with time. */
  readonly number: number;
  readonly item: CatalogueItem;
  /** Dollars, a whole number of cents. */
  readonly priceUsd: number;
  /** Exact as a 32-bit float, as the games store it. */
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  readonly phase: Phase | null;
  /** Of an unusual item of TF2. */
  readonly effect: PlayedEffect | null;
  readonly stickers: readonly {
    /** The sticker's own market name, "Sticker | ..." included. */
    readonly name: string;
    readonly stickerId: number;
    readonly slot: number;
    readonly wear: number;
  }[];
  /** 64-bit ids as text. */
  readonly assetId: string;
  readonly sellerId: string;
  /** Epoch milliseconds; null means tradable now. */
  readonly tradableAt: number | null;
  readonly listedAt: number;
};

export type PlayedBuyOrder = {
  readonly number: number;
  readonly item: CatalogueItem;
  readonly priceUsd: number;
  readonly quantity: number;
  readonly phase: Phase | null;
  readonly createdAt: number;
};

export type PlayedSale = PlayedListing & { readonly soldAt: number };

/** What one tick did to a listing; a removed listing is in its last state. */
export type PlayedChange =
  | { readonly kind: 'added' | 'repriced'; readonly listing: PlayedListing }
  | { readonly kind: 'removed'; readonly listing: PlayedListing; readonly isSold: boolean };

/** The truth behind the played marketplaces, fully determined by the seed and the number of ticks. */
export type World = {
  readonly items: (game: Game) => readonly CatalogueItem[];
  readonly itemNamed: (game: Game, name: string) => CatalogueItem | null;
  /** Cheapest first. */
  readonly listings: (slug: string, item: CatalogueItem) => readonly PlayedListing[];
  /** Newest first, over all items of the game. */
  readonly newestListings: (slug: string, game: Game, limit: number) => readonly PlayedListing[];
  readonly listingNumbered: (number: number) => PlayedListing | null;
  /** Best first. */
  readonly buyOrders: (slug: string, item: CatalogueItem) => readonly PlayedBuyOrder[];
  /** Newest first, 90 days. */
  readonly sales: (slug: string, item: CatalogueItem) => readonly PlayedSale[];
  /** Units of the currency for one US dollar, as also published by the rate players. */
  readonly rates: Readonly<Record<'EUR' | 'CNY' | 'RUB', number>>;
  /** Calls back after every tick with changes on that marketplace; returns a function that unsubscribes. */
  readonly watch: (slug: string, game: Game, listener: (changes: readonly PlayedChange[]) => void) => () => void;
  /** Advances prices, listings, orders and sales by one tick. */
  readonly tick: (now: number) => void;
};
