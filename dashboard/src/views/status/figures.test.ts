import type { SourceConditions } from '@itemtape/client';
import { describe, expect, it } from 'vitest';
import { firstDayIn, knownSinceIn, marketsIn } from './figures.ts';

const noon = Date.parse('2026-11-29T12:00:00Z');
const begun = noon / 1000 - 600;

const source = (marketplace: string, changed: Partial<SourceConditions> = {}): SourceConditions => ({
  marketplace,
  source: 'items',
  game: 'CS2',
  days: [
    // Ten minutes of twelve hours
    { day: '2026-11-29', condition: 'partial', coverage: 0.0139, ageP95Seconds: 40, knownSince: begun },
  ],
  gaps: [],
  ...changed,
});

describe('the figures of the page of the status', () => {
  it('measure how much was up to date from the first reading on, not from midnight', () => {
    const [figures] = marketsIn([source('SkinPort')], noon);

    expect(figures?.coverage).toBeCloseTo(1, 2);
    expect(figures).toMatchObject({ ageSeconds: 40, gapCount: 0, lastGap: null });
  });

  it('say nothing of the first minutes', () => {
    const [day] = source('A').days;
    const young = source('A', { days: day === undefined ? [] : [{ ...day, knownSince: noon / 1000 - 120 }] });

    expect(marketsIn([young], noon)[0]?.coverage).toBeNull();
  });

  it('have what is wrong first, the latest before others', () => {
    const gap = { fromAt: 1, toAt: 5, reason: 'failed' as const };
    const names = marketsIn(
      [
        source('A'),
        source('B', { gaps: [gap] }),
        source('C', { gaps: [{ ...gap, toAt: null }] }),
        source('D', { gaps: [{ ...gap, toAt: 9 }] }),
        source('D', { source: 'sales' }),
      ],
      noon,
    ).map(({ marketplace }) => marketplace);

    expect(names).toEqual(['C', 'D', 'B', 'A']);
  });

  it('begin with the first day of data, and show fourteen days at least', () => {
    const range = { fromDay: '2026-09-01', toDay: '2026-11-29' };
    const [day] = source('A').days;
    const old = source('A', { days: day === undefined ? [] : [{ ...day, day: '2026-10-03', knownSince: null }] });

    expect(firstDayIn([source('A')], range)).toBe('2026-11-16');
    expect(firstDayIn([source('A'), old], range)).toBe('2026-10-03');
    expect([knownSinceIn([source('A')]), knownSinceIn([source('A'), old]), knownSinceIn([])]).toEqual([
      begun,
      null,
      null,
    ]);
  });
});
