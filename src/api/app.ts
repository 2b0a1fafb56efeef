import type { RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { type HandedReaders, isHandOver } from '../front/main-process/handed-readers.ts';
import type { Tickets } from '../front/ticket.ts';
import { nearest } from '../nearest.ts';
import { isWhole, type Marketplace } from '../schema/index.ts';
import { replyTo, send } from './cache/answer.ts';
import type { AnswerCache } from './cache/answer-cache.ts';
import { ApiError, errorBody, notFound, quoted, requireReady, toApiError } from './errors.ts';
import type { Key, Keys } from './keys.ts';
import type { ListSender } from './lists/send-list.ts';
import { nowherePage, pageHeaders } from './pages/page.ts';
import { type Query, readQuery, requireReadable, splitKey, splitTarget } from './query.ts';
import type { RequestCounts } from './request-counts.ts';
import { keyInQuery, keyOf, requireKey, routedPath } from './require-key.ts';
import {
  type AnswerRoute,
  type BodyRoute,
  isBody,
  isList,
  type ListRoute,
  type Route,
  type RouteContext,
} from './route.ts';
import { routes } from './routes/index.ts';
import { methods } from './server/http-server.ts';
import type { Contexts } from './sight/contexts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses are long or endless. They must not pass through a front worker, because other readers would wait. */
    readonly isLong?: boolean;
  }
}

export type ApiLog = {
  readonly error: (fields: object, text: string) => void;
  readonly warn: (fields: object, text: string) => void;
};

export type AppParts = {
  readonly contexts: Contexts;
  readonly cache: AnswerCache;
  readonly keys: Pick<Keys, 'check'>;
  /** Whether status routes need no key. */
  readonly isStatusOpen: boolean;
  readonly isReady: () => boolean;
  /** Whether the saved state of a marketplace is loaded, while others may still be loading. */
  readonly isBack: (marketplaceId: number) => boolean;
  readonly sendList: ListSender;
  readonly requestCounts: RequestCounts;
  /** Counts the request of a key; throws when it exceeds the key's limits or rights. */
  readonly gate: (request: FastifyRequest) => void;
  readonly tickets: Tickets;
  readonly handed: Pick<HandedReaders, 'handToFront'>;
  readonly log: ApiLog;
  /** Headers of every reply that does not come from the cache. */
  readonly headers: Readonly<Record<string, string>>;
  readonly createServer: (listener: RequestListener) => Server;
  /** Responds to malformed requests. */
  readonly refuse: (error: NodeJS.ErrnoException, socket: Duplex) => void;
  /** Adds routes that check keys themselves or need none. */
  readonly addOtherRoutes: (app: FastifyInstance) => void;
};

const asks = new Set<string>(routes.filter(isBody).map(({ path }) => path));

// Pages of other sites can only read, even where a path supports other methods
const preflightHeaders = (url: string) => ({
  'access-control-allow-methods': asks.has(url) ? 'POST, OPTIONS' : methods,
  'access-control-allow-headers': `X-API-Key, ${asks.has(url) ? 'Content-Type' : 'If-None-Match, Last-Event-ID'}`,
  'access-control-max-age': '86400',
});

const longestTarget = 8_192;
const longestBody = 65_536;

type Failed = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Responds with an error; a browser that requests an unknown path gets a page. */
const failing =
  ({ headers, log }: AppParts): Failed =>
  (thrown, request, reply) => {
    const error = toApiError(isRefusal(thrown) ? refusalOf(thrown, request.routeOptions.bodyLimit) : thrown);
    if (error.status >= 500 && error.code !== 'NO_DATABASE' && !(thrown instanceof ApiError)) {
      log.error({ route: request.routeOptions?.url ?? null, error: traceOf(thrown) }, 'request failed');
    }
    const isPlayed = 'x-itemtape-played' in headers;
    const answer =
      request.is404 && error.status === 404 && isAstray(request)
        ? { headers: pageHeaders, body: nowherePage({ isPlayed, message: error.message }) }
        : { headers: { 'content-type': 'application/json; charset=utf-8' }, body: errorBody(error) };
    void reply
      .code(error.status)
      .headers({ ...headers, ...error.headers, 'cache-control': 'no-store', ...answer.headers })
      .send(answer.body);
  };

/** Adds the hooks of every request. Fills `paths` as routes are added. */
function addHooks(
  app: FastifyInstance,
  { headers, requestCounts, gate, handed }: AppParts,
  paths: Map<string, string[]>,
): void {
  app.addHook('onRoute', ({ url, method }) => {
    paths.set(url, [...(paths.get(url) ?? []), method].flat());
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const target = request.raw.url ?? '';
    if (target.length > longestTarget) {
      const found = `the address has ${target.length} characters; at most ${longestTarget} are allowed`;
      throw new ApiError('URI_TOO_LONG', found);
    }
    // Before the body is parsed, so that a wrong path or method is reported for any body
    if (request.is404) throw notRouted(request, paths);
    // Before it is counted, because a handed-over request arrives again
    if (request.routeOptions.config.isLong === true && handed.handToFront(request.raw, reply.raw))
      return reply.hijack();
    if (request.method !== 'OPTIONS') gate(request);
    return undefined;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (isHandOver(reply.raw)) return;
    requestCounts.count(request.routeOptions.url ?? 'other', reply.raw.statusCode, reply.elapsedTime / 1000);
  });
}

