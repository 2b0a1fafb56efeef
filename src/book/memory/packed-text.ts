import type { ByteReader, ByteWriter } from './byte-writer.ts';

// Texts of few kinds of characters take 4 or 6 bits per character: most stored texts are ids, certificates and inspect links
const alphabets = [
  { letters: '0123456789ABCDEF', bits: 4 },
  { letters: '0123456789abcdef', bits: 4 },
  { letters: '0123456789SAMD-_', bits: 4 },
  { letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', bits: 6 },
] as const;

const lowerHex = 1;
const uuid = alphabets.length;
const latin = uuid + 1;
const utf16 = uuid + 2;

const hyphen = 0x2d;

const latinBit = 1 << alphabets.length;
// One bit per alphabet that a character belongs to, and one for every character that fits into a byte
const kinds = new Uint8Array(256).fill(latinBit);
const digitOf = alphabets.map(() => new Uint8Array(256));
const letterOf = alphabets.map(({ letters }) => Buffer.from(letters, 'latin1'));
for (const [form, { letters }] of alphabets.entries()) {
  for (let digit = 0; digit < letters.length; digit += 1) {
    const code = letters.charCodeAt(digit);
    kinds[code] = (kinds[code] as number) | (1 << form);
    (digitOf[form] as Uint8Array)[code] = digit;
  }
}
// 0 for bytes of multi-byte characters
const kindsOfAscii = kinds.slice().fill(0, 128);

const kindsOf = (text: string): number => {
  let common = 255;
  for (let at = 0; at < text.length && common !== 0; at += 1) common &= kinds[text.charCodeAt(at)] ?? 0;
  return common;
};

/** Writes a text so that it reads back exactly, lone surrogates included; equal texts give equal bytes. */
export function writeText(writer: ByteWriter, text: string): void {
  const common = kindsOf(text);
  if (common === 0) writeWide(writer, text);
  else if (common === latinBit) writeLatin(writer, text);
  else if (isUuid(text)) writePacked(writer, text.replaceAll('-', ''), lowerHex, uuid);
  else {
    const form = 31 - Math.clz32(common & -common);
    writePacked(writer, text, form, form);
  }
}

function isUuid(text: string): boolean {
  if (text.length !== 36) return false;
  for (let at = 0; at < 36; at += 1) {
    const isHyphen = at === 8 || at === 13 || at === 18 || at === 23;
    const kind = kinds[text.charCodeAt(at)] as number;
    if (isHyphen ? text[at] !== '-' : (kind & (1 << lowerHex)) === 0) return false;
  }
  return true;
}

const writeHead = (writer: ByteWriter, form: number, length: number): void => writer.varint(length * 8 + form);

function writeWide(writer: ByteWriter, text: string): void {
  writeHead(writer, utf16, text.length);
  writer.reserve(text.length * 2);
  writer.at += writer.bytes.write(text, writer.at, 'utf16le');
}

function writeLatin(writer: ByteWriter, text: string): void {
  writeHead(writer, latin, text.length);
  writer.reserve(text.length);
  writer.at += writer.bytes.write(text, writer.at, 'latin1');
}

function writePacked(writer: ByteWriter, text: string, alphabet: number, form: number): void {
  const digits = digitOf[alphabet] as Uint8Array;
  const { bits } = alphabets[alphabet] as (typeof alphabets)[number];
  writeHead(writer, form, text.length);
  writer.reserve(text.length + 1);
  let pending = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    pending |= (digits[text.charCodeAt(at)] as number) << count;
    count += bits;
    if (count >= 8) {
      writer.bytes[writer.at] = pending & 255;
      writer.at += 1;
      pending >>= 8;
      count -= 8;
    }
  }
  if (count > 0) writer.byte(pending);
}

/** Like `writeText`, for UTF-8 bytes; creates a string only if they are not ASCII. */
export function writeBytes(writer: ByteWriter, bytes: Buffer, start: number, end: number): void {
  let common = 255;
  for (let at = start; at < end; at += 1) common &= kindsOfAscii[bytes[at] as number] as number;
  if (common === 0) writeText(writer, bytes.toString('utf8', start, end));
  else if (common === latinBit) writeAscii(writer, bytes, start, end);
  // Checked first, since this is shorter than any alphabet
  else if (isUuidIn(bytes, start, end)) writeAlphabet(writer, uuidDigits, 0, uuidDigits.length, lowerHex, uuid);
  else writeAlphabet(writer, bytes, start, end, 31 - Math.clz32(common & -common));
}

