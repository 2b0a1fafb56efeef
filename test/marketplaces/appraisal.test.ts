import { describe, expect, it } from 'vitest';
import { type Comparable, Comparison } from '../../src/appraise/appraise.ts';
import { floatRange } from '../../src/appraise/looks.ts';
import { type Lifetime, SellingTimes } from '../../src/appraise/time-to-sell.ts';
import { conditionOf, marketplaceWithSlug, type Phase } from '../../src/schema/index.ts';
import { sampleOf } from '../../src/stage/catalogue/catalogue.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { CatalogueItem, PlayedChange, PlayedListing, World } from '../../src/stage/market/world.ts';

const hour = 3_600_000;
const startedAt = Date.UTC(2026, 0, 15, 12);
const slugs = ['csfloat', 'dmarket', 'buff163', 'skinport', 'igxe', 'gamerpay', 'bitskins', 'skinbaron', 'market-csgo'];
/** The method was looked at with the other half of the items only. */
const isHeldBack = (_: CatalogueItem, at: number) => (at * 7919) % 10 >= 5;
const heldBack = (world: World) => world.items('CS2').filter(isHeldBack);

const medianOf = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

type Row = Comparable & { readonly phase: Phase | null };

/** Rows of an item on the stage, of which prices, and what is on each, are known as marketplaces tell them. */
function rowsIn(world: World) {
  const asks = new Map<string, number | null>();
  const askOf = (name: string): number | null => {
    const item = world.itemNamed('CS2', name);
    const found = item === null ? [] : slugs.flatMap((slug) => world.listings(slug, item)[0]?.priceUsd ?? []);
    return found.length === 0 ? null : Math.min(...found) * 1000;
  };
  const worthOf = (names: readonly string[]): number | null => {
    for (const name of names) if (!asks.has(name)) asks.set(name, askOf(name));
    const known = names.map((name) => asks.get(name) ?? null);
    return known.some((one) => one === null) ? null : known.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  };
  return (listing: PlayedListing, slug: string, at: number, kind: Comparable['kind']): Row => ({
    ...{ kind, at, side: null, marketplaceId: marketplaceWithSlug(slug).id, id: String(listing.number) },
    ...{ usd: listing.priceUsd * 1000, phase: listing.phase, float: listing.float, paintSeed: listing.paintSeed },
    fade: null,
    stickersUsd: worthOf(listing.stickers.flatMap(({ name, wear }) => (wear === 0 ? [name] : []))),
    charmsUsd: worthOf(listing.charm === null ? [] : [listing.charm.name]),
  });
}

/** What is said of the last tenth of the sales of an item, by those before. */
function claimsFor(world: World, item: CatalogueItem, rowOf: ReturnType<typeof rowsIn>) {
  const sales = slugs
    .flatMap((slug) => world.sales(slug, item).map((sale) => rowOf(sale, slug, sale.soldAt, 'sale')))
    .sort((a, b) => a.at - b.at);
  const asks = slugs.flatMap((slug) => world.listings(slug, item)[0]?.priceUsd ?? []);
  const lowest = Math.min(...asks) * 1000;
  const first = Math.floor(sales.length * 0.9);
  const range = floatRange(conditionOf('CS2', item.name), item);
  return sales.slice(first, first + 8).map((sale) => {
    const known = sales.slice(0, first).filter(({ phase }) => phase === sale.phase);
    return { sale, lowest, found: new Comparison(known.slice(-250), range).appraise(sale) };
  });
}

describe('appraisals of sales on the stage that were held back', () => {
  it('are off by at most half as much as the lowest ask, and eight of ten sales are in their intervals', () => {
    const world = createWorld({ seed: 7, startedAt, items: sampleOf(60) });
    const rowOf = rowsIn(world);
    const claims = heldBack(world).flatMap((item) => claimsFor(world, item, rowOf));
    const priced = claims.flatMap(({ sale, lowest, found }) =>
      found === null ? [] : [{ ...found, said: found.usd, usd: sale.usd, lowest }],
    );

    expect(priced.length).toBeGreaterThan(300);
    expect(priced.length).toBeGreaterThan(claims.length * 0.9);
    const error = medianOf(priced.map(({ usd, said }) => Math.abs(said / usd - 1)));
    const ofLowest = medianOf(priced.map(({ usd, lowest }) => Math.abs(lowest / usd - 1)));
    const inside = priced.filter(({ usd, lowUsd, highUsd }) => usd >= lowUsd && usd <= highUsd).length / priced.length;
    expect(error).toBeLessThanOrEqual(ofLowest / 2);
    expect(inside).toBeGreaterThan(0.75);
    expect(inside).toBeLessThan(0.85);
  });
});

