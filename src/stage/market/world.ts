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
  /** Of TF2 and Dota 2, in the words of the games: "Unique", "Strange", "Standard". */
  readonly quality: string | null;
  /** Weapon, knife or gloves, as in the name: "AK-47", "Karambit". */
  readonly weapon: string | null;
  readonly collection: string | null;
  readonly defIndex: number | null;
  readonly paintIndex: number | null;
  readonly minFloat: number | null;
  readonly maxFloat: number | null;
  /** Doppler variants with their paint index, empty for other finishes. */
  readonly phases: readonly { readonly phase: Phase; readonly paintIndex: number }[];
  readonly hero: string | null;
  /** Of what a hero wears: "Head", "Belt". */
  readonly slot: string | null;
  /** In Rust what the skin is drawn on, as in the name: "Metal Facemask". */
  readonly drawnOn: string | null;
  /** The classes of TF2 that can use it; empty if all can. */
  readonly classes: readonly string[];
  /** Fair price in US dollars at the start. */
  readonly basePrice: number;
};

/** An effect with its number in the game, and its worth relative to the average of the item. */
export type PlayedEffect = { readonly id: number; readonly name: string; readonly worth: number };

export type PlayedSticker = {
  /** The sticker's own market name, "Sticker | ..." included; a patch's "Patch | ...". */
  readonly name: string;
  readonly stickerId: number;
  readonly slot: number;
  readonly wear: number;
};

/** What hangs on a weapon: a charm, a sticker in a slab, or a highlight of a tournament. */
export type PlayedCharm = {
  /** Its own market name: "Charm | ...", "Sticker Slab | ..." or "Souvenir Charm | ... Highlight | ...". */
  readonly name: string;
  readonly kind: 'charm' | 'slab' | 'highlight';
  /** The game's number of the charm; all slabs share one, and so do the highlights of a tournament. */
  readonly charmId: number;
  /** From 0 to 100,000; only charms have one. */
  readonly pattern: number | null;
  /** The game's number of the sticker in a slab, or of the reel of a highlight. */
  readonly insideId: number | null;
};

/** One piece of an item, wherever it is: on a marketplace or in an inventory. */
export type PlayedPiece = {
  readonly item: CatalogueItem;
  /** Unique among listings and increasing with time; inventories have numbers of their own. */
  readonly number: number;
  /** 64-bit ids as text. */
  readonly assetId: string;
  /** Exact as a 32-bit float, as the games store it. */
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  readonly phase: Phase | null;
  /** Of an unusual item of TF2. */
  readonly effect: PlayedEffect | null;
  readonly stickers: readonly PlayedSticker[];
  /** Of an agent. */
  readonly patches: readonly PlayedSticker[];
  readonly charm: PlayedCharm | null;
  /** What a player called it. */
  readonly nameTag: string | null;
  readonly statTrakCount: number | null;
};

export type PlayedListing = PlayedPiece & {
  /** Dollars, a whole number of cents. */
  readonly priceUsd: number;
  /** A 64-bit id as text. */
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
  /** What an owner has of an item: the same for the same numbers. */
  readonly pieceOf: (item: CatalogueItem, owner: number, position: number) => PlayedPiece;
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
