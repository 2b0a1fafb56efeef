import { describe, expect, it } from 'vitest';
import { daysOf } from '../../api/conditions/days-of.ts';
import type { SourceDay, SourceGap } from '../../schema/index.ts';
import { type NotedSource, notedOf, SourceDays } from './source-days.ts';

const hour = 3_600_000;
const dayMs = 24 * hour;
const begin = Date.UTC(2026, 0, 5);
const about = { marketplaceId: 3, source: 'items', game: 'CS2' as const };

/** Notes a source at the given hours, and returns its stored days. */
function noted(...notes: readonly (readonly [hours: number, source: Partial<NotedSource>])[]): SourceDay[] {
  const stored = new Map<number, SourceDay>();
  const days = new SourceDays([]);
  for (const [hours, source] of notes) {
    const now = begin + hours * hour;
    days.note([{ ...about, at: now, lateAt: null, reason: null, ...source }], now);
    for (const row of days.changed()) stored.set(row.day, row);
  }
  return [...stored.values()];
}

const conditionsAfter = (rows: readonly SourceDay[], hours: number, gaps: readonly SourceGap[] = []) =>
  daysOf(
    { days: rows, gaps, newest: rows.slice(-1) },
    { from: begin, to: begin + 10 * dayMs, now: begin + hours * hour },
  )[0];

