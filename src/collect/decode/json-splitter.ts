import { isAscii, isUtf8, transcode } from 'node:buffer';
import { createJsonSeek, type RowsPath } from './json-seek.ts';
import { parseWellFormed } from './well-formed.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** By byte: its effect on the number of open brackets. */
export const nesting = new Int8Array(256);
for (const bracket of '[{') nesting[bracket.charCodeAt(0)] = 1;
for (const bracket of ']}') nesting[bracket.charCodeAt(0)] = -1;

/** Thrown when a text is not JSON; `isCut` when it is valid as far as it goes. */
export class NotJson extends Error {
  readonly isCut: boolean;

  constructor(message: string, isCut: boolean) {
    super(message);
    this.name = 'NotJson';
    this.isCut = isCut;
  }
}

export type Splitter = {
  /** The rows completed by this chunk. */
  readonly push: (chunk: Buffer) => readonly unknown[];
  /** The part of the payload that precedes its rows; null when it cannot be read. */
  readonly before: () => unknown;
  /** The last rows, and the payload without its rows; throws when the text ends early. */
  readonly end: () => { readonly rows: readonly unknown[]; readonly payload: unknown; readonly hasRows: boolean };
};

// Added to the bytes, since adding them to the decoded text would copy it
const listStart = Buffer.from('[');
const listEnd = Buffer.from(']');

// Limit for what surrounds the rows and for a single row, which are kept in memory as a whole
const largestRest = 8 * 1024 * 1024;

// Without a successful guess within this many bytes, the rows are scanned instead
const maxGuess = 256 * 1024;

export const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

const whole = (pieces: readonly Buffer[]): Buffer => {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
};

/** Decodes UTF-8, several times faster than `toString('utf8')`: as Latin-1 where all bytes are ASCII, else by way of UTF-16. */
export function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le') : bytes.toString('utf8');
}

function parsedList(text: string): readonly unknown[] {
  try {
    return parseWellFormed(text) as readonly unknown[];
  } catch (error) {
    throw new NotJson(error instanceof Error ? error.message : 'not JSON', false);
  }
}

class JsonSplitter implements Splitter {
  readonly #path;
  readonly #seek;
  #phase: 'before' | 'rows' | 'after' = 'before';
  #isMap = false;
  /** Brackets open within the rows. */
  #depth = 0;
  #isInString = false;
  /** 1 when the previous chunk ended in a backslash. */
  #skip = 0;
  #hasComma = false;
  #isGuessing = true;
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  /** Number of pieces of the rest that precede the rows. */
  #headCount = 0;

  constructor(path: RowsPath) {
    this.#path = path;
    this.#seek = createJsonSeek(path);
  }

