import { Compile } from 'typebox/schema';
import type { About, ParseResult, Source } from '../../contract/connector.ts';
import { withoutOddLock } from '../../contract/dates.ts';
import { contentFault, tidied } from '../../contract/tidy.ts';
import { Unreadable } from '../../contract/unreadable.ts';
import {
  BuyOrder,
  Cancellation,
  counted,
  type MarketRecord,
  Offer,
  PastPrice,
  Quote,
  type RecordKind,
  Repricing,
  Sale,
  StatedItem,
  Withdrawal,
} from '../../schema/index.ts';
import { errorText, shortened } from '../error-text.ts';
import { type RejectedRow, sampleOf } from './rejected-sample.ts';

export type { RejectedRow } from './rejected-sample.ts';

type Failure = { readonly instancePath: string; readonly message: string };

/** A check compiled by `typebox/schema`. Those of `typebox/compile` keep their source text, 8 MB for all sources. */
type Check = {
  readonly Check: (value: unknown) => boolean;
  readonly Errors: (value: unknown) => readonly [isGood: boolean, errors: readonly Failure[]];
};

const recordChecks: Readonly<Record<RecordKind, Check>> = {
  offer: Compile(Offer),
  quote: Compile(Quote),
  buyOrder: Compile(BuyOrder),
  sale: Compile(Sale),
  pastPrice: Compile(PastPrice),
  item: Compile(StatedItem),
  repricing: Compile(Repricing),
  withdrawal: Compile(Withdrawal),
  cancellation: Compile(Cancellation),
};

const maxRejectedRows = 3;

/** Counts over one reading. */
export type RowTally = {
  rows: number;
  rejected: number;
  /** Of the rejected ones, those of which a price or a time cannot be read. */
  unreadable: number;
  records: number;
  readonly rejectedRows: RejectedRow[];
  /** Some of the rows that were accepted. */
  readonly samples: unknown[];
};

export const createRowTally = (): RowTally => ({
  rows: 0,
  rejected: 0,
  unreadable: 0,
  records: 0,
  rejectedRows: [],
  samples: [],
});

const maxSamples = 20;
/** The rows after the first ones of which one in so many is kept, in place of an earlier one. */
const sampledEvery = 61;

function sample({ samples, rows }: RowTally, row: () => unknown): void {
  if (samples.length < maxSamples) samples.push(row());
  else if (rows % sampledEvery === 0) samples[(rows / sampledEvery) % maxSamples] = row();
}

/** Counts a known row as when it was read. */
export function tallyKnown(tally: RowTally, row: () => unknown): void {
  tally.rows += 1;
  tally.records += 1;
  sample(tally, row);
}

/** Above this share of rejected rows, the format is considered changed. */
const rejectedShareLimit = 0.05;

/** The same for rows whose prices or times cannot be read. Only dear items may be concerned, as by separators of thousands. */
const unreadableShareLimit = 0.01;

/** Why the format is considered changed; null while few rows are rejected. */
export function rejectionOf({ rows, rejected, unreadable, rejectedRows }: RowTally): string | null {
  if (rejected <= rows * rejectedShareLimit && unreadable <= rows * unreadableShareLimit) return null;
  const [first] = rejectedRows;
  return `${rejected} of ${counted(rows, 'row')} rejected; ${first?.reason} in ${first?.row}`;
}

/** Digests by row and, filled in by reading, by record: 0 for a record that is not the only one of its row. */
export type RecordDigests = { readonly ofRows: readonly number[]; readonly ofRecords: number[] };

export type RowReader = {
  /** Checks the payload against the `envelope`; null when it matches. */
  readonly mismatch: (payload: unknown) => string | null;
  /** Whether a row matches its schema. */
  readonly fits: (row: unknown) => boolean;
  /** Keeps a sample of a payload that is wrong as a whole; it does not count as a row. */
  readonly note: (tally: RowTally, reason: string, found: unknown) => void;
  /** Counts something that holds no rows as one rejected row. */
  readonly refuse: (tally: RowTally, reason: string, found: unknown) => void;
  /** Turns rows into records. Rows that cannot be used are counted, and samples of the first ones kept. */
  readonly read: (rows: Iterable<unknown>, about: About, tally: RowTally, digests?: RecordDigests) => MarketRecord[];
};

