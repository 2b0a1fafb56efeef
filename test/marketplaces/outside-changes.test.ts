import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import { extent } from '../support/runner/long-run.ts';
import { outsideChanges } from '../support/stage/outside-changes.ts';
import { openStageHours, type StageHours } from '../support/stage/stage-hours.ts';

/** Hours of the stage in which nothing changes outside, and then those in which each change has to be named. */
const undisturbedHours = extent({ short: 2, long: 24 });
const hoursToName = 1;

// Two marketplaces of one operator share a host
const playerOf = (slug: string): string => (slug === 'csmoney-trade' ? 'csmoney' : slug);
const usual: readonly string[] = ['starting', 'live'];

let here: StageHours;
beforeAll(async () => {
  here = await openStageHours(connectors, 24);
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
          if (!usual.includes(state)) named.set(`${slug}/${source} ${state}`, detail);
      });

      expect([...named]).toEqual([]);
      const live = new Set(
        here.health().flatMap(({ slug, source, state }) => (state === 'live' ? `${slug}/${source}` : [])),
      );
      expect(outsideChanges.map(({ slug, source }) => `${slug}/${source}`).filter((place) => !live.has(place))).toEqual(
        [],
      );
    },
    undisturbedHours * 600_000,
  );

  it(
    'is named within an hour at every marketplace, each change by its word',
    async () => {
      for (const { slug, change } of outsideChanges) here.stage.setFault(playerOf(slug), change);
      const shown = new Map<string, Set<string>>();
      await here.pass(60 * hoursToName, () => {
        for (const { slug, source, state } of here.health()) {
          const states = shown.get(`${slug}/${source}`) ?? new Set();
          shown.set(`${slug}/${source}`, states.add(state));
        }
      });

      const details = new Map(
        here.health().map(({ slug, source, state, detail }) => [`${slug}/${source}`, `${state}: ${detail}`]),
      );
      const unnamed = outsideChanges.flatMap(({ slug, source, what, word }) =>
        shown.get(`${slug}/${source}`)?.has(word)
          ? []
          : `${slug}/${source}, ${what}: not ${word} but ${details.get(`${slug}/${source}`)}`,
      );
      expect(unnamed).toEqual([]);
      expect(
        [...details].filter(([, text]) => text.endsWith(': null') && !/^(live|starting|limited)/.test(text)),
      ).toEqual([]);
    },
    hoursToName * 600_000,
  );
});
