// Strict, so that a request cannot be read in more than one way: uniform line ends and no header that announces a body
const wholeRequest =
  /^(GET|HEAD) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;
const ofBody = 'content-length|transfer-encoding|expect|trailer|te';
const withBody = new RegExp(`\\r\\n(?:${ofBody})`, 'i');
const unusual = new RegExp(`\\r\\n(?:${ofBody}|upgrade|connection:(?![ \\t]*keep-alive[ \\t]*\\r))`, 'i');
const toSocket = /\r\nupgrade:[ \t]*websocket[ \t]*\r/i;

const aroundValue = /^[\t ]+|[\t ]+$/g;

const maxRequestBytes = 16_384;

/** A complete single request without a body. */
export type PlainRequest = { readonly method: string; readonly url: string; readonly text: string };

/** Parses bytes that arrived at once; null unless they are exactly one plain request. Others are left to Node's parser. */
export function plainRequestIn(text: string): PlainRequest | null {
  if (text.length > maxRequestBytes) return null;
  const [, method, url] = wholeRequest.exec(text) ?? [];
  return method === undefined || url === undefined || unusual.test(text) ? null : { method, url, text };
}

const maxHeaders = 100;

/** The headers of a plain request by lower-case name; null if a name repeats or there are very many. */
export function headersIn({ text }: PlainRequest): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = Object.create(null);
  // Without the request line, and the blank one with nothing behind it
  const lines = text.split('\r\n').slice(1, -2);
  if (lines.length > maxHeaders) return null;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (name in headers) return null;
    headers[name] = line.slice(colon + 1).replace(aroundValue, '');
  }
  return headers;
}

/** Whether bytes that arrived at once are exactly one request to open a WebSocket. */
export const isHandshake = (text: string): boolean =>
  text.length <= maxRequestBytes && toSocket.test(text) && wholeRequest.test(text) && !withBody.test(text);

/** Adds a header before all others. */
export function withHeader(text: string, header: string): string {
  const at = text.indexOf('\r\n') + 2;
  return `${text.slice(0, at)}${header}\r\n${text.slice(at)}`;
}
