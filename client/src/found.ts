import type { SearchRow } from './generated/rest.ts';

/** One item over all marketplaces that a search told of. */
export type FoundItem = {
  readonly game: SearchRow['game'];
  readonly name: string;
  readonly hasThumbnail: boolean;
  /** Cheapest price in dollars; null when nothing is on sale. */
  readonly priceUSD: number | null;
  /** Where it is the cheapest; null when nothing is on sale. */
  readonly marketplace: string | null;
  readonly marketplaceCount: number;
  readonly offerCount: number;
  /** Unix seconds of the last change of price or count anywhere. */
  readonly updatedAt: number;
};

/**
 * Rows of a search, which are of one item and marketplace each, put together by item in the order in which the items came.
 * Prices are dollars, times Unix seconds.
 *
 * @example
 * const [cheapest] = foundItems(await tape.search({ game: 'CS2', query: 'redline' }));
 */
export function foundItems(rows: readonly SearchRow[]): FoundItem[] {
  const items = new Map<string, FoundItem>();
  for (const { game, name, marketplace, priceUSD, offerCount, thumbnail, updatedAt } of rows) {
    const key = `${game} ${name}`;
    const known = items.get(key);
    const isCheaper = priceUSD !== null && (known?.priceUSD == null || priceUSD < known.priceUSD);
    items.set(key, {
      game,
      name,
      hasThumbnail: (known?.hasThumbnail ?? false) || thumbnail !== null,
      priceUSD: isCheaper ? priceUSD : (known?.priceUSD ?? null),
      marketplace: isCheaper ? marketplace : (known?.marketplace ?? null),
      marketplaceCount: (known?.marketplaceCount ?? 0) + 1,
      offerCount: (known?.offerCount ?? 0) + offerCount,
      updatedAt: Math.max(known?.updatedAt ?? 0, updatedAt),
    });
  }
  return [...items.values()];
}
