import type { Source } from '../../contract/connector.ts';
import { type Clock, wait } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import type { DriftWatch } from '../drift/drift-watch.ts';
import { errorText, shortened } from '../error-text.ts';
import type { ReadingWatch } from '../schedule/completeness-watch.ts';
import type { HealthBook, HealthState, SourceHealth } from '../schedule/health.ts';
import { consequences } from '../schedule/outcome.ts';
import type { createPollSchedule } from '../schedule/poll-schedule.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import type { Sink } from '../sink.ts';
import type { PollerStep, PollResult } from './poll-step.ts';

/** The collector's log: constant messages, data in fields. With hundreds of sources, each logs at debug level only. */
export type CollectLog = {
  readonly debug: (fields: object, text: string) => void;
};

/**
 * One source of one connector for one game. A list or pages have at most one request in flight; lookups have as many as
 * the budget allows.
 */
export type SourcePoller = {
  /** Polls until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** There is something to request now. It ends only the wait for something to request, no interval and no back-off. */
  readonly wake: () => void;
  readonly view: () => SourceHealth;
};

type SourcePollerSetup = {
  readonly slug: string;
  readonly marketplaceId: number;
  readonly source: Source;
  readonly game: Game;
  readonly step: PollerStep;
  readonly health: HealthBook;
  readonly schedule: ReturnType<typeof createPollSchedule>;
  readonly limiter: RateLimiter;
  readonly startDelay: number;
  /** When to look again after there was nothing to request, on `clock.elapsed`. */
  readonly idleUntil: () => number;
  /** Why there was never anything to request; null where there is no reason to report. */
  readonly whyIdle?: (() => string | null) | undefined;
  /** Why the sources with this credential were stopped; null while the credential is accepted. */
  readonly refusal: () => string | null;
  readonly refuse: (detail: string) => void;
  readonly watch: ReadingWatch;
  readonly drift: DriftWatch;
  readonly sink: Pick<Sink, 'ran' | 'gap' | 'readingEnded'>;
  readonly log: CollectLog;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
};

// Milliseconds before looking again when nothing was due although something should have been
const shortestIdle = 250;

const stopped = Number.POSITIVE_INFINITY;

class Poller implements SourcePoller {
  readonly #setup;
  readonly #marketplaceId;
  readonly #source;
  readonly #game;
  readonly #health;
  readonly #schedule;
  readonly #limiter;
  readonly #log;
  readonly #redact;
  readonly #clock;
  readonly #where;
  readonly #watch;
  readonly #sink;
  readonly #underWay = new Set<Promise<void>>();
  #notBefore = Number.NEGATIVE_INFINITY;
  /** Until then there is nothing to request, as far as was known. */
  #idleUntil = Number.NEGATIVE_INFINITY;
  #endIdle = () => {};
  readonly view: SourcePoller['view'];

  constructor(setup: SourcePollerSetup) {
    const { slug, marketplaceId, source, game, health, schedule, limiter, log, redact, clock } = setup;
    this.#setup = setup;
    this.#marketplaceId = marketplaceId;
    this.#source = source;
    this.#game = game;
    this.#health = health;
    this.#schedule = schedule;
    this.#limiter = limiter;
    this.#log = log;
    this.#redact = redact;
    this.#clock = clock;
    this.#where = { marketplace: slug, source: source.name, game };
    this.#watch = setup.watch;
    this.#sink = setup.sink;
    this.view = health.view;
  }

  readonly wake: SourcePoller['wake'] = () => {
    this.#idleUntil = Number.NEGATIVE_INFINITY;
    this.#endIdle();
  };

