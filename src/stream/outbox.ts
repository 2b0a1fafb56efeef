import type { Clock } from '../runtime/clock.ts';
/** Destination of the bytes: a socket, or the response of a request that stays open. */
export type OutboxSink = {
  /** Calls back once the bytes have left the process. */
  readonly write: (bytes: Buffer, written: () => void) => void;
};

export type OutboxLimits = { readonly messages: number; readonly bytes: number };

/**
 * What was sent to one connection and has not left the process yet. Buffers are shared with other connections and never
 * copied. Bytes that do not fit are refused; `onRoom` says when to try again.
 */
export class Outbox {
  readonly #sink: OutboxSink;
  readonly #limits: OutboxLimits;
  readonly #elapsed: Clock['elapsed'];
  readonly #onRoom: () => void;
  // Sizes of the writes under way, oldest first: messages and bytes alternately
  readonly #underWay: number[] = [];
  #oldest = 0;
  #messages = 0;
  #bytes = 0;
  #isShort = false;
  #leftAt: number;

  constructor(options: {
    readonly sink: OutboxSink;
    readonly limits: OutboxLimits;
    readonly elapsed: Clock['elapsed'];
    /** Called when half of the room is free again after something was refused. */
    readonly onRoom: () => void;
  }) {
    this.#sink = options.sink;
    this.#limits = options.limits;
    this.#elapsed = options.elapsed;
    this.#onRoom = options.onRoom;
    this.#leftAt = options.elapsed();
  }

  get messages(): number {
    return this.#messages;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Since when, on `clock.elapsed`, nothing has left although bytes are waiting; null when none are. */
  get stuckSince(): number | null {
    return this.#messages === 0 ? null : this.#leftAt;
  }

  /** When bytes last left, which shows that the reader is reading. */
  get leftAt(): number {
    return this.#leftAt;
  }

  /** Sends the bytes if they fit, or if nothing is waiting; whether it did. */
  offer(bytes: Buffer, messages: number): boolean {
    const isOver = this.#messages + messages > this.#limits.messages || this.#bytes + bytes.length > this.#limits.bytes;
    if (isOver && this.#messages > 0) {
      this.#isShort = true;
      return false;
    }
    this.force(bytes, messages);
    return true;
  }

  get isTwiceFull(): boolean {
    return this.#messages > 2 * this.#limits.messages || this.#bytes > 2 * this.#limits.bytes;
  }

  /** Whether half of the room is free; if not, `onRoom` will be called. */
  hasRoom(): boolean {
    if (this.#isHalfFree) return true;
    this.#isShort = true;
    return false;
  }

  /** Sends the bytes however much is waiting. */
  force(bytes: Buffer, messages: number): void {
    if (this.#messages === 0) this.#leftAt = this.#elapsed();
    this.#messages += messages;
    this.#bytes += bytes.length;
    this.#underWay.push(messages, bytes.length);
    this.#sink.write(bytes, this.#written);
  }

  readonly #written = (): void => {
    const at = this.#oldest;
    this.#messages -= this.#underWay[at] ?? 0;
    this.#bytes -= this.#underWay[at + 1] ?? 0;
    this.#oldest = at + 2;
    if (this.#oldest === this.#underWay.length) {
      this.#underWay.length = 0;
      this.#oldest = 0;
    } else if (this.#oldest > 1_024) {
      this.#underWay.splice(0, this.#oldest);
      this.#oldest = 0;
    }
    this.#leftAt = this.#elapsed();
    if (!this.#isShort || !this.#isHalfFree) return;
    this.#isShort = false;
    this.#onRoom();
  };

  get #isHalfFree(): boolean {
    return 2 * this.#messages <= this.#limits.messages && 2 * this.#bytes <= this.#limits.bytes;
  }
}
