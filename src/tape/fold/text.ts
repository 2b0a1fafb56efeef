import type { ColumnReader, ColumnWriter } from './column.ts';

/*
 * Folds a value of a line: what other cells of the line contain is replaced by a reference, and long runs of digits go
 * into columns of their own, where they compress better. Lines contain no bytes below 32, so these serve as marks.
 */

const mark = {
  none: 0,
  /** The value has no quotes. */
  bare: 1,
  id: 2,
  /** The name as encoded in URLs. */
  encodedName: 3,
  digits: 4,
  lowerHex: 5,
  upperHex: 6,
  steamId: 7,
  single: 8,
  end: 10,
} as const;

const shortestRun = 8;
// A hexadecimal number rarely contains so many decimal digits in a row
const maxHexLength = 10;
const maxRunLength = 255;
const shortestSingle = 9;
const steamPrefix = Buffer.from('76561198');
const steamIdLength = 17;
const none = Buffer.from('null');
const quote = 34;
const point = 46;
const zero = 48;
const nine = 57;
const toLower = 32;
const maxSmall = 2 ** 31 - 1;

// The kinds of runs that a byte can occur in
const inLower = 1;
const inUpper = 2;
const runsOf = new Uint8Array(256);
for (const byte of Buffer.from('0123456789')) runsOf[byte] = inLower | inUpper;
for (const byte of Buffer.from('abcdef')) runsOf[byte] = inLower;
for (const byte of Buffer.from('ABCDEF')) runsOf[byte] = inUpper;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

function isAt(what: Buffer, lines: Buffer, at: number, end: number): boolean {
  if (what.length > end - at) return false;
  for (let index = 0; index < what.length; index += 1) if (lines[at + index] !== what[index]) return false;
  return true;
}

/** A position in the lines, without quotes. */
export type Span = { readonly start: number; readonly end: number };

const nowhere: Span = { start: 0, end: 0 };

