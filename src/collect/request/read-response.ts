import { createHash } from 'node:crypto';
import type { About, Source } from '../../contract/connector.ts';
import { outcomeOfErrorBody } from '../../contract/error-body.ts';
import type { Game, Made, MarketRecord } from '../../schema/index.ts';
import { listTurn } from '../../turn.ts';
import { rowsPath } from '../decode/json-seek.ts';
import { createJsonSplitter, NotJson, parseText, textOf } from '../decode/json-splitter.ts';
import type { KnownRows, SeeingAgain } from '../decode/known-rows.ts';
import { type RowReader, type RowTally, rejectionOf } from '../decode/row-reader.ts';
import { NoRows, rowsOf } from '../decode/rows-at.ts';
import { parseWellFormed } from '../decode/well-formed.ts';
import { cutAt, errorText } from '../error-text.ts';
import { type Outcome, outcomeOfStatus, refusalOf } from '../schedule/outcome.ts';
import type { HttpResponse } from './http-client.ts';
import { madeOf, madeOfBoth } from './made-at.ts';
import { RequestError, type RequestFailure } from './response-body.ts';

/** The result of reading an answer. */
export type Finding = {
  readonly outcome: Outcome;
  readonly found?: string;
  readonly payload?: unknown;
  readonly hash?: string;
  /** Set when the source's `barred` or this version of Node refused the answer, rather than the marketplace the request. */
  readonly refusedByUs?: true;
  /** Why there is no complete answer. */
  readonly failure?: RequestFailure;
  /** When the answer was generated; absent when nothing was read. */
  readonly made?: Made;
};

/** Takes records with the time of their arrival (`at`, epoch milliseconds) and of their generation. */
export type Take = (
  records: readonly MarketRecord[],
  at: number,
  made: Made,
  digests?: readonly number[],
) => Promise<void>;

/** Opens a pass that marks rows known by their digests as seen again. */
export type SeeAgain = (at: number, made: Made) => SeeingAgain;

/** How an answer is read. */
export type ResponseUse = {
  readonly about: Omit<About, 'at'>;
  /** When the reading was due, on `clock.elapsed`. */
  readonly dueAt: number;
  /** The answer is an index of the requests that hold the rows. */
  readonly isIndex: boolean;
  /** Hash of the previous body; null when an unchanged body does not matter. */
  readonly lastHash: string | null;
  readonly take: Take;
  /** null when every row has to be read. */
  readonly seeAgain: SeeAgain | null;
  /** Receives every piece of the body. */
  readonly capture: (piece: Buffer) => void;
  readonly at: number;
  readonly tally: RowTally;
};

const emptyPage: Finding = { outcome: 'changed', found: 'an empty page' };

/** Both take a few milliseconds. */
const rowsPerTurn = 50;
const mostBytesPerTurn = 256 * 1024;
const excerptLength = 200;
// A whole body is in memory as bytes, as text and parsed; only a streamed list can be larger
const mostWholeBytes = 128 * 1024 * 1024;

const looksLikeHtml = (text: string): boolean => /^\uFEFF?\s*<(?:!doctype|html|head|body)/i.test(text);

/** The start of an error body on one line; of an HTML page only the title. */
function excerpt(text: string): string {
  const title = looksLikeHtml(text)
    ? `page "${/<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim() ?? 'without title'}"`
    : text;
  return cutAt(excerptLength, title.replace(/\s+/g, ' ').trim());
}

/** The start of what an answer says; of a page its title. A parsed text has no escapes in place of Chinese letters. */
const wordsOf = (payload: unknown, text: string): string =>
  excerpt(looksLikeHtml(text) || typeof payload === 'string' ? text : JSON.stringify(payload));

const outcomeOfFailure: Partial<Record<RequestFailure, Outcome>> = {
  redirect: 'blocked',
  credential: 'refused',
  unsupported: 'changed',
  runtime: 'refused',
};

/** The result for an answer that says that something went wrong, if it has no rows; null for any other. */
function failureIn(payload: unknown): Finding | null {
  const outcome = outcomeOfErrorBody(payload);
  return outcome === null ? null : { outcome, found: wordsOf(payload, '') };
}

class ResponseReader {
  readonly #source;
  readonly #reader;
  readonly #hasCredential;
  readonly #path;
  /** Games of which a list was read. The first list is read faster without looking for known rows. */
  readonly #hasRead = new Set<Game>();

