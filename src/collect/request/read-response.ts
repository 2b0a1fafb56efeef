import { createHash } from 'node:crypto';
import type { About, Source } from '../../contract/connector.ts';
import { outcomeOfErrorBody } from '../../contract/error-body.ts';
import { pathInBytes } from '../../contract/rows.ts';
import { listTurn } from '../../runtime/turn.ts';
import type { Age, MarketRecord } from '../../schema/index.ts';
import { type RowsPath, rowsPath } from '../decode/json-seek.ts';
import { createJsonSplitter, NotJson, parseText, textOf } from '../decode/json-splitter.ts';
import { type RowReader, type RowTally, rejectionOf, tallyKnown } from '../decode/row-reader.ts';
import { NoRows, rowsOf } from '../decode/rows-at.ts';
import { type KnownRows, type SeeingAgain, type SiftedList, siftList } from '../decode/sift-list.ts';
import { parseWellFormed } from '../decode/well-formed.ts';
import { cutAt, errorText } from '../error-text.ts';
import { type Outcome, outcomeOfStatus, refusalOf } from '../schedule/outcome.ts';
import type { HttpResponse } from './http-client.ts';
import { madeExactly, madeOf, madeOfBoth } from './made-at.ts';
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
  readonly made?: Age;
};

/** Takes records with the time of their arrival (`at`, epoch milliseconds) and of their generation. */
export type Take = (
  records: readonly MarketRecord[],
  at: number,
  made: Age,
  digests?: readonly number[],
) => Promise<void>;

export type SeeAgain = {
  /** Opens a pass that marks rows known by their digests as seen again. */
  readonly open: (at: number, made: Age) => SeeingAgain;
  /** Told before any row of an answer is used: how many known rows it has for each one that is read. */
  readonly expectKnown: (each: number) => void;
};

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

/** All take a few milliseconds. */
export const rowsPerTurn = 50;
export const knownPerTurn = 1_000;
const maxBytesPerTurn = 256 * 1024;
const excerptLength = 200;
/** A longer list is read while it arrives, so that it is never in memory as a whole, and checked when its rows are used. */
const maxListBytes = 32 * 1024 * 1024;
/** Any other answer is in memory as bytes, as text and parsed. */
const maxWholeBytes = 4 * maxListBytes;

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

async function* captured({ body }: HttpResponse, capture: ResponseUse['capture']): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    capture(piece);
    yield piece;
  }
}

/** The first pieces, each released once used, and then the others. */
async function* chained(first: Buffer[], others: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for (let piece = first.shift(); piece !== undefined; piece = first.shift()) yield piece;
  yield* others;
}

/** The rows from one on up to the next known one, as many as a few milliseconds allow; the first is read even if it is known. */
function unreadFrom(list: SiftedList, first: number): readonly unknown[] {
  const rows = [list.rowAt(first)];
  for (let row = first + 1; row < list.count && !list.isKnown(row) && rows.length < rowsPerTurn; row += 1)
    rows.push(list.rowAt(row));
  return rows;
}

