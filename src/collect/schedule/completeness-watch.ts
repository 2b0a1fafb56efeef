import type { Clock } from '../../runtime/clock.ts';
import type { Game, GapReason, SourceGap } from '../../schema/index.ts';

/** Up to when a source is complete, as stored across restarts. Times are in epoch milliseconds. */
export type CompleteUntil = {
  readonly at: number;
  /** When the next reading was due; for a feed the same as `at`. */
  readonly dueAt: number;
  /** What went wrong since; null when nothing did. */
  readonly reason: GapReason | null;
};

/** `CompleteUntil` with the time from which the source counts as late; null for a feed that is connected. */
export type Completeness = CompleteUntil & { readonly lateAt: number | null };

/** Up to when a source is complete for a game; `completeness` is null before its first complete reading. */
export type SourceCompleteness = {
  readonly slug: string;
  readonly source: string;
  readonly game: Game;
  readonly completeness: Completeness | null;
};

export type WatchedGap = Pick<SourceGap, 'from' | 'to' | 'reason'>;

// After a restart there is always a reason: an earlier failure, or that the service was not running
const reasonOf = (stored: CompleteUntil | null): GapReason | null =>
  stored === null ? null : (stored.reason ?? 'notRunning');

const gapBetween = (from: number, to: number, reason: GapReason): WatchedGap => ({
  from,
  to: Math.max(from, to),
  reason,
});

/** An attempt to read: its start on `clock.elapsed`, and the earliest time, in epoch milliseconds, that it describes. */
type Attempt = { readonly begunAt: number; readonly startedAt: number };

// Time servers correct a clock by less
const shortestSleepMs = 60_000;

/** Detects gaps in the readings of a polled source, by the rule in `SourceGap`. */
export class ReadingWatch {
  readonly #clock;
  readonly #interval;
  #at: number | null;
  /** On `clock.elapsed`. */
  #dueAt: number;
  /** How far the time of day was ahead of `clock.elapsed` when `#dueAt` was computed. */
  #ahead: number;
  #reason: GapReason | null;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(everySeconds: number, stored: CompleteUntil | null, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
    this.#interval = everySeconds * 1000;
    this.#at = stored?.at ?? null;
    this.#ahead = clock.now() - clock.elapsed();
    this.#dueAt = (stored?.dueAt ?? 0) - this.#ahead;
    this.#reason = reasonOf(stored);
  }

  completeness(): Completeness | null {
    if (this.#at === null) return null;
    const slept = this.#slept();
    const dueAt = Math.round(this.#dueAt - slept - this.#clock.elapsed() + this.#clock.now());
    return { at: this.#at, dueAt, reason: this.#reasonAfter(slept), lateAt: dueAt + this.#interval };
  }

  failed(reason: 'failed' | 'shrunk', { begunAt }: Pick<Attempt, 'begunAt'>): void {
    this.#failedAt = begunAt;
    if (this.#at !== null) this.#reason = this.#reasonAfter(this.#slept()) ?? reason;
  }

  /** A reading was completed. Returns the gap that it ends, if any. */
  read({ begunAt, startedAt }: Attempt): WatchedGap | null {
    // Concurrent lookups overtake one another
    if (begunAt < this.#failedAt) return null;
    const slept = this.#slept();
    const [from, reason, isLate] = [this.#at, this.#reasonAfter(slept), this.#isLate(begunAt, slept)];
    this.#at = startedAt;
    this.#settle(begunAt);
    if (from === null || reason === null || !isLate) return null;
    return gapBetween(from, this.#receivedAgainAt(begunAt, startedAt), reason);
  }

  /** An answer without records, which shows only that the source answers. */
  answered({ begunAt }: Pick<Attempt, 'begunAt'>): void {
    if (begunAt >= this.#failedAt && !this.#isLate(begunAt, this.#slept())) this.#settle(begunAt);
  }

  #settle(begunAt: number): void {
    this.#dueAt = Math.max(begunAt + this.#interval, this.#clock.elapsed());
    this.#ahead = this.#clock.now() - this.#clock.elapsed();
    this.#reason = null;
  }

  #isLate(begunAt: number, slept: number): boolean {
    return begunAt >= this.#dueAt - slept + this.#interval;
  }

  /**
   * For how long nothing could be read since the last reading, in milliseconds, because the machine slept: only the time of
   * day continues. A clock that is set ahead looks the same, and nothing is dated in the time that it skips either.
   */
  #slept(): number {
    const skipped = this.#clock.now() - this.#clock.elapsed() - this.#ahead;
    return skipped >= Math.max(this.#interval, shortestSleepMs) ? skipped : 0;
  }

  #reasonAfter(slept: number): GapReason | null {
    return this.#reason ?? (slept > 0 ? 'notRunning' : null);
  }

  /** When the gap ends. A reading that continued after a failure started before that failure, so the attempt counts. */
  #receivedAgainAt(begunAt: number, startedAt: number): number {
    return Math.max(startedAt, Math.floor(this.#clock.now() + begunAt - this.#clock.elapsed()));
  }
}

// How long the messages missed between two connections can take to arrive
const resumingMs = 60_000;

/** Tracks up to when a feed is complete. Its times are those at which something arrived on the connection. */
export class FeedWatch {
  #at: number | null;
  #reason: GapReason | null;
  #resumed: { readonly from: number; readonly at: number } | null = null;

  constructor(stored: CompleteUntil | null) {
    this.#at = stored?.at ?? null;
    this.#reason = reasonOf(stored);
  }

  /** `receivedAt` is up to when the current connection is complete; null when there is none. */
  completeness(receivedAt: number | null): Completeness | null {
    const isReceiving = this.#reason === null && receivedAt !== null;
    const at = isReceiving ? this.#certainAt(receivedAt) : this.#at;
    return at === null ? null : { at, dueAt: at, reason: this.#reason, lateAt: isReceiving ? null : at };
  }

  /** Messages arrive again. Returns the gap that this ends, if any. */
  receivedAgain(at: number): WatchedGap | null {
    const [from, reason] = [this.#at, this.#reason];
    this.#at = at;
    this.#reason = null;
    this.#resumed = null;
    return from === null || reason === null ? null : gapBetween(from, at, reason);
  }

  /** Messages arrive again, starting with all that were missed, so there is no gap. */
  resumed(at: number): void {
    this.#resumed = this.#at === null ? null : { from: this.#at, at };
    this.#at = at;
    this.#reason = null;
  }

  /** The connection is lost; `receivedAt` is up to when it was complete. */
  lost(receivedAt: number, reason: 'cut' | 'silent'): void {
    if (this.#reason !== null) return;
    this.#at = this.#certainAt(receivedAt);
    this.#reason = reason;
  }

  #certainAt(receivedAt: number): number {
    return this.#resumed !== null && receivedAt < this.#resumed.at + resumingMs ? this.#resumed.from : receivedAt;
  }
}
