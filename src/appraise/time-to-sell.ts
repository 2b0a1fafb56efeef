/** How long offers of one item and variant took to sell, by marketplace and price rank. */

const hourMs = 3_600_000;

/** The figures of the method, as docs/appraise.md states them. */
export const timeMethod = {
  hours: [1, 24, 168],
  /** Hours between two instants that are looked at, and how many of them. */
  stepHours: 12,
  steps: 28,
  /** First ranks of the bands by which offers are counted: the cheapest, the next two, … */
  bands: [1, 2, 4, 11],
  /** Offers on other marketplaces count as much as this many on the one in question. */
  otherOffers: 20,
  /** Offers that must have been looked at. */
  minOffers: 10,
} as const;

/** An offer that stands, or that has stood. */
export type Lifetime = {
  readonly marketplaceId: number;
  /** Its last price in thousandths of a dollar, and since when. */
  readonly usd: number;
  readonly pricedAt: number;
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

const bandOf = (rank: number): number => timeMethod.bands.filter((first) => first <= rank).length;

export class SellingTimes {
  /** By marketplace, 0 for all of them, band and hours. */
  readonly #tallies = new Map<string, Tally>();

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
      const all = this.#tally(0, band, hours);
      const { otherOffers, minOffers } = timeMethod;
      const share = all.sold / all.count;
      return {
        hours,
        probability:
          all.count < minOffers ? null : (own.sold + share * otherOffers) / (own.count + otherOffers),
        count: own.count,
        otherCount: all.count - own.count,
      };
    });
  }

  /** Counts the offers that stood at an instant; later prices of an offer say nothing of its rank then. */
  #look(cheapestFirst: readonly Lifetime[], at: number, now: number): void {
    const ranks = new Map<number, number>();
    for (const { marketplaceId, foundAt, pricedAt, goneAt, isSold } of cheapestFirst) {
      if (foundAt > at || (goneAt !== null && goneAt <= at)) continue;
      const rank = (ranks.get(marketplaceId) ?? 0) + 1;
      ranks.set(marketplaceId, rank);
      if (pricedAt > at) continue;
      for (const hours of timeMethod.hours) {
        const until = at + hours * hourMs;
        if (until > now) continue;
        const isSoldBy = isSold && goneAt !== null && goneAt <= until;
        for (const id of [marketplaceId, 0]) {
          const tally = this.#tally(id, bandOf(rank), hours);
          tally.count += 1;
          tally.sold += isSoldBy ? 1 : 0;
        }
      }
    }
  }

  #tally(marketplaceId: number, band: number, hours: number): Tally {
    const key = `${marketplaceId} ${band} ${hours}`;
    const tally = this.#tallies.get(key) ?? { count: 0, sold: 0 };
    this.#tallies.set(key, tally);
    return tally;
  }
}
