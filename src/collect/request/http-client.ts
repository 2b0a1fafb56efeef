import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../../clock.ts';
import type { WireRequest } from '../../contract/connector.ts';
import { errorText } from '../error-text.ts';
import { type Secret, withSecret } from './credential.ts';
import { bodyOf, type Limits, RequestError } from './response-body.ts';
import type { WayOut } from './way-out.ts';

/** What we hold of an earlier answer, so that the marketplace can say that nothing changed. */
export type Fingerprint = {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of the decompressed bytes; null where the rows were split while they streamed. */
  readonly hash: string | null;
};

export type HttpResponse = {
  readonly status: number;
  /** A header that occurs several times is joined. */
  readonly header: (name: string) => string | undefined;
  /** Epoch milliseconds at which the answer began. */
  readonly at: number;
  /** The body in pieces, decompressed, read once; breaking off the loop ends the exchange. */
  readonly body: AsyncGenerator<Buffer, void, undefined>;
  /** Ends the exchange without reading the body. */
  readonly drop: () => void;
};

export type SendOptions = {
  readonly secret: Secret | null;
  readonly conditions?: Fingerprint | null;
  readonly signal: AbortSignal;
  /** Asked before each further request of the exchange, such as after a redirect; false ends it. */
  readonly again: (signal: AbortSignal) => Promise<boolean>;
};

export type HttpClient = {
  /** One exchange; throws a RequestError when there is no answer. */
  readonly send: (request: WireRequest, options: SendOptions) => Promise<HttpResponse>;
  readonly close: () => void;
};

export type HttpClientSetup = {
  /** Address of a stage: a request for https://HOST/PATH goes to `<relay>/HOST/PATH`. */
  readonly relay: string | null;
  /** Whether http is asked too, as in the operator's own network; https alone unless said. */
  readonly takesPlain?: boolean;
  /** Looks names up for connections that go to the hosts themselves; as the machine does it unless given. */
  readonly lookup?: LookupFunction;
  /** Where connections do not go the usual way; null unless given. */
  readonly wayOut?: WayOut | null;
  readonly limits: Limits;
  readonly userAgent: string;
  readonly clock: Clock;
};

const redirectsFollowed = 3;

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

