import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';

export const defaultBodyBytes = 65_536;

// The client may be about to send more
const closing = { connection: 'close' };

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'application/json': parseJson,
  'text/plain': (text) => text,
  'text/csv': (text) => text,
};

/** Reads the body of a request, of at most `max` bytes; undefined where there is none. */
export async function readBody(request: IncomingMessage, max: number): Promise<unknown> {
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (type === undefined && coding === undefined && length === '0') return undefined;
  const parse = parsers[(type ?? '').replace(/;.*$/s, '').trim().toLowerCase()];
  if (parse === undefined) throw new ApiError('BAD_REQUEST', 'Unsupported Media Type');
  if (Number(length) > max) throw tooLarge(max);
  return parse(String(await bytesOf(request, max)));
}

const bytesOf = (request: IncomingMessage, max: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= max) parts.push(part);
      else reject(tooLarge(max));
    });
    request.once('end', () => resolve(Buffer.concat(parts)));
    request.once('error', ({ message }) => reject(new ApiError('BAD_REQUEST', message, closing)));
  });

const tooLarge = (max: number): ApiError =>
  new ApiError('BODY_TOO_LARGE', `the body is larger than ${max / 1024} KiB, the maximum for this path`, closing);

function parseJson(text: string): unknown {
  const why = text === '' ? 'Body cannot be empty when' : 'Body is not valid JSON but';
  try {
    // Code that copies an object by assigning its members would replace the prototype of the copy
    if (!/"__proto__"\s*:/.test(text)) return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // Refused below
  }
  throw new ApiError('BAD_REQUEST', `${why} content-type is set to 'application/json'`, closing);
}