// The characters that encodeURIComponent leaves unescaped
const isPlain = new Uint8Array(256);
for (const byte of Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()"))
  isPlain[byte] = 1;
const upperDigits = Buffer.from('0123456789ABCDEF');
const percent = 37;

const isEscaped = (lines: Buffer, at: number, byte: number): boolean =>
  lines[at] === percent && lines[at + 1] === upperDigits[byte >> 4] && lines[at + 2] === upperDigits[byte & 15];

/** Whether the bytes of a place also occur at `at`. */
function isSame(lines: Buffer, { start, end }: Span, at: number, last: number): boolean {
  if (end - start > last - at) return false;
  for (let index = start, other = at; index < end; index += 1, other += 1)
    if (lines[index] !== lines[other]) return false;
  return true;
}

/** What texts of a line can refer to. */
export class NamedItem {
  name = nowhere;
  id = nowhere;

  forget(): void {
    this.name = nowhere;
    this.id = nowhere;
  }

  isName(lines: Buffer, start: number, end: number): boolean {
    const { name } = this;
    if (name.end === 0 || name.end - name.start !== end - start) return false;
    return isSame(lines, name, start, end);
  }

  /** Length of the URL-encoded name at `start`, 0 when it is not there. */
  encodedAt(lines: Buffer, start: number, last: number): number {
    let at = start;
    for (let index = this.name.start; index < this.name.end; index += 1) {
      const byte = lines[index] as number;
      const length = isPlain[byte] === 1 ? 1 : 3;
      if (at + length > last) return 0;
      if (length === 1 ? lines[at] !== byte : !isEscaped(lines, at, byte)) return 0;
      at += length;
    }
    return at - start;
  }
}

/** Columns for runs that are kept apart from texts. */
export type Runs<Column> = { readonly digits: Column; readonly hex: Column; readonly singles: Column };

const singleBytes = Buffer.alloc(4);

/** Whether digits after "0." are exactly a single-precision number; if so, `singleBytes` holds it. */
function isSingle(lines: Buffer, at: number, end: number): boolean {
  if (end - at < shortestSingle || lines[at - 1] !== point || lines[at - 2] !== zero) return false;
  const text = lines.toString('latin1', at - 2, end);
  const number = Math.fround(Number(text));
  singleBytes.writeFloatLE(number);
  return String(number) === text;
}

/** Folds texts into columns. */
export class TextFolder {
  readonly #lines: Buffer;
  readonly #named: NamedItem;
  readonly #runs: Runs<ColumnWriter>;

  constructor(lines: Buffer, named: NamedItem, runs: Runs<ColumnWriter>) {
    this.#lines = lines;
    this.#named = named;
    this.#runs = runs;
  }

  /** Folds a value into a column; with `refers` it can contain the name and the id of its line. */
  fold(start: number, end: number, to: ColumnWriter, refers: boolean): void {
    const lines = this.#lines;
    const isQuoted = lines[start] === quote;
    if (!isQuoted && end - start === none.length && isAt(none, lines, start, end)) {
      to.byte(mark.none);
      return;
    }
    if (!isQuoted) to.byte(mark.bare);
    const last = isQuoted ? end - 1 : end;
    for (let at = isQuoted ? start + 1 : start; at < last; ) at = this.#foldByte(at, last, to, refers);
    to.byte(mark.end);
  }

  /** Folds what begins at `at`, and returns where that ends. */
  #foldByte(at: number, last: number, to: ColumnWriter, refers: boolean): number {
    const lines = this.#lines;
    const byte = lines[at] as number;
    const referred = refers ? this.#refer(at, last, to) : 0;
    if (referred > 0) return at + referred;
    // Most bytes do not begin a long run of digits
    if (runsOf[byte] !== 0 && runsOf[lines[at + shortestRun - 1] as number] !== 0) return this.#run(at, last, to);
    to.byte(byte);
    return at + 1;
  }

  /** Writes a reference if one fits; returns how many bytes it replaces, 0 for none. */
  #refer(at: number, end: number, to: ColumnWriter): number {
    const lines = this.#lines;
    const byte = lines[at];
    const { id, name } = this.#named;
    const idLength = id.end - id.start;
    if (idLength > 2 && byte === lines[id.start] && isSame(lines, id, at, end)) {
      to.byte(mark.id);
      return idLength;
    }
    if (byte !== percent && byte !== lines[name.start]) return 0;
    const nameLength = this.#named.encodedAt(lines, at, end);
    if (nameLength > 2) to.byte(mark.encodedName);
    return nameLength > 2 ? nameLength : 0;
  }

  /** Folds a run of digits, or what is too short for one, and returns where it ends. */
  #run(at: number, last: number, to: ColumnWriter): number {
    const lines = this.#lines;
    const max = Math.min(last, at + maxRunLength);
    let end = at;
    while (end < max && isDigit(lines[end])) end += 1;
    if (end - at >= shortestRun) return this.#digits(at, end, to);
    const { end: hexEnd, isUpper } = this.#hexRun(at, end, max);
    end = hexEnd;
    const isLong = end - at >= shortestRun;
    if (isLong) {
      to.byte(isUpper ? mark.upperHex : mark.lowerHex);
      to.byte(end - at);
    }
    const into = isLong ? this.#runs.hex : to;
    for (let index = at; index < end; index += 1) {
      const byte = lines[index] as number;
      into.byte(isLong && isUpper && byte > nine ? byte + toLower : byte);
    }
    return end;
  }

  /** Where a hexadecimal run ends that begins with the decimal digits before `from`. */
  #hexRun(start: number, from: number, max: number): { readonly end: number; readonly isUpper: boolean } {
    const lines = this.#lines;
    let runs = inLower | inUpper;
    let digits = from - start;
    for (let at = from; at < max; at += 1) {
      const byte = lines[at] as number;
      const both = runs & (runsOf[byte] as number);
      if (both === 0) return { end: at, isUpper: runs === inUpper };
      runs = both;
      digits = isDigit(byte) ? digits + 1 : 0;
      if (digits === maxHexLength) return { end: at + 1 - maxHexLength, isUpper: runs === inUpper };
    }
    return { end: max, isUpper: runs === inUpper };
  }

  #digits(at: number, end: number, to: ColumnWriter): number {
    const lines = this.#lines;
    const { digits, singles } = this.#runs;
    let start = at;
    if (isSingle(lines, at, end)) {
      to.byte(mark.single);
      for (const byte of singleBytes) singles.byte(byte);
      return end;
    }
    if (end - at === steamIdLength && isAt(steamPrefix, lines, at, end)) {
      to.byte(mark.steamId);
      start += steamPrefix.length;
    } else {
      to.byte(mark.digits);
      to.byte(end - at);
    }
    for (let index = start; index < end; index += 1) digits.byte(lines[index] as number);
    return end;
  }
}

