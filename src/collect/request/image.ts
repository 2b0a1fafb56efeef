import type { HttpClient } from './http-client.ts';
import { type Limits, RequestError } from './response-body.ts';

/** An image as its host sent it. */
export type FetchedImage = { readonly type: string; readonly body: Buffer };

/** Images of items have some 10 KB; anything far larger is something else. */
export const imageLimits: Limits = { maxBytes: 1_048_576, headSeconds: 10, bodySeconds: 10, messageBytes: 0 };

// Without SVG, which is a document that can run scripts
const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

/** Whether an image may be fetched from a URL: https, a public host by name, the default port. */
export function isImageAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  // URL writes an IPv4 address in any form with dots and digits, and an IPv6 address in brackets
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname);
  const isInner = /\.(localhost|local|internal|lan|home|intranet|corp|arpa)$/.test(hostname);
  return protocol === 'https:' && isName && !isInner && port === '' && username === '' && password === '';
}

/** Fetches an image; throws when the URL is not allowed or the host sends something else. */
export async function readImage(send: HttpClient['send'], address: string, signal: AbortSignal): Promise<FetchedImage> {
  if (!isImageAddress(address)) throw new Error(`"${address}" is not an allowed image URL`);
  const { host } = new URL(address);
  const response = await send({ url: address }, { secret: null, signal, again: async () => true });
  const type = (response.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status !== 200 || !imageTypes.includes(type)) {
    response.drop();
    throw new RequestError(
      'encoding',
      `${host} answered ${response.status} with "${type}" where an image was expected`,
    );
  }
  const pieces: Buffer[] = [];
  for await (const piece of response.body) pieces.push(piece);
  return { type, body: Buffer.concat(pieces) };
}
