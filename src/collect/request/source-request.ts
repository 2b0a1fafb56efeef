import type { Clock } from '../../clock.ts';
import type { About, Source, WireRequest } from '../../contract/connector.ts';
import { createRowTally, type RowReader, type RowTally } from '../decode/row-reader.ts';
import { retryAfterAt, spentUntil } from '../schedule/back-off.ts';
import { type Outcome, remedyOf } from '../schedule/outcome.ts';
import type { Permit, RateLimiter } from '../schedule/rate-limiter.ts';
import type { Urgency } from '../schedule/request-queue.ts';
import type { Access } from './access-token.ts';
import { addressOf, type Secret } from './credential.ts';
import type { Fingerprint, HttpClient, HttpResponse } from './http-client.ts';
import { copiedAt } from './made-at.ts';
import { createResponseReader, type Finding, type SeeAgain, type Take } from './read-response.ts';

/** How one request ended and what it brought. */
export type RequestResult = {
  readonly outcome: Outcome;
  /** What was found and what to do, without secrets; null when all is well. */
  readonly detail: string | null;
  /** The request was sent. */
  readonly startedAt: number;
  readonly tally: RowTally;
  /** The marketplace does not want to be asked before. */
  readonly retryAt: number | null;
  /** Without its rows where these were split while they streamed. */
  readonly payload: unknown;
  readonly fingerprint: Fingerprint | null;
  /** When what came was made, never later than it came, nor more than a day earlier; null where nothing came. */
  readonly madeAt: number | null;
};

export type RequestPlan = {
  readonly request: WireRequest;
  readonly about: Omit<About, 'at'>;
  readonly signal: AbortSignal;
  /** When the reading was due that it is a part of, as the clock has elapsed; now, unless said. */
  readonly dueAt?: number;
  /** The answer only says where the rows are. */
  readonly isIndex?: boolean;
  readonly conditions?: Fingerprint | null;
  readonly take: Take;
  /** Unless rows may be known, every one is read. */
  readonly seeAgain?: SeeAgain | null;
  /** Is given every piece of the body. */
  readonly capture?: (piece: Buffer) => void;
};

/** One request of a source, from the budget to the records. */
export type SourceRequest = (plan: RequestPlan) => Promise<RequestResult>;

export type ChosenRequest = Pick<RequestPlan, 'request' | 'about'>;

/** What is asked is chosen when a request may go out, so that no choice grows old in the queue. */
export type LateRequestPlan = Pick<RequestPlan, 'signal' | 'take'> & {
  /** Null when there is nothing to ask after all. */
  readonly choose: () => ChosenRequest | null;
  readonly urgency: () => Urgency;
  /** Told when the request goes out. */
  readonly admitted: () => void;
};
export type LateSourceRequest = (plan: LateRequestPlan) => Promise<RequestResult | null>;

export type SourceRequestSetup = {
  readonly source: Source;
  readonly send: HttpClient['send'];
  readonly limiter: RateLimiter;
  readonly access: Access;
  readonly reader: RowReader;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
};

type RequestAttempt = { readonly response: HttpResponse | null; readonly finding: Finding };

const notMade: RequestAttempt = { response: null, finding: { outcome: 'retry', found: 'stopped before asking' } };
/** Nothing that stands would be confirmed by it: it may come from a cache that has mixed up who asked. */
const unasked: Finding = { outcome: 'retry', found: 'says that nothing has changed since, though no copy was named' };

const isConditional = (conditions: Fingerprint | null): boolean =>
  Boolean(conditions?.etag || conditions?.lastModified);

const noCapture = (): void => undefined;

export const createSourceRequest = (setup: SourceRequestSetup): SourceRequest =>
  createSourceRequests(setup).sendRequest;

const notingErrors =
  (seeAgain: SeeAgain, note: (error: unknown) => never): SeeAgain =>
  (...given) => {
    try {
      return seeAgain(...given);
    } catch (error) {
      return note(error);
    }
  };

class SourceRequests {
  readonly #source;
  readonly #send;
  readonly #limiter;
  readonly #access;
  readonly #redact;
  readonly #clock;
  readonly #readResponse;
  readonly #findingOf;

  constructor({ source, send, limiter, access, reader, redact, clock }: SourceRequestSetup) {
    this.#source = source;
    this.#send = send;
    this.#limiter = limiter;
    this.#access = access;
    this.#redact = redact;
    this.#clock = clock;
    const { readResponse, findingOf } = createResponseReader({ source, reader, hasCredential: access.env !== null });
    this.#readResponse = readResponse;
    this.#findingOf = findingOf;
  }

  readonly sendRequest: SourceRequest = (plan) =>
    this.#presenting(async (secret) => await this.#made(plan, secret, await this.#limiter.take(plan.signal)));

