import type { ByteArena } from './byte-arena.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import type { StringPools } from './offer-record.ts';

/** What all market books write and read with. */
export type Memory = {
  readonly arena: ByteArena;
  readonly writer: ByteWriter;
  readonly reader: ByteReader;
  readonly strings: StringPools;
};
