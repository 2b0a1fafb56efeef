import { ageBounds, dayMs, type Game, type SourceDay, type SourceGap, sourceKeyOf } from '../../schema/index.ts';
import type { StoredConditions } from '../../store/store.ts';

/** complete: no gap reaches into the day; missing: all of it lies within gaps; partial: what is neither. */
export const dayConditions = ['complete', 'partial', 'missing'] as const;
type Wholeness = (typeof dayConditions)[number];

/** A gap, or one that has not ended. Epoch milliseconds. */
export type KnownGap = Pick<SourceGap, 'from' | 'reason'> & { readonly to: number | null };

export type DayCondition = {
  /** Its begin. */
  readonly day: number;
  readonly condition: Wholeness;
  /** Of the part of it that has passed, the share in which what was known was not late. */
  readonly coverage: number;
  /** What was known was no older for 95 hundredths of the time; null where nothing was noted. */
  readonly ageP95: number | null;
  /** From when on it was read for the first time; null where it was before that day. */
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

// Days are written once a minute while a source is looked after
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

/** How the sources were on the days from one instant to another that have begun, those that nothing is kept of left out. */
export function daysOf(
  { days, gaps, newest }: StoredConditions,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): SourceConditions[] {
  const [daysBy, gapsBy] = [grouped(days), grouped(gaps)];
  return newest.flatMap((last) => {
    const kept = daysBy.get(sourceKeyOf(last)) ?? [];
    if (kept.length === 0) return [];
    const isNoted = last.notedTo >= now - unnotedMs;
    const own = knownGaps(gapsBy.get(sourceKeyOf(last)) ?? [], last, now, isNoted).filter(
      (gap) => gap.from < to && (gap.to === null || gap.to > from),
    );
    const { marketplaceId, source, game } = last;
    const all = withUnnoted(kept, Math.min(to, now));
    return [
      {
        ...{ marketplaceId, source, game, gaps: own },
        days: all.map((row) => conditionOf(row, own, isNoted ? Math.min(now, last.notedTo) : now)),
      },
    ];
  });
}

/** The gaps that have ended, and the one that has not: the same rule, as if it were read again now. */
function knownGaps(ended: readonly SourceGap[], last: SourceDay, now: number, isNoted: boolean): KnownGap[] {
  const known = ended.map(({ from, to, reason }): KnownGap => ({ from, to, reason }));
  const reason = last.reason ?? (isNoted ? null : 'notRunning');
  const isOpen = reason !== null && now >= last.lateAt && !known.some(({ from }) => from >= last.toldTo);
  return isOpen ? [...known, { from: last.toldTo, to: null, reason }] : known;
}

type Row = Pick<SourceDay, 'day' | 'since' | 'knownMs' | 'ages'>;

/** With the days up to an instant on which it was not looked after any more. */
function withUnnoted(kept: readonly SourceDay[], until: number): Row[] {
  const rows: Row[] = [...kept];
  const lastDay = kept.at(-1)?.day ?? dayOf(until);
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

/** Whether gaps leave nothing of a time. */
function isFilled(gaps: readonly KnownGap[], from: number, to: number): boolean {
  let filledTo = from;
  for (const gap of [...gaps].sort((a, b) => a.from - b.from)) {
    if (gap.from > filledTo) return false;
    filledTo = Math.max(filledTo, gap.to ?? Number.POSITIVE_INFINITY);
  }
  return filledTo >= to;
}

/** The age that was not exceeded for a share of the time. */
function ageAt(share: number, ages: readonly number[]): number | null {
  const spans = Array.from({ length: ages.length / 2 }, (_, at) => ({
    place: ages[2 * at] as number,
    ms: ages[2 * at + 1] as number,
  })).sort((a, b) => a.place - b.place);
  let left = share * spans.reduce((sum, { ms }) => sum + ms, 0);
  for (const { place, ms } of spans) {
    const low = ageBounds[place - 1] ?? 0;
    if (ms >= left && ms > 0) return low + ((ageBounds[place] ?? low) - low) * (left / ms);
    left -= ms;
  }
  return null;
}
