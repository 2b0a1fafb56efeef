import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { About, Source, WireRequest } from '../contract/connector.ts';
import type { MarketRecord } from '../schema/index.ts';
import type { Access } from './access.ts';
import type { Answer, Ask, Fingerprint } from './ask.ts';
import { retryAfterAt, spentUntil } from './backoff.ts';
import { AskError, type AskFailure } from './body.ts';
import type { Meter, Ticket } from './budget.ts';
import { addressOf, type Secret } from './credential.ts';
import { advice, type Outcome, outcomeOfStatus, rejectedShareLimit } from './outcome.ts';
import { createTally, type Reader, type Tally } from './read.ts';
import { NoRows, rowsOf } from './rows.ts';
import { rowsPath } from './seek.ts';
import { createSplitter, NotJson, parseText, textOf } from './split.ts';

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
};

export type Plan = {
  readonly request: WireRequest;
  readonly about: Omit<About, 'at'>;
  readonly signal: AbortSignal;
  /** The answer only says where the rows are. */
  readonly isIndex?: boolean;
  readonly conditions?: Fingerprint | null;
  readonly take: (records: readonly MarketRecord[], at: number) => Promise<void>;
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

type Finding = {
  readonly outcome: Outcome;
  readonly found?: string;
  readonly payload?: unknown;
  readonly hash?: string;
  /** Refused by us, not by who answered. */
  readonly isBarred?: true;
};
type Attempt = { readonly answer: Answer | null; readonly finding: Finding };
type Use = { readonly plan: Plan; readonly at: number; readonly tally: Tally };

const notMade: Attempt = { answer: null, finding: { outcome: 'retry', found: 'stopped before asking' } };
const rowsPerTurn = 1000;
const excerptLength = 200;

const looksLikeHtml = (text: string): boolean => /^\uFEFF?\s*<(?:!doctype|html|head|body)/i.test(text);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The beginning of an error body on one line; of a page only its title. */
function excerpt(text: string): string {
  const title = looksLikeHtml(text)
    ? `page "${/<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim() ?? 'without title'}"`
    : text;
  return title.replace(/\s+/g, ' ').trim().slice(0, excerptLength);
}

const outcomeOfFailure: Partial<Record<AskFailure, Outcome>> = { redirect: 'blocked', credential: 'refused' };

export const createExchange = (setup: ExchangeSetup): Exchange => createExchanges(setup).exchange;

export function createExchanges({ source, ask, meter, access, reader, redact, now }: ExchangeSetup) {
  const path =
    source.kind === 'bulk' && source.streamed && typeof source.rowsAt === 'string' ? rowsPath(source.rowsAt) : null;

  async function useRows(rows: Iterable<unknown>, { plan, at, tally }: Use): Promise<void> {
    const records = reader.read(rows, { ...plan.about, at }, tally);
    if (records.length > 0) await plan.take(records, at);
  }

  async function useAll(payload: unknown, use: Use): Promise<void> {
    let batch: unknown[] = [];
    for (const row of rowsOf(payload, source.rowsAt)) {
      batch.push(row);
      if (batch.length < rowsPerTurn) continue;
      await useRows(batch, use);
      batch = [];
      await turn();
    }
    await useRows(batch, use);
  }

  /** Runs a step of reading; what it could not read is kept for the operator to look at. */
  async function noting<T>(tally: Tally, found: unknown, step: () => T | Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      reader.note(tally, messageOf(error), found);
      throw error;
    }
  }

  /** What is to be said once all rows are read. */
  function verdict(payload: unknown, tally: Tally): Finding {
    const { rows, rejected, offenders } = tally;
    const mismatch = reader.mismatch(payload);
    if (mismatch !== null) {
      reader.note(tally, mismatch, payload);
      return { outcome: 'changed', payload, found: `around the rows: ${mismatch}` };
    }
    if (rejected <= rows * rejectedShareLimit) return { outcome: 'read', payload };
    const [first] = offenders;
    return {
      outcome: 'changed',
      payload,
      found: `${rejected} of ${rows} rows rejected; ${first?.reason} in ${first?.row}`,
    };
  }

  async function streamed(answer: Answer, use: Use, place: ReturnType<typeof rowsPath>): Promise<Finding> {
    const splitter = createSplitter(place);
    let isFirst = true;
    for await (const piece of answer.body) {
      use.plan.capture?.(piece);
      if (isFirst && looksLikeHtml(piece.toString('latin1', 0, 512)))
        return { outcome: 'blocked', found: excerpt(piece.toString('utf8', 0, 4096)) };
      isFirst = false;
      const rows = splitter.push(piece);
      if (rows.length > 0) await useRows(rows, use);
    }
    const { rows, payload, hasRows } = splitter.end();
    await useRows(rows, use);
    const refusal = source.refusal?.(payload) ?? null;
    if (refusal !== null) return { outcome: refusal, found: excerpt(JSON.stringify(payload)) };
    if (!hasRows) throw new NoRows(`no list stands at "${source.rowsAt}"`);
    return verdict(payload, use.tally);
  }

  async function whole(answer: Answer, use: Use): Promise<Finding> {
    const pieces: Buffer[] = [];
    for await (const piece of answer.body) {
      use.plan.capture?.(piece);
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    const hash = createHash('sha256').update(bytes).digest('base64');
    if (bytes.length > 0 && use.plan.conditions?.hash === hash) return { outcome: 'unchanged' };
    const text = textOf(bytes);
    if (source.decode === undefined && looksLikeHtml(text)) return { outcome: 'blocked', found: excerpt(text) };
    const payload = await noting(use.tally, text, () => (source.decode ?? parseText)(text));
    const refusal = source.refusal?.(payload) ?? null;
    if (refusal !== null) return { outcome: refusal, found: excerpt(text) };
    if (use.plan.isIndex) return { outcome: 'read', payload, hash };
    await noting(use.tally, payload, () => useAll(payload, use));
    return { ...verdict(payload, use.tally), hash };
  }

  /** The body of an answer whose status has already decided. */
  async function refused(answer: Answer, outcome: Outcome): Promise<Finding> {
    if (answer.status === 304) {
      answer.drop();
      return { outcome };
    }
    let text = '';
    try {
      for await (const piece of answer.body) {
        text += piece.toString();
        if (text.length > 4096) break;
      }
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
    }
    const location = answer.header('location');
    return { outcome, found: location === undefined ? excerpt(text) : `redirects to ${location}` };
  }

  async function readAnswer(answer: Answer, use: Use): Promise<Finding> {
    const isHtml = /text\/html/i.test(answer.header('content-type') ?? '');
    const seen = { status: answer.status, isHtml, hasCredential: access.env !== null, overrides: source.outcomes };
    const bar = source.barred?.(answer.header) ?? null;
    if (bar !== null) return { outcome: 'refused', found: bar, isBarred: true };
    const outcome = outcomeOfStatus(seen);
    if (outcome !== null) return await refused(answer, outcome);
    return path !== null && !use.plan.isIndex ? await streamed(answer, use, path) : await whole(answer, use);
  }

  /** What an exception says; one that is not about the answer is passed on. */
  function findingOf(error: unknown): Finding {
    if (error instanceof AskError) return { outcome: outcomeOfFailure[error.failure] ?? 'retry', found: error.message };
    if (error instanceof NotJson) return { outcome: error.isCut ? 'retry' : 'changed', found: error.message };
    return { outcome: 'changed', found: messageOf(error) };
  }

  function detailOf(finding: Finding, request: WireRequest, status: number | null): string | null {
    if (finding.outcome === 'read' || finding.outcome === 'unchanged') return null;
    const { host, pathname } = new URL(addressOf(request));
    const remedy =
      finding.outcome === 'refused' && access.env !== null && !finding.isBarred
        ? `check ${access.env}`
        : advice[finding.outcome];
    const seen = [`${host}${pathname}`, status === null ? null : `answered ${status}`, finding.found];
    return [redact(seen.filter(Boolean).join('; ')), remedy].filter(Boolean).join('; ');
  }

  /** Asks and reads; an exception of the sink is no fault of the answer and is passed on. */
  async function attempt(plan: Plan, secret: Secret | null, ticket: Ticket, tally: Tally): Promise<Attempt> {
    const { request, conditions = null, signal } = plan;
    let answer: Answer | null = null;
    let sinkError: { readonly error: unknown } | null = null;
    const take: Plan['take'] = async (records, at) => {
      await plan.take(records, at).catch((error: unknown) => {
        sinkError = { error };
        throw error;
      });
    };
    try {
      answer = await ask(request, { secret, conditions, signal, again: ticket.again });
      ticket.answered();
      return { answer, finding: await readAnswer(answer, { plan: { ...plan, take }, at: answer.at, tally }) };
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
      return { ...presented.failed, payload: null, startedAt, tally: createTally(), fingerprint: null };
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