function writeAscii(writer: ByteWriter, bytes: Buffer, start: number, end: number): void {
  writeHead(writer, latin, end - start);
  writer.reserve(end - start);
  const { bytes: into } = writer;
  let { at: to } = writer;
  for (let at = start; at < end; at += 1, to += 1) into[to] = bytes[at] as number;
  writer.at = to;
}

const uuidDigits = Buffer.alloc(32);

/** Leaves the digits of a UUID in `uuidDigits`. */
function isUuidIn(bytes: Buffer, start: number, end: number): boolean {
  if (end - start !== 36) return false;
  let count = 0;
  for (let at = 0; at < 36; at += 1) {
    const code = bytes[start + at] as number;
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== hyphen) return false;
      continue;
    }
    if (((kinds[code] as number) & (1 << lowerHex)) === 0) return false;
    uuidDigits[count] = code;
    count += 1;
  }
  return true;
}

function writeAlphabet(
  writer: ByteWriter,
  bytes: Buffer,
  start: number,
  end: number,
  alphabet: number,
  form = alphabet,
): void {
  const digits = digitOf[alphabet] as Uint8Array;
  const { bits } = alphabets[alphabet] as (typeof alphabets)[number];
  writeHead(writer, form, end - start);
  writer.reserve(end - start + 1);
  const { bytes: into } = writer;
  let { at: to } = writer;
  let pending = 0;
  let count = 0;
  for (let at = start; at < end; at += 1) {
    pending |= (digits[bytes[at] as number] as number) << count;
    count += bits;
    if (count < 8) continue;
    into[to] = pending & 255;
    to += 1;
    pending >>= 8;
    count -= 8;
  }
  if (count > 0) {
    into[to] = pending;
    to += 1;
  }
  writer.at = to;
}

let letters = Buffer.alloc(256);

export function readText(reader: ByteReader): string {
  const head = reader.varint();
  const form = head & 7;
  const length = Math.floor(head / 8);
  if (form === latin || form === utf16) {
    const start = reader.at;
    reader.at += form === latin ? length : length * 2;
    return reader.bytes.toString(form === latin ? 'latin1' : 'utf16le', start, reader.at);
  }
  const text = readPacked(reader, form === uuid ? lowerHex : form, length);
  if (form !== uuid) return text;
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

function readPacked(reader: ByteReader, alphabet: number, length: number): string {
  const { bits } = alphabets[alphabet] as (typeof alphabets)[number];
  const letterFor = letterOf[alphabet] as Buffer;
  if (letters.length < length) letters = Buffer.alloc(length * 2);
  let pending = 0;
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    if (count < bits) {
      pending |= reader.byte() << count;
      count += 8;
    }
    letters[at] = letterFor[pending & ((1 << bits) - 1)] as number;
    pending >>= bits;
    count -= bits;
  }
  return letters.toString('latin1', 0, length);
}

/** The position in `text` after the text at the reader, or -1 if it differs; creates strings only for UUIDs and wide texts. */
export function matchText(reader: ByteReader, text: string, from: number): number {
  const start = reader.at;
  const head = reader.varint();
  const form = head & 7;
  const length = Math.floor(head / 8);
  if (form < uuid) return matchPacked(reader, form, length, text, from);
  if (form !== latin) {
    reader.at = start;
    const kept = readText(reader);
    return text.startsWith(kept, from) ? from + kept.length : -1;
  }
  for (let at = 0; at < length; at += 1) if (reader.byte() !== text.charCodeAt(from + at)) return -1;
  return from + length;
}

function matchPacked(reader: ByteReader, alphabet: number, length: number, text: string, from: number): number {
  const { bits } = alphabets[alphabet] as (typeof alphabets)[number];
  const letterFor = letterOf[alphabet] as Buffer;
  let pending = 0;
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    if (count < bits) {
      pending |= reader.byte() << count;
      count += 8;
    }
    if (letterFor[pending & ((1 << bits) - 1)] !== text.charCodeAt(from + at)) return -1;
    pending >>= bits;
    count -= bits;
  }
  return from + length;
}

/** A copy that keeps nothing else alive: a substring would retain the whole text it was cut from. */
export function ownText(text: string): string {
  if (kindsOf(text) === 0) return Buffer.from(text, 'utf16le').toString('utf16le');
  if (letters.length < text.length) letters = Buffer.alloc(text.length * 2);
  return letters.toString('latin1', 0, letters.write(text, 'latin1'));
}
