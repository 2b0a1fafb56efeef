import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, deflate, deflateSync, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const zlib = promisify(deflate);

/** Smaller bodies are not compressed. */
const minBytes = 1024;

/** For bodies up to this size, handing over to another thread takes several times as long as compressing. */
const maxAtOnce = 32_768;

// Full quality takes seconds for a price list
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const fast = { level: constants.Z_BEST_SPEED };

type Encoder = {
  readonly atOnce: (body: Buffer) => Buffer;
  readonly elsewhere: (body: Buffer) => Promise<Buffer>;
};

const encoders: Readonly<Record<string, Encoder>> = {
  br: { atOnce: (body) => brotliCompressSync(body, quality), elsewhere: (body) => brotli(body, quality) },
  gzip: { atOnce: (body) => gzipSync(body, fast), elsewhere: (body) => zip(body, fast) },
  deflate: { atOnce: (body) => deflateSync(body, fast), elsewhere: (body) => zlib(body, fast) },
};

/** The encodings accepted by an accept-encoding header, without those refused by q=0. */
const acceptedEncodings = (header: string | undefined): ReadonlySet<string> =>
  new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .flatMap((part) => {
        const [name = '', ...settings] = part.split(';').map((text) => text.trim());
        return settings.some((setting) => /^q=0(\.0*)?$/.test(setting)) || name === '' ? [] : [name];
      }),
  );

// A cached body is compressed once and sent many times
const packedBefore = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

const packedOnce = (body: Buffer, encoding: string, encoder: Encoder): Promise<Buffer> => {
  const byEncoding = packedBefore.get(body) ?? new Map<string, Promise<Buffer>>();
  packedBefore.set(body, byEncoding);
  const packed = byEncoding.get(encoding) ?? encoder.elsewhere(body);
  byEncoding.set(encoding, packed);
  return packed;
};

/** The body in an encoding the client accepts; brotli before gzip before deflate. */
export const encode = async (
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ readonly body: Buffer; readonly encoding: string | null }> => {
  const accepted = acceptedEncodings(acceptEncoding);
  const encoding = body.length < minBytes ? undefined : Object.keys(encoders).find((name) => accepted.has(name));
  const encoder = encoding === undefined ? undefined : encoders[encoding];
  if (encoding === undefined || encoder === undefined) return { body, encoding: null };
  if (body.length <= maxAtOnce) return { body: encoder.atOnce(body), encoding };
  return { body: await packedOnce(body, encoding, encoder), encoding };
};
