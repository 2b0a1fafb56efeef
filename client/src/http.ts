import { createDeadline } from './deadline.ts';
import { foundAtStart, foundIn, mayRepeat, reasonOf, refusalOf, TapeError, unreached } from './errors.ts';
import type { Parameter } from './query/parameter.ts';
import type { TransportName, WebSocketConstructor } from './transport.ts';
import { delayBefore, wait } from './wait.ts';

export type TapeSettings = {
  /**
   * URL of the service, such as http://127.0.0.1:7400; for a cluster several URLs. If one cannot be reached, the next one is
   * used.
   */
  readonly url: string | readonly string[];
  readonly key: string;
  readonly fetch?: typeof fetch;
  /** Further attempts after a temporary refusal or a lost connection, 4 by default. */
  readonly retries?: number;
  /** Seconds after which an attempt without an answer is given up, 30 by default. */
  readonly timeoutSeconds?: number;
  /** How many answers are cached for revalidation by ETag, 500 by default. */
  readonly keep?: number;
  /** Transport of the stream: server-sent events by default. */
  readonly transport?: TransportName;
  /** WebSocket constructor for runtimes without a `WebSocket` of their own, such as Node 20: that of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor;
};

/** Settings with the address currently in use. */
export type PlacedSettings = Omit<TapeSettings, 'url'> & {
  readonly url: string;
  /** Switches from an address that failed to the next one. */
  readonly moveOn: (from: string) => void;
};

export type HttpClient = <Answer>(
  path: string,
  parameters: Readonly<Record<string, Parameter>>,
  signal: AbortSignal | undefined,
  /** Whether to cache the answer, true by default. */
  isCached?: boolean,
  /** For methods other than GET; such answers are not cached. */
  sent?: SentRequest,
) => Promise<Answer>;

export type SentRequest = {
  readonly method: 'POST' | 'DELETE';
  /** Sent as JSON, or a text as it is. */
  readonly body?: object | string;
  /** Do not retry, because the effect must not happen twice. */
  readonly isOnce?: boolean;
};

const textOf = (value: NonNullable<Parameter>): string =>
  value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The URL with every parameter that has a value; a list repeats its parameter. */
export function addressOf(url: string, path: string, parameters: Readonly<Record<string, Parameter>>): string {
  const address = new URL(path, url.endsWith('/') ? url : `${url}/`);
  for (const [name, value] of Object.entries(givenOf(parameters)))
    for (const one of [value].flat()) address.searchParams.append(name, textOf(one));
  return address.href;
}

/** The parameters that have a value. */
export function givenOf(parameters: Readonly<Record<string, Parameter>>): Record<string, NonNullable<Parameter>> {
  const given: Record<string, NonNullable<Parameter>> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    // To the service an empty value means everything, which is not what an empty list means
    if (value === '' || (Array.isArray(value) && value.length === 0))
      throw new TapeError(`${name} is empty; give at least one value, or omit it`, { code: 'INVALID_PARAMS' });
    if (value instanceof Date && Number.isNaN(value.getTime()))
      throw new TapeError(`${name} is an invalid Date`, { code: 'INVALID_PARAMS' });
    given[name] = value;
  }
  return given;
}

const maxRedirects = 5;

/** Requests an address. Redirects are followed only on the same host, because `fetch` would send the key to any other one. */
export async function request(ask: typeof fetch, address: string, options: RequestInit): Promise<Response> {
  // The browser's own cache would hide the 304 answers of the service
  const followed = { ...options, cache: 'no-store' } as const;
  const manual = { ...followed, redirect: 'manual' } as const;
  let at = address;
  for (let left = maxRedirects; ; left -= 1) {
    const response = await ask(at, manual);
    // Browsers do not say where it leads, but send the key only to an origin that allows it
    if (response.type === 'opaqueredirect') return await ask(at, followed);
    const next = left === 0 ? null : sameHost(response, at);
    if (next === null) return response;
    await response.body?.cancel().catch(() => undefined);
    at = next;
  }
}

/** Where a redirect leads if that is the same host, or the same host over TLS. */
function sameHost({ status, headers }: Response, from: string): string | null {
  const location = headers.get('location');
  if (location === null || ![301, 302, 307, 308].includes(status) || !URL.canParse(location, from)) return null;
  const [to, before] = [new URL(location, from), new URL(from)];
  const isUpgrade = before.protocol === 'http:' && to.protocol === 'https:' && to.hostname === before.hostname;
  return to.origin === before.origin || isUpgrade ? to.href : null;
}

/** The body of a list of lines; throws if the answer is anything else. */
export async function linesIn(response: Response, address: string): Promise<ReadableStream<Uint8Array>> {
  const { body, headers, status } = response;
  if (!response.ok) throw await refusalOf(response);
  if (body !== null && headers.get('content-type')?.startsWith('application/x-ndjson') === true) return body;
  const found = await foundAtStart(response);
  throw new TapeError(`${new URL(address).origin} did not answer with a list: ${found}`, { status });
}

// As text, so that no caller can modify the answer of another
type CachedAnswer = { readonly etag: string; readonly text: string };

