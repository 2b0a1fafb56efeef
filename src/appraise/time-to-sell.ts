/** How long offers of one item and variant took to sell, by marketplace and price rank. */

const hourMs = 3_600_000;

/** The figures of the method, as docs/appraise.md states them. */
const timeMethod = {
  hours: [1, 24, 168],
  /** Hours between two instants that are looked at, and how many of them. */
  stepHours: 12,
  steps: 28,
  /** First ranks of the bands by which offers are counted: the cheapest, the next two, … */
  bands: [1, 2, 4, 11],
  /** What is known of all ranks counts as many as this among those of one, and what is known of all marketplaces likewise. */
  assumedOffers: 100,
  /** Offers that must have been looked at. */
  minOffers: 10,
} as const;

/** An offer that stands, or that has stood. */
export type Lifetime = {
  readonly marketplaceId: number;
  /** Its last price in thousandths of a dollar. */
  readonly usd: number;
  readonly foundAt: number;
  /** null while it stands. */
  readonly goneAt: number | null;
  /** Whether it went because it was sold. */
  readonly isSold: boolean;
};

/** Of offers that were looked at, how many were sold within so many hours. */
export type SellsWithin = {
  readonly hours: number;
  /** null if too few have been looked at. */
  readonly probability: number | null;
  /** How many were looked at, on this marketplace and on others. */
  readonly count: number;
  readonly otherCount: number;
};

type Tally = { count: number; sold: number };

/** Stands for all marketplaces. */
const everywhere = 0;

/** A share, drawn towards an assumed one. */
const drawn = ({ sold, count }: Tally, assumed: number): number =>
  (sold + assumed * timeMethod.assumedOffers) / (count + timeMethod.assumedOffers);

/** From 1; 0 stands for all bands. */
const bandOf = (rank: number): number => timeMethod.bands.filter((first) => first <= rank).length;

export class SellingTimes {
  /** By marketplace, band and hours. */
  readonly #tallies = new Map<number, Tally>();

  constructor(lifetimes: readonly Lifetime[], now: number) {
    const cheapestFirst = [...lifetimes].sort((a, b) => a.usd - b.usd);
    for (let step = 1; step <= timeMethod.steps; step += 1)
      this.#look(cheapestFirst, now - step * timeMethod.stepHours * hourMs, now);
  }

  /** For an offer that so many others on its marketplace are cheaper than, less one. */
  within(marketplaceId: number, rank: number): SellsWithin[] {
    const band = bandOf(rank);
    return timeMethod.hours.map((hours) => {
      const own = this.#tally(marketplaceId, band, hours);
      const all = this.#tally(everywhere, band, hours);
      const anyRank = this.#tally(everywhere, 0, hours);
      const ofRank = drawn(all, anyRank.sold / anyRank.count);
      return {
        hours,
        probability: anyRank.count < timeMethod.minOffers ? null : drawn(own, ofRank),
        count: own.count,
        otherCount: all.count - own.count,
      };
    });
  }

  /**
   * Counts the offers that stood at an instant, ranked by their last prices. Without those that were repriced since, the ones
   * that are sold early would count too much.
   */
  #look(cheapestFirst: readonly Lifetime[], at: number, now: number): void {
    const ranks = new Map<number, number>();
    for (const { marketplaceId, foundAt, goneAt, isSold } of cheapestFirst) {
      if (foundAt > at || (goneAt !== null && goneAt <= at)) continue;
      const rank = (ranks.get(marketplaceId) ?? 0) + 1;
      ranks.set(marketplaceId, rank);
      const soldAt = isSold ? goneAt : null;
      for (const hours of timeMethod.hours) {
        const until = at + hours * hourMs;
        if (until <= now) this.#count(marketplaceId, bandOf(rank), hours, soldAt !== null && soldAt <= until);
      }
    }
  }

  #count(marketplaceId: number, band: number, hours: number, isSold: boolean): void {
    for (const tally of [
      this.#tally(marketplaceId, band, hours),
      this.#tally(everywhere, band, hours),
      this.#tally(everywhere, 0, hours),
    ]) {
      tally.count += 1;
      tally.sold += isSold ? 1 : 0;
    }
  }

  #tally(marketplaceId: number, band: number, hours: number): Tally {
    const key = (marketplaceId * 16 + band) * 1024 + hours;
    const tally = this.#tallies.get(key) ?? { count: 0, sold: 0 };
    this.#tallies.set(key, tally);
    return tally;
  }
}
