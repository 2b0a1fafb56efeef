import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Clean, Errors } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { runsUnasked } from '../contract/connector.ts';
import { Facts } from '../contract/facts.ts';
import { evidenceIn, type Unwraps } from '../contract/suite/evidence.ts';
import { conforms, standsEvidence } from '../contract/suite.ts';
import { marketplaces } from '../schema/index.ts';
import { dataSets } from './data-sets.ts';
import { connectors } from './index.ts';

const all = [...connectors, ...dataSets];
const here = import.meta.dirname;
const given = process.env['ITEMTAPE_SHARED'];
const shared = given ?? resolve(here, '../../../shared');
const recordings = join(shared, 'marketplaces/fixtures');

if (given !== undefined && !existsSync(recordings))
  throw new Error(`ITEMTAPE_SHARED is "${given}", but ${recordings} does not exist; correct it or leave it unset`);

describe('the list of connectors', () => {
  it('is in registry order, each marketplace once', () => {
    const slugs = connectors.map(({ slug }) => slug);
    expect(slugs).toEqual(marketplaces.map(({ slug }) => slug).filter((slug) => slugs.includes(slug)));
  });

  it.each(all.map(({ slug, sources }) => [slug, sources] as const))(
    'states the facts of %s in their form, of the sources it has, and nothing that has none',
    (slug, sources) => {
      const facts: unknown = JSON.parse(readFileSync(join(here, slug, 'facts.json'), 'utf8'));
      expect(Errors(Facts, facts)).toEqual([]);
      expect(Clean(Facts, structuredClone(facts))).toEqual(facts);
      expect(Object.keys((facts as Facts).sources)).toEqual(sources.map(({ name }) => name));
    },
  );

  it('states for each whether its marketplace is in business', () => {
    expect(all.filter(({ standing }) => standing === undefined).map(({ slug }) => slug)).toEqual([]);
  });

  it('enables by default only what somebody was seen to read in 2026 or later, and nothing of a closed marketplace', () => {
    const unproven = all.flatMap(({ slug, standing, sources }) =>
      sources
        .filter(runsUnasked)
        .filter(({ seen }) => standing?.state === 'closed' || (seen?.on ?? '') < '2026')
        .map(({ name }) => `${slug}/${name}: name who read it in "seen", or give it an "onRequest"`),
    );
    expect(unproven).toEqual([]);
  });
});

const none: { readonly unwraps: Unwraps } = { unwraps: {} };

for (const connector of all) {
  const own = join(here, connector.slug);
  conforms(connector, own);
  const list = join(own, 'evidence.json');
  const { folder = connector.slug, files } = evidenceIn(existsSync(list) ? readFileSync(list, 'utf8') : '{"files":[]}');
  const stored = join(recordings, folder);
  const { unwraps } = existsSync(join(own, 'unwrap.ts')) ? await import(`./${connector.slug}/unwrap.ts`) : none;
  standsEvidence(connector, { files, unwraps }, existsSync(stored) ? stored : null);
}
