// Strict, so that a request cannot be read in more than one way: uniform line ends and no header that announces a body
const wholeRequest =
  /^(GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;
const ofBody = 'content-length|transfer-encoding|expect|trailer|te';
const withBody = new RegExp(`\\r\\n(?:${ofBody})`, 'i');
const unusual = new RegExp(`\\r\\n(?:${ofBody}|upgrade|connection:(?![ \\t]*keep-alive[ \\t]*\\r))`, 'i');
const toSocket = /\r\nupgrade:[ \t]*websocket[ \t]*\r/i;

const longestRequest = 16_384;

/** A complete single request without a body. */
export type PlainRequest = { readonly method: string; readonly text: string };

/** Parses bytes that arrived at once; null unless they are exactly one plain request. Others are left to Node's parser. */
export function plainRequestIn(text: string): PlainRequest | null {
  if (text.length > longestRequest) return null;
  const method = wholeRequest.exec(text)?.[1];
  return method === undefined || unusual.test(text) ? null : { method, text };
}

/** Whether bytes that arrived at once are exactly one request to open a WebSocket. */
export const isHandshake = (text: string): boolean =>
  text.length <= longestRequest && toSocket.test(text) && wholeRequest.test(text) && !withBody.test(text);

/** Adds a header before all others. */
export function withHeader(text: string, header: string): string {
  const at = text.indexOf('\r\n') + 2;
  return `${text.slice(0, at)}${header}\r\n${text.slice(at)}`;
}
