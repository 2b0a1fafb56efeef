import { Compile } from 'typebox/schema';
import type { About, Parsed, Source } from '../../contract/connector.ts';
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
  Withdrawal,
} from '../../schema/index.ts';
import { errorText } from '../error-text.ts';
import { type RejectedRow, sampleOf } from './rejected-sample.ts';

export type { RejectedRow } from './rejected-sample.ts';

type Failure = { readonly instancePath: string; readonly message: string };

/** As `typebox/schema` compiles it; what `typebox/compile` makes keeps the text of all its parts, 8 MB for all sources. */
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
  repricing: Compile(Repricing),
  withdrawal: Compile(Withdrawal),
  cancellation: Compile(Cancellation),
};

const offendersKept = 3;

/** What is counted over one reading. */
export type RowTally = {
  rows: number;
  rejected: number;
  records: number;
  readonly offenders: RejectedRow[];
};

export const createRowTally = (): RowTally => ({ rows: 0, rejected: 0, records: 0, offenders: [] });

/** Above this share of rejected rows the format is taken to have changed. */
const rejectedShareLimit = 0.05;

/** Why the format is taken to have changed, null while few rows are rejected. */
export function rejectionOf({ rows, rejected, offenders }: RowTally): string | null {
  if (rejected <= rows * rejectedShareLimit) return null;
  const [first] = offenders;
  return `${rejected} of ${counted(rows, 'row')} rejected; ${first?.reason} in ${first?.row}`;
}

/** Digests by row, and as reading adds them, by record: 0 for a record that does not stand for all of its row. */
export type RecordDigests = { readonly ofRows: readonly number[]; readonly ofRecords: number[] };

export type RowReader = {
  /** Checks what stands around the rows; null when it is as it should be. */
  readonly mismatch: (payload: unknown) => string | null;
  /** Whether a row is as its schema says. */
  readonly fits: (row: unknown) => boolean;
  /** Keeps what is wrong with a payload as a whole, which counts as no row. */
  readonly note: (tally: RowTally, reason: string, found: unknown) => void;
  /** Counts what is no row at all. */
  readonly refuse: (tally: RowTally, reason: string, found: unknown) => void;
  /** Rows to records; what cannot be used is counted and the first of it kept. */
  readonly read: (rows: Iterable<unknown>, about: About, tally: RowTally, digests?: RecordDigests) => MarketRecord[];
};

function firstError(check: Check, value: unknown): string {
  const [, [error]] = check.Errors(value);
  return error === undefined ? 'does not fit its schema' : `${error.instancePath || 'it'} ${error.message}`;
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
    if (tally.offenders.length >= offendersKept) return;
    tally.offenders.push({ reason: this.#redact(reason), row: sampleOf(row, this.#redact) });
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
      const reason = this.#useRow(row, about, records);
      if (reason !== null) this.#reject(tally, reason, row);
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

  /** Adds the good records of one row; the reason when one of them is not. */
  #keep(parsed: Parsed, records: MarketRecord[]): string | null {
    if (parsed === null) return null;
    let reason: string | null = null;
    for (const record of Array.isArray(parsed) ? parsed : [parsed]) {
      const check = recordChecks[record?.kind as RecordKind];
      if (check?.Check(record)) records.push(record);
      else
        reason ??=
          check === undefined
            ? 'gives an unknown kind of record'
            : `gives a ${record.kind} whose ${firstError(check, record)}`;
    }
    return reason;
  }

  #useRow(row: unknown, about: About, records: MarketRecord[]): string | null {
    if (!this.#rowCheck.Check(row)) return firstError(this.#rowCheck, row);
    try {
      return this.#keep(this.#parse(row, about), records);
    } catch (error) {
      return `cannot be parsed: ${errorText(error)}`;
    }
  }
}

/** Compiles the checks of a source once, for all its games; `redact` goes over every row that is kept. */
export const createRowReader = (source: Source, redact: (text: string) => string): RowReader =>
  new CheckedRowReader(source, redact);