class ResponseReader {
  readonly #source;
  readonly #reader;
  readonly #hasCredential;
  readonly #path: RowsPath | null;

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
    const path = pathInBytes(source);
    this.#path = path === null ? null : rowsPath(path);
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
    return await this.#read(response, use, use.isIndex ? null : this.#path);
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
    made: Age,
    ofRows: readonly number[] = [],
  ): Promise<void> {
    const digests = seeAgain === null ? undefined : { ofRows, ofRecords: [] };
    const records = this.#reader.read(rows, { ...about, at }, tally, digests);
    if (records.length > 0) await take(records, at, made, digests?.ofRecords);
  }

  async #useInTurns(rows: Iterable<unknown>, use: ResponseUse, made: Age): Promise<void> {
    let batch: unknown[] = [];
    for (const row of rows) {
      batch.push(row);
      if (batch.length < rowsPerTurn) continue;
      await this.#useRows(batch, use, made);
      batch = [];
      await listTurn(use.dueAt);
    }
    await this.#useRows(batch, use, made);
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

  /** Reads the body as a whole, unless it is a list that is too long for that. */
  async #read(response: HttpResponse, use: ResponseUse, path: RowsPath | null): Promise<Finding> {
    const pieces = captured(response, use.capture);
    const held: Buffer[] = [];
    const max = path === null ? maxWholeBytes : maxListBytes;
    let size = 0;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      held.push(next.value);
      size += next.value.length;
      if (size <= max) continue;
      if (path !== null) return await this.#arriving(response, use, path, chained(held, pieces));
      throw new RequestError('oversize', `the body is larger than ${max} bytes, the limit for all but lists at a path`);
    }
    return await this.#whole(response, Buffer.concat(held), use, path);
  }

  async #arriving(
    response: HttpResponse,
    use: ResponseUse,
    path: RowsPath,
    pieces: AsyncIterable<Buffer>,
  ): Promise<Finding> {
    let made: Age | null = null;
    // Rows are dated by what precedes them; what follows them comes too late
    const dated = (): Age => {
      made ??= madeOf(this.#source, response, splitter.before());
      return made;
    };
    const splitter = createJsonSplitter(path);
    for await (const piece of pieces) {
      await listTurn(use.dueAt);
      const rows = splitter.push(piece);
      if (rows.length > 0) await this.#useInTurns(rows, use, dated());
    }
    const { rows, payload, hasRows } = splitter.end();
    await this.#useInTurns(rows, use, dated());
    const refusal = this.#refusalIn(payload) ?? (use.tally.records > 0 ? null : failureIn(payload));
    if (refusal !== null) return refusal;
    if (!hasRows) throw new NoRows(`no list at "${this.#source.rowsAt}" of ${wordsOf(payload, '')}`);
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

  /** The rows that the sink knows by their bytes; null when every row has to be read. */
  #knownRows({ seeAgain, at }: ResponseUse): KnownRows | null {
    return seeAgain === null
      ? null
      : { source: this.#source.name, look: () => seeAgain.open(at, madeExactly(at)).knows };
  }

  /**
   * Reads the rows of a list that are not known, once all that surrounds them is as it should be. null when the payload has to
   * be looked at as a whole: only so can it be said what is wrong with it.
   */
  async #sifted(response: HttpResponse, bytes: Buffer, use: ResponseUse, path: RowsPath): Promise<Finding | null> {
    const list = await siftList(bytes, path, this.#knownRows(use), () => listTurn(use.dueAt));
    if (list === null) return null;
    const { payload } = list;
    const isOdd = this.#refusalIn(payload) !== null || failureIn(payload) !== null;
    if (isOdd || this.#reader.mismatch(payload) !== null) return null;
    const made = madeOf(this.#source, response, payload);
    use.seeAgain?.expectKnown(list.knownCount / Math.max(1, list.count - list.knownCount));
    await this.#useSifted(list, use, made);
    return { ...this.#conclusion(payload, use.tally), made };
  }

  /** Uses rows in their order, as the later of two rows about the same counts. */
  async #useSifted(list: SiftedList, use: ResponseUse, made: Age): Promise<void> {
    let row = 0;
    let spent = 0;
    while (row < list.count) {
      const from = row;
      row = this.#seeKnown(list, from, use, made);
      spent += (row - from) / knownPerTurn;
      if (row < list.count && row - from < knownPerTurn) {
        const unread = unreadFrom(list, row);
        await this.#useRows(unread, use, made, list.digests.slice(row, row + unread.length));
        spent += unread.length / rowsPerTurn;
        row += unread.length;
      }
      if (spent < 1) continue;
      spent = 0;
      await listTurn(use.dueAt);
    }
  }

  /** Marks known rows as seen again; returns the first row that has to be read. */
  #seeKnown(list: SiftedList, from: number, { seeAgain, at, tally }: ResponseUse, made: Age): number {
    if (seeAgain === null || !list.isKnown(from)) return from;
    const { see, end } = seeAgain.open(at, made);
    const until = Math.min(list.count, from + knownPerTurn);
    let row = from;
    for (; row < until && list.isKnown(row) && see(list.digests[row] as number); row += 1) {
      const seen = row;
      tallyKnown(tally, () => list.rowAt(seen));
    }
    end();
    return row;
  }

  async #whole(response: HttpResponse, bytes: Buffer, use: ResponseUse, path: RowsPath | null): Promise<Finding> {
    await listTurn(use.dueAt);
    use.seeAgain?.expectKnown(0);
    const hash = createHash('sha256').update(bytes).digest('base64');
    if (bytes.length > 0 && use.lastHash === hash) return { outcome: 'unchanged' };
    const sifted = path === null ? null : await this.#sifted(response, bytes, use, path);
    return sifted === null ? await this.#parsed(response, bytes, use, hash) : { ...sifted, hash };
  }

  async #parsed(response: HttpResponse, bytes: Buffer, use: ResponseUse, hash: string): Promise<Finding> {
    const text = textOf(bytes);
    if (text.trim() === '') return emptyPage;
    if (this.#source.decode === undefined && looksLikeHtml(text)) return { outcome: 'blocked', found: excerpt(text) };
    const rests = async (): Promise<void> => {
      if (bytes.length > maxBytesPerTurn) await listTurn(use.dueAt);
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
