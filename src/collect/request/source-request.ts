import type { About, Source, WireRequest } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Age } from '../../schema/index.ts';
import { createRowTally, type RowReader, type RowTally } from '../decode/row-reader.ts';
import { shortened } from '../error-text.ts';
import { retryAfterAt, spentUntil } from '../schedule/back-off.ts';
import { type Outcome, remedyOf } from '../schedule/outcome.ts';
import type { Permit, RateLimiter } from '../schedule/rate-limiter.ts';
import type { Urgency } from '../schedule/request-queue.ts';
import type { Access } from './access-token.ts';
import { addressOf, type Secret } from './credential.ts';
import type { Fingerprint, HttpClient, HttpResponse } from './http-client.ts';
import { madeOf } from './made-at.ts';
import { createResponseReader, type Finding, type SeeAgain, type Take } from './read-response.ts';
import type { RequestFailure } from './response-body.ts';

/** The result of one request. */
export type RequestResult = {
  readonly outcome: Outcome;
  /** What was found and what to do, with secrets removed; null when all is well. */
  readonly detail: string | null;
  /** When the request was sent. */
  readonly startedAt: number;
  /** Status of the answer; null when none arrived. */
  readonly status: number | null;
  /** Why there is no complete answer; null when there is one. */
  readonly failure: RequestFailure | null;
  readonly tally: RowTally;
  /** The marketplace asked for no request before this time; null when it named none. */
  readonly retryAt: number | null;
  /** The parsed answer; that of a list can be without its rows. */
  readonly payload: unknown;
  readonly fingerprint: Fingerprint | null;
  /** When the answer was generated: at most a day before it arrived, and never after; null when none arrived. */
  readonly made: Age | null;
};

export type RequestPlan = {
  readonly request: WireRequest;
  readonly about: Omit<About, 'at'>;
  readonly signal: AbortSignal;
  /** When the reading it is part of was due, on `clock.elapsed`. Default: now. */
  readonly dueAt?: number;
  /** The answer is an index of the requests that hold the rows. */
  readonly isIndex?: boolean;
  readonly conditions?: Fingerprint | null;
  readonly take: Take;
  /** Without it every row is read, even if it is known. */
  readonly seeAgain?: SeeAgain | null;
  /** Receives every piece of the body. */
  readonly capture?: (piece: Buffer) => void;
};

/** Makes one request of a source, from waiting for the budget to handing on the records. */
export type SourceRequest = (plan: RequestPlan) => Promise<RequestResult>;

export type ChosenRequest = Pick<RequestPlan, 'request' | 'about' | 'conditions'>;

/** A request that is chosen only when the budget allows it, so that the choice does not age in the queue. */
export type LateRequestPlan = Pick<RequestPlan, 'signal' | 'take'> & {
  /** null when there is nothing to request after all. */
  readonly choose: () => ChosenRequest | null;
  readonly urgency: () => Urgency;
  /** Called when the request goes out. */
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

const notMade: RequestAttempt = { response: null, finding: { outcome: 'retry', found: 'stopped before the request' } };
/** A 304 to an unconditional request confirms nothing: it can come from a cache that mixes up its clients. */
const unexpectedNotModified: Finding = {
  outcome: 'retry',
  found: 'says "not modified", although the request was unconditional',
};

const isConditional = (conditions: Fingerprint | null): boolean =>
  Boolean(conditions?.etag || conditions?.lastModified);

const noCapture = (): void => undefined;

export const createSourceRequest = (setup: SourceRequestSetup): SourceRequest =>
  createSourceRequests(setup).sendRequest;

const notingErrors = ({ open, expectKnown }: SeeAgain, note: (error: unknown) => never): SeeAgain => ({
  open: (...given) => {
    try {
      return open(...given);
    } catch (error) {
      return note(error);
    }
  },
  expectKnown,
});

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

  /** Returns the permit when choosing throws; otherwise everybody who shares the budget would wait for it forever. */
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
    return [shortened(this.#redact(seen.filter(Boolean).join('; '))), remedy].filter(Boolean).join('; ');
  }

  /** Sends the request and reads the answer. An exception of the sink is not a fault of the answer and is rethrown. */
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
        return { response, finding: unexpectedNotModified };
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

  /** Updates the budget by how the request went; returns the time before which the marketplace wants no request. */
  #settle({ response, finding }: RequestAttempt): number | null {
    if (response === null) return null;
    const retryAt = retryAfterAt(response.header('retry-after'), this.#clock.now());
    if (finding.outcome === 'limited') return this.#limiter.hold(retryAt);
    const restsUntil = spentUntil(response.header, this.#clock.now());
    if (restsUntil !== null) this.#limiter.rest(restsUntil);
    this.#limiter.eased();
    return retryAt;
  }

  #fingerprintOf({ response, finding }: RequestAttempt): Fingerprint | null {
    if (response === null || finding.outcome !== 'read') return null;
    const { header } = response;
    return { etag: header('etag') ?? null, lastModified: header('last-modified') ?? null, hash: finding.hash ?? null };
  }

  /** Of an answer that was not read. One that says that nothing has changed need not repeat the date of the file. */
  #madeOf(response: HttpResponse | null, { conditions }: RequestPlan): Age | null {
    return response === null ? null : madeOf(this.#source, response, undefined, conditions?.lastModified);
  }

  async #made(plan: RequestPlan, secret: Secret | null, permit: Permit | null): Promise<RequestResult> {
    const tally = createRowTally();
    const startedAt = this.#clock.now();
    const { response, finding } = permit === null ? notMade : await this.#attempt(plan, secret, permit, tally);
    return {
      outcome: finding.outcome,
      detail: this.#detailOf(finding, plan.request, response?.status ?? null),
      startedAt,
      status: response?.status ?? null,
      failure: finding.failure ?? null,
      tally,
      retryAt: this.#settle({ response, finding }),
      payload: finding.payload ?? null,
      fingerprint: this.#fingerprintOf({ response, finding }),
      made: finding.made ?? this.#madeOf(response, plan),
    };
  }

  /** Sends with the credential, and once more when a token was refused. */
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
        status: null,
        failure: null,
        tally: createRowTally(),
        fingerprint: null,
        made: null,
      };
    const result = await send(presented.secret);
    const isStale = result?.outcome === 'refused' && this.#access.drop(presented.secret);
    // A token can be revoked early; when a fresh one is refused too, the secret itself is not valid
    return isStale && !isAgain ? await this.#presenting(send, true) : result;
  }
}

export const createSourceRequests = (options: SourceRequestSetup) => new SourceRequests(options);
