/** An answer that can be given again. */
export type Repeatable = {
  readonly bytes: Buffer;
  /** Remaining validity in milliseconds. */
  readonly leftMs: number;
  /** Called before each repetition, to count it; false when the answer must be requested again. */
  readonly repeat: () => boolean;
};

/** A cached response, for requests of exactly the same bytes. */
export type CachedAnswer = Pick<Repeatable, 'repeat'> & {
  readonly request: string;
  bytes: Buffer;
  readonly from: number;
  readonly until: number;
  /** Offset of the Date header's value. */
  readonly dateAt: number;
  /** The date written there, in Unix seconds. */
  second: number;
  isGone: boolean;
};

export type CachedAnswersParts = {
  readonly byteLimit: number;
  readonly now: () => number;
  /** Whether the keys are known to be the same as when the answers were given. */
  readonly isTrusted: () => boolean;
};

const dateLine = '\r\nDate: ';

// Memory of an entry besides its texts
const entryBytes = 600;

/** Responses by the bytes of their requests. The oldest is dropped first, as all live about equally long. */
export class CachedAnswers {
  readonly #parts: CachedAnswersParts;
  readonly #byRequest = new Map<string, CachedAnswer>();
  #bytes = 0;

  constructor(parts: CachedAnswersParts) {
    this.#parts = parts;
  }

  find(request: string): CachedAnswer | undefined {
    return this.#byRequest.get(request);
  }

  /** The bytes of a response, with the current date; null when it must be requested again. */
  take(cached: CachedAnswer): Buffer | null {
    if (!this.#parts.isTrusted() || cached.isGone) return null;
    const now = this.#parts.now();
    // Before `from` only when the clock was set back
    if (now < cached.from || now >= cached.until || !cached.repeat()) return null;
    const second = Math.floor(now / 1000);
    if (second !== cached.second) {
      // A copy, because the former may still be on its way to somebody who reads slowly
      cached.bytes = Buffer.from(cached.bytes);
      cached.bytes.write(new Date(now).toUTCString(), cached.dateAt, 'latin1');
      cached.second = second;
    }
    return cached.bytes;
  }

  keep(request: string, answer: Repeatable): void {
    const { bytes, leftMs, repeat } = answer;
    const dateAt = bytes.indexOf(dateLine) + dateLine.length;
    if (dateAt < dateLine.length || 8 * bytes.length > this.#parts.byteLimit) return;
    const from = this.#parts.now();
    const cached = { request, bytes, repeat, from, until: from + leftMs, dateAt, second: 0, isGone: false };
    const previous = this.#byRequest.get(request);
    if (previous !== undefined) this.#drop(previous);
    this.#byRequest.set(request, cached);
    this.#bytes += sizeOf(cached);
    this.#makeRoom();
  }

  forget(): void {
    for (const cached of this.#byRequest.values()) this.#drop(cached);
  }

  #drop(cached: CachedAnswer): void {
    cached.isGone = true;
    this.#byRequest.delete(cached.request);
    this.#bytes -= sizeOf(cached);
  }

  #makeRoom(): void {
    const now = this.#parts.now();
    for (const oldest of this.#byRequest.values()) {
      if (this.#bytes <= this.#parts.byteLimit && oldest.until > now) break;
      this.#drop(oldest);
    }
  }
}

const sizeOf = ({ bytes, request }: CachedAnswer): number => bytes.length + 2 * request.length + entryBytes;
