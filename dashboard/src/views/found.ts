import type { SearchRow } from '@itemtape/client';

/** One item over all marketplaces that know it. */
export type Found = {
  readonly game: string;
  readonly name: string;
  readonly hasThumbnail: boolean;
  /** Cheapest price in dollars, null when nothing is on sale. */
  readonly lowestUSD: number | null;
  readonly marketplace: string | null;
  readonly marketplaceCount: number;
  readonly offerCount: number;
};

/** Rows of one item and marketplace each, put together by item in the order in which the items came. */
export function foundIn(rows: readonly SearchRow[]): Found[] {
  const items = new Map<string, Found>();
  for (const { game, name, marketplace, priceUSD, offerCount, thumbnail } of rows) {
    const key = `${game} ${name}`;
    const known = items.get(key);
    const isCheaper = priceUSD !== null && (known?.lowestUSD == null || priceUSD < known.lowestUSD);
    items.set(key, {
      game,
      name,
      hasThumbnail: (known?.hasThumbnail ?? false) || thumbnail !== null,
      lowestUSD: isCheaper ? priceUSD : (known?.lowestUSD ?? null),
      marketplace: isCheaper ? marketplace : (known?.marketplace ?? null),
      marketplaceCount: (known?.marketplaceCount ?? 0) + 1,
      offerCount: (known?.offerCount ?? 0) + offerCount,
    });
  }
  return [...items.values()];
}
