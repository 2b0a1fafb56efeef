import {
  type Field,
  type Fields,
  type Kind,
  type LateIn,
  type LiveOffer,
  lateNames,
  type offerFields,
  type RecordOf,
  type Tf2Traits,
} from '../../schema/index.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import {
  areCharms,
  areStickers,
  isName,
  readCharms,
  readName,
  readStickers,
  writeCharms,
  writeName,
  writeStickers,
} from './packed-pieces.ts';
import { isText, readText, writeText } from './packed-text.ts';
import type { StringPool } from './string-pool.ts';

type Late<Of extends Fields> = { readonly [Name in LateIn<Of> & keyof RecordOf<Of>]?: RecordOf<Of>[Name] };

/** The fields that few offers have. */
export type LateDetails = Pick<LiveOffer, LateIn<typeof offerFields>>;

/** How the values of a kind are written; `names` has texts that many of them share. */
type Codec<Value> = {
  readonly write: (writer: ByteWriter, value: Value, names: StringPool, isNew: boolean) => void;
  readonly read: (reader: ByteReader, names: StringPool) => unknown;
  readonly isWritten: (reader: ByteReader, value: Value, names: StringPool) => boolean;
};

const traitBits = { quality: 1, elevatedQuality: 2, craftNumber: 4, crateSeries: 8 } as const;
const words = ['quality', 'elevatedQuality'] as const;
const counts = ['craftNumber', 'crateSeries'] as const;

const traitFlags = (traits: Tf2Traits): number =>
  [...words, ...counts].reduce((flags, key) => flags | (traits[key] === null ? 0 : traitBits[key]), 0);

function writeTraits(writer: ByteWriter, traits: Tf2Traits, names: StringPool, isNew: boolean): void {
  writer.byte(traitFlags(traits));
  for (const key of words) {
    const word = traits[key];
    if (word !== null) writeName(writer, word, names, isNew);
  }
  for (const key of counts) {
    const count = traits[key];
    if (count !== null) writer.varint(count);
  }
}

function readTraits(reader: ByteReader, names: StringPool): Tf2Traits {
  const flags = reader.byte();
  const word = (bit: number): string | null => ((flags & bit) === 0 ? null : readName(reader, names));
  const count = (bit: number): number | null => ((flags & bit) === 0 ? null : reader.varint());
  // Evaluated in order, which is the order of writing
  return {
    quality: word(traitBits.quality),
    elevatedQuality: word(traitBits.elevatedQuality),
    craftNumber: count(traitBits.craftNumber),
    crateSeries: count(traitBits.crateSeries),
  };
}

function areTraits(reader: ByteReader, traits: Tf2Traits, names: StringPool): boolean {
  if (reader.byte() !== traitFlags(traits)) return false;
  const areWords = words.every((key) => {
    const word = traits[key];
    return word === null || isName(reader, word, names);
  });
  return areWords && counts.every((key) => traits[key] === null || reader.varint() === traits[key]);
}

const number: Codec<number> = {
  write: (writer, value) => writer.number(value),
  read: (reader) => reader.number(),
  isWritten: (reader, value) => reader.number() === value,
};

const codecs: Partial<Readonly<Record<Kind, Codec<never>>>> = {
  text: { write: (writer, value: string) => writeText(writer, value), read: readText, isWritten: isText },
  fraction: number,
  whole: number,
  count: number,
  instant: number,
  patches: { write: writeStickers, read: readStickers, isWritten: areStickers },
  charms: { write: writeCharms, read: readCharms, isWritten: areCharms },
  tf2: { write: writeTraits, read: readTraits, isWritten: areTraits },
};

/** The fields of a record that can be missing, as bytes behind all others; `firstBit` is the flag of the first of them. */
export class LateFields<Of extends Fields> {
  readonly #fields: readonly { readonly name: string; readonly bit: number; readonly codec: Codec<never> }[];
  readonly #firstBit: number;

  constructor(fields: Of, firstBit: number) {
    this.#firstBit = firstBit;
    this.#fields = lateNames(fields).map((name, at) => {
      const { kind } = fields[name] as Field;
      const codec = codecs[kind];
      if (codec === undefined) throw new Error(`a late field of the kind ${kind} has no form in memory`);
      return { name, bit: firstBit << at, codec };
    });
  }

  flagsOf(record: Late<Of>): number {
    let flags = 0;
    for (const { name, bit } of this.#fields) if (valueIn(record, name) !== undefined) flags |= bit;
    return flags;
  }

  write(writer: ByteWriter, record: Late<Of>, names: StringPool, isNew: boolean): void {
    for (const { name, codec } of this.#fields) {
      const value = valueIn(record, name);
      if (value !== undefined) codec.write(writer, value, names, isNew);
    }
  }

  read(reader: ByteReader, flags: number, names: StringPool): Late<Of> | null {
    if (flags < this.#firstBit) return null;
    const found: Record<string, unknown> = {};
    for (const { name, bit, codec } of this.#fields) {
      if ((flags & bit) !== 0) found[name] = codec.read(reader, names);
    }
    return found as Late<Of>;
  }

  /** Whether the values at the reader's position, of which the flags tell, equal those of a record. */
  areWritten(reader: ByteReader, flags: number, record: Late<Of>, names: StringPool): boolean {
    if (flags < this.#firstBit) return true;
    return this.#fields.every(({ name, bit, codec }) => {
      if ((flags & bit) === 0) return true;
      const value = valueIn(record, name);
      return value !== undefined && codec.isWritten(reader, value, names);
    });
  }

  /** A record with those that it does not tell of and another one has. */
  filled<To extends object>(to: To, from: Late<Of>): To & Late<Of> {
    let made: To & Late<Of> = to;
    for (const { name } of this.#fields) {
      const value = toldIn(to, name) === undefined ? valueIn(from, name) : undefined;
      if (value !== undefined) made = { ...made, [name]: value };
    }
    return made;
  }
}

/** An empty text or list tells that there is nothing, which is not written. */
function valueIn(record: object, name: string): never | undefined {
  const value = toldIn(record, name);
  return value === '' || (Array.isArray(value) && value.length === 0) ? undefined : (value as never);
}

const toldIn = (record: object, name: string): unknown => (record as Readonly<Record<string, unknown>>)[name];
