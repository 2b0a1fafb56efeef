import type { Clock } from '../../runtime/clock.ts';
import { type Framing, frameOf } from '../framing.ts';
import { LookQueue } from './look-queue.ts';
import type { StandingSubscription } from './standing-subscription.ts';
import type { StandingReader, StandingRow, StandingView } from './view.ts';

/** Receives the rows that have changed. */
export type StandingMember = { readonly receive: (rows: readonly StandingRow[], frames: StandingFrames) => void };

type StandingsParts = {
  readonly reader: StandingReader;
  readonly timers: Pick<Clock, 'after' | 'soon'>;
  /** Calls once every change so far is in the log. */
  readonly onceAllPublished: (call: () => void) => void;
};

/** Changes of one thing within this time are sent as one message. */
const gatherMs = { best: 15, deals: 250, found: 100 } as const;

/** The views behind the channels best, deals and found; a view exists only while somebody subscribes to it. */
export class Standings {
  readonly #parts: StandingsParts;
  readonly #looks: LookQueue;
  readonly #followed = new Map<string, Followed>();

  constructor(parts: StandingsParts) {
    this.#parts = parts;
    this.#looks = new LookQueue(parts.timers);
  }

  get size(): number {
    return this.#followed.size;
  }

  enter(subscription: StandingSubscription, member: StandingMember): Followed {
    const key = JSON.stringify(subscription);
    const followed = this.#followed.get(key) ?? new Followed(subscription, this.#parts, this.#looks);
    this.#followed.set(key, followed);
    followed.members.add(member);
    return followed;
  }

  exit(followed: Followed, member: StandingMember): void {
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

const isOfTime = (subscription: StandingSubscription): boolean =>
  subscription.channel === 'deals' || (subscription.channel === 'found' && subscription.maxDaysTradeLocked !== null);

const viewOf = (reader: StandingReader, subscription: StandingSubscription, touched: () => void): StandingView => {
  if (subscription.channel === 'best') return reader.best(subscription, touched);
  return subscription.channel === 'deals' ? reader.deals(subscription, touched) : reader.found(subscription, touched);
};

/** One standing subscription and all its members: looked at once and sent as the same bytes. */
export class Followed {
  readonly subscription: StandingSubscription;
  readonly members = new Set<StandingMember>();
  readonly #parts: StandingsParts;
  readonly #looks: LookQueue;
  readonly #view: StandingView;
  #cancel: (() => void) | null = null;

  constructor(subscription: StandingSubscription, parts: StandingsParts, looks: LookQueue) {
    this.subscription = subscription;
    this.#parts = parts;
    this.#looks = looks;
    const touched = () => {
      this.#cancel ??= parts.timers.after(gatherMs[subscription.channel], () => looks.add(this));
    };
    this.#view = viewOf(parts.reader, subscription, touched);
  }

  standing(): Iterable<StandingRow | null> {
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
      const frames = new StandingFrames();
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
export class StandingFrames {
  readonly #made = new Map<string, Buffer>();

  of(rows: readonly StandingRow[], tag: string | null, framing: Framing): Buffer {
    const key = `${framing} ${tag}`;
    const made = this.#made.get(key) ?? Buffer.concat(rows.map((row) => standingFrame(row, tag, framing, false)));
    this.#made.set(key, made);
    return made;
  }
}

/** Frames a row. These messages have no sequence, so no reader can resume from one. */
export function standingFrame(
  { type, event, tail }: StandingRow,
  tag: string | null,
  framing: Framing,
  isShown: boolean,
): Buffer {
  const start = { type, ...(event !== null && { eventType: event }), ...(tag !== null && { subscription: tag }) };
  const shown = isShown ? ',"snapshot":true' : '';
  return frameOf(Buffer.from(`${JSON.stringify(start).slice(0, -1)}${shown}${tail}`), framing, null);
}
