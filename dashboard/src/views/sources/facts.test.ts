import { describe, expect, it } from 'vitest';
import { groupsOf, lengthText, type Source } from './facts.ts';

const source = (change: Partial<Source>) =>
  ({
    slug: 'csfloat',
    marketplace: 'CSFloat',
    state: 'live',
    detail: null,
    lastReadAt: null,
    rows: 1,
    rejected: 0,
    missingCredential: null,
    ...change,
  }) as Source;

describe('sources', () => {
  it('are put together by marketplace, the worst of each first', () => {
    const groups = groupsOf([
      source({ slug: 'skinport', marketplace: 'SkinPort' }),
      source({ lastReadAt: 5, missingCredential: 'CSFLOAT_API_KEY' }),
      source({ state: 'down', detail: 'no answer', rejected: 2, lastReadAt: 3, missingCredential: 'CSFLOAT_API_KEY' }),
    ]);

    expect(groups.map(({ slug }) => slug)).toEqual(['csfloat', 'skinport']);
    expect(groups[0]).toMatchObject({ readAt: 5, rows: 2, rejected: 2, missing: ['CSFLOAT_API_KEY'] });
    expect(groups[0]?.counts.map(([state]) => state)).toEqual(['down', 'live']);
    expect(groups[0]?.detail).toBe('no answer');
  });

  it('say of a marketplace that may have closed since when, and who says so', () => {
    const doubtOf = (state: string) =>
      groupsOf([source({ standing: { state, since: '2026-06', by: 'a study of markets' } })])[0]?.doubt;

    expect(doubtOf('closed')).toBe('closed since 2026-06: a study of markets');
    expect(doubtOf('doubtful')).toBe('doubtful since 2026-06: a study of markets');
    expect(doubtOf('open')).toBeNull();
    expect(groupsOf([source({ standing: null })])[0]?.doubt).toBeNull();
  });

  it('are not called troubled for what is over', () => {
    expect(groupsOf([source({ detail: 'no answer' })])[0]?.detail).toBeNull();
  });

  it.each([
    [0.4, '0 s'],
    [89, '89 s'],
    [120, '2 min'],
    [7_200, '2 h'],
    [172_800, '2 d'],
  ])('have a length of %s s written %s', (seconds, text) => {
    expect(lengthText(seconds)).toBe(text);
  });
});
