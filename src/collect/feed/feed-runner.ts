import { messageOf } from '../error-text.ts';
import type { SourceHealth } from '../schedule/health.ts';
import type { createPacing } from '../schedule/poll-schedule.ts';
import { type Timers, wait } from '../schedule/timers.ts';
import type { AnyFeed, Connect, Ended, Listener } from './connect.ts';
import type { Desk, Report } from './feed-subscriber.ts';

/** One feed, for all its games: at most one connection. */
export type FeedUnit = {
  /** Stays connected until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly views: () => readonly SourceHealth[];
};

type Setup = {
  readonly source: AnyFeed;
  /** One for each marketplace that is told of on the connection. */
  readonly desks: readonly Desk[];
  readonly connect: Connect;
  readonly pacing: ReturnType<typeof createPacing>;
  readonly startDelay: number;
  readonly now: () => number;
  readonly timers: Timers;
};

/** A connection that lasted so long was a good one: the next attempt does not wait as after a failure. */
const steadySeconds = 10;
const longestReportSeconds = 60;

export function createFeedUnit(setup: Setup): FeedUnit {
  const { source, desks, pacing, now, timers } = setup;
  // Health takes a source for stale that has not been read for a few intervals
  const reportSeconds = Math.min(longestReportSeconds, source.silenceSeconds);
  /** Those that may take something from the connection. */
  let open: readonly Desk[] = desks;
  let requests = 0;
  let isHeard = false;
  let reportedAt = now();

  function report({ outcome, detail }: Pick<Report, 'outcome' | 'detail'>): void {
    for (const desk of open) desk.report({ outcome, detail, startedAt: reportedAt, requests });
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

  /** Parts with those for whom nothing may be taken; the reason when nobody is left. */
  function opened(header: Parameters<Listener['opened']>[0]): string | null {
    const bars = new Map(open.map((desk) => [desk, desk.opened(header)]));
    const left = open.filter((desk) => bars.get(desk) === null);
    if (left.length === 0) return bars.get(open[0] as Desk) ?? null;
    for (const [desk, bar] of bars) {
      if (bar === null) continue;
      desk.report({ outcome: 'refused', detail: bar, startedAt: reportedAt, requests });
      desk.refuse(bar);
    }
    open = left;
    return null;
  }

  async function connectOnce(signal: AbortSignal): Promise<Ended> {
    let endReports = () => {};
    requests += source.before === undefined ? 1 : 2;
    reportedAt = now();
    const listener: Listener = {
      opened,
      joined: () => {
        for (const desk of open) desk.joined();
        report({ outcome: 'read', detail: null });
        endReports = reportAgain();
      },
      heard: () => {
        isHeard = true;
      },
      take: async (batch) => {
        if (source.shared !== undefined) open = open.filter((desk) => !desk.isRefused());
        for (const desk of open) await desk.take(batch);
      },
      garbled: (reason, text) => open[0]?.garbled(reason, text),
    };
    const ended = await setup.connect(listener, signal).catch(failed);
    endReports();
    return ended;
  }

  const failed = (error: unknown): Ended => {
    const detail = `could not be connected: ${messageOf(error)}`;
    return { outcome: 'retry', detail, retryAt: null, joinedAt: null };
  };

  /** When to connect again, on the clock of the timers; null when only a restart helps. */
  function nextAt({ outcome, retryAt, joinedAt }: Ended): number | null {
    const begunAt = timers.elapsed();
    const about = { begunAt, retryAt: retryAt === null ? null : begunAt + retryAt - now(), isBare: false };
    if (joinedAt !== null && now() - joinedAt >= steadySeconds * 1000) pacing({ ...about, outcome: 'read' });
    return pacing({ ...about, outcome });
  }

  const next = (at: number | null): void => {
    for (const desk of open) desk.next(at);
  };

  function conclude(ended: Ended): void {
    report(ended);
    if (ended.outcome !== 'refused' || source.credential === undefined) return;
    for (const desk of open) desk.refuse(ended.detail);
  }

  function mayConnect(): boolean {
    open = open.filter((desk) => !desk.isRefused());
    return open.length > 0;
  }

  return {
    views: () => desks.flatMap((desk) => desk.views()),
    run: async (signal) => {
      next(now() + setup.startDelay);
      await wait(timers, setup.startDelay, signal);
      while (!signal.aborted && mayConnect()) {
        const ended = await connectOnce(signal);
        if (signal.aborted) return;
        conclude(ended);
        const at = nextAt(ended);
        const delay = at === null ? null : at - timers.elapsed();
        next(delay === null ? null : Math.ceil(now() + delay));
        if (delay === null) return;
        await wait(timers, delay, signal);
      }
    },
  };
}