// Otherwise Fastify loads its schema compilers and builds them for each application, although no route has a schema
const noSchemas = (): never => {
  throw new Error(
    'a route has a Fastify schema, which this application does not compile; describe its parameters as other routes do',
  );
};

/** The application with all routes, hooks and error handlers. Does not listen. */
export function createApp(parts: AppParts): FastifyInstance {
  const paths = new Map<string, string[]>();
  const fail = failing(parts);
  const app = fastify({
    serverFactory: parts.createServer,
    // Fastify's own handler would cut off responses in progress
    clientErrorHandler: parts.refuse,
    frameworkErrors: fail,
    bodyLimit: longestBody,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { querystringParser: () => ({}) },
  });
  app.setErrorHandler(fail);
  addHooks(app, parts, paths);
  const { sendList } = parts;
  for (const route of routes) {
    const { path: url } = route;
    if (isBody(route)) {
      // Before the body is read
      const onRequest = async (request: FastifyRequest) => {
        accessOf(parts, route, request);
      };
      app.post(url, { bodyLimit: route.bodyBytes, onRequest }, (request) => answerBody(parts, route, request));
    } else
      app.route({
        method: ['GET', 'HEAD'],
        url,
        config: { isLong: isList(route) },
        handler: (request, reply) =>
          isList(route) ? list(parts, route, sendList, request, reply) : answer(parts, route, request, reply),
      });
  }
  parts.addOtherRoutes(app);
  for (const url of [...paths.keys()]) {
    app.options(url, async (_, reply) =>
      reply
        .code(204)
        .headers({ ...preflightHeaders(url), allow: allowed(paths.get(url)) })
        .send(),
    );
  }
  return app;
}

// U9 fixes the order: key, then parameters, then what the parameters name
function accessOf(
  { keys, contexts, isStatusOpen }: AppParts,
  { isStatus }: Route,
  request: FastifyRequest,
): { readonly query: Query; readonly key: Key | null; readonly context: RouteContext } {
  const query = readQuery(request.raw.url ?? '');
  const text = keyOf(request.raw, () => keyInQuery(query));
  const isOpen = isStatus === true && isStatusOpen && text === undefined;
  const key = isOpen ? null : requireKey(keys, text, routedPath(request));
  requireReadable(query);
  return { query, key, context: contexts(key ?? { rights: { websocketAccess: false } }) };
}

/** Refuses a request until the marketplaces it depends on are loaded. */
function requireThere(
  { isReady, isBack }: AppParts,
  marketplaces: () => readonly Marketplace[] | null = () => null,
): void {
  if (!isReady()) requireReady(marketplaces()?.every(({ id }) => isBack(id)) ?? false);
}

async function answerBody(parts: AppParts, route: BodyRoute, request: FastifyRequest): Promise<unknown> {
  requireThere(parts);
  return await route.answerTo(request.body, accessOf(parts, route, request).context);
}

async function list(
  parts: AppParts,
  route: ListRoute,
  send: ListSender,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, context } = accessOf(parts, route, request);
  const wanted = route.list(query, context);
  requireThere(parts, () => route.marketplaces(query, context));
  return await send(wanted, request, reply);
}

async function answer(
  parts: AppParts,
  route: AnswerRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { cache, tickets } = parts;
  const { query, key: apiKey, context } = accessOf(parts, route, request);
  const { key, reading, marketplaces } = route.prepare(query, context);
  requireThere(parts, marketplaces);
  const cached = await cache.answer(key, route.path, reading);
  const split = splitKey(request.raw.url ?? '');
  if (split !== null && isWhole(context.sight)) cache.remember(split.target, cached);
  reply.hijack();
  const ticket = apiKey === null ? [] : tickets(request.raw, cached, apiKey);
  send(reply.raw, await replyTo(request.raw, cached.answer, ticket));
}

// Programs accept anything or JSON, and these paths are only for programs
const isAstray = ({ headers, raw }: FastifyRequest): boolean =>
  /^\s*text\/html\b/i.test(headers.accept ?? '') && !/^\/(v2|tape|ws)\//.test(raw.url ?? '');

const allowed = (taken: readonly string[] = []): string => taken.join(', ');

function notRouted(request: FastifyRequest, paths: ReadonlyMap<string, readonly string[]>): ApiError {
  const { path } = splitTarget(request.raw.url ?? '');
  const taken = paths.get(path);
  if (taken !== undefined) {
    const allow = allowed(taken);
    return new ApiError('METHOD_NOT_ALLOWED', `${path} accepts ${allow}, not ${request.method}`, { allow });
  }
  const near = nearest(path.toLowerCase(), [...paths.keys()], (known) => [known]);
  return notFound(`there is nothing at ${quoted(path)}; ${near === null ? 'see /docs' : `did you mean ${near}?`}`);
}

const traceOf = (thrown: unknown): string => (thrown instanceof Error && thrown.stack) || String(thrown);

const refusalOf = (
  { statusCode, message }: Error & { readonly statusCode: number },
  most: number | undefined,
): ApiError =>
  statusCode === 413
    ? new ApiError(
        'BODY_TOO_LARGE',
        `the body is larger than ${(most ?? longestBody) / 1024} KiB, the maximum for this path`,
      )
    : new ApiError('BAD_REQUEST', message);

// Errors that Fastify itself raises for a bad request
const isRefusal = (thrown: unknown): thrown is Error & { readonly statusCode: number } =>
  thrown instanceof Error &&
  'statusCode' in thrown &&
  typeof thrown.statusCode === 'number' &&
  thrown.statusCode >= 400 &&
  thrown.statusCode < 500;