  readonly push: Splitter['push'] = (chunk) => {
    if (chunk.length === 0) return [];
    if (this.#phase === 'rows') return this.#rowsOf(chunk, 0);
    const start = this.#phase === 'before' ? this.#seek(chunk, 0) : -1;
    if (start < 0) {
      this.#keepRest(chunk);
      return [];
    }
    this.#phase = 'rows';
    this.#isMap = chunk[start - 1] === 0x7b;
    this.#isGuessing = !this.#isMap;
    this.#keepRest(chunk.subarray(0, start));
    this.#headCount = this.#rest.length;
    return this.#rowsOf(chunk, start);
  };

  readonly before: Splitter['before'] = () => {
    if (this.#phase === 'before') return null;
    try {
      const head = textOf(whole(this.#rest.slice(0, this.#headCount)));
      return parseText(`${head}${this.#isMap ? '}' : ']'}${'}'.repeat(this.#path.keys.length)}`);
    } catch {
      return null;
    }
  };

  readonly end: Splitter['end'] = () => {
    const rows = this.#phase === 'rows' && this.#isGuessing ? this.#searchCarried(Buffer.alloc(0)) : [];
    if (this.#phase === 'rows') throw new NotJson('the text ends within the rows', true);
    return { rows, payload: parseText(textOf(whole(this.#rest))), hasRows: this.#phase === 'after' };
  };

  #keepRest(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > largestRest) throw new NotJson(`more than ${largestRest} bytes are outside the rows`, false);
    if (bytes.length > 0) this.#rest.push(bytes);
  }

  #carry(bytes: Buffer): void {
    this.#carriedBytes += bytes.length;
    if (this.#carriedBytes > largestRest) throw new NotJson(`a single row is larger than ${largestRest} bytes`, false);
    this.#carried.push(bytes);
  }

  #parsed(isLast: boolean): readonly unknown[] {
    const text = textOf(whole(this.#carried));
    this.#carried = [];
    this.#carriedBytes = 0;
    if (isBlank(text)) {
      if (isLast && !this.#hasComma) return [];
      throw new NotJson('two commas without a row between them', false);
    }
    return this.#isMap ? Object.values(parsedList(`{${text}}`)) : parsedList(`[${text}]`);
  }

  /** The index after the end of the string that is open at `index`. */
  #stringEnd(chunk: Buffer, index: number): number {
    let at = index;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === quote) {
        this.#isInString = false;
        return at + 1;
      }
      if (byte === backslash) at += 1;
    }
    this.#skip = at - chunk.length;
    return at;
  }

  #resumed(chunk: Buffer, from: number): number {
    return this.#isInString ? this.#stringEnd(chunk, from) : from;
  }

  /** Scans rows from `from`: where they end, and the last comma between two rows; each -1 when there is none. */
  #scan(chunk: Buffer, from: number): { end: number; border: number } {
    let border = -1;
    let index = this.#resumed(chunk, from);
    while (index < chunk.length) {
      const byte = chunk[index] as number;
      index += 1;
      if (byte === quote) {
        this.#isInString = true;
        index = this.#stringEnd(chunk, index);
      } else if (byte === comma && this.#depth === 0) border = index - 1;
      else {
        this.#depth += nesting[byte] as number;
        if (this.#depth < 0) return { end: index - 1, border };
      }
    }
    return { end: -1, border };
  }

  /** The rows up to the last `},{`; null when the guess was wrong. */
  #guessed(chunk: Buffer): readonly unknown[] | null {
    const cut = chunk.lastIndexOf('},{');
    if (cut < 0) {
      if (this.#carriedBytes + chunk.length > maxGuess) return null;
      this.#carry(chunk);
      return [];
    }
    try {
      const list = Buffer.concat([listStart, ...this.#carried, chunk.subarray(0, cut + 1), listEnd]);
      const rows = parseWellFormed(textOf(list)) as readonly unknown[];
      this.#carried = [chunk.subarray(cut + 2)];
      this.#carriedBytes = chunk.length - cut - 2;
      this.#hasComma = true;
      return rows;
    } catch {
      return null;
    }
  }

  #rowsOf(chunk: Buffer, from: number): readonly unknown[] {
    if (!this.#isGuessing) return this.#searched(chunk, from);
    const bytes = chunk.subarray(from);
    return this.#guessed(bytes) ?? this.#searchCarried(bytes);
  }

  /** Stops guessing and scans what is left, from the start of its first row. */
  #searchCarried(chunk: Buffer): readonly unknown[] {
    this.#isGuessing = false;
    const bytes = whole([...this.#carried, chunk]);
    this.#carried = [];
    this.#carriedBytes = 0;
    return bytes.length === 0 ? [] : this.#searched(bytes, 0);
  }

  #searched(chunk: Buffer, from: number): readonly unknown[] {
    const start = from + this.#skip;
    this.#skip = 0;
    const { end, border } = this.#scan(chunk, start);
    if (end >= 0) {
      this.#phase = 'after';
      this.#carry(chunk.subarray(from, end));
      if (border >= 0) this.#hasComma = true;
      const rows = this.#parsed(true);
      this.#keepRest(chunk.subarray(end));
      return rows;
    }
    if (border < 0) {
      this.#carry(chunk.subarray(from));
      return [];
    }
    this.#carry(chunk.subarray(from, border));
    this.#hasComma = true;
    const rows = this.#parsed(false);
    this.#carry(chunk.subarray(border + 1));
    return rows;
  }
}

/**
 * Splits a JSON text into rows while it arrives: everything up to the last comma between two rows goes through one JSON.parse,
 * which is several times faster than a call per row. That comma is first guessed to be in the last `},{` of a chunk. A wrong
 * guess leaves a bracket or string open, so that JSON.parse throws; from then on the bytes are scanned.
 */
export const createJsonSplitter = (path: RowsPath): Splitter => new JsonSplitter(path);

/** Whether a JSON text ends before its strings and brackets are closed. One pass, since a body can have a hundred megabytes. */
function isCutOff(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) isInString = !isInString;
    else if (!isInString) depth += nesting[unit] ?? 0;
    else if (unit === backslash) at += 1;
  }
  return isInString || depth > 0 || isBlank(text);
}

/** Parses a whole JSON text; throws NotJson. */
export function parseText(text: string): unknown {
  try {
    return parseWellFormed(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    const isCut = isCutOff(text);
    const found = text.slice(0, 80);
    throw new NotJson(
      isCut ? 'the text ends early' : `${error instanceof Error ? error.message : 'not JSON'}: ${found}`,
      isCut,
    );
  }
}
