import { ageBounds, dayMs, type Game, type SourceDay, type SourceGap, sourceKeyOf } from '../../schema/index.ts';
import type { StoredConditions } from '../../store/store.ts';

/** complete: no gap overlaps the day; missing: gaps cover all of it; partial: anything in between. */
export const dayConditions = ['complete', 'partial', 'missing'] as const;
type Wholeness = (typeof dayConditions)[number];

/** A gap; `to` is null while it lasts. Epoch milliseconds. */
export type KnownGap = Pick<SourceGap, 'from' | 'reason'> & { readonly to: number | null };

export type DayCondition = {
  /** Start of the day, epoch milliseconds. */
  readonly day: number;
  readonly condition: Wholeness;
  /** Share of the elapsed part of the day in which the data was not late. */
  readonly coverage: number;
  /** 95th percentile over time of the data's age, milliseconds; null when nothing was recorded. */
  readonly ageP95: number | null;
  /** When the source was first read, if that was on this day; null otherwise. */
  readonly knownSince: number | null;
};

export type SourceConditions = {
  readonly marketplaceId: number;
  readonly source: string;
  readonly game: Game;
  readonly days: readonly DayCondition[];
  readonly gaps: readonly KnownGap[];
};

type About = Pick<SourceDay, 'marketplaceId' | 'source' | 'game'>;

// Days are written once a minute while a source is running, so three minutes without a write mean that it is not
const unnotedMs = 180_000;

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;

const grouped = <Row extends About>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(sourceKeyOf(row));
    if (group === undefined) groups.set(sourceKeyOf(row), [row]);
    else group.push(row);
  }
  return groups;
};

/** The days of all sources from one instant to another, as far as they have begun. Omits sources without records. */
export function daysOf(
  { days, gaps, newest }: StoredConditions,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): SourceConditions[] {
  const [daysBy, gapsBy] = [grouped(days), grouped(gaps)];
  return newest.flatMap((last) => {
    const stored = daysBy.get(sourceKeyOf(last)) ?? [];
    if (stored.length === 0) return [];
    const isNoted = last.notedTo >= now - unnotedMs;
    const own = knownGaps(gapsBy.get(sourceKeyOf(last)) ?? [], last, now, isNoted).filter(
      (gap) => gap.from < to && (gap.to === null || gap.to > from),
    );
    const { marketplaceId, source, game } = last;
    const all = withUnnoted(stored, Math.min(to, now));
    return [
      {
        ...{ marketplaceId, source, game, gaps: own },
        days: all.map((row) => conditionOf(row, own, isNoted ? Math.min(now, last.notedTo) : now)),
      },
    ];
  });
}

/** The ended gaps, and the open one if there is any: whether there is, follows as if the source were read again now. */
function knownGaps(ended: readonly SourceGap[], last: SourceDay, now: number, isNoted: boolean): KnownGap[] {
  const known = ended.map(({ from, to, reason }): KnownGap => ({ from, to, reason }));
  const reason = last.reason ?? (isNoted ? null : 'notRunning');
  const isOpen = reason !== null && now >= last.lateAt && !known.some(({ from }) => from >= last.completeTo);
  return isOpen ? [...known, { from: last.completeTo, to: null, reason }] : known;
}

type Row = Pick<SourceDay, 'day' | 'since' | 'knownMs' | 'ages'>;

/** Appends empty days up to an instant, for the days after the last record. */
function withUnnoted(stored: readonly SourceDay[], until: number): Row[] {
  const rows: Row[] = [...stored];
  const lastDay = stored.at(-1)?.day ?? dayOf(until);
  for (let day = lastDay + dayMs; day < until; day += dayMs) rows.push({ day, since: day, knownMs: 0, ages: [] });
  return rows;
}

function conditionOf({ day, since, knownMs, ages }: Row, gaps: readonly KnownGap[], until: number): DayCondition {
  const end = Math.max(day + 1, Math.min(day + dayMs, until));
  const within = gaps.filter(({ from, to }) => from < end && (to ?? Number.POSITIVE_INFINITY) > day);
  const isWhole = within.length === 0 && since <= day;
  return {
    day,
    condition: isWhole ? 'complete' : isFilled(within, day, end) ? 'missing' : 'partial',
    coverage: Math.min(1, knownMs / (end - day)),
    ageP95: ageAt(0.95, ages),
    knownSince: since > day ? since : null,
  };
}

/** Whether gaps cover all of a period. */
function isFilled(gaps: readonly KnownGap[], from: number, to: number): boolean {
  let filledTo = from;
  for (const gap of [...gaps].sort((a, b) => a.from - b.from)) {
    if (gap.from > filledTo) return false;
    filledTo = Math.max(filledTo, gap.to ?? Number.POSITIVE_INFINITY);
  }
  return filledTo >= to;
}

/** The age that was not exceeded for this share of the time, interpolated within the histogram. */
function ageAt(share: number, ages: readonly number[]): number | null {
  const spans = Array.from({ length: ages.length / 2 }, (_, at) => ({
    index: ages[2 * at] as number,
    ms: ages[2 * at + 1] as number,
  })).sort((a, b) => a.index - b.index);
  let left = share * spans.reduce((sum, { ms }) => sum + ms, 0);
  for (const { index, ms } of spans) {
    const low = ageBounds[index - 1] ?? 0;
    if (ms >= left && ms > 0) return low + ((ageBounds[index] ?? low) - low) * (left / ms);
    left -= ms;
  }
  return null;
}
