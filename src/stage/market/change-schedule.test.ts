import { describe, expect, it } from 'vitest';
import { sampleOf } from '../catalogue/catalogue.ts';
import { createWorld } from './create-world.ts';
import type { CatalogueItem, PlayedChange, PlayedListing } from './world.ts';

const startedAt = Date.UTC(2026, 0, 15, 12);
const slug = 'skinport';
const game = 'CS2';

describe('the changes that a world reports for its ticks', () => {
  it('keep a mirror equal to the listings', () => {
    const world = createWorld({ seed: 3, startedAt, items: sampleOf(20) });
    const shown = () => world.items(game).flatMap((item) => world.listings(slug, item));
    const mirror = new Map(shown().map((listing) => [listing.number, listing]));
    const counts = { added: 0, repriced: 0, removed: 0 };
    world.watch(slug, game, (changes) => {
      for (const { kind, listing } of changes) {
        counts[kind] += 1;
        expect(mirror.has(listing.number)).toBe(kind !== 'added');
        if (kind === 'removed') mirror.delete(listing.number);
        else mirror.set(listing.number, listing);
      }
    });
    for (let tick = 1; tick <= 120; tick += 1) {
      world.tick(startedAt + tick * 5000);
      if (tick % 20 === 0) expect(prices(mirror.values())).toEqual(prices(shown()));
    }

    expect(Math.min(...Object.values(counts))).toBeGreaterThan(10);
  });

  it('say which of the removed listings were sold', () => {
    const world = createWorld({ seed: 4, startedAt, items: sampleOf(20) });
    const sold: number[] = [];
    const withdrawn: number[] = [];
    world.watch(slug, game, (changes) => {
      for (const change of changes)
        if (change.kind === 'removed') (change.isSold ? sold : withdrawn).push(change.listing.number);
    });
    for (let tick = 1; tick <= 60; tick += 1) world.tick(startedAt + tick * 5000);
    const sales = new Set(world.items(game).flatMap((item) => world.sales(slug, item).map(({ number }) => number)));

    expect(sold.filter((number) => !sales.has(number))).toEqual([]);
    expect(withdrawn.filter((number) => sales.has(number))).toEqual([]);
    expect(Math.min(sold.length, withdrawn.length)).toBeGreaterThan(0);
  });

  it('neither sell nor keep a listing while its price is above the ceiling of the marketplace', () => {
    const items = { CS2: [priced(1250)], Dota2: [], Rust: [], TF2: [] };
    const [item] = items.CS2;
    if (item === undefined) throw new Error('the item is missing');
    const world = createWorld({ seed: 4, startedAt, items });
    const numbers = () => world.listings('steam-market', item).map(({ number }) => number);
    const mirror = new Set(numbers());
    const gone = new Set<number>();
    const returned: number[] = [];
    const sold: number[] = [];
    const follow = ({ kind, listing: { number }, ...change }: PlayedChange): void => {
      if (kind === 'added' && gone.has(number)) returned.push(number);
      if (kind === 'removed') gone.add(number);
      if ('isSold' in change && change.isSold) sold.push(number);
      if (kind === 'removed') mirror.delete(number);
      else mirror.add(number);
    };
    world.watch('steam-market', game, (changes) => changes.forEach(follow));
    for (let tick = 1; tick <= 1500; tick += 1) world.tick(startedAt + tick * 5000);

    expect([...mirror].sort()).toEqual(numbers().sort());
    expect(returned.length).toBeGreaterThan(0);
    expect(new Set(sold).size).toBe(sold.length);
  });

  it('are not sent to a watcher that has stopped', () => {
    const world = createWorld({ seed: 3, startedAt, items: sampleOf(20) });
    let calls = 0;
    const first = world.watch(slug, game, () => {
      calls += 1;
      first();
    });
    for (let tick = 1; tick <= 20; tick += 1) world.tick(startedAt + tick * 5000);

    expect(calls).toBe(1);
  });
});

/** An item of the catalogue at another price. */
const priced = (basePrice: number): CatalogueItem => {
  const item = sampleOf(20).CS2.find(({ phases }) => phases.length === 0);
  if (item === undefined) throw new Error('the catalogue is empty');
  return { ...item, basePrice };
};

const prices = (listings: Iterable<PlayedListing>): Record<number, number> =>
  Object.fromEntries([...listings].map(({ number, priceUsd }) => [number, priceUsd]));
