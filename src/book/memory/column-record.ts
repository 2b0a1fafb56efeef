import type { OfferColumns, Sticker, TextColumn, Tf2Traits } from '../../schema/index.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { Slot } from './numbers.ts';
import { has, isSeparator, percent, type StringPools, writeStickers, writeTraits } from './offer-record.ts';
import { type OfferTraits, stickerTraitOfBytes } from './offer-traits.ts';
import { writeBytes } from './packed-text.ts';
import type { StringPool } from './string-pool.ts';

// Writes stored offers in the format of offer-record.ts without creating an object or string per offer

const isKept = (column: Float64Array, row: number): boolean => !Number.isNaN(column[row] as number);
const isText = (column: TextColumn, row: number): boolean => (column.starts[row] as number) >= 0;

export function writeColumnText(writer: ByteWriter, { bytes, starts, ends }: TextColumn, row: number): void {
  writeBytes(writer, bytes, starts[row] as number, ends[row] as number);
}

/** Whether the text is an object, not a list. */
const isTraits = (column: TextColumn, row: number): boolean =>
  isText(column, row) && column.bytes[column.starts[row] as number] === openingBrace;

const stickersFlag = (column: TextColumn, row: number): number => {
  if (!isText(column, row)) return 0;
  return isTraits(column, row) ? has.tf2 : has.stickers;
};

const flagsOf = (offers: OfferColumns, row: number): number =>
  (isText(offers.purchaseLink, row) ? has.purchaseLink : 0) |
  (isText(offers.inspectLink, row) ? has.inspectLink : 0) |
  (isKept(offers.float, row) ? has.float : 0) |
  (isKept(offers.paintIndex, row) ? has.paintIndex : 0) |
  (isKept(offers.paintSeed, row) ? has.paintSeed : 0) |
  stickersFlag(offers.stickers, row) |
  (isKept(offers.tradableAt, row) ? has.tradableAt : 0) |
  (isText(offers.ownerId, row) ? has.ownerId : 0);

/** Writes everything after the id, which must be written first; leaves the stickers in `found`. */
export function writeColumns(
  writer: ByteWriter,
  offers: OfferColumns,
  row: number,
  strings: StringPools,
  found: FoundStickers,
): void {
  writer.varint(flagsOf(offers, row));
  if (isText(offers.purchaseLink, row)) writeLink(writer, offers.purchaseLink, offers.offerId, row, strings);
  if (isText(offers.inspectLink, row)) writeLink(writer, offers.inspectLink, offers.offerId, row, strings);
  if (isKept(offers.float, row)) writer.number(offers.float[row] as number);
  if (isKept(offers.paintIndex, row)) writer.number(offers.paintIndex[row] as number);
  if (isKept(offers.paintSeed, row)) writer.number(offers.paintSeed[row] as number);
  found.read(offers.stickers, row);
  const isOfTf2 = isTraits(offers.stickers, row);
  if (isText(offers.stickers, row) && !isOfTf2) found.write(writer, strings.stickerNames);
  if (isKept(offers.tradableAt, row)) writer.number(offers.tradableAt[row] as number);
  if (isText(offers.ownerId, row)) writeColumnText(writer, offers.ownerId, row);
  if (isOfTf2) writeTraits(writer, traitsAt(offers.stickers, row), strings.stickerNames, true);
}

const traitsAt = ({ bytes, starts, ends }: TextColumn, row: number): Tf2Traits =>
  JSON.parse(bytes.toString('utf8', starts[row], ends[row]));

export function setTraits(
  traits: OfferTraits,
  slot: Slot,
  offers: OfferColumns,
  row: number,
  found: FoundStickers,
): void {
  const known = (column: Float64Array) => (isKept(column, row) ? (column[row] as number) : null);
  traits.setLooks(slot, known(offers.float), known(offers.paintSeed), known(offers.tradableAt));
  found.setMarks(traits, slot);
}

function writeLink(
  writer: ByteWriter,
  { bytes, starts, ends }: TextColumn,
  ids: TextColumn,
  row: number,
  { linkStarts }: StringPools,
): void {
  const start = starts[row] as number;
  const end = ends[row] as number;
  const idStart = ids.starts[row] as number;
  const idLength = (ids.ends[row] as number) - idStart;
  const idAt = idLength === 0 ? -1 : placeOfId(bytes, start, end, ids.bytes, idStart, idLength);
  const hasId = idAt >= 0;
  const startEnd = hasId ? idAt : endOfStart(bytes, start, end);
  const number = startEnd === start ? 0 : linkStarts.numberOfBytes(bytes, start, startEnd, true);
  writer.varint(number * 2 + (hasId ? 1 : 0));
  if (number === 0) writeBytes(writer, bytes, start, startEnd);
  writeBytes(writer, bytes, hasId ? idAt + idLength : startEnd, end);
}

