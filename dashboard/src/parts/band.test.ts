import type { SourceConditions } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { bandOf, withUnknown } from './band.tsx';

type Condition = SourceConditions['days'][number]['condition'];

const sourceOf = (source: string, days: Readonly<Record<string, Condition>>): SourceConditions => ({
  marketplace: 'SkinPort',
  source,
  game: 'CS2',
  days: Object.entries(days).map(([day, condition]) => ({
    ...{ day, condition, coverage: 1, ageP95Seconds: 5, knownSince: null },
  })),
  gaps: [{ fromAt: Date.parse('2026-01-02T10:00Z') / 1000, toAt: null, reason: 'failed' }],
});

describe('the band of days', () => {
  const sources = [
    sourceOf('items', { '2026-01-01': 'complete', '2026-01-02': 'partial', '2026-01-03': 'missing' }),
    sourceOf('sales', { '2026-01-02': 'complete', '2026-01-03': 'missing' }),
  ];

  it('is complete or missing only where every source is, and says why it is not complete', () => {
    expect(bandOf(sources)).toEqual([
      { day: '2026-01-01', condition: 'complete', text: '2026-01-01: complete' },
      { day: '2026-01-02', condition: 'partial', text: '2026-01-02: partial\nitems: reading failed' },
      {
        day: '2026-01-03',
        condition: 'missing',
        text: '2026-01-03: missing\nitems: reading failed\nsales: reading failed',
      },
    ]);
  });

  it('has a place for each day of a range, known or not', () => {
    const days = withUnknown(bandOf(sources), '2025-12-31', '2026-01-04');
    expect(days.map(({ day, condition }) => [day.slice(5), condition])).toEqual([
      ['12-31', null],
      ['01-01', 'complete'],
      ['01-02', 'partial'],
      ['01-03', 'missing'],
      ['01-04', null],
    ]);
  });
});
