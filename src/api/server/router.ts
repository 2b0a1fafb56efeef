import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';

/** A request on its way to its answer. */
export type Call = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** null when nothing is routed there. */
  readonly endpoint: Endpoint | null;
  /** Headers of the answer by lower-case name, which the answer itself can replace. */
  readonly headers: Record<string, string>;
  /** What the body says, once it has been read. */
  body: unknown;
};

/** What to answer. */
export type Content = {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Nothing if missing. */
  readonly body?: string | Buffer | Readable;
};

/** Returns what to answer; null when it has answered itself. */
export type Handler = (call: Call) => Content | null | Promise<Content | null>;

export type EndpointOptions = {
  /** Responses are long or endless. They must not pass through a front worker, because other readers would wait. */
  readonly isLong?: boolean;
  /** No key makes a difference to it. Every other endpoint passes the gate, whether or not it needs a key. */
  readonly takesNoKey?: boolean;
  /** Where it takes its key from, if not from where all others do. */
  readonly keyIn?: (request: IncomingMessage) => string | undefined;
  /** Longest accepted body in bytes; default 64 KiB. */
  readonly bodyBytes?: number;
  /** Called before the body is read; throws the `ApiError` to respond with. */
  readonly before?: (call: Call) => unknown;
};

/** What answers requests of one path. */
export type Endpoint = EndpointOptions & { readonly path: string; readonly handle: Handler };

export type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS';

export const reading: readonly Method[] = ['GET', 'HEAD'];

/** Endpoints by path and method. One of the last two segments of a path can be a parameter, as in `/latest/:file`. */
export class Router {
  readonly #byPath = new Map<string, Map<string, Endpoint>>();
  readonly #byPattern = new Map<string, Map<string, Endpoint>>();

  add(methods: readonly Method[], path: string, handle: Handler, options: EndpointOptions = {}): void {
    const byMethod = this.#byPath.get(path) ?? new Map<string, Endpoint>();
    this.#byPath.set(path, byMethod);
    if (path.includes('/:')) this.#byPattern.set(path.replace(/:[^/]+/, ':'), byMethod);
    for (const method of methods) byMethod.set(method, { ...options, path, handle });
  }

  /** The methods of each path. */
  paths(): Map<string, string[]> {
    return new Map([...this.#byPath].map(([path, byMethod]) => [path, [...byMethod.keys()]]));
  }

  /** The endpoint of a request; throws for a target that cannot be read. */
  find(method: string, target: string): Endpoint | null {
    const path = pathIn(target);
    const byMethod =
      this.#byPath.get(path) ??
      this.#byPattern.get(path.replace(/[^/]+$/, ':')) ??
      this.#byPattern.get(path.replace(/[^/]+(?=\/[^/]+$)/, ':'));
    return byMethod?.get(method) ?? null;
  }
}

/** The decoded path of a request target, in which encoded separators stay as they are. */
function pathIn(target: string): string {
  // Proxies send the whole address
  const path = target.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '');
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    throw new ApiError('BAD_REQUEST', `'${target}' is not a valid url component`);
  }
}
