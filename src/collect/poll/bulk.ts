import type { Bulk, WireRequest } from '../../contract/connector.ts';
import type { Age } from '../../schema/index.ts';
import { errorText } from '../error-text.ts';
import type { Fingerprint } from '../request/http-client.ts';
import { madeExactly, madeOfBoth } from '../request/made-at.ts';
import type { RequestResult } from '../request/source-request.ts';
import { isMissing } from '../schedule/outcome.ts';
import { addTally, type PollResult, type PollStep, pollResultOf } from './poll-step.ts';

type BulkPass = {
  readonly parts: readonly WireRequest[];
  next: number;
  readonly pollResult: PollResult;
  readonly index: Fingerprint | null;
  /** When the oldest of the parts was generated. */
  made: Age;
};

class BulkStep {
  readonly #source;
  readonly #game;
  readonly #sendRequest;
  readonly #take;
  readonly #seeAgain;
  readonly #beginReading;
  readonly #endReading;
  readonly #confirm;
  readonly #clock;
  readonly #about;
  /** Fingerprint of the last complete and trusted reading. */
  #fingerprint: Fingerprint | null = null;
  #lastMadeAt: number | null = null;
  #pass: BulkPass | null = null;

  constructor(step: PollStep<Bulk<never>>) {
    const { source, game, sendRequest, take, seeAgain, beginReading, endReading, confirm, clock } = step;
    this.#source = source;
    this.#game = game;
    this.#sendRequest = sendRequest;
    this.#take = take;
    this.#seeAgain = seeAgain;
    this.#beginReading = beginReading;
    this.#endReading = endReading;
    this.#confirm = confirm;
    this.#clock = clock;
    this.#about = { game, item: null, marketplaceItemId: null };
  }

  readonly run = async (signal: AbortSignal): Promise<PollResult> => {
    const dueAt = this.#clock.elapsed();
    if (this.#pass !== null) return await this.#readParts(this.#pass, signal, dueAt);
    this.#beginReading();
    const isIndex = this.#source.parts !== undefined;
    const request = this.#source.request({ game: this.#game });
    const result = await this.#sendRequest({
      request,
      about: this.#about,
      signal,
      dueAt,
      take: this.#take,
      seeAgain: this.#seeAgain,
      isIndex,
      conditions: this.#fingerprint,
    });
    if (result.outcome === 'unchanged') await this.#confirm(this.#unchangedAt(result));
    if (result.outcome !== 'read') {
      if (result.outcome === 'changed' || result.tally.rows > 0) this.#fingerprint = null;
      return pollResultOf(result);
    }
    if (!isIndex) return await this.#finish(pollResultOf(result), result.fingerprint, result.made);
    const next = this.#begun(result);
    return 'parts' in next ? await this.#readParts(next, signal, dueAt) : next;
  };

  async #readParts(current: BulkPass, signal: AbortSignal, dueAt: number): Promise<PollResult> {
    const { pollResult } = current;
    for (; current.next < current.parts.length; current.next += 1) {
      const request = current.parts[current.next] as WireRequest;
      const plan = { request, about: this.#about, signal, dueAt, take: this.#take, seeAgain: this.#seeAgain };
      const result = await this.#sendRequest(plan);
      addTally(pollResult, result);
      current.made = madeOfBoth(current.made, result.made);
      if (result.outcome === 'read') continue;
      if (result.outcome === 'changed') pollResult.doubt ??= result;
      else {
        // When a part is gone or the index is old, the next attempt starts with a new index
        const isOld = this.#clock.now() - pollResult.startedAt > 2 * this.#source.everySeconds * 1000 + 600_000;
        this.#pass = isMissing(result.outcome) || isOld ? null : current;
        return { ...pollResult, outcome: result.outcome, detail: result.detail, retryAt: result.retryAt };
      }
    }
    this.#pass = null;
    return await this.#finish(pollResult, current.index, current.made);
  }

  async #finish(pollResult: PollResult, next: Fingerprint | null, read: Age | null): Promise<PollResult> {
    const made = madeOfBoth(madeExactly(pollResult.startedAt), read);
    const ended = await this.#endReading(pollResult, made);
    this.#fingerprint = ended.outcome === 'read' ? next : null;
    this.#lastMadeAt = made.asOf;
    return ended;
  }

  /** The same bytes have the same date; an unchanged list without its own date can still be current. */
  #unchangedAt({ made }: RequestResult): number | null {
    return this.#source.madeAt === undefined || this.#lastMadeAt === null || made === null
      ? (made?.asOf ?? null)
      : Math.min(made.asOf, this.#lastMadeAt);
  }

  #begun(result: RequestResult): BulkPass | PollResult {
    try {
      const parts = this.#source.parts?.(result.payload, { game: this.#game }) ?? [];
      return {
        parts,
        next: 0,
        pollResult: pollResultOf(result),
        index: result.fingerprint,
        made: madeExactly(result.startedAt),
      };
    } catch (error) {
      const detail = `the index cannot be read: ${errorText(error)}`;
      return { ...pollResultOf(result), outcome: 'changed', detail };
    }
  }
}

/** Reads a whole list, or an index and the parts it names; after a failure, parts already read are not requested again. */
export const createBulkStep = (step: PollStep<Bulk<never>>): ((signal: AbortSignal) => Promise<PollResult>) =>
  new BulkStep(step).run;
