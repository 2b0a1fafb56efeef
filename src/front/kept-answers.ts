import type { FrontHits } from '../api/fronts/for-fronts.ts';
import type { Ticket } from '../api/fronts/ticket.ts';

/** A cached response, for requests of exactly the same bytes. */
export type KeptAnswer = {
  readonly request: string;
  readonly ticket: Ticket;
  readonly status: number;
  readonly until: number;
  readonly bytes: Buffer;
  /** Offset of the Date header's value. */
  readonly dateAt: number;
  /** The date written there, in Unix seconds. */
  second: number;
  count: number;
  isGone: boolean;
};

// The book process confirms more often than this that the keys are unchanged
const trustMs = 600;

// More than timers and a clock that is being adjusted differ by in a moment
const jumpMs = 1_000;

// Memory of an entry besides its texts
const entryBytes = 600;

/** Responses by the bytes of their requests. The oldest is dropped first, as all live about equally long. */
export class KeptAnswers {
  readonly #byteLimit: number;
  readonly #elapsed: () => number;
  readonly #now: () => number;
  readonly #byRequest = new Map<string, KeptAnswer>();
  #gone: KeptAnswer[] = [];
  #bytes = 0;
  #trustedUntil = 0;
  /** By how much the time of day was ahead of `elapsed` when the keys were last confirmed. */
  #ahead: number;

  constructor(byteLimit: number, clock: { readonly elapsed: () => number; readonly now: () => number }) {
    this.#byteLimit = byteLimit;
    this.#elapsed = clock.elapsed;
    this.#now = clock.now;
    this.#ahead = clock.now() - clock.elapsed();
  }

  /** The keys are unchanged: allows cached responses for a moment longer. */
  trust(): void {
    this.#forgetAfterJump();
    this.#trustedUntil = this.#elapsed() + trustMs;
  }

  find(request: string): KeptAnswer | undefined {
    return this.#byRequest.get(request);
  }

  /** The bytes of a response, with the current date, and counts a hit; null when it must be requested again. */
  take(kept: KeptAnswer): Buffer | null {
    const at = this.#elapsed();
    if (kept.isGone || at >= kept.until || at >= this.#trustedUntil) return null;
    const now = this.#now();
    const second = Math.floor(now / 1000);
    if (second !== kept.second) {
      kept.bytes.write(new Date(now).toUTCString(), kept.dateAt, 'latin1');
      kept.second = second;
    }
    kept.count += 1;
    return kept.bytes;
  }

  keep(request: string, status: number, ticket: Ticket, bytes: Buffer): void {
    const dateAt = bytes.indexOf('\r\nDate: ') + '\r\nDate: '.length;
    const size = bytes.length + 2 * request.length + entryBytes;
    if (dateAt < '\r\nDate: '.length || 8 * size > this.#byteLimit) return;
    const former = this.#byRequest.get(request);
    if (former !== undefined) this.#drop(former);
    const until = this.#elapsed() + ticket.leftMs;
    const kept = { request, ticket, status, until, bytes, dateAt, second: 0, count: 0, isGone: false };
    this.#byRequest.set(request, kept);
    this.#bytes += size;
    this.#makeRoom();
  }

  /** Once the clock was set or the machine slept, keys can have expired and the times in responses are wrong. */
  #forgetAfterJump(): void {
    const ahead = this.#now() - this.#elapsed();
    if (Math.abs(ahead - this.#ahead) > jumpMs) this.forget();
    this.#ahead = ahead;
  }

  forget(): void {
    for (const kept of this.#byRequest.values()) this.#drop(kept);
  }

  /** Hits since the last call. */
  hits(): FrontHits[] {
    this.#makeRoom();
    const counted = [...this.#gone, ...this.#byRequest.values()].filter(({ count }) => count > 0);
    this.#gone = [];
    return counted.map((kept) => {
      const { count, status, ticket } = kept;
      kept.count = 0;
      return { keyId: ticket.keyId, route: ticket.route, status, count };
    });
  }

  #drop(kept: KeptAnswer): void {
    kept.isGone = true;
    this.#byRequest.delete(kept.request);
    this.#bytes -= kept.bytes.length + 2 * kept.request.length + entryBytes;
    if (kept.count > 0) this.#gone.push(kept);
  }

  #makeRoom(): void {
    const at = this.#elapsed();
    for (const oldest of this.#byRequest.values()) {
      if (this.#bytes <= this.#byteLimit && oldest.until > at) break;
      this.#drop(oldest);
    }
  }
}
