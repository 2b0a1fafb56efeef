// What could be read in more than one way is none: every line ends alike, and nothing announces a body
const wholeRequest =
  /^(GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;
const ofBody = 'content-length|transfer-encoding|expect|trailer|te';
const withBody = new RegExp(`\\r\\n(?:${ofBody})`, 'i');
const unusual = new RegExp(`\\r\\n(?:${ofBody}|upgrade|connection:(?![ \\t]*keep-alive[ \\t]*\\r))`, 'i');
const toSocket = /\r\nupgrade:[ \t]*websocket[ \t]*\r/i;

const longestRequest = 16_384;

/** A request without a body, whole and alone. */
export type PlainRequest = { readonly method: string; readonly text: string };

/** Reads what a reader sent at once; null when it is anything but one plain request, which Node's own parser is left to read. */
export function plainRequestIn(text: string): PlainRequest | null {
  if (text.length > longestRequest) return null;
  const method = wholeRequest.exec(text)?.[1];
  return method === undefined || unusual.test(text) ? null : { method, text };
}

/** Whether what a reader sent at once is one request to open a WebSocket, whole and alone. */
export const isHandshake = (text: string): boolean =>
  text.length <= longestRequest && toSocket.test(text) && wholeRequest.test(text) && !withBody.test(text);

/** The same request with one more header, which stands first. */
export function withHeader(text: string, header: string): string {
  const at = text.indexOf('\r\n') + 2;
  return `${text.slice(0, at)}${header}\r\n${text.slice(at)}`;
}
