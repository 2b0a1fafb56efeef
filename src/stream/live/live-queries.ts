import type { Clock } from '../../runtime/clock.ts';
import { type Framing, frameOf } from '../framing.ts';
import type { LiveQuery } from './live-query.ts';
import { LookQueue } from './look-queue.ts';
import type { LiveReader, LiveRow, LiveView } from './view.ts';

/** Receives the rows that have changed. */
export type LiveListener = { readonly receive: (rows: readonly LiveRow[], frames: LiveFrames) => void };

type LiveQueriesParts = {
  readonly reader: LiveReader;
  readonly timers: Pick<Clock, 'after' | 'soon'>;
  /** Calls once every change so far is in the log. */
  readonly onceAllPublished: (call: () => void) => void;
};

/** Changes of one thing within this time are sent as one message. */
const gatherMs = { best: 15, deals: 250, found: 100 } as const;

/** The views behind the channels best, deals and found; a view exists only while somebody subscribes to it. */
export class LiveQueries {
  readonly #parts: LiveQueriesParts;
  readonly #looks: LookQueue;
  readonly #followed = new Map<string, FollowedQuery>();

  constructor(parts: LiveQueriesParts) {
    this.#parts = parts;
    this.#looks = new LookQueue(parts.timers);
  }

  get size(): number {
    return this.#followed.size;
  }

  enter(subscription: LiveQuery, member: LiveListener): FollowedQuery {
    const key = JSON.stringify(subscription);
    const followed = this.#followed.get(key) ?? new FollowedQuery(subscription, this.#parts, this.#looks);
    this.#followed.set(key, followed);
    followed.members.add(member);
    return followed;
  }

  exit(followed: FollowedQuery, member: LiveListener): void {
    followed.members.delete(member);
    if (followed.members.size > 0) return;
    followed.stop();
    this.#followed.delete(JSON.stringify(followed.subscription));
  }

  /** Looks again at the views that change as time passes. */
  tick(): void {
    for (const followed of this.#followed.values()) if (isOfTime(followed.subscription)) this.#looks.add(followed);
  }

  stop(): void {
    this.#looks.stop();
    for (const followed of this.#followed.values()) followed.stop();
    this.#followed.clear();
  }
}

const isOfTime = (subscription: LiveQuery): boolean =>
  subscription.channel === 'deals' || (subscription.channel === 'found' && subscription.maxDaysTradeLocked !== null);

const viewOf = (reader: LiveReader, subscription: LiveQuery, touched: () => void): LiveView => {
  if (subscription.channel === 'best') return reader.best(subscription, touched);
  return subscription.channel === 'deals' ? reader.deals(subscription, touched) : reader.found(subscription, touched);
};

/** One standing subscription and all its members: looked at once and sent as the same bytes. */
export class FollowedQuery {
  readonly subscription: LiveQuery;
  readonly members = new Set<LiveListener>();
  readonly #parts: LiveQueriesParts;
  readonly #looks: LookQueue;
  readonly #view: LiveView;
  #cancel: (() => void) | null = null;

  constructor(subscription: LiveQuery, parts: LiveQueriesParts, looks: LookQueue) {
    this.subscription = subscription;
    this.#parts = parts;
    this.#looks = looks;
    const touched = () => {
      this.#cancel ??= parts.timers.after(gatherMs[subscription.channel], () => looks.add(this));
    };
    this.#view = viewOf(parts.reader, subscription, touched);
  }

  standing(): Iterable<LiveRow | null> {
    return this.#view.standing();
  }

  /** Sends the changed rows once all changes they were computed from are in the log. */
  look(): void {
    this.#cancel?.();
    this.#cancel = null;
    const { rows, isMore } = this.#view.take();
    if (isMore) this.#cancel = this.#parts.timers.soon(() => this.#looks.add(this));
    if (rows.length === 0) return;
    // Members that join later are shown the state at that time
    const current = [...this.members];
    this.#parts.onceAllPublished(() => {
      const frames = new LiveFrames();
      for (const member of current) if (this.members.has(member)) member.receive(rows, frames);
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#looks.remove(this);
    this.#view.close();
  }
}

/** The bytes of some rows, encoded once for all members with the same tag and framing. */
export class LiveFrames {
  readonly #made = new Map<string, Buffer>();

  of(rows: readonly LiveRow[], tag: string | null, framing: Framing): Buffer {
    const key = `${framing} ${tag}`;
    const made = this.#made.get(key) ?? Buffer.concat(rows.map((row) => liveFrame(row, tag, framing, false)));
    this.#made.set(key, made);
    return made;
  }
}

/** Frames a row. These messages have no sequence, so no reader can resume from one. */
export function liveFrame(
  { type, event, tail }: LiveRow,
  tag: string | null,
  framing: Framing,
  isShown: boolean,
): Buffer {
  const start = { type, ...(event !== null && { eventType: event }), ...(tag !== null && { subscription: tag }) };
  const shown = isShown ? ',"snapshot":true' : '';
  return frameOf(Buffer.from(`${JSON.stringify(start).slice(0, -1)}${shown}${tail}`), framing, null);
}