describe('the days of a source', () => {
  it('are covered by a feed while it is complete, and by polled sources until they are late', () => {
    const feed = noted(
      [0, {}],
      [6, {}],
      [12, { at: begin + 6 * hour, lateAt: begin + 6 * hour, reason: 'cut' }],
      [24, {}],
    );
    expect(feed[0]).toMatchObject({ since: begin, knownMs: 12 * hour, notedTo: begin + dayMs });

    const list = noted([0, { lateAt: begin + 5 * hour }], [12, { lateAt: begin + 17 * hour }], [24, {}]);
    expect(list[0]?.knownMs).toBe(10 * hour);
  });

  it('continue over a stop, during which known data aged', () => {
    const before = noted([0, {}], [6, {}]).at(-1) as SourceDay;
    const again = new SourceDays([before]);
    const now = begin + 54 * hour;
    again.note([{ ...about, at: before.completeTo, lateAt: before.completeTo, reason: 'notRunning' }], now);
    const rows = again.changed();

    expect(rows.map(({ day, knownMs }) => [(day - begin) / dayMs, knownMs / hour])).toEqual([
      [0, 6],
      [1, 0],
      [2, 0],
    ]);
    expect(conditionsAfter(rows, 54)).toMatchObject({
      days: [{ condition: 'partial' }, { condition: 'missing', coverage: 0 }, { condition: 'missing' }],
      gaps: [{ from: begin + 6 * hour, to: null, reason: 'notRunning' }],
    });
    expect(conditionsAfter(rows, 54)?.days[1]?.ageP95).toBeGreaterThan(38 * hour);
  });

  it('are the same if the service was started again in between', () => {
    const aged = (hours: number) => ({ at: begin + hours * hour, lateAt: begin + (hours + 1) * hour });
    const notes = [
      [1, aged(0.99)],
      [3, aged(2.2)],
      [9, aged(8)],
      [20, aged(11)],
    ] as const;
    const whole = noted(...notes).at(-1);
    const [early, late] = [notes.slice(0, 3), notes.slice(3)];
    const again = new SourceDays(noted(...early));
    for (const [hours, source] of late) again.note([{ ...about, reason: null, ...source }], begin + hours * hour);

    expect(again.changed()).toEqual([whole]);
    expect(again.changed()).toEqual([]);
    expect(whole?.ages.length).toBeGreaterThan(4);
  });

  it('are missing from the moment at which the source is no longer read', () => {
    const rows = noted([0, {}], [6, {}]);
    expect(conditionsAfter(rows, 6.01)?.days.map(({ condition }) => condition)).toEqual(['complete']);
    expect(conditionsAfter(rows, 49)).toMatchObject({
      days: [{ condition: 'partial' }, { condition: 'missing' }, { condition: 'missing' }],
      gaps: [{ to: null, reason: 'notRunning' }],
    });
  });

  it('have no open gap next to the one that has ended since they were noted', () => {
    const at = begin + 2 * hour;
    const rows = noted([0, {}], [3, { at, lateAt: at, reason: 'silent' }]);
    const ended: SourceGap = { ...about, from: at, to: begin + 3.01 * hour, reason: 'silent' };
    expect(conditionsAfter(rows, 3.02)?.gaps).toEqual([{ from: at, to: null, reason: 'silent' }]);
    expect(conditionsAfter(rows, 3.02, [ended])?.gaps).toEqual([{ from: at, to: ended.to, reason: 'silent' }]);
  });

  it('say when a source is new', () => {
    const days = new SourceDays(noted([0, {}]));
    const at = begin + hour;
    const known = { ...about, at, lateAt: null, reason: null };
    expect(days.note([known], at)).toBe(false);
    expect(days.note([known, { ...known, game: 'Rust' }], at)).toBe(true);
    expect(days.note([known, { ...known, game: 'Rust' }], at)).toBe(false);
  });

  it('begin when the source was read for the first time, and ignore a clock that was set back', () => {
    const rows = noted([5, {}], [6, {}], [4, {}], [7, {}]);
    expect(rows).toMatchObject([{ since: begin + 5 * hour, notedTo: begin + 7 * hour, knownMs: 2 * hour }]);
    expect(conditionsAfter(rows, 7)?.days).toMatchObject([{ condition: 'partial', knownSince: begin + 5 * hour }]);
  });

  it('continue where they were after a clock that ran ahead by days is set right', () => {
    const rows = noted(
      [0, {}],
      [2, {}],
      [2 + 30 * 24, {}],
      [2.1 + 30 * 24, {}],
      [2.2, {}],
      [4.2, {}],
      [4.1, {}],
      [5, {}],
    );
    const today = rows.findLast(({ day }) => day === begin);
    expect(today).toMatchObject({ since: begin, notedTo: begin + 5 * hour, knownMs: 4.8 * hour });
  });

  it('go on from a sleep of days when the clock is then set back a little', () => {
    const rows = noted([0, {}], [2, {}], [7 * 24, {}], [7 * 24 - 1, {}], [7 * 24 + 1, {}]);
    expect(rows.at(-1)).toMatchObject({ since: begin + 7 * dayMs, notedTo: begin + 7 * dayMs + hour });
  });
});

describe('a source', () => {
  const health = (state: string, lastReadAt: number | null) =>
    ({ slug: 'skinport', source: 'items', game: 'CS2', state, lastReadAt, everySeconds: 60 }) as never;
  const of = (one: unknown, completeness: readonly unknown[] = []) =>
    notedOf({ health: () => [one as never], completeness: () => completeness as never });

  it('that another node reads is late after twice its interval, and in trouble by its state', () => {
    const lateAt = begin + 120_000;
    for (const state of ['starting', 'live', 'stale'])
      expect(of(health(state, begin))).toMatchObject([{ at: begin, lateAt, reason: null }]);
    expect(of(health('blocked', begin))).toMatchObject([{ at: begin, lateAt, reason: 'failed' }]);
    expect([of(health('off', begin)), of(health('live', null))]).toEqual([[], []]);
  });

  it('that is read here is as complete as its own collector says', () => {
    const complete = { at: begin, lateAt: null, reason: 'cut' };
    const row = { slug: 'skinport', source: 'items', game: 'CS2' };
    expect(of(health('off', null), [{ ...row, completeness: complete }])).toMatchObject([complete]);
    expect(of(health('live', begin), [{ ...row, completeness: null }])).toEqual([]);
  });
});
