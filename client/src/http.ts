import { createDeadline } from './deadline.ts';
import { mayPass, refusalOf, TapeError, unreached } from './errors.ts';
import type { Parameter } from './parameter.ts';
import type { TransportName, WebSocketConstructor } from './transport.ts';
import { delayBefore, wait } from './wait.ts';

export type TapeSettings = {
  /**
   * Where the service is, such as http://127.0.0.1:7400; of a cluster several addresses, which are gone through whenever
   * one cannot be reached.
   */
  readonly url: string | readonly string[];
  readonly key: string;
  readonly fetch?: typeof fetch;
  /** Further attempts after a refusal that may pass or a lost connection, 4 unless said. */
  readonly retries?: number;
  /** Seconds after which an attempt without an answer is given up, 30 unless said. */
  readonly timeoutSeconds?: number;
  /** Answers kept for the service to say that they still hold, 500 unless said. */
  readonly keep?: number;
  /** How the stream comes: as server-sent events unless said. */
  readonly transport?: TransportName;
  /** What opens WebSockets where the runtime has no `WebSocket` of its own, as Node 20: that of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor;
};

/** Settings with the address that is in use. */
export type PlacedSettings = Omit<TapeSettings, 'url'> & {
  readonly url: string;
  /** From an address that failed on to the next one. */
  readonly moveOn: (from: string) => void;
};

export type HttpClient = <Answer>(
  path: string,
  parameters: Readonly<Record<string, Parameter>>,
  signal: AbortSignal | undefined,
  /** Whether the answer is worth keeping, true unless said. */
  isKept?: boolean,
  /** Asked otherwise than by GET, whose answer is not kept. */
  sent?: Sent,
) => Promise<Answer>;

export type Sent = {
  readonly method: 'POST' | 'DELETE';
  readonly body?: object;
  /** What is not to happen twice is not asked again. */
  readonly isOnce?: boolean;
};

/** The address with every parameter that has a value; a list is the same parameter several times. */
export function addressOf(url: string, path: string, parameters: Readonly<Record<string, Parameter>>): string {
  const address = new URL(path, url.endsWith('/') ? url : `${url}/`);
  for (const [name, value] of Object.entries(givenOf(parameters)))
    for (const one of [value].flat())
      address.searchParams.append(name, one instanceof Date ? one.toISOString() : String(one));
  return address.href;
}

/** The parameters that have a value. */
export function givenOf(parameters: Readonly<Record<string, Parameter>>): Record<string, NonNullable<Parameter>> {
  const given: Record<string, NonNullable<Parameter>> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    // The service takes nothing for everything, which is not what an empty list means
    if (value === '' || (Array.isArray(value) && value.length === 0))
      throw new TapeError(`${name} is empty; give at least one, or leave it out`, { code: 'INVALID_PARAMS' });
    if (value instanceof Date && Number.isNaN(value.getTime()))
      throw new TapeError(`${name} is a Date of no instant`, { code: 'INVALID_PARAMS' });
    given[name] = value;
  }
  return given;
}

// As text, so that no caller changes what another is given
type KeptAnswer = { readonly etag: string; readonly text: string };

/** The settings with one address at a time; refuses what is no address before anything is asked of it. */
export function placed(settings: TapeSettings): PlacedSettings {
  const addresses = [settings.url].flat();
  if (addresses.length === 0) checkAddress(undefined);
  for (const address of addresses) checkAddress(address);
  // No header takes it
  if (/[^ -~]/.test(settings.key))
    throw new TapeError('key holds a character that no key has; copy it anew', { code: 'INVALID_PARAMS' });
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
  if (url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  const example = 'give the address of the service, such as http://127.0.0.1:7400';
  throw new TapeError(`url is ${JSON.stringify(url) ?? 'missing'}; ${example}`, { code: 'INVALID_PARAMS' });
}

class RepeatingClient {
  readonly #settings;
  readonly #key;
  readonly #retries;
  readonly #timeoutSeconds;
  readonly #keep;
  /** Browsers take it only as a function of its own. */
  readonly #fetch;
  readonly #kept = new Map<string, KeptAnswer>();

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
    isKept = true,
    sent?: Sent,
  ): Promise<Answer> => {
    for (let attempt = 0; ; attempt += 1) {
      const { url } = this.#settings;
      try {
        const address = addressOf(url, path, parameters);
        return (await this.#once(address, signal, isKept && sent === undefined, sent)) as Answer;
      } catch (error) {
        const isLast = attempt >= this.#retries || sent?.isOnce === true;
        if (!(error instanceof TapeError) || isLast || !mayPass(error)) throw error;
        this.#settings.moveOn(url);
        await wait(delayBefore(attempt, error.retryAfterMs), signal);
      }
    }
  };

  #remember(address: string, etag: string | null, text: string): void {
    this.#kept.delete(address);
    if (etag !== null) this.#kept.set(address, { etag, text });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#keep && oldest !== undefined) this.#kept.delete(oldest);
  }

  async #read(address: string, known: KeptAnswer | undefined, response: Response, isKept: boolean): Promise<unknown> {
    if (!response.ok && !(response.status === 304 && known !== undefined)) throw await refusalOf(response);
    if (response.status === 204) return null;
    const isKnown = response.status === 304 && known !== undefined;
    const text = isKnown ? known.text : await response.text();
    const answer: unknown = JSON.parse(text);
    if (isKept) this.#remember(address, isKnown ? known.etag : response.headers.get('etag'), text);
    return answer;
  }

  async #once(address: string, signal: AbortSignal | undefined, isKept: boolean, sent?: Sent): Promise<unknown> {
    const request = this.#fetch;
    const known = sent === undefined ? this.#kept.get(address) : undefined;
    const headers = new Headers({ 'x-api-key': this.#key, ...(known && { 'if-none-match': known.etag }) });
    if (sent?.body !== undefined) headers.set('content-type', 'application/json');
    const deadline = createDeadline(signal);
    deadline.within(this.#timeoutSeconds * 1000);
    try {
      // The browser's own cache would hide what the service says of its answers
      const { method = 'GET', body } = sent ?? {};
      const posted = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const options = { headers, cache: 'no-store', signal: deadline.signal, ...posted } as const;
      const response = await request(address, options).catch((cause: unknown) => {
        throw unreached(address, cause);
      });
      return await this.#read(address, known, response, isKept);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof TapeError) throw cause;
      throw new TapeError(`${new URL(address).origin} gave no readable answer`, { cause });
    } finally {
      deadline.end();
    }
  }
}

/** Asks for JSON: again where that may help, and with the ETag of the last answer, so that an unchanged one is not sent anew. */
export const createHttpClient = (options: PlacedSettings): HttpClient => new RepeatingClient(options).ask;
