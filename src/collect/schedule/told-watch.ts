import type { Clock } from '../../clock.ts';
import type { GapReason, SourceGap } from '../../schema/index.ts';

/** How far a source has told everything, as it is kept over restarts. Epoch milliseconds. */
export type ToldTo = {
  readonly at: number;
  /** When the next reading was due; of a feed the same as `at`. */
  readonly dueAt: number;
  /** What went wrong since, null where nothing did. */
  readonly reason: GapReason | null;
};

/** The same with the moment from which it counts as late, null where something is told all the time. */
export type Told = ToldTo & { readonly lateAt: number | null };

export type WatchedGap = Pick<SourceGap, 'from' | 'to' | 'reason'>;

// Whatever else went wrong before, or nothing: it did not tell while the service did not run
const reasonOf = (kept: ToldTo | null): GapReason | null => (kept === null ? null : (kept.reason ?? 'notRunning'));

const gapBetween = (from: number, to: number, reason: GapReason): WatchedGap => ({
  from,
  to: Math.max(from, to),
  reason,
});

/** An attempt to read: when it began as the clock has elapsed, and of which moment its reading speaks at the earliest. */
type Attempt = { readonly begunAt: number; readonly startedAt: number };

/** Watches whether the readings of a source that is asked come as they should, by the rule of `SourceGap`. */
export class ReadingWatch {
  readonly #clock;
  readonly #interval;
  #at: number | null;
  /** As the clock has elapsed. */
  #dueAt: number;
  #reason: GapReason | null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(everySeconds: number, kept: ToldTo | null, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
    this.#interval = everySeconds * 1000;
    this.#at = kept?.at ?? null;
    this.#dueAt = (kept?.dueAt ?? 0) - clock.now() + clock.elapsed();
    this.#reason = reasonOf(kept);
  }

  told(): Told | null {
    if (this.#at === null) return null;
    const dueAt = Math.round(this.#dueAt - this.#clock.elapsed() + this.#clock.now());
    return { at: this.#at, dueAt, reason: this.#reason, lateAt: dueAt + this.#interval };
  }

  failed(reason: 'failed' | 'shrunk', { begunAt }: Pick<Attempt, 'begunAt'>): void {
    this.#failedAt = begunAt;
    if (this.#at !== null) this.#reason ??= reason;
  }

  /** A reading came to a good end; the gap that it ends, if it ends one. */
  read({ begunAt, startedAt }: Attempt): WatchedGap | null {
    // Look-ups overtake one another
    if (begunAt < this.#failedAt) return null;
    const [from, reason, isLate] = [this.#at, this.#reason, this.#isLate(begunAt)];
    this.#at = startedAt;
    this.#settle(begunAt);
    if (from === null || reason === null || !isLate) return null;
    return gapBetween(from, this.#toldAgainAt(begunAt, startedAt), reason);
  }

  /** An answer that tells nothing, and of the source only that it answers. */
  answered({ begunAt }: Pick<Attempt, 'begunAt'>): void {
    if (begunAt >= this.#failedAt && !this.#isLate(begunAt)) this.#settle(begunAt);
  }

  #settle(begunAt: number): void {
    this.#dueAt = Math.max(begunAt + this.#interval, this.#clock.elapsed());
    this.#reason = null;
  }

  #isLate(begunAt: number): boolean {
    return begunAt >= this.#dueAt + this.#interval;
  }

  /** A reading that goes on after a failure has begun before it. */
  #toldAgainAt(begunAt: number, startedAt: number): number {
    return Math.max(startedAt, Math.floor(this.#clock.now() + begunAt - this.#clock.elapsed()));
  }
}

// What a connection tells again that it missed may take so long
const resumingMs = 60_000;

/** Watches how far a feed has told everything; the moments are those at which something came on its connection. */
export class FeedWatch {
  #at: number | null;
  #reason: GapReason | null;
  #resumed: { readonly from: number; readonly at: number } | null = null;

  constructor(kept: ToldTo | null) {
    this.#at = kept?.at ?? null;
    this.#reason = reasonOf(kept);
  }

  /** `heardAt` is up to when it has told everything by now, where it is connected. */
  told(heardAt: number | null): Told | null {
    const isTelling = this.#reason === null && heardAt !== null;
    const at = isTelling ? this.#certainAt(heardAt) : this.#at;
    return at === null ? null : { at, dueAt: at, reason: this.#reason, lateAt: isTelling ? null : at };
  }

  /** It tells again; the gap that this ends, if it ends one. */
  toldAgain(at: number): WatchedGap | null {
    const [from, reason] = [this.#at, this.#reason];
    this.#at = at;
    this.#reason = null;
    this.#resumed = null;
    return from === null || reason === null ? null : gapBetween(from, at, reason);
  }

  /** It tells again, and first all that it had not told. */
  resumed(at: number): void {
    this.#resumed = this.#at === null ? null : { from: this.#at, at };
    this.#at = at;
    this.#reason = null;
  }

  /** Its connection is lost; `heardAt` is up to when it had told everything. */
  lost(heardAt: number, reason: 'cut' | 'silent'): void {
    if (this.#reason !== null) return;
    this.#at = this.#certainAt(heardAt);
    this.#reason = reason;
  }

  #certainAt(heardAt: number): number {
    return this.#resumed !== null && heardAt < this.#resumed.at + resumingMs ? this.#resumed.from : heardAt;
  }
}
