import { lookup as lookUp } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Refusal, shown } from '../stream/refusal.ts';
import type { Posting } from './targets.ts';

/** The addresses that alerts may be sent to. */
export type Reach = {
  /** Also allow addresses of this machine and its networks, and plain HTTP. */
  readonly isPrivateAllowed: boolean;
  readonly isPublic: (address: string) => boolean;
  /** Resolves a name to public addresses only, for use by the connection itself. */
  readonly publicLookup: LookupFunction;
};

export type PostResult = {
  readonly status: number;
  /** Milliseconds that the target asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null;
};

/** The request failed without an answer. */
export class PostError extends Error {
  override readonly name = 'PostError';
  /** Whether the whole request had been sent. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean) {
    super(message);
    this.mayHaveArrived = mayHaveArrived;
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Throws a Refusal for a URL that alerts may not be sent to, without resolving its name. */
export function checkAddress(address: string, reach: Reach): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isWeb = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && reach.isPrivateAllowed));
  if (url === null || !isWeb) throw new Refusal(`${shown(address)} is not an address to send to; give an https URL`);
  if (url.username !== '' || url.password !== '')
    throw new Refusal('a URL with a user name or password is not accepted; put the secret into its path');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !reach.isPrivateAllowed && !reach.isPublic(host))
    throw new Refusal(
      `${host} is not a public address; alerts are sent to private ones only if alerts.allowPrivate is set`,
    );
}

/** Like `checkAddress`, also for the addresses that the name has now; later ones are checked on connecting. */
export async function checkReach(address: string, reach: Reach): Promise<void> {
  checkAddress(address, reach);
  const host = hostOf(new URL(address));
  if (reach.isPrivateAllowed || isIP(host) !== 0) return;
  await new Promise<void>((resolve, reject) => {
    reach.publicLookup(host, { all: true }, (error) => {
      if (error?.code === 'ENOTPUBLIC') reject(new Refusal(`${error.message}; alerts are sent to public ones only`));
      // An unknown name can become known later; until then attempts fail
      else resolve();
    });
  });
}

const timeoutMs = 10_000;

/** Posts once, to an allowed address; redirects are not followed. Throws a PostError. */
export async function post(
  { url, headers, body }: Posting,
  options: {
    readonly reach: Reach;
    readonly userAgent: string;
    readonly signal: AbortSignal;
    readonly timeoutMs?: number;
  },
): Promise<PostResult> {
  const { reach, userAgent, signal } = options;
  try {
    checkAddress(url, reach);
  } catch (error) {
    throw new PostError(messageOf(error), false);
  }
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const bytes = Buffer.from(body);
  return await new Promise((resolve, reject) => {
    let isSent = false;
    const request = send(url, {
      method: 'POST',
      headers: { 'user-agent': userAgent, 'content-length': String(bytes.length), ...headers },
      lookup: reach.isPrivateAllowed ? lookUp : reach.publicLookup,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? timeoutMs)]),
    });
    request.on('finish', () => {
      isSent = true;
    });
    request.on('error', (error) => reject(new PostError(reasonOf(error), isSent)));
    // For example after status 101, which is neither an answer nor an error
    request.on('close', () => reject(new PostError('the connection was closed without an answer', isSent)));
    request.on('response', (response) => {
      response.on('error', () => {});
      response.resume();
      resolve({ status: response.statusCode ?? 0, retryAfterMs: retryAfterOf(response) });
    });
    request.end(bytes);
  });
}

function retryAfterOf({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after']);
  return headers['retry-after'] === undefined || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1000;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const reasonOf = (error: Error & { readonly code?: string }): string =>
  error.name === 'AbortError' || error.name === 'TimeoutError'
    ? 'no answer in time'
    : error.message || (error.code ?? error.name);
