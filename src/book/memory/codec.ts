import type { ByteArena } from './byte-arena.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';
import type { StringPools } from './offer-record.ts';

/** Memory, buffers and string pools shared by all market books. */
export type Memory = {
  readonly arena: ByteArena;
  readonly writer: ByteWriter;
  readonly reader: ByteReader;
  readonly strings: StringPools;
};
