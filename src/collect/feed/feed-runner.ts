import { type Clock, wait } from '../../runtime/clock.ts';
import { errorText } from '../error-text.ts';
import type { SourceHealth } from '../schedule/health.ts';
import type { createPollSchedule } from '../schedule/poll-schedule.ts';
import type { AnyFeed, Connect, ConnectionEnd, FeedListener } from './connect.ts';
import type { ConnectionReport, FeedSubscriber } from './feed-subscriber.ts';
import { ReceivedSoFar } from './received-so-far.ts';

/** Runs one feed for all its games, over at most one connection. */
export type FeedRunner = {
  /** Stays connected until the signal aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly views: () => readonly SourceHealth[];
  readonly completeness: () => ReturnType<FeedSubscriber['completeness']>;
};

type FeedRunnerSetup = {
  readonly source: AnyFeed;
  /** One for each marketplace that uses the connection. */
  readonly subscribers: readonly FeedSubscriber[];
  readonly connect: Connect;
  readonly schedule: ReturnType<typeof createPollSchedule>;
  readonly startDelay: number;
  readonly clock: Clock;
};

/** After a connection that lasted this long, the back-off starts again at its minimum. */
const steadySeconds = 10;
const maxReportSeconds = 60;

class ReconnectingFeed implements FeedRunner {
  readonly #setup;
  readonly #source;
  readonly #subscribers;
  readonly #schedule;
  readonly #clock;
  // A source counts as stale when it was not reported read for a few intervals
  readonly #reportSeconds;
  /** The subscribers that can use the connection. */
  #open: readonly FeedSubscriber[];
  #requests = 0;
  #wasActive = false;
  readonly #received = new ReceivedSoFar();
  #reportedAt;

  constructor(setup: FeedRunnerSetup) {
    const { source, subscribers, schedule, clock } = setup;
    this.#setup = setup;
    this.#source = source;
    this.#subscribers = subscribers;
    this.#schedule = schedule;
    this.#clock = clock;
    this.#reportSeconds = Math.min(maxReportSeconds, source.silenceSeconds);
    this.#open = subscribers;
    this.#reportedAt = clock.now();
  }

  readonly views: FeedRunner['views'] = () => this.#subscribers.flatMap((subscriber) => subscriber.views());

  readonly completeness: FeedRunner['completeness'] = () =>
    this.#subscribers.flatMap((subscriber) =>
      subscriber.completeness(this.#open.includes(subscriber) ? this.#received.at : null),
    );

