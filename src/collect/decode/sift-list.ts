import type { Quote } from '../../schema/index.ts';
import { createJsonSeek, type RowsPath } from './json-seek.ts';
import { isBlank, nesting, parseText, textOf } from './json-splitter.ts';
import { digestOf, seedOf } from './row-digest.ts';
import { valueAt } from './rows-at.ts';
import { parseWellFormed } from './well-formed.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const listStart = 0x5b;
const listEnd = 0x5d;

/** Rows that are sifted and parsed in one piece of work; some milliseconds if none of them is known. */
const bytesPerPiece = 64 * 1024;

/** A pass over rows, which runs synchronously from its opening to `end`. */
export type SeeingAgain = {
  /** Whether the record of a row with this digest is still current. */
  readonly knows: (digest: number) => boolean;
  /** The digest of the row that gave the current record of a quote's series; 0 for none. */
  readonly digestOf: (quote: Quote) => number;
  /** Whether the record of a row with this digest is still current, and without a price. */
  readonly isPriceless: (digest: number) => boolean;
  /** Whether the record of a row with this digest is still current; if so, it is marked as seen again. */
  readonly see: (digest: number) => boolean;
  /** How many of the rows seen again have a price. */
  readonly priced: () => number;
  readonly end: () => void;
};

/** The records that rows gave before, by the digests of these rows. */
export type KnownRows = {
  /** Name of the source; equal rows of different sources have different digests. */
  readonly source: string;
  /** Opens a look at them, which ends with the piece of work. */
  readonly look: () => (digest: number) => boolean;
};

/** A list in bytes, of which only the rows that are not known have been parsed. */
export type SiftedList = {
  /** The payload, with an empty list in place of its rows. */
  readonly payload: unknown;
  readonly count: number;
  /** By row; 0 where rows are not compared. */
  readonly digests: readonly number[];
  readonly isKnown: (row: number) => boolean;
  readonly knownCount: number;
  /** Parses a known row, which cannot fail: a row of the same bytes has been parsed before. */
  readonly rowAt: (row: number) => unknown;
};

/** The index of the comma or bracket after a row; the length when there is neither. */
function endOfRow(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (byte === comma && depth === 0) return at;
    else {
      depth += nesting[byte] as number;
      if (depth < 0) return at;
    }
  }
  return bytes.length;
}

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
  return at;
}

class ListSieve {
  readonly #bytes;
  readonly #view;
  readonly #known: KnownRows | null;
  readonly #seed: number;
  /** Where the next row begins, and the byte after the last row; below 0 until that is found. */
  #next: number;
  end = -1;
  readonly #ends: number[] = [];
  readonly #start: number;
  readonly digests: number[] = [];
  payload: unknown = null;
  knownCount = 0;
  /** undefined for those that are known, as no JSON text is. */
  readonly #rows: unknown[] = [];

  /** Start of the current run of rows that are not known, below 0 for none, and its first row. */
  #run = -1;
  #firstOfRun = 0;

  constructor(bytes: Buffer, start: number, known: KnownRows | null) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#known = known;
    this.#seed = seedOf(known?.source ?? '');
    this.#start = start;
    this.#next = start;
  }

  get count(): number {
    return this.digests.length;
  }

  readonly isKnown = (row: number): boolean => this.#rows[row] === undefined;

  readonly rowAt = (row: number): unknown => {
    if (!this.isKnown(row)) return this.#rows[row];
    const start = row === 0 ? this.#start : (this.#ends[row - 1] as number) + 1;
    return parseWellFormed(textOf(this.#bytes.subarray(start, this.#ends[row])));
  };

  /** Sifts the rows of the next piece, and parses those that are not known; throws where they are not JSON. */
  sift(): void {
    const knows = this.#known?.look() ?? null;
    const until = this.#next + bytesPerPiece;
    while (this.end < 0 && this.#next < until) this.#add(knows);
    this.#parseRun(this.#next - 1);
  }

  #add(knows: ((digest: number) => boolean) | null): void {
    const from = this.#next;
    const end = endOfRow(this.#bytes, from);
    if (this.#bytes[end] !== comma) this.end = end;
    if (this.end >= 0 && this.count === 0 && isBlank(textOf(this.#bytes.subarray(from, end)))) return;
    const digest = knows === null ? 0 : digestOf(this.#view, from, end, this.#seed);
    if (knows?.(digest) ?? false) {
      this.#parseRun(from - 1);
      this.knownCount += 1;
    } else if (this.#run < 0) {
      this.#run = from;
      this.#firstOfRun = this.count;
    }
    this.digests.push(digest);
    this.#ends.push(end);
    this.#rows.push(undefined);
    this.#next = end + 1;
  }

  /** Parses the current run with one call. */
  #parseRun(end: number): void {
    if (this.#run < 0) return;
    const rows = parseWellFormed(`[${textOf(this.#bytes.subarray(this.#run, end))}]`) as unknown[];
    if (rows.length !== this.count - this.#firstOfRun) throw new SyntaxError('a row is empty');
    for (let index = 0; index < rows.length; index += 1) this.#rows[this.#firstOfRun + index] = rows[index];
    this.#run = -1;
  }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * Finds the rows of a list in the bytes of a JSON text and parses those that are not known, in pieces with `rest` between
 * them. null when the text is not JSON or has no list at the path.
 */
export async function siftList(
  bytes: Buffer,
  path: RowsPath,
  known: KnownRows | null,
  rest: () => Promise<void>,
): Promise<SiftedList | null> {
  const start = createJsonSeek(path)(bytes, 0);
  if (start < 0 || bytes[start - 1] !== listStart) return null;
  const sieve = new ListSieve(bytes, start, known);
  try {
    while (sieve.end < 0) {
      sieve.sift();
      await rest();
    }
    if (bytes[sieve.end] !== listEnd) return null;
    sieve.payload = parseText(textOf(Buffer.concat([bytes.subarray(0, start), bytes.subarray(sieve.end)])));
    const { payload } = sieve;
    return isEmptyList(Array.isArray(payload) ? payload : valueAt(payload, path.keys.join('.'))) ? sieve : null;
  } catch {
    return null;
  }
}
