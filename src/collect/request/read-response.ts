import { createHash } from 'node:crypto';
import type { About, Source } from '../../contract/connector.ts';
import type { Game, MarketRecord } from '../../schema/index.ts';
import { listTurn } from '../../turn.ts';
import { rowsPath } from '../decode/json-seek.ts';
import { createJsonSplitter, NotJson, parseText, textOf } from '../decode/json-splitter.ts';
import type { KnownRows, SeeingAgain } from '../decode/known-rows.ts';
import { type RowReader, type RowTally, rejectionOf } from '../decode/row-reader.ts';
import { NoRows, rowsOf } from '../decode/rows-at.ts';
import { errorText } from '../error-text.ts';
import { type Outcome, outcomeOfStatus } from '../schedule/outcome.ts';
import type { HttpResponse } from './http-client.ts';
import { madeAtOf } from './made-at.ts';
import { RequestError, type RequestFailure } from './response-body.ts';

/** What an answer turned out to be. */
export type Finding = {
  readonly outcome: Outcome;
  readonly found?: string;
  readonly payload?: unknown;
  readonly hash?: string;
  /** Refused by us, not by who answered. */
  readonly refusedByUs?: true;
  /** When it was made, epoch milliseconds; absent where nothing was read. */
  readonly madeAt?: number;
};

/** Takes records that came at an instant, and when they were made; both are epoch milliseconds. */
export type Take = (
  records: readonly MarketRecord[],
  at: number,
  asOf: number,
  digests?: readonly number[],
) => Promise<void>;

/** Takes rows that are known by their digests as seen again. */
export type SeeAgain = (at: number, asOf: number) => SeeingAgain;

/** What an answer is read for. */
export type ResponseUse = {
  readonly about: Omit<About, 'at'>;
  /** When the reading was due, as the clock has elapsed. */
  readonly dueAt: number;
  /** The answer only says where the rows are. */
  readonly isIndex: boolean;
  /** Hash of the body that came last, null when it does not matter. */
  readonly lastHash: string | null;
  readonly take: Take;
  /** Null where every row has to be read. */
  readonly seeAgain: SeeAgain | null;
  /** Is given every piece of the body. */
  readonly capture: (piece: Buffer) => void;
  readonly at: number;
  readonly tally: RowTally;
};

const emptyPage: Finding = { outcome: 'changed', found: 'an empty page' };

/** They take a few milliseconds, as does a step of a body of so many bytes. */
const rowsPerTurn = 50;
const mostBytesPerTurn = 256 * 1024;
const excerptLength = 200;
// It stands in memory as bytes, as text and as what it says; a list that is split while it streams may be larger
const mostWholeBytes = 128 * 1024 * 1024;

const looksLikeHtml = (text: string): boolean => /^\uFEFF?\s*<(?:!doctype|html|head|body)/i.test(text);

/** The beginning of an error body on one line; of a page only its title. */
function excerpt(text: string): string {
  const title = looksLikeHtml(text)
    ? `page "${/<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim() ?? 'without title'}"`
    : text;
  return title.replace(/\s+/g, ' ').trim().slice(0, excerptLength);
}

const outcomeOfFailure: Partial<Record<RequestFailure, Outcome>> = { redirect: 'blocked', credential: 'refused' };

