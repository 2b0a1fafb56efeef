import type { Game } from '../../schema/index.ts';

/** How a played marketplace differs from the others. */
export type MarketProfile = {
  /** Ratio of its prices to fair prices. */
  readonly priceLevel: number;
  /** Ratio of its number of listings to the usual one. */
  readonly volume: number;
  /** Share of the catalogue that it sells. */
  readonly coverage: number;
};

const usual: MarketProfile = { priceLevel: 1.03, volume: 0.6, coverage: 0.7 };

/** Rough proportions of the real ones: Steam is dear because of its fee and bound balance, the Chinese ones are cheap. */
const profiles: Readonly<Record<string, MarketProfile>> = {
  buff163: { priceLevel: 0.94, volume: 1.6, coverage: 0.97 },
  csfloat: { priceLevel: 0.97, volume: 1.2, coverage: 0.9 },
  skinport: { priceLevel: 1.04, volume: 1, coverage: 0.85 },
  dmarket: { priceLevel: 0.99, volume: 1, coverage: 0.85 },
  'market-csgo': { priceLevel: 0.96, volume: 1.2, coverage: 0.9 },
  'steam-market': { priceLevel: 1.3, volume: 1.8, coverage: 0.98 },
  youpin898: { priceLevel: 0.93, volume: 1.5, coverage: 0.95 },
};

export const marketProfileOf = (slug: string): MarketProfile => profiles[slug] ?? usual;

/** Games differ in how much is traded. */
export const volumeOf: Readonly<Record<Game, number>> = { CS2: 1, Dota2: 0.8, Rust: 0.8, TF2: 0.8 };
