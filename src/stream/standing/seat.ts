import { type Framing, plainFraming } from '../framing.ts';
import type { Shape } from '../message.ts';
import type { Outbox } from '../outbox.ts';
import { type Followed, type StandingFrames, type StandingMember, type Standings, standingFrame } from './standings.ts';
import type { StandingRow } from './view.ts';
import type { StandingWish } from './wish.ts';

type SeatParts = {
  readonly standings: Standings;
  readonly wishes: readonly StandingWish[];
  readonly shape: Shape;
  readonly framing: Framing;
  readonly outbox: Outbox;
  readonly now: () => number;
  /** There is something to send that was not sent at once. */
  readonly wake: () => void;
  readonly onSent: (messages: number) => void;
};

/** A row that is yet to be sent, and whether the reader may know of its thing from before. */
type Waiting = { readonly row: StandingRow; readonly isKnown: boolean };

const messagesPerPiece = 256;

/** What one subscription hears of how things stand; of what it cannot take at once it is told the last state. */
export class Seat implements StandingMember {
  readonly #parts: SeatParts;
  readonly #followed: readonly Followed[];
  readonly #waiting = new Map<string, Waiting>();
  #isShowing = false;
  #behindSince: number | null = null;
  #sent = 0;

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#followed = parts.wishes.map((wish) => parts.standings.enter(wish, this));
  }

  get sentCount(): number {
    return this.#sent;
  }

  /** Whether something waits that may be sent when there is room. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0 && !this.#isShowing;
  }

  get behindSince(): number | null {
    return this.#behindSince;
  }

  /** How everything stands, frame by frame; what changes meanwhile comes after its end. */
  *show(): Generator<Buffer | null> {
    const { shape, framing } = this.#parts;
    this.#isShowing = true;
    for (const followed of this.#followed)
      for (const row of followed.standing())
        yield row === null ? null : standingFrame(row, shape.tag, plainFraming(framing), true);
  }

  /** All that was to be shown is on its way. */
  shown(): void {
    this.#isShowing = false;
  }

  hear(rows: readonly StandingRow[], frames: StandingFrames): void {
    const { outbox, shape, framing } = this.#parts;
    const isFirst = !this.#isShowing && this.#waiting.size === 0;
    if (isFirst && outbox.offer(frames.of(rows, shape.tag, framing), rows.length)) {
      this.#count(rows.length);
      return;
    }
    for (const row of rows) this.#keep(row);
    if (this.#isShowing) return;
    this.#behindSince ??= this.#parts.now();
    this.#parts.wake();
  }

  /** Sends one piece of what waits; whether there is more. */
  send(): boolean {
    const { outbox, shape, framing } = this.#parts;
    const rows: StandingRow[] = [];
    for (const { row } of this.#waiting.values()) if (rows.push(row) === messagesPerPiece) break;
    const bytes = Buffer.concat(rows.map((row) => standingFrame(row, shape.tag, plainFraming(framing), false)));
    if (rows.length > 0 && !outbox.offer(bytes, rows.length)) return false;
    for (const { id } of rows) this.#waiting.delete(id);
    this.#count(rows.length);
    if (this.#waiting.size === 0) this.#behindSince = null;
    return this.#waiting.size > 0;
  }

  leave(): void {
    for (const followed of this.#followed) this.#parts.standings.exit(followed, this);
    this.#waiting.clear();
  }

  #count(messages: number): void {
    this.#sent += messages;
    this.#parts.onSent(messages);
  }

  /** What came and has changed since comes as it is now. */
  #keep(row: StandingRow): void {
    const waiting = this.#waiting.get(row.id);
    const isKnown = this.#isShowing || (waiting?.isKnown ?? row.event !== 'Added');
    this.#waiting.delete(row.id);
    if (isKnown) this.#waiting.set(row.id, { row, isKnown });
    else if (row.event !== 'Removed') this.#waiting.set(row.id, { row: { ...row, event: 'Added' }, isKnown });
  }
}