  readonly sendLate: LateSourceRequest = (plan) => {
    const { signal, urgency } = plan;
    let chosen: ChosenRequest | null = null;
    return this.#presenting(async (secret) => {
      const permit = await this.#limiter.take(signal, { kind: 'item', urgency });
      if (permit === null) return null;
      chosen ??= this.#chosen(plan, permit);
      if (chosen === null) {
        permit.unused();
        return null;
      }
      plan.admitted();
      return await this.#made({ ...chosen, signal, take: plan.take }, secret, permit);
    });
  };

  /** A choice that fails gives back the leave to ask: whoever shares the budget would wait for its end for ever. */
  #chosen({ choose }: LateRequestPlan, permit: Permit): ChosenRequest | null {
    try {
      return choose();
    } catch (error) {
      permit.unused();
      throw error;
    }
  }

  #detailOf(finding: Finding, request: WireRequest, status: number | null): string | null {
    if (finding.outcome === 'read' || finding.outcome === 'unchanged') return null;
    const { host, pathname } = new URL(addressOf(request));
    const remedy = remedyOf(finding.outcome, this.#access.env, finding.refusedByUs);
    const seen = [`${host}${pathname}`, status === null ? null : `answered ${status}`, finding.found];
    return [this.#redact(seen.filter(Boolean).join('; ')), remedy].filter(Boolean).join('; ');
  }

  /** Asks and reads; an exception of the sink is no fault of the answer and is passed on. */
  async #attempt(plan: RequestPlan, secret: Secret | null, permit: Permit, tally: RowTally): Promise<RequestAttempt> {
    const { request, about, conditions = null, isIndex = false, capture = noCapture, signal } = plan;
    const dueAt = plan.dueAt ?? this.#clock.elapsed();
    let response: HttpResponse | null = null;
    let sinkError: { readonly error: unknown } | null = null;
    const noted = (error: unknown): never => {
      sinkError = { error };
      throw error;
    };
    const take: Take = async (...given) => await plan.take(...given).catch(noted);
    const seeAgain = plan.seeAgain == null ? null : notingErrors(plan.seeAgain, noted);
    try {
      response = await this.#send(request, { secret, conditions, signal, again: permit.again });
      permit.answered();
      if (response.status === 304 && !isConditional(conditions)) {
        response.drop();
        return { response, finding: unasked };
      }
      const lastHash = conditions?.hash ?? null;
      const use = { about, dueAt, isIndex, lastHash, take, seeAgain, capture, at: response.at, tally };
      return { response, finding: await this.#readResponse(response, use) };
    } catch (error) {
      response?.drop();
      if (sinkError !== null) throw error;
      return { response, finding: this.#findingOf(error) };
    } finally {
      permit.done();
    }
  }

  /** Tells the budget how its request went; the instant before which the marketplace does not want to be asked. */
  #settle({ response, finding }: RequestAttempt): number | null {
    if (response === null && finding.outcome !== 'limited') return null;
    const retryAt = retryAfterAt(response?.header('retry-after'), this.#clock.now());
    if (finding.outcome === 'limited') return this.#limiter.hold(retryAt);
    const restsUntil = response === null ? null : spentUntil(response.header, this.#clock.now());
    if (restsUntil !== null) this.#limiter.rest(restsUntil);
    this.#limiter.eased();
    return retryAt;
  }

  #fingerprintOf({ response, finding }: RequestAttempt): Fingerprint | null {
    if (response === null || finding.outcome !== 'read') return null;
    const { header } = response;
    return { etag: header('etag') ?? null, lastModified: header('last-modified') ?? null, hash: finding.hash ?? null };
  }

  async #made(plan: RequestPlan, secret: Secret | null, permit: Permit | null): Promise<RequestResult> {
    const tally = createRowTally();
    const startedAt = this.#clock.now();
    const { response, finding } = permit === null ? notMade : await this.#attempt(plan, secret, permit, tally);
    return {
      outcome: finding.outcome,
      detail: this.#detailOf(finding, plan.request, response?.status ?? null),
      startedAt,
      tally,
      retryAt: this.#settle({ response, finding }),
      payload: finding.payload ?? null,
      fingerprint: this.#fingerprintOf({ response, finding }),
      madeAt: response === null ? null : (finding.madeAt ?? copiedAt(this.#source, response)),
    };
  }

  /** Presents the credential, once more where it was a token that is no longer good. */
  async #presenting<R extends RequestResult | null>(
    send: (secret: Secret | null) => Promise<R>,
    isAgain = false,
  ): Promise<R | RequestResult> {
    const startedAt = this.#clock.now();
    const presented = await this.#access.present(this.#limiter);
    if ('failed' in presented)
      return {
        ...presented.failed,
        payload: null,
        startedAt,
        tally: createRowTally(),
        fingerprint: null,
        madeAt: null,
      };
    const result = await send(presented.secret);
    const isStale = result?.outcome === 'refused' && this.#access.drop(presented.secret);
    // A token may be taken back before its time; one that is fresh and refused as well says that the secret is no good
    return isStale && !isAgain ? await this.#presenting(send, true) : result;
  }
}

export const createSourceRequests = (options: SourceRequestSetup) => new SourceRequests(options);