function firstError(check: Check, value: unknown): string {
  const [, [error]] = check.Errors(value);
  return error === undefined ? 'does not fit its schema' : `${error.instancePath || 'it'} ${error.message}`;
}

/** Why a record cannot be used; null when it can. */
function faultOf(record: MarketRecord, at: number): string | null {
  const check = recordChecks[record?.kind as RecordKind];
  if (check === undefined) return 'gives an unknown kind of record';
  const fault = check.Check(record) ? contentFault(record, at) : firstError(check, record);
  return fault === null ? null : `gives ${record.kind === 'offer' ? 'an' : 'a'} ${record.kind} whose ${fault}`;
}

class CheckedRowReader implements RowReader {
  readonly #redact;
  readonly #rowCheck: Check;
  readonly #envelopeCheck: Check | null;
  readonly #parse;

  constructor(source: Source, redact: (text: string) => string) {
    this.#redact = redact;
    this.#rowCheck = Compile(source.row);
    this.#envelopeCheck = source.envelope === undefined ? null : Compile(source.envelope);
    const { parse } = source;
    this.#parse = parse;
  }

  readonly note = (tally: RowTally, reason: string, row: unknown): void => {
    if (tally.rejectedRows.length >= maxRejectedRows) return;
    tally.rejectedRows.push({ reason: shortened(this.#redact(reason)), row: sampleOf(row, this.#redact) });
  };

  readonly mismatch: RowReader['mismatch'] = (payload) =>
    this.#envelopeCheck === null || this.#envelopeCheck.Check(payload)
      ? null
      : firstError(this.#envelopeCheck, payload);

  readonly fits: RowReader['fits'] = (row) => this.#rowCheck.Check(row);

  readonly refuse: RowReader['refuse'] = (tally, reason, found) => {
    tally.rows += 1;
    this.#reject(tally, reason, found);
  };

  readonly read: RowReader['read'] = (rows, about, tally, digests) => {
    const records: MarketRecord[] = [];
    let at = 0;
    for (const row of rows) {
      tally.rows += 1;
      const before = records.length;
      const reason = this.#useRow(row, about, records, tally);
      if (reason !== null) this.#reject(tally, reason, row);
      else sample(tally, () => row);
      const isWhole = reason === null && records.length === before + 1;
      if (digests !== undefined)
        while (digests.ofRecords.length < records.length)
          digests.ofRecords.push(isWhole ? (digests.ofRows[at] ?? 0) : 0);
      at += 1;
    }
    tally.records += records.length;
    return records;
  };

  #reject(tally: RowTally, reason: string, row: unknown): void {
    tally.rejected += 1;
    this.note(tally, reason, row);
  }

  /** Adds the valid records of one row; the reason when one of them is not valid. */
  #keep(parsed: ParseResult, at: number, records: MarketRecord[]): string | null {
    if (parsed === null) return null;
    let reason: string | null = null;
    for (const record of Array.isArray(parsed) ? parsed : [parsed]) {
      const fault = faultOf(record, at);
      if (fault === null) records.push(tidied(withoutOddLock(record, at)));
      else reason ??= fault;
    }
    return reason;
  }

  #useRow(row: unknown, about: About, records: MarketRecord[], tally: RowTally): string | null {
    if (!this.#rowCheck.Check(row)) return firstError(this.#rowCheck, row);
    try {
      return this.#keep(this.#parse(row, about), about.at, records);
    } catch (error) {
      if (!(error instanceof Unreadable)) return `cannot be parsed: ${errorText(error)}`;
      tally.unreadable += 1;
      return error.message;
    }
  }
}

/** Compiles the checks of a source once for all its games. `redact` is applied to every sample that is kept. */
export const createRowReader = (source: Source, redact: (text: string) => string): RowReader =>
  new CheckedRowReader(source, redact);