/** The unfolded lines. */
export class Output {
  readonly bytes: Buffer;
  /** Where the next byte is written. */
  at = 0;

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafeSlow(length);
  }

  byte(byte: number): void {
    this.bytes[this.at] = byte;
    this.at += 1;
  }

  /** A whole number from 0; negative ones become null. */
  number(number: number): void {
    if (number < 0) {
      this.copy(none, 0, none.length);
      return;
    }
    const { bytes } = this;
    let digits = 1;
    for (let power = 10; power <= number; power *= 10) digits += 1;
    let left = number;
    let index = this.at + digits - 1;
    // 32-bit integer arithmetic as far as possible
    for (; left <= maxSmall && index >= this.at; index -= 1) {
      const rest = (left / 10) | 0;
      bytes[index] = zero + (left - rest * 10);
      left = rest;
    }
    for (; index >= this.at; index -= 1) {
      const rest = Math.floor(left / 10);
      bytes[index] = zero + (left - rest * 10);
      left = rest;
    }
    this.at += digits;
  }

  copy(from: Buffer, start: number, end: number): void {
    const { bytes } = this;
    let at = this.at;
    for (let index = start; index < end; index += 1, at += 1) bytes[at] = from[index] as number;
    this.at = at;
  }

  /** ASCII characters of a text from an index on. */
  text(text: string, from: number): void {
    for (let index = from; index < text.length; index += 1) this.byte(text.charCodeAt(index));
  }

  /** URL-encodes a part of what was written. */
  encode({ start, end }: Span): void {
    const { bytes } = this;
    for (let index = start; index < end; index += 1) {
      const byte = bytes[index] as number;
      if (isPlain[byte] === 1) this.byte(byte);
      else {
        this.byte(percent);
        this.byte(upperDigits[byte >> 4] as number);
        this.byte(upperDigits[byte & 15] as number);
      }
    }
  }
}

/** Restores folded texts. */
export class TextUnfolder {
  readonly #out: Output;
  readonly #named: NamedItem;
  readonly #runs: Runs<ColumnReader>;

  constructor(out: Output, named: NamedItem, runs: Runs<ColumnReader>) {
    this.#out = out;
    this.#named = named;
    this.#runs = runs;
  }

  unfold(from: ColumnReader): void {
    const out = this.#out;
    const first = from.bytes[from.at];
    if (first === mark.none || first === mark.bare) from.at += 1;
    if (first === mark.none) {
      out.copy(none, 0, none.length);
      return;
    }
    if (first !== mark.bare) out.byte(quote);
    const { bytes } = from;
    let { at } = from;
    for (;;) {
      let to = out.at;
      let byte = bytes[at] as number;
      while (byte > 31) {
        out.bytes[to] = byte;
        to += 1;
        at += 1;
        byte = bytes[at] as number;
      }
      out.at = to;
      at += 1;
      if (byte === mark.end || byte === undefined) break;
      from.at = at;
      this.#marked(byte, from);
      at = from.at;
    }
    from.at = at;
    if (first !== mark.bare) out.byte(quote);
  }

  #marked(byte: number, from: ColumnReader): void {
    const out = this.#out;
    const { digits, hex, singles } = this.#runs;
    switch (byte) {
      case mark.id:
        out.copy(out.bytes, this.#named.id.start, this.#named.id.end);
        break;
      case mark.encodedName:
        out.encode(this.#named.name);
        break;
      case mark.digits:
        this.#copy(digits, from.byte());
        break;
      case mark.steamId:
        out.copy(steamPrefix, 0, steamPrefix.length);
        this.#copy(digits, steamIdLength - steamPrefix.length);
        break;
      case mark.lowerHex:
        this.#copy(hex, from.byte());
        break;
      case mark.upperHex: {
        const start = out.at;
        this.#copy(hex, from.byte());
        for (let at = start; at < out.at; at += 1) if (!isDigit(out.bytes[at])) (out.bytes[at] as number) -= toLower;
        break;
      }
      case mark.single:
        this.#single(singles);
    }
  }

  #copy(column: ColumnReader, length: number): void {
    this.#out.copy(column.bytes, column.at, column.at + length);
    column.at += length;
  }

  #single(singles: ColumnReader): void {
    const text = String(singles.bytes.readFloatLE(singles.at));
    singles.at += singleBytes.length;
    this.#out.text(text, 2);
  }
}
