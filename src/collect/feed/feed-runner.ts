import { errorText } from '../error-text.ts';
import type { SourceHealth } from '../schedule/health.ts';
import type { createPollSchedule } from '../schedule/poll-schedule.ts';
import { type Timers, wait } from '../schedule/timers.ts';
import type { AnyFeed, Connect, ConnectionEnd, FeedListener } from './connect.ts';
import type { ConnectionReport, FeedSubscriber } from './feed-subscriber.ts';

/** One feed, for all its games: at most one connection. */
export type FeedRunner = {
  /** Stays connected until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly views: () => readonly SourceHealth[];
};

type FeedRunnerSetup = {
  readonly source: AnyFeed;
  /** One for each marketplace that is told of on the connection. */
  readonly subscribers: readonly FeedSubscriber[];
  readonly connect: Connect;
  readonly schedule: ReturnType<typeof createPollSchedule>;
  readonly startDelay: number;
  readonly now: () => number;
  readonly timers: Timers;
};

/** A connection that lasted so long was a good one: the next attempt does not wait as after a failure. */
const steadySeconds = 10;
const longestReportSeconds = 60;

export function createFeedRunner(setup: FeedRunnerSetup): FeedRunner {
  const { source, subscribers, schedule, now, timers } = setup;
  // Health takes a source for stale that has not been read for a few intervals
  const reportSeconds = Math.min(longestReportSeconds, source.silenceSeconds);
  /** Those that may take something from the connection. */
  let open: readonly FeedSubscriber[] = subscribers;
  let requests = 0;
  let wasActive = false;
  let reportedAt = now();

  function report({ outcome, detail }: Pick<ConnectionReport, 'outcome' | 'detail'>): void {
    for (const subscriber of open) subscriber.report({ outcome, detail, startedAt: reportedAt, requests });
    requests = 0;
    wasActive = false;
    reportedAt = now();
  }

  /** Reports from time to time while the connection lasts; the result ends it. */
  function reportAgain(): () => void {
    let cancel = () => {};
    const restart = (): void => {
      cancel = timers.after(reportSeconds * 1000, () => {
        if (wasActive) report({ outcome: 'read', detail: null });
        restart();
      });
    };
    restart();
    return () => cancel();
  }

  /** Parts with those for whom nothing may be taken; the reason when nobody is left. */
  function opened(header: Parameters<FeedListener['opened']>[0]): string | null {
    const bars = new Map(open.map((subscriber) => [subscriber, subscriber.opened(header)]));
    const left = open.filter((subscriber) => bars.get(subscriber) === null);
    if (left.length === 0) return bars.get(open[0] as FeedSubscriber) ?? null;
    for (const [subscriber, bar] of bars) {
      if (bar === null) continue;
      subscriber.report({ outcome: 'refused', detail: bar, startedAt: reportedAt, requests });
      subscriber.refuse(bar);
    }
    open = left;
    return null;
  }

  async function connectOnce(signal: AbortSignal): Promise<ConnectionEnd> {
    let endReports = () => {};
    requests += source.before === undefined ? 1 : 2;
    reportedAt = now();
    const listener: FeedListener = {
      opened,
      joined: () => {
        for (const subscriber of open) subscriber.joined();
        report({ outcome: 'read', detail: null });
        endReports = reportAgain();
      },
      onActivity: () => {
        wasActive = true;
      },
      take: async (batch) => {
        if (source.shared !== undefined) open = open.filter((subscriber) => !subscriber.isRefused());
        for (const subscriber of open) await subscriber.take(batch);
      },
      onMalformed: (reason, text) => open[0]?.onMalformed(reason, text),
    };
    const ended = await setup.connect(listener, signal).catch(failed);
    endReports();
    return ended;
  }

  const failed = (error: unknown): ConnectionEnd => {
    const detail = `could not be connected: ${errorText(error)}`;
    return { outcome: 'retry', detail, retryAt: null, joinedAt: null };
  };

  /** When to connect again, on the clock of the timers; null when only a restart helps. */
  function nextAt({ outcome, retryAt, joinedAt }: ConnectionEnd): number | null {
    const begunAt = timers.elapsed();
    const about = { begunAt, retryAt: retryAt === null ? null : begunAt + retryAt - now(), isBare: false };
    if (joinedAt !== null && now() - joinedAt >= steadySeconds * 1000) schedule({ ...about, outcome: 'read' });
    return schedule({ ...about, outcome });
  }

  const next = (at: number | null): void => {
    for (const subscriber of open) subscriber.next(at);
  };

  function conclude(ended: ConnectionEnd): void {
    report(ended);
    if (ended.outcome !== 'refused' || source.credential === undefined) return;
    for (const subscriber of open) subscriber.refuse(ended.detail);
  }

  function mayConnect(): boolean {
    open = open.filter((subscriber) => !subscriber.isRefused());
    return open.length > 0;
  }

  return {
    views: () => subscribers.flatMap((subscriber) => subscriber.views()),
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
