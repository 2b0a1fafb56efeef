import type { Collector } from '../../collect/collector.ts';
import { ageBounds, marketplaceWithSlug, type SourceDay, sourceKeyOf } from '../../schema/index.ts';

/** How far a source has told everything, as it is at one moment. */
export type NotedSource = Pick<SourceDay, 'marketplaceId' | 'source' | 'game' | 'reason'> & {
  /** Up to when. */
  readonly at: number;
  /** From when on that counts as late; null where it is told all the time. */
  readonly lateAt: number | null;
};

const dayMs = 86_400_000;

const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;

type Standing = {
  row: SourceDay;
  /** As in the row, or without end where it is told all the time and somebody looks. */
  lateAt: number;
  readonly ages: Map<number, number>;
};

const agesIn = ({ ages }: SourceDay): Map<number, number> =>
  new Map(Array.from({ length: ages.length / 2 }, (_, at) => [ages[2 * at] as number, ages[2 * at + 1] as number]));

/**
 * Notes how each source is while the days go by. What was noted at a moment holds until the next one, over stops too:
 * while the service did not run, nothing became known and what was known grew old.
 */
export class SourceDays {
  readonly #standing = new Map<string, Standing>();
  #changed = new Map<string, SourceDay>();

  /** `kept` is the newest day that is kept of each source. */
  constructor(kept: readonly SourceDay[]) {
    for (const row of kept) this.#standing.set(sourceKeyOf(row), { row, lateAt: row.lateAt, ages: agesIn(row) });
  }

  /** Whether one of them was noted for the first time. */
  note(sources: readonly NotedSource[], now: number): boolean {
    const before = this.#standing.size;
    for (const source of sources) this.#noteOne(source, now);
    return this.#standing.size > before;
  }

  /** The days that are not as they were when this was last asked. */
  changed(): readonly SourceDay[] {
    const changed = [...this.#changed.values()];
    this.#changed = new Map();
    return changed;
  }

  #noteOne({ at, lateAt, reason, ...about }: NotedSource, now: number): void {
    const key = sourceKeyOf(about);
    const found = this.#standing.get(key);
    const standing = found ?? this.#begun(about, now);
    if (found === undefined) this.#standing.set(key, standing);
    // A clock that was set back says nothing new of the time that has passed by it
    while (now > standing.row.notedTo) {
      const { row } = standing;
      if (row.notedTo >= row.day + dayMs) this.#turn(standing);
      else this.#spread(standing, Math.min(now, row.day + dayMs));
    }
    standing.row = { ...standing.row, toldTo: at, lateAt: lateAt ?? at, reason };
    standing.lateAt = lateAt ?? Number.POSITIVE_INFINITY;
    this.#keep(standing);
  }

  #begun(about: Pick<SourceDay, 'marketplaceId' | 'source' | 'game'>, now: number): Standing {
    const times = { day: dayOf(now), since: now, notedTo: now, toldTo: now, lateAt: now };
    return { row: { ...about, ...times, reason: null, knownMs: 0, ages: [] }, lateAt: now, ages: new Map() };
  }

  /** What was noted last held up to here, on one day. */
  #spread(standing: Standing, to: number): void {
    const { row, lateAt, ages } = standing;
    const from = row.notedTo;
    const knownMs = row.knownMs + Math.max(0, Math.min(to, lateAt) - from);
    spreadAges(ages, from - row.toldTo, to - row.toldTo);
    standing.row = { ...row, notedTo: to, knownMs };
  }

  /** Goes over into the next day. */
  #turn(standing: Standing): void {
    this.#keep(standing);
    const day = standing.row.day + dayMs;
    standing.ages.clear();
    standing.row = { ...standing.row, day, since: day, notedTo: day, knownMs: 0 };
  }

  #keep({ row, ages }: Standing): void {
    this.#changed.set(`${sourceKeyOf(row)} ${row.day}`, { ...row, ages: [...ages].flat() });
  }
}

/** Adds that an age went from one to another as time passed. */
function spreadAges(ages: Map<number, number>, from: number, to: number): void {
  let at = from;
  for (let place = 0; at < to; place += 1) {
    const bound = ageBounds[place] ?? Number.POSITIVE_INFINITY;
    if (at >= bound) continue;
    const end = Math.min(to, bound);
    ages.set(place, (ages.get(place) ?? 0) + end - at);
    at = end;
  }
}

const fine: ReadonlySet<string> = new Set(['starting', 'live', 'stale']);

/** How far the sources have told everything; of those that other nodes read, as far as these say how they are. */
export function notedOf(collector: Pick<Collector, 'told' | 'health'>): NotedSource[] {
  const told = new Map(collector.told().map((one) => [`${one.slug} ${one.source} ${one.game}`, one.told]));
  return collector.health().flatMap(({ slug, source, game, state, lastReadAt, everySeconds }): NotedSource[] => {
    const about = { marketplaceId: marketplaceWithSlug(slug).id, source, game };
    const found = told.get(`${slug} ${source} ${game}`);
    if (found === null || (found === undefined && (lastReadAt === null || state === 'off'))) return [];
    if (found !== undefined) return [{ ...about, ...found }];
    const at = lastReadAt ?? 0;
    return [{ ...about, at, lateAt: at + 2_000 * everySeconds, reason: fine.has(state) ? null : 'failed' }];
  });
}
