import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

// The types are those of the oldest line of Node that is supported, which lacks these
type Zstd = {
  readonly zstdDecompressSync?: (packed: Buffer, options: object) => Buffer;
  readonly createZstdDecompress?: (options: object) => Transform;
};
const { zstdDecompressSync: atOnce, createZstdDecompress: inPieces } = zlib as Zstd;

// RFC 9659 allows a window of 8 MB; a longer one would be memory that the sender chooses
const { ZSTD_d_windowLogMax: maxWindowLog = 0 } = zlib.constants as Readonly<Record<string, number>>;
const bounds = { params: { [maxWindowLog]: 23 } };

/** Decompresses zstd; null where this version of Node cannot. */
export const zstd =
  atOnce === undefined || inPieces === undefined
    ? null
    : {
        atOnce: (packed: Buffer, options: { readonly maxOutputLength: number }): Buffer =>
          atOnce(packed, { ...options, ...bounds }),
        inPieces: (options: { readonly chunkSize: number }): Transform => inPieces({ ...options, ...bounds }),
      };