/** The settings with one address at a time; throws if an address or the key is invalid. */
export function placed(settings: TapeSettings): PlacedSettings {
  const addresses = [settings.url].flat();
  if (addresses.length === 0) checkAddress(undefined);
  for (const address of addresses) checkAddress(address);
  // A header cannot contain it
  if (/[^ -~]/.test(settings.key))
    throw new TapeError('key contains a character that no key has; copy it again', { code: 'INVALID_PARAMS' });
  let at = 0;
  return {
    ...settings,
    get url() {
      return addresses[at] as string;
    },
    moveOn(from) {
      if (addresses[at] === from) at = (at + 1) % addresses.length;
    },
  };
}

function checkAddress(url: string | undefined): void {
  if (url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) {
    const { username, password } = new URL(url);
    if (username === '' && password === '') return;
    // Not shown, because it can be the password of a proxy
    throw new TapeError('url contains a user name or password, which cannot be sent; remove it', {
      code: 'INVALID_PARAMS',
    });
  }
  const example = 'give the URL of the service, such as http://127.0.0.1:7400';
  throw new TapeError(`url is ${JSON.stringify(url) ?? 'missing'}; ${example}`, { code: 'INVALID_PARAMS' });
}

/** The object or list in an answer; null if there is none. */
function objectIn(text: string): object | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}

class RepeatingClient {
  readonly #settings;
  readonly #key;
  readonly #retries;
  readonly #timeoutSeconds;
  readonly #keep;
  /** In browsers, fetch must not be called as a method of another object. */
  readonly #fetch;
  readonly #cached = new Map<string, CachedAnswer>();

  constructor(settings: PlacedSettings) {
    const { key, retries = 4, timeoutSeconds = 30, keep = 500, ...rest } = settings;
    this.#settings = settings;
    this.#key = key;
    this.#retries = retries;
    this.#timeoutSeconds = timeoutSeconds;
    this.#keep = keep;
    this.#fetch = rest.fetch ?? fetch;
  }

  readonly ask = async <Answer>(
    path: string,
    parameters: Readonly<Record<string, Parameter>>,
    signal: AbortSignal | undefined,
    isCached = true,
    sent?: SentRequest,
  ): Promise<Answer> => {
    for (let attempt = 0; ; attempt += 1) {
      const { url } = this.#settings;
      try {
        const address = addressOf(url, path, parameters);
        return (await this.#once(address, signal, isCached && sent === undefined, sent)) as Answer;
      } catch (error) {
        const isLast = attempt >= this.#retries || sent?.isOnce === true;
        if (!(error instanceof TapeError) || isLast || !mayRepeat(error)) throw error;
        this.#settings.moveOn(url);
        await wait(delayBefore(attempt, error.retryAfterMs), signal);
      }
    }
  };

  #remember(address: string, etag: string | null, text: string): void {
    this.#cached.delete(address);
    if (etag !== null) this.#cached.set(address, { etag, text });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > this.#keep && oldest !== undefined) this.#cached.delete(oldest);
  }

  async #read(
    address: string,
    known: CachedAnswer | undefined,
    response: Response,
    { isCached, isDelete }: { readonly isCached: boolean; readonly isDelete: boolean },
  ): Promise<unknown> {
    if (!response.ok && !(response.status === 304 && known !== undefined)) throw await refusalOf(response);
    if (response.status === 204 && isDelete) return null;
    if (response.headers.get('content-type')?.startsWith('text/csv') === true) return await response.text();
    const isKnown = response.status === 304 && known !== undefined;
    const text = isKnown ? known.text : await response.text();
    const answer = objectIn(text);
    if (answer === null)
      throw new TapeError(`${new URL(address).origin} gave no readable answer: ${foundIn(response, text)}`);
    if (isCached) this.#remember(address, isKnown ? known.etag : response.headers.get('etag'), text);
    return answer;
  }

  async #once(
    address: string,
    signal: AbortSignal | undefined,
    isCached: boolean,
    sent?: SentRequest,
  ): Promise<unknown> {
    const known = sent === undefined ? this.#cached.get(address) : undefined;
    const headers = new Headers({ 'x-api-key': this.#key, ...(known && { 'if-none-match': known.etag }) });
    if (sent?.body !== undefined)
      headers.set('content-type', typeof sent.body === 'string' ? 'text/plain' : 'application/json');
    const deadline = createDeadline(signal);
    deadline.within(this.#timeoutSeconds * 1000);
    try {
      const { method = 'GET', body } = sent ?? {};
      const posted = {
        method,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      };
      const options = { headers, signal: deadline.signal, ...posted };
      const response = await request(this.#fetch, address, options).catch((cause: unknown) => {
        throw unreached(address, cause);
      });
      return await this.#read(address, known, response, { isCached, isDelete: method === 'DELETE' });
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof TapeError) throw cause;
      throw new TapeError(`${new URL(address).origin} gave no readable answer: ${reasonOf(cause)}`, { cause });
    } finally {
      deadline.end();
    }
  }
}

/** Requests JSON, retries temporary failures, and sends ETags so that an unchanged answer is not sent again. */
export const createHttpClient = (options: PlacedSettings): HttpClient => new RepeatingClient(options).ask;
