import type { About, Source, WireRequest } from '../../contract/connector.ts';
import { createTally, type Reader, type Tally } from '../decode/row-reader.ts';
import { retryAfterAt, spentUntil } from '../schedule/back-off.ts';
import { type Outcome, remedyOf } from '../schedule/outcome.ts';
import type { Meter, Ticket } from '../schedule/rate-limiter.ts';
import type { Access } from './access-token.ts';
import { addressOf, type Secret } from './credential.ts';
import type { Answer, Ask, Fingerprint } from './http-client.ts';
import { copiedAt } from './made-at.ts';
import { createAnswerReader, type Finding, type Take } from './read-response.ts';

/** How one request ended and what it brought. */
export type Result = {
  readonly outcome: Outcome;
  /** What was found and what to do, without secrets; null when all is well. */
  readonly detail: string | null;
  /** The request was sent. */
  readonly startedAt: number;
  readonly tally: Tally;
  /** The marketplace does not want to be asked before. */
  readonly retryAt: number | null;
  /** Without its rows where these were split while they streamed. */
  readonly payload: unknown;
  readonly fingerprint: Fingerprint | null;
  /** When what came was made, never later than it came, nor more than a day earlier; null where nothing came. */
  readonly madeAt: number | null;
};

export type Plan = {
  readonly request: WireRequest;
  readonly about: Omit<About, 'at'>;
  readonly signal: AbortSignal;
  /** The answer only says where the rows are. */
  readonly isIndex?: boolean;
  readonly conditions?: Fingerprint | null;
  readonly take: Take;
  /** Is given every piece of the body. */
  readonly capture?: (piece: Buffer) => void;
};

/** One request of a source, from the budget to the records. */
export type Exchange = (plan: Plan) => Promise<Result>;

export type Chosen = Pick<Plan, 'request' | 'about'>;

/** What is asked is chosen when a request may go out, so that no choice grows old in the queue. */
export type LatePlan = Pick<Plan, 'signal' | 'take'> & {
  /** Null when there is nothing to ask after all. */
  readonly choose: () => Chosen | null;
  readonly isUrgent: () => boolean;
  /** Told when the request goes out. */
  readonly admitted: () => void;
};
export type LateExchange = (plan: LatePlan) => Promise<Result | null>;

export type ExchangeSetup = {
  readonly source: Source;
  readonly ask: Ask['ask'];
  readonly meter: Meter;
  readonly access: Access;
  readonly reader: Reader;
  readonly redact: (text: string) => string;
  readonly now: () => number;
};

type Attempt = { readonly answer: Answer | null; readonly finding: Finding };

const notMade: Attempt = { answer: null, finding: { outcome: 'retry', found: 'stopped before asking' } };
const noCapture = (): void => undefined;

export const createExchange = (setup: ExchangeSetup): Exchange => createExchanges(setup).exchange;

export function createExchanges({ source, ask, meter, access, reader, redact, now }: ExchangeSetup) {
  const { readAnswer, findingOf } = createAnswerReader({ source, reader, hasCredential: access.env !== null });

  function detailOf(finding: Finding, request: WireRequest, status: number | null): string | null {
    if (finding.outcome === 'read' || finding.outcome === 'unchanged') return null;
    const { host, pathname } = new URL(addressOf(request));
    const remedy = remedyOf(finding.outcome, access.env, finding.isBarred);
    const seen = [`${host}${pathname}`, status === null ? null : `answered ${status}`, finding.found];
    return [redact(seen.filter(Boolean).join('; ')), remedy].filter(Boolean).join('; ');
  }

  /** Asks and reads; an exception of the sink is no fault of the answer and is passed on. */
  async function attempt(plan: Plan, secret: Secret | null, ticket: Ticket, tally: Tally): Promise<Attempt> {
    const { request, about, conditions = null, isIndex = false, capture = noCapture, signal } = plan;
    let answer: Answer | null = null;
    let sinkError: { readonly error: unknown } | null = null;
    const take: Take = async (records, at, asOf) => {
      await plan.take(records, at, asOf).catch((error: unknown) => {
        sinkError = { error };
        throw error;
      });
    };
    try {
      answer = await ask(request, { secret, conditions, signal, again: ticket.again });
      ticket.answered();
      const use = { about, isIndex, lastHash: conditions?.hash ?? null, take, capture, at: answer.at, tally };
      return { answer, finding: await readAnswer(answer, use) };
    } catch (error) {
      answer?.drop();
      if (sinkError !== null) throw error;
      return { answer, finding: findingOf(error) };
    } finally {
      ticket.done();
    }
  }

  /** Tells the budget how its request went; the instant before which the marketplace does not want to be asked. */
  function settle({ answer, finding }: Attempt): number | null {
    if (answer === null && finding.outcome !== 'limited') return null;
    const retryAt = retryAfterAt(answer?.header('retry-after'), now());
    if (finding.outcome === 'limited') return meter.hold(retryAt);
    const restsUntil = answer === null ? null : spentUntil(answer.header, now());
    if (restsUntil !== null) meter.rest(restsUntil);
    meter.eased();
    return retryAt;
  }

  function fingerprintOf({ answer, finding }: Attempt): Fingerprint | null {
    if (answer === null || finding.outcome !== 'read') return null;
    const { header } = answer;
    return { etag: header('etag') ?? null, lastModified: header('last-modified') ?? null, hash: finding.hash ?? null };
  }

  async function made(plan: Plan, secret: Secret | null, ticket: Ticket | null): Promise<Result> {
    const tally = createTally();
    const startedAt = now();
    const { answer, finding } = ticket === null ? notMade : await attempt(plan, secret, ticket, tally);
    return {
      outcome: finding.outcome,
      detail: detailOf(finding, plan.request, answer?.status ?? null),
      startedAt,
      tally,
      retryAt: settle({ answer, finding }),
      payload: finding.payload ?? null,
      fingerprint: fingerprintOf({ answer, finding }),
      madeAt: answer === null ? null : (finding.madeAt ?? copiedAt(answer)),
    };
  }

  /** Presents the credential, once more where it was a token that is no longer good. */
  async function presenting<R extends Result | null>(
    ask: (secret: Secret | null) => Promise<R>,
    isAgain = false,
  ): Promise<R | Result> {
    const startedAt = now();
    const presented = await access.present(meter);
    if ('failed' in presented)
      return { ...presented.failed, payload: null, startedAt, tally: createTally(), fingerprint: null, madeAt: null };
    const result = await ask(presented.secret);
    const isStale = result?.outcome === 'refused' && access.drop(presented.secret);
    // A token may be taken back before its time; one that is fresh and refused as well says that the secret is no good
    return isStale && !isAgain ? await presenting(ask, true) : result;
  }

  const exchange: Exchange = (plan) =>
    presenting(async (secret) => await made(plan, secret, await meter.take(plan.signal)));

  const late: LateExchange = (plan) => {
    const { signal, isUrgent } = plan;
    let chosen: Chosen | null = null;
    return presenting(async (secret) => {
      const ticket = await meter.take(signal, { kind: 'item', isUrgent });
      if (ticket === null) return null;
      chosen ??= plan.choose();
      if (chosen === null) {
        ticket.unused();
        return null;
      }
      plan.admitted();
      return await made({ ...chosen, signal, take: plan.take }, secret, ticket);
    });
  };

  return { exchange, late };
}