type Followed = { -readonly [Key in keyof Lifetime]: Lifetime[Key] };

/** Follows the offers of held-back items through four-hour ticks. */
class FollowedOffers {
  readonly byItem = new Map<string, Followed[]>();
  readonly #open = new Map<number, Followed>();
  readonly #world: World;
  #tick = 0;

  constructor(world: World) {
    this.#world = world;
    const names = new Set(heldBack(world).map(({ name }) => name));
    for (const slug of slugs) {
      for (const item of heldBack(world)) for (const one of world.listings(slug, item)) this.#add(slug, one);
      world.watch(slug, 'CS2', (changes) => {
        for (const change of changes) if (names.has(change.listing.item.name)) this.#take(slug, change);
      });
    }
  }

  get now(): number {
    return startedAt + this.#tick * 4 * hour;
  }

  tick(): void {
    this.#tick += 1;
    this.#world.tick(this.now);
  }

  #take(slug: string, change: PlayedChange): void {
    const known = this.#open.get(change.listing.number);
    if (change.kind === 'added') this.#add(slug, change.listing);
    else if (known === undefined) return;
    else if (change.kind === 'repriced') known.usd = change.listing.priceUsd * 1000;
    else if (change.kind === 'removed') Object.assign(known, { goneAt: this.now, isSold: change.isSold });
  }

  #add(slug: string, { number, item, priceUsd }: PlayedListing): void {
    const marketplaceId = marketplaceWithSlug(slug).id;
    const made = { marketplaceId, usd: priceUsd * 1000, foundAt: this.now, goneAt: null, isSold: false };
    this.#open.set(number, made);
    this.byItem.set(item.name, [...(this.byItem.get(item.name) ?? []), made]);
  }
}

/** What stands, by marketplace from the cheapest. */
function ranked(lifetimes: readonly Lifetime[]): { readonly offer: Lifetime; readonly rank: number }[] {
  const ranks = new Map<number, number>();
  const standing = lifetimes.filter(({ goneAt }) => goneAt === null).sort((a, b) => a.usd - b.usd);
  return standing.map((offer) => {
    const rank = (ranks.get(offer.marketplaceId) ?? 0) + 1;
    ranks.set(offer.marketplaceId, rank);
    return { offer, rank };
  });
}

const isSoldBy = ({ isSold, goneAt }: Lifetime, until: number): boolean => isSold && goneAt !== null && goneAt <= until;

type Claim = { readonly said: number; readonly offer: Lifetime; readonly at: number };

/** How likely each offer that stands is said to be sold within a day. */
const claimsNow = (offers: FollowedOffers): Claim[] =>
  [...offers.byItem.values()].flatMap((lifetimes) => {
    const times = new SellingTimes(lifetimes, offers.now);
    return ranked(lifetimes).flatMap(({ offer, rank }) => {
      const said = times.within(offer.marketplaceId, rank).find(({ hours }) => hours === 24)?.probability;
      return said == null ? [] : [{ said, offer, at: offers.now }];
    });
  });

describe('times to sell on the stage', () => {
  it('are within seven points of what became of offers that were held back', () => {
    const offers = new FollowedOffers(createWorld({ seed: 11, startedAt, items: sampleOf(12) }));
    const claims: Claim[] = [];
    for (let tick = 1; tick <= 132; tick += 1) {
      offers.tick();
      if (tick >= 96 && tick <= 126 && tick % 6 === 0) for (const claim of claimsNow(offers)) claims.push(claim);
    }

    expect(claims.length).toBeGreaterThan(5_000);
    for (let from = 0; from < 1; from += 0.05) {
      const some = claims.filter(({ said }) => said >= from && said < from + 0.05);
      if (some.length < 200) continue;
      const said = some.reduce((sum, one) => sum + one.said, 0) / some.length;
      const did = some.filter(({ offer, at }) => isSoldBy(offer, at + 24 * hour));
      expect(Math.abs(did.length / some.length - said)).toBeLessThan(0.07);
    }
  });
});
