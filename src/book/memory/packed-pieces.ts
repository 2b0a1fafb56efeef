import type { Charm, Sticker } from '../../schema/index.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import { isText, readText, writeText } from './packed-text.ts';
import type { StringPool } from './string-pool.ts';

/** A name that many records have, as its number among those; one that is not among them follows a 0. */
export function writeName(writer: ByteWriter, name: string, names: StringPool, isNew: boolean): void {
  const number = names.numberOf(name, isNew);
  writer.varint(number);
  if (number === 0) writeText(writer, name);
}

export function readName(reader: ByteReader, names: StringPool): string {
  const number = reader.varint();
  return number === 0 ? readText(reader) : names.phrase(number);
}

export function isName(reader: ByteReader, name: string, names: StringPool): boolean {
  const number = reader.varint();
  return number === 0 ? isText(reader, name) : names.is(number, name);
}

export function writeStickers(
  writer: ByteWriter,
  stickers: readonly Sticker[],
  names: StringPool,
  isNew: boolean,
): void {
  writer.varint(stickers.length);
  for (const { name, wear, slot } of stickers) {
    writeName(writer, name, names, isNew);
    writer.number(wear);
    writer.number(slot);
  }
}

export function readStickers(reader: ByteReader, names: StringPool): Sticker[] {
  const stickers: Sticker[] = [];
  for (let left = reader.varint(); left > 0; left -= 1)
    stickers.push({ name: readName(reader, names), wear: reader.number(), slot: reader.number() });
  return stickers;
}

export function areStickers(reader: ByteReader, stickers: readonly Sticker[], names: StringPool): boolean {
  if (reader.varint() !== stickers.length) return false;
  return stickers.every(
    ({ name, wear, slot }) => isName(reader, name, names) && reader.number() === wear && reader.number() === slot,
  );
}

// A pattern is counted from 1; 0 is none
export function writeCharms(writer: ByteWriter, charms: readonly Charm[], names: StringPool, isNew: boolean): void {
  writer.varint(charms.length);
  for (const { name, pattern } of charms) {
    writeName(writer, name, names, isNew);
    writer.varint(pattern === null ? 0 : pattern + 1);
  }
}

export function readCharms(reader: ByteReader, names: StringPool): Charm[] {
  const charms: Charm[] = [];
  for (let left = reader.varint(); left > 0; left -= 1) {
    const name = readName(reader, names);
    const pattern = reader.varint();
    charms.push({ name, pattern: pattern === 0 ? null : pattern - 1 });
  }
  return charms;
}

export function areCharms(reader: ByteReader, charms: readonly Charm[], names: StringPool): boolean {
  if (reader.varint() !== charms.length) return false;
  return charms.every(
    ({ name, pattern }) => isName(reader, name, names) && reader.varint() === (pattern === null ? 0 : pattern + 1),
  );
}
