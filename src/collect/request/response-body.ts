import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import type { Clock } from '../../runtime/clock.ts';
import { zstd } from './zstd.ts';

export type RequestFailure =
  | 'connection'
  | 'slow'
  | 'oversize'
  /** The body is compressed as requested, but broken or cut off. */
  | 'encoding'
  /** It is compressed in a way that was not requested and that no repetition changes. */
  | 'unsupported'
  /** It is compressed in a way that this version of Node cannot decompress. */
  | 'runtime'
  | 'redirect'
  | 'credential'
  | 'aborted';

/** Thrown when an exchange brought no complete answer; `failure` is the kind of failure. */
export class RequestError extends Error {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure, message: string) {
    super(message);
    this.name = 'RequestError';
    this.failure = failure;
  }
}

export type Limits = {
  /** Decompressed bytes of one answer. */
  readonly maxBytes: number;
  /** Timeout until the answer begins. */
  readonly headSeconds: number;
  /** Total time spent waiting for the body; the time spent processing it does not count. */
  readonly bodySeconds: number;
  /** Decompressed bytes of one message of a feed. */
  readonly messageBytes: number;
};

export const defaultLimits: Limits = {
  maxBytes: 512 * 1024 * 1024,
  headSeconds: 30,
  bodySeconds: 300,
  messageBytes: 16 * 1024 * 1024,
};

// Larger pieces than zlib's 16 KB mean fewer turns of the event loop
const chunkSize = 64 * 1024;

/** Up to this size, typical of lookups, decompressing takes a fraction of the time of a round trip to another thread. */
const maxPackedAtOnce = 32 * 1024;
/** Takes a few milliseconds; a larger body is decompressed while it is read. */
const maxUnpackedAtOnce = 256 * 1024;

/** Each encoding takes memory and time, however small the body. */
const maxEncodings = 4;

type Decoder = {
  readonly atOnce: (packed: Buffer, options: { maxOutputLength: number }) => Buffer;
  readonly inPieces: (options: { chunkSize: number }) => Transform;
};

const zlib: Decoder = { atOnce: inflateSync, inPieces: createInflate };
const unframed: Decoder = { atOnce: inflateRawSync, inPieces: createInflateRaw };
const gzip: Decoder = { atOnce: gunzipSync, inPieces: createGunzip };
const brotli: Decoder = { atOnce: brotliDecompressSync, inPieces: createBrotliDecompress };

const withoutZstd = (): never => {
  throw new RequestError('runtime', 'answered in zstd, which needs Node 22.15 or later');
};

/** Decoders by encoding; for "deflate" the first byte decides, because some servers omit the zlib frame. */
const decoders = new Map<string, (first: number) => Decoder>([
  ['br', () => brotli],
  ['zstd', () => zstd ?? withoutZstd()],
  ['gzip', () => gzip],
  ['x-gzip', () => gzip],
  ['deflate', (first) => ((first & 0x0f) === 8 ? zlib : unframed)],
]);

/** The decompressed body; null when it is too large for one step. */
function unpackedAtOnce({ atOnce }: Decoder, packed: Buffer): Buffer | null {
  try {
    return atOnce(packed, { maxOutputLength: maxUnpackedAtOnce });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

async function decompressed(encoding: string, source: Readable): Promise<Readable> {
  if (encoding === '' || encoding === 'identity') return source;
  const decoderOf = decoders.get(encoding);
  if (decoderOf === undefined)
    throw new RequestError(
      'unsupported',
      `the body is encoded as "${encoding}", which was not requested and is not supported`,
    );
  const pieces: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  const begun: Buffer[] = [];
  let size = 0;
  let next = await pieces.next();
  for (; !next.done && size <= maxPackedAtOnce; next = await pieces.next()) {
    begun.push(next.value);
    size += next.value.length;
  }
  async function* all() {
    yield* begun;
    for (; !next.done; next = await pieces.next()) yield next.value;
  }
  const decoder = decoderOf(begun[0]?.[0] ?? 8);
  const whole = next.done && size <= maxPackedAtOnce ? unpackedAtOnce(decoder, Buffer.concat(begun)) : null;
  if (whole !== null) return Readable.from(whole.length === 0 ? [] : [whole]);
  // The reader gets the error of any stream from the last one
  return pipeline(Readable.from(all()), decoder.inPieces({ chunkSize }), () => {});
}

async function decoded(response: IncomingMessage): Promise<Readable> {
  let source: Readable = response;
  const encodings = (response.headers['content-encoding'] ?? '').toLowerCase().split(',');
  if (encodings.length > maxEncodings)
    throw new RequestError(
      'unsupported',
      `the body has ${encodings.length} nested encodings; at most ${maxEncodings} are decoded`,
    );
  for (const encoding of encodings.reverse()) source = await decompressed(encoding.trim(), source);
  return source;
}

const asRequestError = (error: unknown): RequestError => {
  if (error instanceof RequestError) return error;
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: '' };
  if (/^(?:Z_|ZSTD_|ERR_BROTLI|ERR__ERROR)/.test(code ?? ''))
    return new RequestError('encoding', `the compressed body is broken or cut off: ${message}`);
  return new RequestError('connection', `the body broke off: ${code || message || 'connection closed'}`);
};

/** The decompressed body in pieces as they arrive, within the limits. Throws a RequestError when it does not arrive whole. */
export async function* bodyOf(
  response: IncomingMessage,
  limits: Limits,
  clock: Clock,
): AsyncGenerator<Buffer, void, undefined> {
  let left = limits.bodySeconds * 1000;
  let bytes = 0;
  let source: Readable = response;
  const tooSlow = () => {
    const error = new RequestError('slow', `the body took longer than ${limits.bodySeconds} s; it may be endless`);
    source.destroy(error);
    response.destroy(error);
  };
  try {
    const waitFor = async <T>(step: () => Promise<T>): Promise<T> => {
      const since = clock.elapsed();
      const cancel = clock.after(left, tooSlow);
      try {
        return await step();
      } finally {
        cancel();
        left -= clock.elapsed() - since;
      }
    };
    source = await waitFor(() => decoded(response));
    const pieces: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
    for (;;) {
      const piece = await waitFor(() => pieces.next());
      if (piece.done) return;
      bytes += piece.value.length;
      if (bytes > limits.maxBytes)
        throw new RequestError(
          'oversize',
          `the body is larger than ${limits.maxBytes} bytes; raise the limit if that is right`,
        );
      if (left <= 0) tooSlow();
      yield piece.value;
    }
  } catch (error) {
    throw asRequestError(error);
  } finally {
    if (!source.readableEnded) {
      source.destroy();
      response.destroy();
    }
  }
}

/** The whole body in one buffer. */
export async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