  constructor({
    source,
    reader,
    hasCredential,
  }: {
    readonly source: Source;
    readonly reader: RowReader;
    readonly hasCredential: boolean;
  }) {
    this.#source = source;
    this.#reader = reader;
    this.#hasCredential = hasCredential;
    this.#path =
      source.kind === 'bulk' && source.streamed && typeof source.rowsAt === 'string' ? rowsPath(source.rowsAt) : null;
  }

  readonly readResponse = async (response: HttpResponse, use: ResponseUse): Promise<Finding> => {
    const isHtml = /text\/html/i.test(response.header('content-type') ?? '');
    const seen = {
      status: response.status,
      isHtml,
      hasCredential: this.#hasCredential,
      overrides: this.#source.outcomes,
    };
    const bar = this.#source.barred?.(response.header) ?? null;
    if (bar !== null) {
      response.drop();
      return { outcome: 'refused', found: bar, refusedByUs: true };
    }
    const outcome = outcomeOfStatus(seen);
    if (outcome !== null) return await this.#refused(response, outcome);
    return this.#path !== null && !use.isIndex
      ? await this.#streamed(response, use, this.#path)
      : await this.#whole(response, use);
  };

  /** The result for an exception thrown while the answer was fetched or read. */
  readonly findingOf = (error: unknown): Finding => {
    if (error instanceof RequestError) {
      const { failure, message: found } = error;
      const outcome = outcomeOfFailure[failure] ?? 'retry';
      return failure === 'runtime' ? { outcome, found, failure, refusedByUs: true } : { outcome, found, failure };
    }
    if (error instanceof NotJson) return { outcome: error.isCut ? 'retry' : 'changed', found: error.message };
    return { outcome: 'changed', found: errorText(error) };
  };