function conditionHeaders(conditions: Fingerprint | null | undefined): Record<string, string> {
  return {
    ...(conditions?.etag && { 'if-none-match': conditions.etag }),
    ...(conditions?.lastModified && { 'if-modified-since': conditions.lastModified }),
  };
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The next request where the answer is a redirect within the host, else null. */
function redirected(
  request: WireRequest,
  { statusCode: status = 0, headers: { location } }: IncomingMessage,
): WireRequest | null {
  if (!isRedirect(status) || location === undefined || !URL.canParse(location, request.url)) return null;
  const from = new URL(request.url);
  const to = new URL(location, from);
  if (to.host !== from.host || to.protocol !== from.protocol) return null;
  const { body: _, ...rest } = request;
  const keepsMethod = status === 307 || status === 308 || request.method !== 'POST';
  return keepsMethod ? { ...request, url: to.href } : { ...rest, method: 'GET', url: to.href };
}

function failureOf(error: NodeJS.ErrnoException, host: string, signal: AbortSignal): RequestError {
  if (error instanceof RequestError) return error;
  if (signal.aborted) return new RequestError('aborted', 'stopped while asking');
  return new RequestError('connection', `no connection to ${host}: ${error.code ?? error.message}`);
}

// To unpack Brotli takes up to 4 MB for each answer, on whichever thread does it, and the allocator keeps as much of each thread
const usualEncodings = 'gzip, deflate';

class NodeHttpClient implements HttpClient {
  readonly #relay;
  readonly #takesPlain;
  readonly #lookup;
  readonly #wayOut;
  readonly #limits;
  readonly #userAgent;
  readonly #clock;
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  constructor({ relay, takesPlain = false, lookup, wayOut = null, limits, userAgent, clock }: HttpClientSetup) {
    this.#relay = relay;
    this.#takesPlain = takesPlain;
    this.#lookup = lookup;
    this.#wayOut = wayOut;
    this.#limits = limits;
    this.#userAgent = userAgent;
    this.#clock = clock;
  }

  readonly send = async (
    request: WireRequest,
    { secret, conditions, signal, again }: SendOptions,
  ): Promise<HttpResponse> => {
    let current = this.#signed(request, secret);
    for (let hops = 0; ; hops += 1) {
      const { response, at } = await this.#sendOnce(current, conditions, signal, false);
      const next = redirected(current, response);
      if (next === null) return this.#answerOf(response, at);
      response.destroy();
      if (hops >= redirectsFollowed)
        throw new RequestError(
          'redirect',
          `more than ${redirectsFollowed} redirects within ${new URL(current.url).host}`,
        );
      if (!(await again(signal))) throw new RequestError('aborted', 'stopped while asking');
      current = next;
    }
  };

  readonly close: HttpClient['close'] = () => {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
    this.#wayOut?.close();
  };

  /** What connects; a fresh connection is one that no request was made on. */
  #agentFor(target: URL, isFresh: boolean): HttpAgent | HttpsAgent | false {
    const isPlain = target.protocol === 'http:';
    const own = isPlain || this.#relay !== null ? null : this.#wayOut?.agentFor(target.hostname, !isFresh);
    return own ?? (isFresh ? false : isPlain ? this.#agents.http : this.#agents.https);
  }

  #destination(url: string): URL {
    const target = new URL(url);
    if (target.protocol !== 'https:' && !this.#takesPlain)
      throw new Error(`a connector asks for ${target.protocol}//${target.host}; use https`);
    if (this.#relay === null) return target;
    return new URL(`${this.#relay.replace(/\/$/, '')}/${target.host}${target.pathname}${target.search}`);
  }

  /** One request on the wire, until its answer begins. */
  #sendOnce(request: WireRequest, conditions: Fingerprint | null | undefined, signal: AbortSignal, isFresh: boolean) {
    const target = this.#destination(request.url);
    const isPlain = target.protocol === 'http:';
    const text = request.body === undefined ? null : JSON.stringify(request.body);
    const options: RequestOptions = {
      method: request.method ?? 'GET',
      agent: this.#agentFor(target, isFresh),
      signal,
      ...(this.#lookup !== undefined && this.#relay === null && { lookup: this.#lookup }),
      headers: {
        accept: '*/*',
        'accept-encoding': usualEncodings,
        'user-agent': this.#userAgent,
        ...(text !== null && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...conditionHeaders(conditions),
        ...lowerCased(request.headers ?? {}),
      },
    };
    return new Promise<{ response: IncomingMessage; at: number }>((resolve, reject) => {
      const outgoing = (isPlain ? httpRequest : httpsRequest)(target, options);
      const cancel = this.#clock.after(this.#limits.headSeconds * 1000, () =>
        outgoing.destroy(new RequestError('slow', `no answer within ${this.#limits.headSeconds} s`)),
      );
      let isSettled = false;
      outgoing.once('response', (response) => {
        isSettled = true;
        cancel();
        resolve({ response, at: this.#clock.now() });
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        cancel();
        // After an answer the body tells its reader
        if (isSettled) return;
        isSettled = true;
        const isStaleSocket = outgoing.reusedSocket && error.code === 'ECONNRESET' && !isFresh && !signal.aborted;
        if (isStaleSocket) this.#sendOnce(request, conditions, signal, true).then(resolve, reject);
        else reject(failureOf(error, new URL(request.url).host, signal));
      });
      // As after status 101, which is neither an answer nor an error
      outgoing.once('close', () => {
        cancel();
        if (!isSettled) reject(new RequestError('connection', `${new URL(request.url).host} closed without an answer`));
      });
      outgoing.end(text ?? undefined);
    });
  }

  #answerOf(response: IncomingMessage, at: number): HttpResponse {
    return {
      status: response.statusCode ?? 0,
      header: (name) => {
        const value = response.headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      },
      at,
      body: bodyOf(response, this.#limits, this.#clock),
      drop: () => void response.destroy(),
    };
  }

  /** A secret that cannot be used as it is, such as a key in another form, is the operator's to correct. */
  #signed(request: WireRequest, secret: Secret | null): WireRequest {
    try {
      return withSecret(request, secret, this.#clock.now());
    } catch (error) {
      throw new RequestError('credential', errorText(error));
    }
  }
}

export const createHttpClient = (options: HttpClientSetup): HttpClient => new NodeHttpClient(options);
