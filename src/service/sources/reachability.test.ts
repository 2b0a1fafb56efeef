import { describe, expect, it } from 'vitest';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import { createReachabilityWatch } from './reachability.ts';

const failed: SourceHealth = {
  slug: 'skinport',
  source: 'items',
  kind: 'bulk',
  game: 'CS2',
  evidence: 'recorded',
  permission: 'documented',
  state: 'starting',
  lastOutcome: 'retry',
  detail: 'no connection',
  lastAskedAt: 1,
  lastReadAt: null,
  lastGap: null,
  nextAskAt: 2,
  everySeconds: 300,
  requests: 1,
  rows: 0,
  rejected: 0,
  missingCredential: null,
  standing: null,
  seen: null,
  yields: ['quote'],
  budget: { name: 'api', requests: 8, perSeconds: 300, used: 1, heldUntil: null },
  sample: [],
};
const waiting: SourceHealth = { ...failed, source: 'sales-history', lastOutcome: null, detail: null };
const other: SourceHealth = { ...failed, slug: 'csfloat', source: 'price-list' };
const lookup: SourceHealth = { ...waiting, slug: 'dmarket', source: 'offers', kind: 'lookup' };
const off: SourceHealth = { ...waiting, slug: 'buff163', source: 'goods', state: 'off' };

const messagesFor = (...traits: readonly (readonly SourceHealth[])[]): readonly object[] => {
  const lines: object[] = [];
  const watch = createReachabilityWatch({ error: (data: object) => void lines.push(data) });
  for (const health of traits) watch(health);
  return lines;
};

describe('watching whether anything can be reached', () => {
  it('says once that nothing can, when a list of every marketplace has failed', () => {
    const all = [failed, waiting, other, lookup, off];

    expect(messagesFor(all, all, [failed, other])).toEqual([{ tried: 2, sources: 4, reasons: ['no connection'] }]);
  });

  it('says so early, when several marketplaces cannot be reached and others still wait', () => {
    const several = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ ...failed, slug }));

    expect(messagesFor([...several.slice(1), waiting])).toEqual([]);
    expect(messagesFor([...several, waiting])).toEqual([{ tried: 5, sources: 6, reasons: ['no connection'] }]);
    expect(messagesFor([...several, { ...failed, slug: 'f', lastOutcome: 'limited' }, waiting])).toEqual([]);
  });

  it('waits until most sources were tried, even if they are of one marketplace, or several have failed', () => {
    const ofOne = Array.from({ length: 11 }, (_, at) => ({ ...waiting, source: `list-${at}` }));
    const several = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ ...failed, slug }));

    expect(messagesFor([failed, ...ofOne])).toEqual([]);
    expect(messagesFor([...several, ...ofOne])).toEqual([]);
    expect(messagesFor([failed, ...ofOne.map((one) => ({ ...one, lastOutcome: 'retry' as const }))])).toHaveLength(1);
  });

  it('waits for every marketplace to be tried', () => {
    expect(messagesFor([failed, { ...other, lastOutcome: null }])).toEqual([]);
    expect(messagesFor([lookup])).toEqual([]);
    expect(messagesFor([])).toEqual([]);
    expect(messagesFor([off])).toEqual([]);
  });

  it('ends as soon as anything was read, whatever fails later', () => {
    expect(messagesFor([failed, other, { ...other, lastReadAt: 1 }], [failed, other])).toEqual([]);
  });
});
