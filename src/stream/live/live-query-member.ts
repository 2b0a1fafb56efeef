import { type Framing, plainFraming } from '../framing.ts';
import type { Shape } from '../message.ts';
import type { Outbox } from '../outbox.ts';
import { type FollowedQuery, type LiveFrames, type LiveListener, type LiveQueries, liveFrame } from './live-queries.ts';
import type { LiveQuery } from './live-query.ts';
import type { LiveRow } from './view.ts';

type LiveQueryMemberParts = {
  readonly liveQueries: LiveQueries;
  readonly subscriptions: readonly LiveQuery[];
  readonly shape: Shape;
  readonly framing: Framing;
  readonly outbox: Outbox;
  readonly elapsed: () => number;
  /** Called when rows are waiting that could not be sent at once. */
  readonly wake: () => void;
  readonly onSent: (messages: number) => void;
};

/** A row that is yet to be sent, and whether the reader may know its thing already. */
type Waiting = { readonly row: LiveRow; readonly isKnown: boolean };

const messagesPerPiece = 256;

/** The part of a subscription that follows views; a reader that is behind gets only the latest state of each row. */
export class LiveQueryMember implements LiveListener {
  readonly #parts: LiveQueryMemberParts;
  readonly #followed: readonly FollowedQuery[];
  readonly #waiting = new Map<string, Waiting>();
  #isShowing = false;
  #behindSince: number | null = null;
  #sent = 0;

  constructor(parts: LiveQueryMemberParts) {
    this.#parts = parts;
    this.#followed = parts.subscriptions.map((subscription) => parts.liveQueries.enter(subscription, this));
  }

  get sentCount(): number {
    return this.#sent;
  }

  /** Whether rows are waiting to be sent. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0 && !this.#isShowing;
  }

  get behindSince(): number | null {
    return this.#behindSince;
  }

  /** The current state, frame by frame; changes meanwhile are sent after its end. */
  *show(): Generator<Buffer | null> {
    const { shape, framing } = this.#parts;
    this.#isShowing = true;
    for (const followed of this.#followed)
      for (const row of followed.standing())
        yield row === null ? null : liveFrame(row, shape.tag, plainFraming(framing), true);
  }

  /** Ends the showing: everything shown has been sent. */
  shown(): void {
    this.#isShowing = false;
  }

  receive(rows: readonly LiveRow[], frames: LiveFrames): void {
    const { outbox, shape, framing } = this.#parts;
    const isFirst = !this.#isShowing && this.#waiting.size === 0;
    if (isFirst && outbox.offer(frames.of(rows, shape.tag, framing), rows.length)) {
      this.#count(rows.length);
      return;
    }
    for (const row of rows) this.#keep(row);
    if (this.#isShowing) return;
    this.#behindSince ??= this.#parts.elapsed();
    this.#parts.wake();
  }

  /** Sends one piece of the waiting rows; whether there are more. */
  send(): boolean {
    const { outbox, shape, framing } = this.#parts;
    const rows: LiveRow[] = [];
    for (const { row } of this.#waiting.values()) if (rows.push(row) === messagesPerPiece) break;
    const bytes = Buffer.concat(rows.map((row) => liveFrame(row, shape.tag, plainFraming(framing), false)));
    if (rows.length > 0 && !outbox.offer(bytes, rows.length)) return false;
    for (const { id } of rows) this.#waiting.delete(id);
    this.#count(rows.length);
    if (this.#waiting.size === 0) this.#behindSince = null;
    return this.#waiting.size > 0;
  }

  leave(): void {
    for (const followed of this.#followed) this.#parts.liveQueries.exit(followed, this);
    this.#waiting.clear();
  }

  #count(messages: number): void {
    this.#sent += messages;
    this.#parts.onSent(messages);
  }

  /** Keeps the latest row of a thing; one that the reader never saw stays `Added`, or is dropped when removed. */
  #keep(row: LiveRow): void {
    const waiting = this.#waiting.get(row.id);
    const isKnown = this.#isShowing || (waiting?.isKnown ?? row.event !== 'Added');
    this.#waiting.delete(row.id);
    if (isKnown) this.#waiting.set(row.id, { row, isKnown });
    else if (row.event !== 'Removed') this.#waiting.set(row.id, { row: { ...row, event: 'Added' }, isKnown });
  }
}
