import type { Game } from '../schema/index.ts';
import type { AnyFeed, Connect, Ended } from './connection.ts';
import type { HealthBook, SourceHealth } from './health.ts';
import { createMessageReader } from './messages.ts';
import { advice, consequences, type Outcome, rejectedShareLimit } from './outcome.ts';
import type { createPacing } from './pacing.ts';
import { createTally, type Reader, type Tally } from './read.ts';
import type { Sink } from './sink.ts';
import type { CollectLog } from './unit.ts';
import { type Timers, wait } from './wait.ts';

/** One feed of one connector, for all its games: at most one connection. */
export type FeedUnit = {
  /** Stays connected until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly views: () => readonly SourceHealth[];
};

type Setup = {
  readonly slug: string;
  readonly marketplaceId: number;
  readonly source: AnyFeed;
  readonly healths: ReadonlyMap<Game, HealthBook>;
  readonly connect: Connect;
  readonly reader: Reader;
  readonly pacing: ReturnType<typeof createPacing>;
  readonly heldUntil: () => number;
  readonly startDelay: number;
  /** What stopped the sources with this credential, null while it is good. */
  readonly refusal: () => string | null;
  readonly refuse: (detail: string) => void;
  readonly sink: Pick<Sink, 'take' | 'ran'>;
  readonly log: CollectLog;
  readonly now: () => number;
  readonly timers: Timers;
};

/** A connection that lasted so long was a good one: the next attempt does not wait as after a failure. */
const steadySeconds = 60;
const longestReportSeconds = 60;

type Report = { readonly outcome: Outcome; readonly detail: string | null };

export function createFeedUnit(setup: Setup): FeedUnit {
  const { slug, marketplaceId, source, healths, pacing, sink, log, now, timers } = setup;
  const games = [...healths.keys()];
  // Health takes a source for stale that has not been read for a few intervals
  const reportSeconds = Math.min(longestReportSeconds, source.silenceSeconds);
  let tallies = new Map<Game, Tally>();
  let requests = 0;
  let isHeard = false;
  let reportedAt = now();

  function tallyOf(game: Game): Tally {
    const tally = tallies.get(game) ?? createTally();
    tallies.set(game, tally);
    return tally;
  }
  const messages = createMessageReader({ source, games, reader: setup.reader, tallyOf });

  /** Says how it went since the last report, for one game. */
  function tell(game: Game, health: HealthBook, tally: Tally, { outcome, detail }: Report): void {
    const before = health.view(0).state;
    const { health: state } = consequences[outcome];
    const { rows, rejected, offenders } = tally;
    health.ended({ outcome, state, detail, startedAt: reportedAt, requests, rows, rejected });
    // What it told stands, but nobody knows for how long
    if (state === 'down' && (before === 'live' || before === 'changed')) health.turn('stale', detail);
    const isNews = before !== health.view(0).state;
    if (isNews || rows > 0) {
      const milliseconds = now() - reportedAt;
      const counts = { rows, rejected, detail };
      sink.ran({ marketplaceId, source: source.name, game, outcome, startedAt: reportedAt, milliseconds, ...counts });
    }
    if (!isNews) return;
    const fields = { marketplace: slug, source: source.name, game, outcome, detail, rows, rejected };
    if (health.view(0).state === 'live') log.info(fields, 'source live');
    else log.warn({ ...fields, sample: offenders }, `source ${health.view(0).state}`);
  }

  /** A good report of a game of which too much was rejected is none. */
  function judged({ rows, rejected, offenders }: Tally, report: Report): Report {
    if (report.outcome !== 'read' || rejected <= rows * rejectedShareLimit) return report;
    const [first] = offenders;
    const found = `${rejected} of ${rows} rows rejected; ${first?.reason} in ${first?.row}`;
    return { outcome: 'changed', detail: `${found}; ${advice.changed}` };
  }

  function report(made: Report): void {
    const since = tallies;
    tallies = new Map();
    for (const [game, health] of healths) {
      const tally = since.get(game) ?? createTally();
      tell(game, health, tally, judged(tally, made));
    }
    requests = 0;
    isHeard = false;
    reportedAt = now();
  }

  /** Reports from time to time while the connection lasts; the result ends it. */
  function reportAgain(): () => void {
    let cancel = () => {};
    const wind = (): void => {
      cancel = timers.after(reportSeconds * 1000, () => {
        if (isHeard) report({ outcome: 'read', detail: null });
        wind();
      });
    };
    wind();
    return () => cancel();
  }

  async function connectOnce(signal: AbortSignal): Promise<Ended> {
    let endReports = () => {};
    requests += source.before === undefined ? 1 : 2;
    reportedAt = now();
    const listener = {
      joined: () => {
        for (const health of healths.values()) health.next(null);
        report({ outcome: 'read', detail: null });
        endReports = reportAgain();
      },
      heard: () => {
        isHeard = true;
      },
      take: async (batch: Parameters<typeof messages.read>[0]) => {
        const records = messages.read(batch);
        const at = batch.at(-1)?.at ?? now();
        if (records.length > 0) await sink.take(records, { marketplaceId, source: source.name, at });
      },
      garbled: messages.garbled,
    };
    const ended = await setup.connect(listener, signal).catch(failed);
    endReports();
    return ended;
  }

  const failed = (error: unknown): Ended => {
    const detail = `could not be connected: ${error instanceof Error ? error.message : String(error)}`;
    return { outcome: 'retry', detail, retryAt: null, joinedAt: null };
  };

  /** When to connect again; null when only a restart helps. */
  function nextAt({ outcome, retryAt, joinedAt }: Ended): number | null {
    const startedAt = now();
    if (joinedAt !== null && now() - joinedAt >= steadySeconds * 1000) pacing({ outcome: 'read', startedAt, retryAt });
    return pacing({ outcome, startedAt, retryAt });
  }

  const next = (at: number | null): void => {
    for (const health of healths.values()) health.next(at);
  };

  /** Whether the credential was refused, to this source or another. */
  function isRefused(): boolean {
    const refusal = setup.refusal();
    if (refusal === null) return false;
    for (const health of healths.values()) health.turn('refused', refusal);
    next(null);
    return true;
  }

  return {
    views: () => [...healths.values()].map((health) => health.view(setup.heldUntil())),
    run: async (signal) => {
      next(now() + setup.startDelay);
      await wait(timers, setup.startDelay, signal);
      while (!signal.aborted && !isRefused()) {
        const ended = await connectOnce(signal);
        if (signal.aborted) return;
        report(ended);
        if (ended.outcome === 'refused' && source.credential !== undefined) setup.refuse(ended.detail);
        const at = nextAt(ended);
        next(at);
        if (at === null) return;
        await wait(timers, at - now(), signal);
      }
    },
  };
}
