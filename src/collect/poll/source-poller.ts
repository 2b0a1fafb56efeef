import type { Source } from '../../contract/connector.ts';
import type { Game } from '../../schema/index.ts';
import { messageOf } from '../error-text.ts';
import type { HealthBook, HealthState, SourceHealth } from '../schedule/health.ts';
import { consequences } from '../schedule/outcome.ts';
import type { createPacing } from '../schedule/poll-schedule.ts';
import type { Meter } from '../schedule/rate-limiter.ts';
import { type Timers, wait } from '../schedule/timers.ts';
import type { Sink } from '../sink.ts';
import type { Part, UnitStep } from './poll-step.ts';

/** What the runtime writes to: constant texts, data in fields. There are hundreds of sources, so each is told in detail only. */
export type CollectLog = {
  readonly debug: (fields: object, text: string) => void;
};

/** One source of one connector for one game. Of a list or pages at most one request is under way; of items as many as the budget lets out. */
export type Unit = {
  /** Asks until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly view: () => SourceHealth;
};

type Setup = {
  readonly slug: string;
  readonly marketplaceId: number;
  readonly source: Source;
  readonly game: Game;
  readonly step: UnitStep;
  readonly health: HealthBook;
  readonly pacing: ReturnType<typeof createPacing>;
  readonly meter: Meter;
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

export function createUnit(setup: Setup): Unit {
  const { slug, marketplaceId, source, game, health, pacing, meter, log, redact, now, timers } = setup;
  const where = { marketplace: slug, source: source.name, game };
  const { view } = health;
  const clock = timers.elapsed;

  /** A failure of our own, such as a sink that cannot take records, is waited out like one of the marketplace. */
  function failed(error: unknown, startedAt: number): Part {
    const detail = redact(`could not be used: ${messageOf(error)}`);
    const counts = { requests: 1, rows: 0, rejected: 0, records: 0, offenders: [], doubt: null };
    return { outcome: 'retry', detail, startedAt, retryAt: null, ...counts };
  }

  /** What is said of the source: an item that is not known there, or of which there is nothing, says nothing. */
  const stateOf = ({ outcome, records }: Part): HealthState | null =>
    source.kind === 'lookup' && (outcome === 'gone' || (outcome === 'read' && records === 0))
      ? null
      : consequences[outcome].health;

  const isBare = ({ outcome, rows, rejected, records }: Part): boolean =>
    outcome !== 'unchanged' && (source.kind === 'lookup' ? records === 0 : rows <= rejected);

  function record(part: Part): void {
    const before = view().state;
    const { outcome, detail, startedAt, requests, rows, rejected, offenders } = part;
    health.ended({ outcome, state: stateOf(part), detail, startedAt, requests, rows, rejected, offenders });
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
    const part = await setup.step(signal, admitted).catch((error: unknown) => failed(error, startedAt));
    if (signal.aborted) return null;
    if (part === null) return Math.max(setup.idleUntil(), clock() + shortestIdle);
    record(part);
    const retryAt = part.retryAt === null ? null : clock() + part.retryAt - now();
    return pacing({ outcome: part.outcome, begunAt, retryAt, isBare: isBare(part) });
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
    health.next(Math.max(Math.ceil(now() + delay), source.kind === 'lookup' ? meter.nextAt() : 0));
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
