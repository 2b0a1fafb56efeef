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

// The text of the last call: a loop over bytes takes a third of the time of one over a string
let ascii = Buffer.alloc(1024);
let inAscii = '';

/** The bytes of a text, valid until the next call; null if it has other characters than ASCII. */
export function asciiOf(text: string): Buffer | null {
  if (text === inAscii) return ascii;
  // With room for one more character, so that no other text fills as many bytes
  if (ascii.length < text.length + 4) ascii = Buffer.alloc(text.length * 2 + 4);
  const isAscii = ascii.write(text) === text.length;
  inAscii = isAscii ? text : '';
  return isAscii ? ascii : null;
}

/** Writes a part of a text so that it reads back exactly, lone surrogates included; equal parts give equal bytes. */
export function writeText(writer: ByteWriter, text: string, from = 0, to = text.length): void {
  const bytes = asciiOf(text);
  if (bytes !== null) writeAscii(writer, bytes, from, to);
  else if (to - from < text.length) writeText(writer, text.slice(from, to));
  else writeOther(writer, text);
}

function writeAscii(writer: ByteWriter, bytes: Buffer, from: number, to: number): void {
  let common = 255;
  for (let at = from; at < to; at += 1) common &= kinds[bytes[at] as number] as number;
  if (common === latinBit) writePlain(writer, bytes, from, to);
  // Shorter than in any alphabet
  else if (isUuid(bytes, from, to)) writePacked(writer, uuidDigits, 0, uuidDigits.length, lowerHex, uuid);
  else writePacked(writer, bytes, from, to, 31 - Math.clz32(common & -common));
}

const writeHead = (writer: ByteWriter, form: number, length: number): void => writer.varint(length * 8 + form);

function writePlain(writer: ByteWriter, bytes: Buffer, from: number, to: number): void {
  writeHead(writer, latin, to - from);
  writer.reserve(to - from);
  const { bytes: into } = writer;
  let { at: index } = writer;
  for (let at = from; at < to; at += 1, index += 1) into[index] = bytes[at] as number;
  writer.at = index;
}

const isWide = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 255) return true;
  return false;
};

function writeOther(writer: ByteWriter, text: string): void {
  const isLatin = !isWide(text);
  writeHead(writer, isLatin ? latin : utf16, text.length);
  writer.reserve(text.length * 2);
  writer.at += writer.bytes.write(text, writer.at, isLatin ? 'latin1' : 'utf16le');
}

const uuidDigits = Buffer.alloc(32);

/** Leaves the digits of a UUID in `uuidDigits`. */
function isUuid(bytes: Buffer, from: number, to: number): boolean {
  if (to - from !== 36) return false;
  let count = 0;
  for (let at = 0; at < 36; at += 1) {
    const code = bytes[from + at] as number;
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

function writePacked(
  writer: ByteWriter,
  bytes: Buffer,
  from: number,
  to: number,
  alphabet: number,
  form = alphabet,
): void {
  const digits = digitOf[alphabet] as Uint8Array;
  const { bits } = alphabets[alphabet] as (typeof alphabets)[number];
  writeHead(writer, form, to - from);
  writer.reserve(to - from + 1);
  const { bytes: into } = writer;
  let { at: index } = writer;
  let pending = 0;
  let count = 0;
  for (let at = from; at < to; at += 1) {
    pending |= (digits[bytes[at] as number] as number) << count;
    count += bits;
    if (count < 8) continue;
    into[index] = pending & 255;
    index += 1;
    pending >>= 8;
    count -= 8;
  }
  if (count > 0) {
    into[index] = pending;
    index += 1;
  }
  writer.at = index;
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
    const stored = readText(reader);
    return text.startsWith(stored, from) ? from + stored.length : -1;
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
  if (isWide(text)) return Buffer.from(text, 'utf16le').toString('utf16le');
  if (letters.length < text.length) letters = Buffer.alloc(text.length * 2);
  return letters.toString('latin1', 0, letters.write(text, 'latin1'));
}

/** Whether the text at the reader's position is this one. */
export const isText = (reader: ByteReader, text: string): boolean => matchText(reader, text, 0) === text.length;
