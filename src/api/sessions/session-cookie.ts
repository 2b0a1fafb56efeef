import type { IncomingMessage } from 'node:http';

type Request = Pick<IncomingMessage, 'headers'> & { readonly method?: string | undefined };

const reading = new Set(['GET', 'HEAD']);

/**
 * Whether a request can come from a page of this service. Browsers tell it in `Sec-Fetch-Site` (not to plain HTTP addresses
 * other than this machine) and in `Origin` (with everything that is not simply read, and with WebSockets).
 */
export function isFromOwnPage({ headers }: Request): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isOtherSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  return !isOtherSite && (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host));
}

/**
 * The text of the session in the cookie of a request; undefined if there is none. A cookie does not count in requests that
 * pages of others can make a browser send, so those without a sign of where they come from may only read.
 */
export function sessionIn(request: Request): string | undefined {
  const { headers, method = 'GET' } = request;
  if (headers.cookie === undefined || !isFromOwnPage(request)) return undefined;
  const isToldApart = headers.origin !== undefined || headers['sec-fetch-site'] === 'same-origin';
  if (!isToldApart && !reading.has(method)) return undefined;
  return cookieIn(headers.cookie, nameAt(headers.host));
}

/** Browsers send the cookies of a host to all its ports, so the port is part of the name. */
const nameAt = (host = ''): string => `itemtape-session${/:(\d+)$/.exec(host)?.[1]?.replace(/^/, '-') ?? ''}`;

function cookieIn(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [found, ...value] = part.trim().split('=');
    if (found === name) return value.join('=') || undefined;
  }
  return undefined;
}

/** The header `Set-Cookie` for a session; 0 seconds removes it. */
export function sessionCookie({ headers }: Request, text: string, seconds: number): string {
  const secure = isOverTls(headers) ? '; Secure' : '';
  return `${nameAt(headers.host)}=${text}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The page says itself how it was loaded, whatever proxies are in between; others depend on what the last proxy says. */
const isOverTls = ({ origin, 'x-forwarded-proto': protocol }: IncomingMessage['headers']): boolean =>
  origin === undefined ? [protocol].flat().at(-1)?.split(',').at(-1)?.trim() === 'https' : /^https:/i.test(origin);