  readonly run: SourcePoller['run'] = async (signal) => {
    this.#health.next(this.#clock.now() + this.#setup.startDelay);
    await wait(this.#clock, this.#setup.startDelay, signal);
    while (!signal.aborted && this.#notBefore !== stopped && this.#setup.refusal() === null) await this.#turn(signal);
    await Promise.all(this.#underWay);
    if (signal.aborted) return;
    const refusal = this.#setup.refusal();
    if (refusal !== null) this.#health.turn('refused', refusal);
    this.#health.next(null);
  };

  /** A failure on our side, such as a sink that cannot take records, is retried like one of the marketplace. */
  #failed(error: unknown, startedAt: number): PollResult {
    const detail = shortened(this.#redact(`could not be used: ${errorText(error)}`));
    const counts = {
      requests: 1,
      rows: 0,
      rejected: 0,
      records: 0,
      priced: null,
      rejectedRows: [],
      samples: [],
      doubt: null,
    };
    return { outcome: 'retry', detail, startedAt, retryAt: null, ...counts };
  }

  /** The health that follows; null for a lookup of an unknown item or one without records, which says nothing of the source. */
  #stateOf({ outcome, records }: PollResult): HealthState | null {
    const { health } = consequences[outcome];
    if (health === 'live' && this.#setup.drift.isMispriced()) return 'changed';
    return this.#source.kind === 'lookup' && (outcome === 'gone' || (outcome === 'read' && records === 0))
      ? null
      : health;
  }

  #isBare({ outcome, rows, rejected, records }: PollResult): boolean {
    return outcome !== 'unchanged' && (this.#source.kind === 'lookup' ? records === 0 : rows <= rejected);
  }

  #record(pollResult: PollResult): void {
    const before = this.view().state;
    const { outcome, startedAt, requests, rows, rejected, priced, rejectedRows } = pollResult;
    const state = this.#stateOf(pollResult);
    this.#setup.drift.noteRows(pollResult.samples);
    const isRead = state !== null && consequences[outcome].health === 'live';
    const drift = isRead ? this.#setup.drift.change() : null;
    const detail = drift ?? pollResult.detail;
    this.#health.ended({
      outcome,
      state: drift === null ? state : 'changed',
      detail,
      startedAt,
      requests,
      rows,
      rejected,
      rejectedRows,
    });
    if (outcome === 'refused' && this.#source.credential !== undefined) this.#setup.refuse(detail ?? 'refused');
    const milliseconds = this.#clock.now() - startedAt;
    this.#sink.ran({
      marketplaceId: this.#marketplaceId,
      source: this.#source.name,
      game: this.#game,
      outcome,
      startedAt,
      milliseconds,
      rows,
      rejected,
      priced,
      detail,
    });
    const { state: shown } = this.view();
    if (shown === before) return;
    const sample = rejectedRows.length > 0 && { sample: rejectedRows };
    this.#log.debug({ ...this.#where, outcome, detail, rows, rejected, ...sample }, `source ${shown}`);
  }

  /** Reports the gap that a complete reading has ended, then the end of the reading. */
  #reportEnd(pollResult: PollResult, begunAt: number): void {
    const state = this.#stateOf(pollResult);
    if (state === null) {
      this.#watch.answered({ begunAt });
      return;
    }
    const about = { marketplaceId: this.#marketplaceId, source: this.#source.name, game: this.#game };
    const { startedAt } = pollResult;
    const isWhole = state === 'live';
    if (!isWhole) this.#watch.failed(state === 'shrunk' ? 'shrunk' : 'failed', { begunAt });
    const gap = isWhole ? this.#watch.read({ begunAt, startedAt }) : null;
    if (gap !== null) {
      this.#health.gap(gap);
      this.#sink.gap({ ...about, ...gap });
    }
    if (this.#source.kind !== 'lookup') this.#sink.readingEnded({ ...about, startedAt, isWhole });
  }

  /** Takes one step; the earliest start of the next one on `clock.elapsed`, null when only a restart helps. */
  async #next(signal: AbortSignal, admitted: () => void): Promise<number | null> {
    const startedAt = this.#clock.now();
    const begunAt = this.#clock.elapsed();
    const pollResult = await this.#setup
      .step(signal, admitted)
      .catch((error: unknown) => this.#failed(error, startedAt));
    if (signal.aborted) return null;
    if (pollResult === null) {
      this.#idleUntil = this.#setup.idleUntil();
      const why = this.#setup.whyIdle?.() ?? null;
      if (why !== null && this.view().lastAskedAt === null) this.#health.turn(this.#health.state(), why);
      return this.#clock.elapsed() + shortestIdle;
    }
    this.#record(pollResult);
    this.#reportEnd(pollResult, begunAt);
    const retryAt = pollResult.retryAt === null ? null : this.#clock.elapsed() + pollResult.retryAt - this.#clock.now();
    const { outcome, detail } = pollResult;
    return this.#schedule({ outcome, detail, begunAt, retryAt, isBare: this.#isBare(pollResult) });
  }

  /** Resolves when the next step can begin: after this one, or concurrently once its request has been sent. */
  async #begin(signal: AbortSignal): Promise<void> {
    await new Promise<void>((go) => {
      const ended = this.#next(signal, go).then((at) => {
        this.#notBefore = Math.max(this.#notBefore, at ?? stopped);
        this.#underWay.delete(ended);
        go();
      });
      this.#underWay.add(ended);
    });
  }

  async #turn(signal: AbortSignal): Promise<void> {
    await this.#begin(signal);
    // After a failure the next request is a probe, so all others are awaited first
    if (this.#notBefore > this.#clock.elapsed()) await Promise.all(this.#underWay);
    if (this.#notBefore === stopped) return;
    const until = Math.max(this.#notBefore, this.#idleUntil);
    const delay = Math.max(0, until - this.#clock.elapsed());
    this.#health.next(
      Math.max(Math.ceil(this.#clock.now() + delay), this.#source.kind === 'lookup' ? this.#limiter.nextAt() : 0),
    );
    await wait(this.#clock, this.#notBefore - this.#clock.elapsed(), signal);
    await this.#idle(signal);
  }

  async #idle(signal: AbortSignal): Promise<void> {
    await wait(this.#clock, this.#idleUntil - this.#clock.elapsed(), signal, (end) => {
      this.#endIdle = end;
    });
    this.#idleUntil = Number.NEGATIVE_INFINITY;
  }
}

export const createSourcePoller = (setup: SourcePollerSetup): SourcePoller => new Poller(setup);
