import type { Clock } from '../../runtime/clock.ts';
import type { Fingerprint } from '../request/http-client.ts';
import type { RequestResult } from '../request/source-request.ts';

type PreviousAnswer = {
  readonly fingerprint: Fingerprint;
  readonly answeredAt: number;
  readonly until: number;
  revision: number | null;
};

/** How long an answer is only requested if it has changed. */
const conditionalMs = 3_600_000;
/** Bounds the memory; the oldest are dropped. */
const maxAnswers = 20_000;

/** The last answers about single items that came with a mark by which the marketplace tells whether they have changed. */
export class PreviousAnswers {
  readonly #clock;
  readonly #answers = new Map<string, PreviousAnswer>();

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
  }

  /**
   * What to send so that only a changed answer comes whole; null to request it whole, also because the item has changed since
   * by other sources: what one of them removed wrongly would stay away as long as the answer is the same.
   */
  conditionsOf(item: string, revision: number | null): Fingerprint | null {
    const previous = this.#answers.get(item);
    if (previous === undefined || previous.revision !== revision || this.#clock.elapsed() >= previous.until)
      return null;
    return previous.fingerprint;
  }

  /** When the answer arrived that is still the same. */
  answeredAt(item: string): number | null {
    return this.#answers.get(item)?.answeredAt ?? null;
  }

  /**
   * Keeps an answer that is the whole truth about the item, and drops the former one when it no longer holds. An answer is
   * partial too when the item changed while it was on its way: which of the two is newer is not known.
   */
  note(
    item: string,
    result: RequestResult,
    now: { readonly isPartial: boolean; readonly revision: number | null },
  ): void {
    const { outcome, fingerprint, tally } = result;
    const { isPartial, revision } = now;
    const previous = this.#answers.get(item);
    if (outcome === 'unchanged' && previous !== undefined && !isPartial) {
      previous.revision = revision;
      return;
    }
    this.#answers.delete(item);
    const isMarked = fingerprint !== null && (fingerprint.etag !== null || fingerprint.lastModified !== null);
    if (outcome !== 'read' || !isMarked || isPartial || tally.rejected > 0) return;
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size >= maxAnswers) this.#answers.delete(oldest);
    const until = this.#clock.elapsed() + conditionalMs;
    this.#answers.set(item, { fingerprint, answeredAt: this.#clock.now(), until, revision });
  }
}
