/** An answer that can be given again. */
export type Repeatable = {
  readonly bytes: Buffer;
  /** Remaining validity in milliseconds. */
  readonly leftMs: number;
  /** Called before each repetition, to count it; false when the answer must be requested again. */
  readonly repeat: () => boolean;
};

/** A cached response, for requests of exactly the same bytes. */
export type KeptAnswer = Pick<Repeatable, 'repeat'> & {
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

export type KeptAnswersParts = {
  readonly byteLimit: number;
  readonly now: () => number;
  /** Whether the keys are known to be the same as when the answers were given. */
  readonly isTrusted: () => boolean;
};

const dateLine = '\r\nDate: ';

// Memory of an entry besides its texts
const entryBytes = 600;

/** Responses by the bytes of their requests. The oldest is dropped first, as all live about equally long. */
export class KeptAnswers {
  readonly #parts: KeptAnswersParts;
  readonly #byRequest = new Map<string, KeptAnswer>();
  #bytes = 0;

  constructor(parts: KeptAnswersParts) {
    this.#parts = parts;
  }

  find(request: string): KeptAnswer | undefined {
    return this.#byRequest.get(request);
  }

  /** The bytes of a response, with the current date; null when it must be requested again. */
  take(kept: KeptAnswer): Buffer | null {
    if (!this.#parts.isTrusted() || kept.isGone) return null;
    const now = this.#parts.now();
    // Before `from` only when the clock was set back
    if (now < kept.from || now >= kept.until || !kept.repeat()) return null;
    const second = Math.floor(now / 1000);
    if (second !== kept.second) {
      // A copy, because the former may still be on its way to somebody who reads slowly
      kept.bytes = Buffer.from(kept.bytes);
      kept.bytes.write(new Date(now).toUTCString(), kept.dateAt, 'latin1');
      kept.second = second;
    }
    return kept.bytes;
  }

  keep(request: string, answer: Repeatable): void {
    const { bytes, leftMs, repeat } = answer;
    const dateAt = bytes.indexOf(dateLine) + dateLine.length;
    if (dateAt < dateLine.length || 8 * bytes.length > this.#parts.byteLimit) return;
    const from = this.#parts.now();
    const kept = { request, bytes, repeat, from, until: from + leftMs, dateAt, second: 0, isGone: false };
    const former = this.#byRequest.get(request);
    if (former !== undefined) this.#drop(former);
    this.#byRequest.set(request, kept);
    this.#bytes += sizeOf(kept);
    this.#makeRoom();
  }

  forget(): void {
    for (const kept of this.#byRequest.values()) this.#drop(kept);
  }

  #drop(kept: KeptAnswer): void {
    kept.isGone = true;
    this.#byRequest.delete(kept.request);
    this.#bytes -= sizeOf(kept);
  }

  #makeRoom(): void {
    const now = this.#parts.now();
    for (const oldest of this.#byRequest.values()) {
      if (this.#bytes <= this.#parts.byteLimit && oldest.until > now) break;
      this.#drop(oldest);
    }
  }
}

const sizeOf = ({ bytes, request }: KeptAnswer): number => bytes.length + 2 * request.length + entryBytes;