  async #useRows(
    rows: Iterable<unknown>,
    { about, take, at, tally, seeAgain }: ResponseUse,
    made: Made,
    ofRows: readonly number[] = [],
  ): Promise<void> {
    const digests = seeAgain === null ? undefined : { ofRows, ofRecords: [] };
    const records = this.#reader.read(rows, { ...about, at }, tally, digests);
    if (records.length > 0) await take(records, at, made, digests?.ofRecords);
  }

  async #useInTurns(
    rows: Iterable<unknown>,
    use: ResponseUse,
    made: Made,
    ofRows: readonly number[] = [],
  ): Promise<void> {
    let batch: unknown[] = [];
    let used = 0;
    for (const row of rows) {
      batch.push(row);
      if (batch.length < rowsPerTurn) continue;
      await this.#useRows(batch, use, made, ofRows.slice(used, used + batch.length));
      used += batch.length;
      batch = [];
      await listTurn(use.dueAt);
    }
    await this.#useRows(batch, use, made, ofRows.slice(used));
  }

  /** Runs a step of reading; when it throws, keeps a sample of what it could not read for the operator. */
  async #noting<T>(tally: RowTally, found: unknown, step: () => T | Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      this.#reader.note(tally, errorText(error), found);
      throw error;
    }
  }

  /** The result for a payload that is not as the source's `envelope` says; null when it is. */
  #mismatchIn(payload: unknown, tally: RowTally): Finding | null {
    const mismatch = this.#reader.mismatch(payload);
    if (mismatch === null) return null;
    this.#reader.note(tally, mismatch, payload);
    return { outcome: 'changed', payload, found: `around the rows: ${mismatch}` };
  }

  /** The result once all rows are read. */
  #conclusion(payload: unknown, tally: RowTally): Finding {
    const rejection = rejectionOf(tally);
    return rejection === null ? { outcome: 'read', payload } : { outcome: 'changed', payload, found: rejection };
  }

  #refusalIn(payload: unknown, text = ''): Finding | null {
    const refusal = refusalOf(this.#source, payload);
    return refusal === null ? null : { outcome: refusal, found: wordsOf(payload, text) };
  }

  async #streamed(response: HttpResponse, use: ResponseUse, place: ReturnType<typeof rowsPath>): Promise<Finding> {
    let isFirst = true;
    let made: Made | null = null;
    // Rows are dated by what precedes them; what follows them comes too late
    const dated = (): Made => {
      made ??= madeOf(this.#source, response, splitter.before());
      return made;
    };
    const splitter = createJsonSplitter(place, this.#knownRows(use, dated));
    for await (const piece of response.body) {
      use.capture(piece);
      if (isFirst && looksLikeHtml(piece.toString('latin1', 0, 512)))
        return { outcome: 'blocked', found: excerpt(piece.toString('utf8', 0, 4096)) };
      isFirst = false;
      await listTurn(use.dueAt);
      const rows = splitter.push(piece);
      if (rows.length > 0) await this.#useInTurns(rows, use, dated(), splitter.digests);
    }
    if (isFirst) return emptyPage;
    const { rows, payload, hasRows } = splitter.end();
    await this.#useInTurns(rows, use, dated());
    const refusal = this.#refusalIn(payload) ?? (use.tally.records > 0 ? null : failureIn(payload));
    if (refusal !== null) return refusal;
    if (!hasRows) throw new NoRows(`no list at "${this.#source.rowsAt}" of ${wordsOf(payload, '')}`);
    this.#hasRead.add(use.about.game);
    return {
      ...(this.#mismatchIn(payload, use.tally) ?? this.#conclusion(payload, use.tally)),
      made: madeOfBoth(dated(), madeOf(this.#source, response, payload)),
    };
  }

  #hasRows(payload: unknown): boolean {
    try {
      for (const row of rowsOf(payload, this.#source.rowsAt)) if (this.#reader.fits(row)) return true;
    } catch {
      return false;
    }
    return false;
  }

  /** Counts a known row as one row and one record, as when it was read. */
  #knownRows({ about, seeAgain, at, tally }: ResponseUse, made: () => Made): KnownRows | null {
    if (seeAgain === null || !this.#hasRead.has(about.game)) return null;
    const open = () => {
      const { see, priced, end } = seeAgain(at, made());
      const counted = (digest: number): boolean => {
        if (!see(digest)) return false;
        tally.rows += 1;
        tally.records += 1;
        return true;
      };
      return { see: counted, priced, end };
    };
    return { source: this.#source.name, open };
  }

  /** The whole body in one buffer; the pieces are released once joined. */
  async #joined(response: HttpResponse, capture: ResponseUse['capture']): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of response.body) {
      capture(piece);
      pieces.push(piece);
      size += piece.length;
      if (size > mostWholeBytes) {
        throw new RequestError(
          'oversize',
          `the body is larger than ${mostWholeBytes} bytes, the limit for a source that is not streamed; declare it streamed`,
        );
      }
    }
    return Buffer.concat(pieces);
  }

  async #whole(response: HttpResponse, use: ResponseUse): Promise<Finding> {
    const bytes = await this.#joined(response, use.capture);
    await listTurn(use.dueAt);
    const hash = createHash('sha256').update(bytes).digest('base64');
    if (bytes.length > 0 && use.lastHash === hash) return { outcome: 'unchanged' };
    const text = textOf(bytes);
    if (text.trim() === '') return emptyPage;
    if (this.#source.decode === undefined && looksLikeHtml(text)) return { outcome: 'blocked', found: excerpt(text) };
    const rests = async (): Promise<void> => {
      if (bytes.length > mostBytesPerTurn) await listTurn(use.dueAt);
    };
    await rests();
    const payload = await this.#noting(use.tally, text, () =>
      this.#source.decode === undefined ? parseText(text) : parseWellFormed(text, this.#source.decode),
    );
    await rests();
    const refusal = this.#refusalIn(payload, text);
    if (refusal !== null) return refusal;
    const failure = failureIn(payload);
    if (failure !== null && (use.isIndex || !this.#hasRows(payload))) return failure;
    if (use.isIndex) return { outcome: 'read', payload, hash };
    const made = madeOf(this.#source, response, payload);
    // What surrounds the rows can decide their meaning, such as their currency
    const mismatch = this.#mismatchIn(payload, use.tally);
    if (mismatch !== null) return { ...mismatch, made };
    const rows = () => rowsOf(payload, this.#source.rowsAt);
    await this.#noting(use.tally, payload, () => this.#useInTurns(rows(), use, made));
    return { ...this.#conclusion(payload, use.tally), hash, made };
  }

  /** Reads an excerpt of the body of an answer whose status alone decides the outcome. */
  async #refused(response: HttpResponse, outcome: Outcome): Promise<Finding> {
    if (response.status === 304) {
      response.drop();
      return { outcome };
    }
    let text = '';
    try {
      for await (const piece of response.body) {
        text += piece.toString();
        if (text.length > 4096) break;
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    }
    const location = response.header('location');
    return { outcome, found: location === undefined ? excerpt(text) : `redirects to ${location}` };
  }
}

/** Reads the answers of a source: from status and bytes to records and an outcome. */
export const createResponseReader = (options: {
  readonly source: Source;
  readonly reader: RowReader;
  readonly hasCredential: boolean;
}) => new ResponseReader(options);
