import type { Source } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { errorText } from '../error-text.ts';
import type { HealthBook, HealthState, SourceHealth } from '../schedule/health.ts';
import { consequences } from '../schedule/outcome.ts';
import type { createPollSchedule } from '../schedule/poll-schedule.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import { type Timers, wait } from '../schedule/timers.ts';
import type { Sink } from '../sink.ts';
import type { PollerStep, PollResult } from './poll-step.ts';

/** What the runtime writes to: constant texts, data in fields. There are hundreds of sources, so each is told in detail only. */
export type CollectLog = {
  readonly debug: (fields: object, text: string) => void;
};

/** One source of one connector for one game. Of a list or pages at most one request is under way; of items as many as the budget lets out. */
export type SourcePoller = {
  /** Asks until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
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
  /** When to look again after there was nothing to ask, on the clock of the timers. */
  readonly idleUntil: () => number;
  /** What stopped the sources with this credential, null while it is good. */
  readonly refusal: () => string | null;
  readonly refuse: (detail: string) => void;
  readonly ran: Sink['ran'];
  readonly log: CollectLog;
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly timers: Timers;
};

// When nothing was due although something should be
const shortestIdle = 250;

export function createSourcePoller(setup: SourcePollerSetup): SourcePoller {
  const { slug, marketplaceId, source, game, health, schedule, limiter, log, redact, now, timers } = setup;
  const where = { marketplace: slug, source: source.name, game };
  const { view } = health;
  const clock = timers.elapsed;

  /** A failure of our own, such as a sink that cannot take records, is waited out like one of the marketplace. */
  function failed(error: unknown, startedAt: number): PollResult {
    const detail = redact(`could not be used: ${errorText(error)}`);
    const counts = { requests: 1, rows: 0, rejected: 0, records: 0, offenders: [], doubt: null };
    return { outcome: 'retry', detail, startedAt, retryAt: null, ...counts };
  }

  /** What is said of the source: an item that is not known there, or of which there is nothing, says nothing. */
  const stateOf = ({ outcome, records }: PollResult): HealthState | null =>
    source.kind === 'lookup' && (outcome === 'gone' || (outcome === 'read' && records === 0))
      ? null
      : consequences[outcome].health;

  const isBare = ({ outcome, rows, rejected, records }: PollResult): boolean =>
    outcome !== 'unchanged' && (source.kind === 'lookup' ? records === 0 : rows <= rejected);

  function record(pollResult: PollResult): void {
    const before = view().state;
    const { outcome, detail, startedAt, requests, rows, rejected, offenders } = pollResult;
    health.ended({ outcome, state: stateOf(pollResult), detail, startedAt, requests, rows, rejected, offenders });
    if (outcome === 'refused' && source.credential !== undefined) setup.refuse(detail ?? 'refused');
    const milliseconds = now() - startedAt;
    setup.ran({ marketplaceId, source: source.name, game, outcome, startedAt, milliseconds, rows, rejected, detail });
    const { state } = view();
    if (state === before) return;
    const sample = offenders.length > 0 && { sample: offenders };
    log.debug({ ...where, outcome, detail, rows, rejected, ...sample }, `source ${state}`);
  }

  /** Takes one step; the instant of the clock before which no other may begin, null when only a restart helps. */
  async function next(signal: AbortSignal, admitted: () => void): Promise<number | null> {
    const startedAt = now();
    const begunAt = clock();
    const pollResult = await setup.step(signal, admitted).catch((error: unknown) => failed(error, startedAt));
    if (signal.aborted) return null;
    if (pollResult === null) return Math.max(setup.idleUntil(), clock() + shortestIdle);
    record(pollResult);
    const retryAt = pollResult.retryAt === null ? null : clock() + pollResult.retryAt - now();
    return schedule({ outcome: pollResult.outcome, begunAt, retryAt, isBare: isBare(pollResult) });
  }

  const stopped = Number.POSITIVE_INFINITY;
  const underWay = new Set<Promise<void>>();
  let notBefore = Number.NEGATIVE_INFINITY;

  /** Resolves when the next step may begin: after this one, or beside it once its request has gone out. */
  async function begin(signal: AbortSignal): Promise<void> {
    await new Promise<void>((go) => {
      const ended = next(signal, go).then((at) => {
        notBefore = Math.max(notBefore, at ?? stopped);
        underWay.delete(ended);
        go();
      });
      underWay.add(ended);
    });
  }

  async function turn(signal: AbortSignal): Promise<void> {
    await begin(signal);
    // After a failure one request tells whether it is over, so that all others are awaited
    if (notBefore > clock()) await Promise.all(underWay);
    if (notBefore === stopped) return;
    const delay = Math.max(0, notBefore - clock());
    health.next(Math.max(Math.ceil(now() + delay), source.kind === 'lookup' ? limiter.nextAt() : 0));
    await wait(timers, delay, signal);
  }

  return {
    view,
    run: async (signal) => {
      health.next(now() + setup.startDelay);
      await wait(timers, setup.startDelay, signal);
      while (!signal.aborted && notBefore !== stopped && setup.refusal() === null) await turn(signal);
      await Promise.all(underWay);
      if (signal.aborted) return;
      const refusal = setup.refusal();
      if (refusal !== null) health.turn('refused', refusal);
      health.next(null);
    },
  };
}
