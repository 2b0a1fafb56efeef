import type { Game } from '../../schema/index.ts';
import type { CatalogueItem } from './world.ts';

/** What its sellers get. */
type Payout = 'money' | 'steamBalance';

/** Ratio of prices to those in money: Steam's balance can only be spent there, so that sellers ask for a third more. */
const premiumOf: Readonly<Record<Payout, number>> = { money: 1, steamBalance: 1.3 };

type Profile = {
  readonly pays: Payout;
  /** Ratio of its prices to fair prices, apart from what it pays. */
  readonly priceLevel: number;
  /** Ratio of its number of listings to the usual one. */
  readonly volume: number;
  /** Share of the catalogue that it sells. */
  readonly coverage: number;
  /** The dearest price there, in US dollars. What is worth more is not traded there. */
  readonly ceilingUsd: number;
  /** Ratio of the time that listings and orders stay there to the usual one. */
  readonly pace: number;
  /** Whether a buy order can name a Doppler variant. Where it cannot, buyers get any of them. */
  readonly ordersNameVariants: boolean;
};

/** How a played marketplace differs from the others; its price level includes what it pays. */
export type MarketProfile = Omit<Profile, 'pays'>;

const ordinary: Profile = {
  pays: 'money',
  priceLevel: 1.03,
  volume: 0.6,
  coverage: 0.7,
  ceilingUsd: Number.POSITIVE_INFINITY,
  pace: 1,
  ordersNameVariants: false,
};

/**
 * A wallet holds 2,000 dollars, and listings are said to end at nine tenths of that. Roubles end at 175,000 and euros
 * at 2,000, both worth more, so that this is the lowest of the ceilings known and holds in every currency.
 */
const steamCeilingUsd = 1800;

/** Rough proportions of the real ones: the Chinese ones are cheap. */
const differences: Readonly<Record<string, Partial<Profile>>> = {
  buff163: { priceLevel: 0.94, volume: 1.6, coverage: 0.97, ordersNameVariants: true, pace: 0.85 },
  buffmarket: { ordersNameVariants: true },
  c5game: { ordersNameVariants: true },
  csfloat: { priceLevel: 0.97, volume: 1.2, coverage: 0.9, ordersNameVariants: true, pace: 0.85 },
  skinport: { priceLevel: 1.04, volume: 1, coverage: 0.85, pace: 1.2 },
  dmarket: { priceLevel: 0.99, volume: 1, coverage: 0.85, ordersNameVariants: true, pace: 1.1 },
  'market-csgo': { priceLevel: 0.96, volume: 1.2, coverage: 0.9, ordersNameVariants: true, pace: 0.9 },
  'steam-market': {
    pays: 'steamBalance',
    priceLevel: 1,
    volume: 1.8,
    coverage: 0.98,
    ceilingUsd: steamCeilingUsd,
    pace: 0.85,
  },
  youpin898: { priceLevel: 0.93, volume: 1.5, coverage: 0.95, ordersNameVariants: true, pace: 0.85 },
};

const profileOf = ({ pays, ...profile }: Profile): MarketProfile => ({
  ...profile,
  priceLevel: profile.priceLevel * premiumOf[pays],
});

const defaultProfile = profileOf(ordinary);
const profiles = new Map(
  Object.entries(differences).map(([slug, difference]) => [slug, profileOf({ ...ordinary, ...difference })]),
);

export const marketProfileOf = (slug: string): MarketProfile => profiles.get(slug) ?? defaultProfile;

/** The price on Steam that other marketplaces show beside their own. */
export const steamPriceOf = ({ basePrice }: Pick<CatalogueItem, 'basePrice'>): number =>
  Math.min(basePrice * premiumOf.steamBalance, steamCeilingUsd);

/** Games differ in how much is traded. */
export const volumeOf: Readonly<Record<Game, number>> = { CS2: 1, Dota2: 0.8, Rust: 0.8, TF2: 0.8 };