class ResponseReader {
  readonly #source;
  readonly #reader;
  readonly #hasCredential;
  readonly #path;
  /** Games of which a list was read: the first is read faster without looking for rows that are known. */
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
    if (bar !== null) return { outcome: 'refused', found: bar, refusedByUs: true };
    const outcome = outcomeOfStatus(seen);
    if (outcome !== null) return await this.#refused(response, outcome);
    return this.#path !== null && !use.isIndex
      ? await this.#streamed(response, use, this.#path)
      : await this.#whole(response, use);
  };

  /** What an exception says; one that is not about the answer is passed on. */
  readonly findingOf = (error: unknown): Finding => {
    if (error instanceof RequestError)
      return { outcome: outcomeOfFailure[error.failure] ?? 'retry', found: error.message };
    if (error instanceof NotJson) return { outcome: error.isCut ? 'retry' : 'changed', found: error.message };
    return { outcome: 'changed', found: errorText(error) };
  };

  async #useRows(
    rows: Iterable<unknown>,
    { about, take, at, tally, seeAgain }: ResponseUse,
    asOf: number,
    ofRows: readonly number[] = [],
  ): Promise<void> {
    const digests = seeAgain === null ? undefined : { ofRows, ofRecords: [] };
    const records = this.#reader.read(rows, { ...about, at }, tally, digests);
    if (records.length > 0) await take(records, at, asOf, digests?.ofRecords);
  }

  async #useInTurns(
    rows: Iterable<unknown>,
    use: ResponseUse,
    asOf: number,
    ofRows: readonly number[] = [],
  ): Promise<void> {
    let batch: unknown[] = [];
    let used = 0;
    for (const row of rows) {
      batch.push(row);
      if (batch.length < rowsPerTurn) continue;
      await this.#useRows(batch, use, asOf, ofRows.slice(used, used + batch.length));
      used += batch.length;
      batch = [];
      await listTurn(use.dueAt);
    }
    await this.#useRows(batch, use, asOf, ofRows.slice(used));
  }

  /** Runs a step of reading; what it could not read is kept for the operator to look at. */
  async #noting<T>(tally: RowTally, found: unknown, step: () => T | Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      this.#reader.note(tally, errorText(error), found);
      throw error;
    }
  }

  /** What is to be said once all rows are read. */
  #conclusion(payload: unknown, tally: RowTally): Finding {
    const mismatch = this.#reader.mismatch(payload);
    if (mismatch !== null) {
      this.#reader.note(tally, mismatch, payload);
      return { outcome: 'changed', payload, found: `around the rows: ${mismatch}` };
    }
    const rejection = rejectionOf(tally);
    return rejection === null ? { outcome: 'read', payload } : { outcome: 'changed', payload, found: rejection };
  }

  #refusalIn(payload: unknown, text: () => string): Finding | null {
    const refusal = this.#source.refusal?.(payload) ?? null;
    return refusal === null ? null : { outcome: refusal, found: excerpt(text()) };
  }

  async #streamed(response: HttpResponse, use: ResponseUse, place: ReturnType<typeof rowsPath>): Promise<Finding> {
    let isFirst = true;
    let asOf: number | null = null;
    // What stands behind the rows comes too late to date them
    const dated = (): number => {
      asOf ??= madeAtOf(this.#source, response, splitter.before());
      return asOf;
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
    const refusal = this.#refusalIn(payload, () => JSON.stringify(payload));
    if (refusal !== null) return refusal;
    if (!hasRows) throw new NoRows(`no list stands at "${this.#source.rowsAt}"`);
    this.#hasRead.add(use.about.game);
    return {
      ...this.#conclusion(payload, use.tally),
      madeAt: Math.min(dated(), madeAtOf(this.#source, response, payload)),
    };
  }

  /** A row that is known brings one record, as it did before. */
  #knownRows({ about, seeAgain, at, tally }: ResponseUse, asOf: () => number): KnownRows | null {
    if (seeAgain === null || !this.#hasRead.has(about.game)) return null;
    const open = () => {
      const { see, end } = seeAgain(at, asOf());
      const counted = (digest: number): boolean => {
        if (!see(digest)) return false;
        tally.rows += 1;
        tally.records += 1;
        return true;
      };
      return { see: counted, end };
    };
    return { source: this.#source.name, open };
  }

  /** The body at once; the pieces of it are held no longer than it takes to join them. */
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
          `the body is larger than ${mostWholeBytes} bytes, which is the most that is read at once; let the source be streamed`,
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
    const payload = await this.#noting(use.tally, text, () => (this.#source.decode ?? parseText)(text));
    await rests();
    const refusal = this.#refusalIn(payload, () => text);
    if (refusal !== null) return refusal;
    if (use.isIndex) return { outcome: 'read', payload, hash };
    const madeAt = madeAtOf(this.#source, response, payload);
    const rows = () => rowsOf(payload, this.#source.rowsAt);
    await this.#noting(use.tally, payload, () => this.#useInTurns(rows(), use, madeAt));
    return { ...this.#conclusion(payload, use.tally), hash, madeAt };
  }

  /** The body of an answer whose status has already decided. */
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

/** Reads the answers of a source: from a status and bytes to records, and to what is to be said of them. */
export const createResponseReader = (options: {
  readonly source: Source;
  readonly reader: RowReader;
  readonly hasCredential: boolean;
}) => new ResponseReader(options);
