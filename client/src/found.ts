import type { SearchItem } from './generated/rest.ts';

/** One item that a search found, summarised over its marketplaces. */
export type FoundItem = {
  readonly game: SearchItem['game'];
  readonly name: string;
  readonly hasThumbnail: boolean;
  /** Whether its name only resembles what was typed. */
  readonly isNear: boolean;
  /** Cheapest price in dollars; null if nothing is on sale. */
  readonly priceUSD: number | null;
  /** The cheapest marketplace; null if nothing is on sale. */
  readonly marketplace: string | null;
  readonly marketplaceCount: number;
  readonly offerCount: number;
  /** Unix seconds of the last change of price or count on any marketplace. */
  readonly updatedAt: number;
};

/**
 * Reduces the result of `findItems` to one row for each item. Prices are dollars, times Unix seconds.
 *
 * @example
 * const [first] = foundItems(await tape.findItems({ game: 'CS2', query: 'redline' }));
 */
export const foundItems = (items: readonly SearchItem[]): FoundItem[] =>
  items.map(({ game, name, thumbnail, isNear, marketplaces }) => {
    const [cheapest] = marketplaces;
    const isOnSale = cheapest !== undefined && cheapest.priceUSD !== null;
    return {
      game,
      name,
      hasThumbnail: thumbnail !== null,
      isNear,
      priceUSD: isOnSale ? cheapest.priceUSD : null,
      marketplace: isOnSale ? cheapest.marketplace : null,
      marketplaceCount: marketplaces.length,
      offerCount: marketplaces.reduce((sum, { offerCount }) => sum + offerCount, 0),
      updatedAt: marketplaces.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0),
    };
  });