  readonly run: FeedRunner['run'] = async (signal) => {
    this.#next(this.#clock.now() + this.#setup.startDelay);
    await wait(this.#clock, this.#setup.startDelay, signal);
    while (!signal.aborted && this.#mayConnect()) {
      const ended = await this.#connectOnce(signal);
      if (signal.aborted) return;
      this.#lose(ended);
      this.#conclude(ended);
      const at = this.#nextAt(ended);
      const delay = at === null ? null : at - this.#clock.elapsed();
      this.#next(delay === null ? null : Math.ceil(this.#clock.now() + delay));
      if (delay === null) return;
      await wait(this.#clock, delay, signal);
    }
  };

  #report({ outcome, detail }: Pick<ConnectionReport, 'outcome' | 'detail'>): void {
    for (const subscriber of this.#open)
      subscriber.report({ outcome, detail, startedAt: this.#reportedAt, requests: this.#requests });
    this.#requests = 0;
    this.#wasActive = false;
    this.#reportedAt = this.#clock.now();
  }

  /** Reports periodically while the connection lasts; call the result to stop. */
  #reportAgain(): () => void {
    let cancel = () => {};
    const restart = (): void => {
      cancel = this.#clock.after(this.#reportSeconds * 1000, () => {
        if (this.#wasActive) this.#report({ outcome: 'read', detail: null });
        restart();
      });
    };
    restart();
    return () => cancel();
  }

  /** Drops the subscribers that `barred` excludes; returns the reason when none is left. */
  readonly #opened = (header: Parameters<FeedListener['opened']>[0]): string | null => {
    const bars = new Map(this.#open.map((subscriber) => [subscriber, subscriber.opened(header)]));
    const left = this.#open.filter((subscriber) => bars.get(subscriber) === null);
    if (left.length === 0) return bars.get(this.#open[0] as FeedSubscriber) ?? null;
    for (const [subscriber, bar] of bars) {
      if (bar === null) continue;
      subscriber.report({ outcome: 'refused', detail: bar, startedAt: this.#reportedAt, requests: this.#requests });
      subscriber.refuse(bar);
    }
    this.#open = left;
    return null;
  };

  async #connectOnce(signal: AbortSignal): Promise<ConnectionEnd> {
    let endReports = () => {};
    this.#requests += this.#source.before === undefined ? 1 : 2;
    this.#reportedAt = this.#clock.now();
    const listener: FeedListener = {
      opened: this.#opened,
      joined: (isResuming) => {
        this.#received.joined(isResuming);
        for (const subscriber of this.#open) subscriber.joined();
        this.#report({ outcome: 'read', detail: null });
        endReports = this.#reportAgain();
      },
      resumed: (isWhole) => {
        const at = this.#clock.now();
        this.#received.resumed(at);
        for (const subscriber of this.#open) subscriber.receivedAgain(at, isWhole);
      },
      onActivity: () => {
        this.#wasActive = true;
        const at = this.#clock.now();
        if (this.#received.received(at)) for (const subscriber of this.#open) subscriber.receivedAgain(at, false);
      },
      take: async (batch) => {
        if (this.#source.shared !== undefined) this.#open = this.#open.filter((subscriber) => !subscriber.isRefused());
        await this.#received.taking(batch.at(-1)?.at ?? this.#clock.now(), async () => {
          for (const subscriber of this.#open) await subscriber.take(batch);
        });
      },
      onMalformed: (reason, text) => this.#open[0]?.onMalformed(reason, text),
    };
    const ended = await this.#setup.connect(listener, signal).catch(this.#failed);
    endReports();
    return ended;
  }

  readonly #failed = (error: unknown): ConnectionEnd => {
    const detail = `could not connect: ${errorText(error)}`;
    return { outcome: 'retry', detail, retryAt: null, joinedAt: null };
  };

  /** When to connect again, on `clock.elapsed`; null when only a restart helps. */
  #nextAt({ outcome, detail, retryAt, joinedAt }: ConnectionEnd): number | null {
    const begunAt = this.#clock.elapsed();
    const about = {
      begunAt,
      detail,
      retryAt: retryAt === null ? null : begunAt + retryAt - this.#clock.now(),
      isBare: false,
    };
    if (joinedAt !== null && this.#clock.now() - joinedAt >= steadySeconds * 1000)
      this.#schedule({ ...about, outcome: 'read' });
    return this.#schedule({ ...about, outcome });
  }

  #next(at: number | null): void {
    for (const subscriber of this.#open) subscriber.next(at);
  }

  #lose({ isSilent }: ConnectionEnd): void {
    const { at } = this.#received;
    this.#received.lost();
    if (at !== null) for (const subscriber of this.#open) subscriber.lost(at, isSilent === true ? 'silent' : 'cut');
  }

  #conclude(ended: ConnectionEnd): void {
    this.#report(ended);
    if (ended.outcome !== 'refused' || this.#source.credential === undefined) return;
    for (const subscriber of this.#open) subscriber.refuse(ended.detail);
  }

  #mayConnect(): boolean {
    this.#open = this.#open.filter((subscriber) => !subscriber.isRefused());
    return this.#open.length > 0;
  }
}

export const createFeedRunner = (setup: FeedRunnerSetup): FeedRunner => new ReconnectingFeed(setup);
