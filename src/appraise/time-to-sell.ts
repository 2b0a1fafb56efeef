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

type Tally = { readonly count: number; readonly sold: number };

/** A share, drawn towards an assumed one. */
const drawn = ({ sold, count }: Tally, assumed: number): number =>
  (sold + assumed * timeMethod.assumedOffers) / (count + timeMethod.assumedOffers);

const { hours: allHours, bands } = timeMethod;

const bandOf = (rank: number): number => bands.findLastIndex((first) => first <= rank);

/** The numbers of one marketplace, or of all, by band and hours. */
class Tallies {
  readonly #counts = new Uint32Array(bands.length * allHours.length);
  readonly #sold = new Uint32Array(bands.length * allHours.length);
  /** How many of its offers stand at the instant that is looked at. */
  standing = 0;

  /** Of an offer sold at an instant, or never (infinite); only the first of the hours have passed. */
  add(band: number, soldAt: number, at: number, passedHours: number): void {
    for (let nth = 0; nth < passedHours; nth += 1) {
      const index = band * allHours.length + nth;
      this.#counts[index] = (this.#counts[index] ?? 0) + 1;
      if (soldAt <= at + (allHours[nth] ?? 0) * hourMs) this.#sold[index] = (this.#sold[index] ?? 0) + 1;
    }
  }

  include(other: Tallies): void {
    for (let index = 0; index < this.#counts.length; index += 1) {
      this.#counts[index] = (this.#counts[index] ?? 0) + (other.#counts[index] ?? 0);
      this.#sold[index] = (this.#sold[index] ?? 0) + (other.#sold[index] ?? 0);
    }
  }

  at(band: number, nthHours: number): Tally {
    const index = band * allHours.length + nthHours;
    return { count: this.#counts[index] ?? 0, sold: this.#sold[index] ?? 0 };
  }

  /** Of all bands. */
  all(nthHours: number): Tally {
    const ofBands = bands.map((_, band) => this.at(band, nthHours));
    return ofBands.reduce((one, other) => ({ count: one.count + other.count, sold: one.sold + other.sold }));
  }
}

/** An offer with the marketplace that it counts for, and instants that are infinite where there is none. */
type OfferSpan = {
  readonly of: Tallies;
  readonly foundAt: number;
  readonly goneAt: number;
  readonly soldAt: number;
};

export class SellingTimes {
  readonly #tallies = new Map<number, Tallies>();
  readonly #everywhere = new Tallies();

  constructor(lifetimes: readonly Lifetime[], now: number) {
    const cheapestFirst = [...lifetimes]
      .sort((a, b) => a.usd - b.usd)
      .map(({ marketplaceId, foundAt, goneAt, isSold }): OfferSpan => {
        const end = goneAt ?? Number.POSITIVE_INFINITY;
        const of = this.#talliesOf(marketplaceId);
        return { of, foundAt, goneAt: end, soldAt: isSold ? end : Number.POSITIVE_INFINITY };
      });
    for (let step = 1; step <= timeMethod.steps; step += 1)
      this.#look(cheapestFirst, now - step * timeMethod.stepHours * hourMs, now);
    for (const tallies of this.#tallies.values()) this.#everywhere.include(tallies);
  }

  /** For an offer that so many others on its marketplace are cheaper than, less one. */
  within(marketplaceId: number, rank: number): SellsWithin[] {
    const band = bandOf(rank);
    return allHours.map((hours, nth) => {
      const own = this.#talliesOf(marketplaceId).at(band, nth);
      const all = this.#everywhere.at(band, nth);
      const anyRank = this.#everywhere.all(nth);
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
  #look(cheapestFirst: readonly OfferSpan[], at: number, now: number): void {
    for (const tallies of this.#tallies.values()) tallies.standing = 0;
    const passedHours = allHours.filter((hours) => at + hours * hourMs <= now).length;
    for (const { of, foundAt, goneAt, soldAt } of cheapestFirst) {
      if (foundAt > at || goneAt <= at) continue;
      of.standing += 1;
      of.add(bandOf(of.standing), soldAt, at, passedHours);
    }
  }

  #talliesOf(marketplaceId: number): Tallies {
    const tallies = this.#tallies.get(marketplaceId) ?? new Tallies();
    this.#tallies.set(marketplaceId, tallies);
    return tallies;
  }
}