function placeOfId(
  bytes: Uint8Array,
  start: number,
  end: number,
  idBytes: Uint8Array,
  idStart: number,
  idLength: number,
): number {
  const lastOfId = idLength - 1;
  // Most ids are digits and most of a link is not: an id of digits cannot include a position without a digit
  const isNumber = isDigits(idBytes, idStart, idStart + idLength);
  for (let last = start + lastOfId; last < end; last += 1) {
    if (isNumber && !isDigit(bytes[last] as number)) {
      last += lastOfId;
      continue;
    }
    let same = 0;
    while (same < idLength && bytes[last - lastOfId + same] === idBytes[idStart + same]) same += 1;
    if (same === idLength) return last - lastOfId;
  }
  return -1;
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;

function isDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isDigit(bytes[at] as number)) return false;
  return true;
}

/** The position after the last separator. */
function endOfStart(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at -= 1) {
    const code = bytes[at] as number;
    if (isSeparator[code] === 1) return at + 1;
    if (code === percent && at + 2 < end && bytes[at + 1] === two && bytes[at + 2] === zero) return at + 3;
  }
  return start;
}

const two = 0x32;
const zero = 0x30;
const nine = 0x39;
const quote = 0x22;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const [open, close, comma] = [0x5b, 0x5d, 0x2c];
const nameHead = Buffer.from('{"name":"');
const wearHead = Buffer.from('","wear":');
const slotHead = Buffer.from(',"slot":');
const mostStickers = 64;

/** Reads the stickers of an offer, fast if their JSON has the plain form that nearly all stored ones have; reusable. */
export class FoundStickers {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  #count = 0;
  readonly #starts = new Int32Array(mostStickers);
  readonly #ends = new Int32Array(mostStickers);
  readonly #wears = new Float64Array(mostStickers);
  readonly #slots = new Float64Array(mostStickers);
  readonly #marks = new Int32Array(mostStickers);
  /** The stickers if their JSON has another form. */
  #others: readonly Sticker[] | null = null;

  read({ bytes, starts, ends }: TextColumn, row: number): void {
    const start = starts[row] as number;
    this.#bytes = bytes;
    this.#at = start;
    this.#end = ends[row] as number;
    this.#count = 0;
    this.#others = null;
    if (start >= 0 && bytes[start] !== openingBrace && !this.#readPlain())
      this.#others = JSON.parse(bytes.toString('utf8', start, this.#end));
  }

  write(writer: ByteWriter, names: StringPool): void {
    if (this.#others !== null) {
      writeStickers(writer, this.#others, names, true);
      return;
    }
    writer.varint(this.#count);
    for (let at = 0; at < this.#count; at += 1) {
      const start = this.#starts[at] as number;
      const end = this.#ends[at] as number;
      const number = names.numberOfBytes(this.#bytes, start, end, true);
      writer.varint(number);
      if (number === 0) writeBytes(writer, this.#bytes, start, end);
      writer.number(this.#wears[at] as number);
      writer.number(this.#slots[at] as number);
    }
  }

  setMarks(traits: OfferTraits, slot: Slot): void {
    if (this.#others !== null) {
      traits.setStickers(slot, this.#others);
      return;
    }
    for (let at = 0; at < this.#count; at += 1)
      this.#marks[at] = stickerTraitOfBytes(this.#bytes, this.#starts[at] as number, this.#ends[at] as number);
    traits.setMarks(slot, this.#marks, this.#count);
  }

  /** Returns whether all of it has the plain form. */
  #readPlain(): boolean {
    if (!this.#isNext(open)) return false;
    if (this.#isNext(close)) return this.#at === this.#end;
    do {
      if (this.#count === mostStickers || !this.#readOne()) return false;
      this.#count += 1;
    } while (this.#isNext(comma));
    return this.#isNext(close) && this.#at === this.#end;
  }

  #readOne(): boolean {
    if (!this.#isAfter(nameHead)) return false;
    const end = this.#endOfName();
    if (end < 0) return false;
    this.#starts[this.#count] = this.#at;
    this.#ends[this.#count] = end;
    this.#at = end;
    if (!this.#isAfter(wearHead)) return false;
    this.#wears[this.#count] = this.#number(comma);
    if (!this.#isAfter(slotHead)) return false;
    this.#slots[this.#count] = this.#number(closingBrace);
    this.#at += 1;
    return this.#at <= this.#end;
  }

  /** The end of a plain name, or -1. */
  #endOfName(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    for (let at = this.#at; at < end; at += 1) {
      const code = bytes[at] as number;
      if (code === quote) return at;
      if (code === backslash || code >= 128) return -1;
    }
    return -1;
  }

  /** Reads a number up to a character, without consuming that. */
  #number(until: number): number {
    const bytes = this.#bytes;
    const start = this.#at;
    const first = bytes[start] as number;
    // Fast path: mostly one digit
    if (start + 1 < this.#end && bytes[start + 1] === until && isDigit(first)) {
      this.#at = start + 1;
      return first - zero;
    }
    let at = start;
    while (at < this.#end && bytes[at] !== until) at += 1;
    this.#at = at;
    return Number(bytes.toString('latin1', start, at));
  }

  #isNext(code: number): boolean {
    if (this.#bytes[this.#at] !== code || this.#at >= this.#end) return false;
    this.#at += 1;
    return true;
  }

  #isAfter(head: Buffer): boolean {
    for (let at = 0; at < head.length; at += 1) if (this.#bytes[this.#at + at] !== head[at]) return false;
    this.#at += head.length;
    return true;
  }
}
