import { expect, it } from 'vitest';
import { sourceHealth, startAt } from '../../test/support/api/served-api.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import { marketplaceWithSlug } from '../schema/index.ts';
import { sourceFlagsOf } from './source-flags.ts';

const { id } = marketplaceWithSlug(sourceHealth.slug);
const of = (change: Partial<SourceHealth>): SourceHealth => ({ ...sourceHealth, ...change });
const flagsOf = (sources: readonly SourceHealth[], kind: 'ask' | 'bid' | 'sale' = 'ask') =>
  sourceFlagsOf(sources, 'CS2')(id, kind);

it('has no flags for healthy sources, other kinds, or another game or marketplace', () => {
  const bad = { state: 'changed', evidence: 'inferred', lastGap: { from: startAt - 9, to: startAt } } as const;
  expect(flagsOf([of({})])).toEqual([]);
  expect(flagsOf([of({}), of({ ...bad, yields: ['sale'] })])).toEqual([]);
  expect(flagsOf([of({}), of({ ...bad, game: 'Rust' }), of({ ...bad, slug: 'dmarket' })])).toEqual([]);
  expect(flagsOf([of({}), of({ ...bad, lastReadAt: null })])).toEqual([]);
  expect(flagsOf([of({ ...bad, yields: ['sale'] })], 'sale')).toEqual(['afterGap', 'inferred', 'partialRead']);
});

it('has the flag afterGap until the source is read again a full interval after the gap', () => {
  const gap = { from: startAt - 9_000_000, to: startAt };
  const readAt = (lastReadAt: number) => flagsOf([of({ lastGap: gap, lastReadAt, everySeconds: 300 })]);
  expect(readAt(startAt + 1_000)).toEqual(['afterGap']);
  expect(readAt(startAt + 299_999)).toEqual(['afterGap']);
  expect(readAt(startAt + 300_000)).toEqual([]);
});

it('has the flag inferred if all sources are, and partialRead if any source is', () => {
  const guess = of({ evidence: 'inferred' });
  expect(flagsOf([guess])).toEqual(['inferred']);
  expect(flagsOf([guess, of({})])).toEqual([]);
  expect(flagsOf([of({ state: 'shrunk' }), of({})])).toEqual(['partialRead']);
});
