import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const zlib = promisify(deflate);

/** Smaller bodies go out as they are. */
const leastBytes = 1024;

const encoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  // Full quality takes seconds for a price list
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => zip(body),
  deflate: (body) => zlib(body),
};

/** The encodings an accept-encoding header names and does not refuse with q=0. */
export const acceptedEncodings = (header: string | undefined): ReadonlySet<string> =>
  new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .flatMap((part) => {
        const [name = '', ...settings] = part.split(';').map((text) => text.trim());
        return settings.some((setting) => /^q=0(\.0*)?$/.test(setting)) || name === '' ? [] : [name];
      }),
  );

// A body that is kept is sent many times and packed once
const packedBefore = new WeakMap<Buffer, Map<string, Promise<Buffer>>>();

const packedOnce = (body: Buffer, encoding: string, encoder: (body: Buffer) => Promise<Buffer>): Promise<Buffer> => {
  const byEncoding = packedBefore.get(body) ?? new Map<string, Promise<Buffer>>();
  packedBefore.set(body, byEncoding);
  const packed = byEncoding.get(encoding) ?? encoder(body);
  byEncoding.set(encoding, packed);
  return packed;
};

/** The body as the client takes it; brotli before gzip before deflate. */
export const encode = async (
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ readonly body: Buffer; readonly encoding: string | null }> => {
  const accepted = acceptedEncodings(acceptEncoding);
  const encoding = body.length < leastBytes ? undefined : Object.keys(encoders).find((name) => accepted.has(name));
  const encoder = encoding === undefined ? undefined : encoders[encoding];
  if (encoding === undefined || encoder === undefined) return { body, encoding: null };
  return { body: await packedOnce(body, encoding, encoder), encoding };
};
