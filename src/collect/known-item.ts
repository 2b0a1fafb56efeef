import type { Game, Money } from '../schema/index.ts';

/** What is known of an item at a marketplace, from whichever source. */
export type KnownItem = {
  /** The lowest price, in the currency of the marketplace. */
  readonly lowest: Money | null;
  readonly isOffered: boolean;
  readonly isWanted: boolean;
  /** Rises with every change to the item there; absent where that is not counted. */
  readonly revision?: number;
};

/** null for an item of which nothing is known there. */
export type KnownAt = (marketplaceId: number, game: Game, name: string) => KnownItem | null;
