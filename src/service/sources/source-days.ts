import type { Collector } from '../../collect/collector.ts';
import { ageBounds, marketplaceWithSlug, type SourceDay, sourceKeyOf } from '../../schema/index.ts';

/** How complete a source is at one moment. */
export type NotedSource = Pick<SourceDay, 'marketplaceId' | 'source' | 'game' | 'reason'> & {
  /** Instant up to which it is complete. */
  readonly at: number;
  /** Instant from which on that is late; null for a source that is complete continuously. */
  readonly lateAt: number | null;
};

const dayMs = 86_400_000;

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;

type OpenDay = {
  row: SourceDay;
  /** As in the row, but infinite for a source that is complete continuously while the service runs. */
  lateAt: number;
  ages: Map<number, number>;
  /** The row before the clock last jumped ahead by more than a day; null if it never did. */
  beforeJump: SourceDay | null;
};

const agesIn = ({ ages }: SourceDay): Map<number, number> =>
  new Map(Array.from({ length: ages.length / 2 }, (_, at) => [ages[2 * at] as number, ages[2 * at + 1] as number]));

/**
 * Records the condition of each source per day. Each note applies until the next one, also across a stop: while
 * the service did not run, nothing was learnt and what was known aged.
 */
export class SourceDays {
  readonly #open = new Map<string, OpenDay>();
  #changed = new Map<string, SourceDay>();

  /** `kept` holds the newest stored day of each source. */
  constructor(stored: readonly SourceDay[]) {
    for (const row of stored) this.#open.set(sourceKeyOf(row), openedAt(row));
  }

  /** Returns whether one of the sources was noted for the first time. */
  note(sources: readonly NotedSource[], now: number): boolean {
    const before = this.#open.size;
    for (const source of sources) this.#noteOne(source, now);
    return this.#open.size > before;
  }

  /** The days that have changed since the last call. */
  changed(): readonly SourceDay[] {
    const changed = [...this.#changed.values()];
    this.#changed = new Map();
    return changed;
  }

  #noteOne({ at, lateAt, reason, ...about }: NotedSource, now: number): void {
    const key = sourceKeyOf(about);
    const found = this.#open.get(key);
    const open = found ?? this.#startDay(about, now);
    if (found === undefined) this.#open.set(key, open);
    noteJump(open, now);
    // Nothing is added while a clock that was set back passes the same time again
    while (now > open.row.notedTo) {
      const { row } = open;
      if (row.notedTo >= row.day + dayMs) this.#turn(open);
      else this.#spread(open, Math.min(now, row.day + dayMs));
    }
    open.row = { ...open.row, completeTo: at, lateAt: lateAt ?? at, reason };
    open.lateAt = lateAt ?? Number.POSITIVE_INFINITY;
    this.#keep(open);
  }

  #startDay(about: Pick<SourceDay, 'marketplaceId' | 'source' | 'game'>, now: number): OpenDay {
    const times = { day: dayOf(now), since: now, notedTo: now, completeTo: now, lateAt: now };
    return openedAt({ ...about, ...times, reason: null, knownMs: 0, ages: [] });
  }

  /** Extends the last noted condition up to `to`, on the same day. */
  #spread(open: OpenDay, to: number): void {
    const { row, lateAt, ages } = open;
    const from = row.notedTo;
    const knownMs = row.knownMs + Math.max(0, Math.min(to, lateAt) - from);
    spreadAges(ages, from - row.completeTo, to - row.completeTo);
    open.row = { ...row, notedTo: to, knownMs };
  }

  /** Moves on to the next day. */
  #turn(open: OpenDay): void {
    this.#keep(open);
    const day = open.row.day + dayMs;
    open.ages.clear();
    open.row = { ...open.row, day, since: day, notedTo: day, knownMs: 0 };
  }

  #keep(open: OpenDay): void {
    this.#changed.set(`${sourceKeyOf(open.row)} ${open.row.day}`, rowOf(open));
  }
}

const openedAt = (row: SourceDay): OpenDay => ({ row, lateAt: row.lateAt, ages: agesIn(row), beforeJump: null });

const rowOf = ({ row, ages }: OpenDay): SourceDay => ({ ...row, ages: [...ages].flat() });

/** Continues, after a clock that ran ahead by days was set right, where that began; else nothing is noted for days. */
function noteJump(open: OpenDay, now: number): void {
  const { row, beforeJump } = open;
  if (now - row.notedTo > dayMs) open.beforeJump = rowOf(open);
  const isSetRight = beforeJump !== null && now >= beforeJump.notedTo && now - beforeJump.notedTo < row.notedTo - now;
  if (isSetRight) Object.assign(open, openedAt(beforeJump));
}

/** Adds the time that an age spent in each range while it grew from `from` to `to`. */
function spreadAges(ages: Map<number, number>, from: number, to: number): void {
  let at = from;
  for (let index = 0; at < to; index += 1) {
    const bound = ageBounds[index] ?? Number.POSITIVE_INFINITY;
    if (at >= bound) continue;
    const end = Math.min(to, bound);
    ages.set(index, (ages.get(index) ?? 0) + end - at);
    at = end;
  }
}

const fine: ReadonlySet<string> = new Set(['starting', 'live', 'stale']);

/** How complete the sources are; for those that other nodes read, judged by their reported health. */
export function notedOf(collector: Pick<Collector, 'completeness' | 'health'>): NotedSource[] {
  const completeness = new Map(
    collector.completeness().map((one) => [`${one.slug} ${one.source} ${one.game}`, one.completeness]),
  );
  return collector.health().flatMap(({ slug, source, game, state, lastReadAt, everySeconds }): NotedSource[] => {
    const about = { marketplaceId: marketplaceWithSlug(slug).id, source, game };
    const found = completeness.get(`${slug} ${source} ${game}`);
    if (found === null || (found === undefined && (lastReadAt === null || state === 'off'))) return [];
    if (found !== undefined) return [{ ...about, ...found }];
    const at = lastReadAt ?? 0;
    return [{ ...about, at, lateAt: at + 2_000 * everySeconds, reason: fine.has(state) ? null : 'failed' }];
  });
}
