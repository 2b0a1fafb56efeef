import type { Clock } from '../../clock.ts';
import type { Fingerprint } from '../request/http-client.ts';
import type { RequestResult } from '../request/source-request.ts';

type FormerAnswer = { readonly fingerprint: Fingerprint; readonly answeredAt: number; readonly until: number };

/** How long an answer is only asked for if it has changed. A whole one then brings back whatever other sources removed wrongly. */
const conditionalMs = 3_600_000;
/** Bounds the memory; the oldest are dropped. */
const maxAnswers = 20_000;

/** The last answers about single items that came with a mark by which the marketplace tells whether they have changed. */
export class FormerAnswers {
  readonly #clock;
  readonly #answers = new Map<string, FormerAnswer>();

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
  }

  /** What to send so that only a changed answer comes whole; null to request it whole. */
  conditionsOf(item: string): Fingerprint | null {
    const former = this.#answers.get(item);
    return former !== undefined && this.#clock.elapsed() < former.until ? former.fingerprint : null;
  }

  /** When the answer arrived that is still the same. */
  answeredAt(item: string): number | null {
    return this.#answers.get(item)?.answeredAt ?? null;
  }

  /** Keeps an answer that is the whole truth about the item, and drops the former one when it no longer holds. */
  note(item: string, { outcome, fingerprint, tally }: RequestResult, isPartial: boolean): void {
    if (outcome === 'unchanged') return;
    this.#answers.delete(item);
    const isMarked = fingerprint !== null && (fingerprint.etag !== null || fingerprint.lastModified !== null);
    if (outcome !== 'read' || !isMarked || isPartial || tally.rejected > 0) return;
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size >= maxAnswers) this.#answers.delete(oldest);
    const until = this.#clock.elapsed() + conditionalMs;
    this.#answers.set(item, { fingerprint, answeredAt: this.#clock.now(), until });
  }
}
