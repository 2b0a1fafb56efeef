import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceHealth } from '../../src/collect/schedule/health.ts';
import { connectors } from '../../src/connectors/index.ts';
import type { Source } from '../../src/contract/connector.ts';
import { marketplaceWithSlug } from '../../src/schema/index.ts';
import { extent } from '../support/runner/long-run.ts';
import { outsideChanges } from '../support/stage/outside-changes.ts';
import { openStageHours, type StageHours } from '../support/stage/stage-hours.ts';

/** Hours of the stage in which nothing changes outside, and then those in which each change has to be named. */
const undisturbedHours = extent({ short: 2, long: 24 });
const hoursToName = 1;
/** Of each game. Every hour, each marketplace answers hundreds of requests about them. */
const itemCount = 16;

// Two marketplaces of one operator share a host
const playerOf = (slug: string): string => (slug === 'csmoney-trade' ? 'csmoney' : slug);
// Off is a list that another one reads in its place
const ordinary: readonly string[] = ['starting', 'live', 'off'];

const sourcesOf = (slug: string): readonly Source[] => connectors.find((one) => one.slug === slug)?.sources ?? [];
const kindOf = (slug: string, source: string) => sourcesOf(slug).find(({ name }) => name === source)?.kind;
const hasFeed = (slug: string): boolean => sourcesOf(slug).some(({ kind }) => kind === 'feed');

/**
 * Marketplaces whose lookups find nothing more, and that have no feed to tell of sales meanwhile. A third list in a row is
 * believed, so lists are not among them.
 */
const emptying = outsideChanges
  .filter(({ slug, source, word }) => word === 'shrunk' && kindOf(slug, source) === 'lookup' && !hasFeed(slug))
  .map(({ slug }) => slug);

const saidOf = (health: readonly SourceHealth[]): ReadonlyMap<string, string> =>
  new Map(health.map(({ slug, source, state, detail }) => [`${slug}/${source}`, `${state}: ${detail}`]));

/** Offers and buy orders that the book has of each marketplace. */
const countsOf = (slugs: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    slugs.map((slug) => {
      const { offerCount, buyOrderCount } = here.book.counts(marketplaceWithSlug(slug).id, 'CS2');
      return [slug, offerCount + buyOrderCount];
    }),
  );

let here: StageHours;
beforeAll(async () => {
  here = await openStageHours(connectors, itemCount);
});
afterAll(() => here?.close());

describe('what changes outside', () => {
  it('covers every marketplace', () => {
    expect(outsideChanges.map(({ slug }) => slug).sort()).toEqual(connectors.map(({ slug }) => slug).sort());
  });

  it(
    'is nothing while nothing changes: no source is in any other state than live',
    async () => {
      const named = new Map<string, string | null>();
      await here.pass(60 * undisturbedHours, () => {
        for (const { slug, source, state, detail } of here.health())
          if (!ordinary.includes(state)) named.set(`${slug}/${source} ${state}`, detail);
      });

      expect([...named]).toEqual([]);
      const live = new Set(
        here.health().flatMap(({ slug, source, state }) => (state === 'live' ? `${slug}/${source}` : [])),
      );
      expect(
        outsideChanges.map(({ slug, source }) => `${slug}/${source}`).filter((sourceKey) => !live.has(sourceKey)),
      ).toEqual([]);
    },
    undisturbedHours * 600_000,
  );

  it(
    'is named within an hour at every marketplace, each change by its word',
    async () => {
      const before = countsOf(emptying);
      for (const { slug, change } of outsideChanges) here.stage.setFault(playerOf(slug), change);
      const shown = new Map<string, Set<string>>();
      await here.pass(60 * hoursToName, () => {
        for (const { slug, source, state } of here.health()) {
          const states = shown.get(`${slug}/${source}`) ?? new Set();
          shown.set(`${slug}/${source}`, states.add(state));
        }
      });
      const after = countsOf(emptying);

      const said = saidOf(here.health());
      const unnamed = outsideChanges
        .filter(({ slug, source, word }) => shown.get(`${slug}/${source}`)?.has(word) !== true)
        .map(
          ({ slug, source, what, word }) =>
            `${slug}/${source}, ${what}: not ${word} but ${said.get(`${slug}/${source}`)}`,
        );
      expect(unnamed).toEqual([]);
      expect([...said].filter(([, words]) => /^(changed|shrunk|blocked|refused|down): null$/.test(words))).toEqual([]);
      // What is sold meanwhile can still be read from other sources of a marketplace
      for (const [slug, count] of before) expect(after.get(slug), slug).toBeGreaterThan(count * 0.8);
    },
    hoursToName * 600_000,
  );

  it(
    'is over within an hour where it was read as a change, once answers are what they were',
    async () => {
      here.stage.clearFaults();
      await here.pass(60 * hoursToName);

      const said = saidOf(here.health());
      const stillNamed = outsideChanges
        .filter(({ word }) => word === 'changed' || word === 'shrunk')
        .map(({ slug, source }) => `${slug}/${source} ${said.get(`${slug}/${source}`)}`)
        .filter((text) => !text.endsWith(' live: null'));
      expect(stillNamed).toEqual([]);
    },
    hoursToName * 600_000,
  );
});
