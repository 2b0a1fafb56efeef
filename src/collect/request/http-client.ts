import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { WireRequest } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorText } from '../error-text.ts';
import { headerFaultOf, type Secret, withSecret } from './credential.ts';
import { bodyOf, type Limits, RequestError } from './response-body.ts';
import { agentFor } from './user-agent.ts';
import type { WayOut } from './way-out.ts';

/** What is known of an earlier answer, to make a conditional request and to detect an unchanged body. */
export type Fingerprint = {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Hash of the decompressed body; null for a list that was read while it arrived. */
  readonly hash: string | null;
};

export type HttpResponse = {
  readonly status: number;
  /** The value of a header; several occurrences are joined. */
  readonly header: (name: string) => string | undefined;
  /** When the answer began, in epoch milliseconds. */
  readonly at: number;
  /** The decompressed body in pieces. It can be read once; leaving the loop early ends the exchange. */
  readonly body: AsyncGenerator<Buffer, void, undefined>;
  /** Ends the exchange without reading the body. */
  readonly drop: () => void;
};

export type SendOptions = {
  readonly secret: Secret | null;
  readonly conditions?: Fingerprint | null;
  readonly signal: AbortSignal;
  /** Called before each further request of the exchange, such as after a redirect; false ends it. */
  readonly again: (signal: AbortSignal) => Promise<boolean>;
};

export type HttpClient = {
  /** One exchange; throws a RequestError when there is no answer. */
  readonly send: (request: WireRequest, options: SendOptions) => Promise<HttpResponse>;
  readonly close: () => void;
};

export type HttpClientSetup = {
  /** URL of a stage: a request for https://HOST/PATH goes to `<relay>/HOST/PATH`. */
  readonly relay: string | null;
  /** Whether plain http is allowed, as in the operator's own network. Default: https only. */
  readonly takesPlain?: boolean;
  /** Resolves names for direct connections. Default: the resolver of the machine. */
  readonly lookup?: LookupFunction;
  /** The proxy or local address for connections; null to connect directly. */
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

/** The next request when the answer is a redirect within the same host, else null. */
function redirected(
  request: WireRequest,
  { statusCode: status = 0, headers: { location } }: IncomingMessage,
): WireRequest | null {
  if (!isRedirect(status) || location === undefined || !URL.canParse(location, request.url)) return null;
  const from = new URL(request.url);
  const to = new URL(location, from);
  if (to.host !== from.host || to.protocol !== from.protocol) return null;
  const { body: _, ...rest } = request;
  return status === 307 || status === 308 ? { ...request, url: to.href } : { ...rest, method: 'GET', url: to.href };
}

function failureOf(error: NodeJS.ErrnoException, host: string, signal: AbortSignal): RequestError {
  if (error instanceof RequestError) return error;
  if (signal.aborted) return new RequestError('aborted', 'stopped during the request');
  return new RequestError('connection', `no connection to ${host}: ${error.code ?? error.message}`);
}

// Without Brotli: decoding it takes up to 4 MB for each answer, and the allocator keeps that much for every thread that does it
const defaultEncodings = 'gzip, deflate';

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
      if (!(await again(signal))) throw new RequestError('aborted', 'stopped during the request');
      current = next;
    }
  };

  readonly close: HttpClient['close'] = () => {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
    this.#wayOut?.close();
  };

  /** The agent for a request; `isFresh` demands a new connection. */
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

  /** Sends one request and resolves when its answer begins. */
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
        'accept-encoding': defaultEncodings,
        'user-agent': agentFor(request, this.#userAgent),
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
        // Once an answer has begun, its body reports the error to the reader
        if (isSettled) return;
        isSettled = true;
        const isStaleSocket = outgoing.reusedSocket && error.code === 'ECONNRESET' && !isFresh && !signal.aborted;
        if (isStaleSocket) this.#sendOnce(request, conditions, signal, true).then(resolve, reject);
        else reject(failureOf(error, new URL(request.url).host, signal));
      });
      // For example after status 101, which causes neither 'response' nor 'error'
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

  /** Adds the secret. One that cannot be used, such as a key in another form, has to be corrected by the operator. */
  #signed(request: WireRequest, secret: Secret | null): WireRequest {
    let signed: WireRequest;
    try {
      signed = withSecret(request, secret, this.#clock.now());
    } catch (error) {
      throw new RequestError('credential', errorText(error));
    }
    const fault = secret === null ? null : headerFaultOf(signed.headers, secret.value);
    if (fault !== null) throw new RequestError('credential', fault);
    return signed;
  }
}

export const createHttpClient = (options: HttpClientSetup): HttpClient => new NodeHttpClient(options);
