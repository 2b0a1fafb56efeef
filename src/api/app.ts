import type { RequestListener } from 'node:http';
import { finished } from 'node:stream';
import { type HandedReaders, isHandOver } from '../front/main-process/handed-readers.ts';
import type { Tickets } from '../front/ticket.ts';
import { isWhole, type Marketplace } from '../schema/index.ts';
import { nearest } from '../text/nearest.ts';
import { replyTo, send } from './cache/answer.ts';
import type { AnswerCache } from './cache/answer-cache.ts';
import type { Contexts } from './contexts.ts';
import { ApiError, errorBody, notFound, quoted, requireReady, toApiError } from './errors.ts';
import type { Key, Keys } from './keys.ts';
import type { ListSender } from './lists/send-list.ts';
import { nowherePage, pageHeaders } from './pages/page.ts';
import { type Query, readQuery, requireReadable, splitKey, splitTarget } from './query.ts';
import type { RequestCounts } from './request-counts.ts';
import { keyInQuery, keyOf, requireKey } from './require-key.ts';
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
import { defaultBodyBytes, readBody } from './server/body.ts';
import { json, jsonType, sendContent } from './server/content.ts';
import { methods } from './server/http-server.ts';
import { type Call, type Content, Router, reading } from './server/router.ts';

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
  /** Called in order for every request before its body is read; each throws the `ApiError` to respond with. */
  readonly gates: readonly ((call: Call) => void)[];
  readonly tickets: Tickets;
  readonly handed: Pick<HandedReaders, 'handToFront'>;
  readonly log: ApiLog;
  /** Headers of every reply that does not come from the cache. */
  readonly headers: Readonly<Record<string, string>>;
  /** Adds routes that check keys themselves or need none. */
  readonly addOtherRoutes: (router: Router) => void;
};

const asks = new Set<string>(routes.filter(isBody).map(({ path }) => path));

// Pages of other sites can only read, even where a path supports other methods
const preflightHeaders = (url: string) => ({
  'access-control-allow-methods': asks.has(url) ? 'POST, OPTIONS' : methods,
  'access-control-allow-headers': `X-API-Key, ${asks.has(url) ? 'Content-Type' : 'If-None-Match, Last-Event-ID'}`,
  'access-control-max-age': '86400',
});

const maxTargetLength = 8_192;

/** All routes with what every request passes before and after them. */
export type App = {
  readonly handle: RequestListener;
  /** The methods of each path. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
};

export function createApp(parts: AppParts): App {
  const router = new Router();
  addRoutes(router, parts);
  for (const [url, taken] of router.paths()) {
    const headers = { ...preflightHeaders(url), allow: allowed([...taken, 'OPTIONS']) };
    router.add(['OPTIONS'], url, () => ({ status: 204, headers }));
  }
  const paths = router.paths();
  const handle: RequestListener = async (request, response) => {
    const headers = { ...parts.headers };
    let call: Call = { request, response, endpoint: null, headers, body: undefined };
    const failed = (thrown: unknown): void => fail(parts, call, thrown);
    try {
      const endpoint = router.find(request.method ?? '', request.url ?? '');
      call = { ...call, endpoint };
      countAtEnd(parts, call);
      const content = await contentFor(parts, call, paths);
      if (content !== null) sendContent(call, content, failed);
    } catch (thrown) {
      failed(thrown);
    }
  };
  return { handle, paths };
}

function addRoutes(router: Router, parts: AppParts): void {
  for (const route of routes) {
    if (isBody(route)) {
      const before = (call: Call) => accessOf(parts, route, call);
      const { bodyBytes } = route;
      router.add(['POST'], route.path, (call) => answerBody(parts, route, call), { bodyBytes, before });
    } else if (isList(route)) router.add(reading, route.path, (call) => list(parts, route, call), { isLong: true });
    else router.add(reading, route.path, (call) => answer(parts, route, call));
  }
  parts.addOtherRoutes(router);
}

/** What to answer; null when it has been answered. */
async function contentFor(parts: AppParts, call: Call, paths: App['paths']): Promise<Content | null> {
  const { request, response, endpoint } = call;
  const target = request.url ?? '';
  if (target.length > maxTargetLength) {
    const found = `the address has ${target.length} characters; at most ${maxTargetLength} are allowed`;
    throw new ApiError('URI_TOO_LONG', found);
  }
  // Before the body is read, so that a wrong path or method is reported for any body
  if (endpoint === null) throw notRouted(call, paths);
  // Before it is counted, because a handed-over request arrives again
  if (endpoint.isLong === true && parts.handed.handToFront(request, response)) return null;
  for (const gate of parts.gates) if (request.method !== 'OPTIONS') gate(call);
  endpoint.before?.(call);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    call.body = await readBody(request, endpoint.bodyBytes ?? defaultBodyBytes);
  return await endpoint.handle(call);
}

function countAtEnd({ requestCounts }: AppParts, { response, endpoint }: Call): void {
  const began = performance.now();
  finished(response, () => {
    if (isHandOver(response)) return;
    requestCounts.count(endpoint?.path ?? 'other', response.statusCode, (performance.now() - began) / 1000);
  });
}

/** Responds with an error; a browser that requests an unknown path gets a page. */
function fail({ headers, log }: AppParts, call: Call, thrown: unknown): void {
  const { response, endpoint } = call;
  const error = toApiError(thrown);
  if (error.status >= 500 && error.code !== 'NO_DATABASE' && !(thrown instanceof ApiError))
    log.error({ route: endpoint?.path ?? null, error: traceOf(thrown) }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isPlayed = 'x-itemtape-played' in headers;
  const answered =
    endpoint === null && error.status === 404 && isAstray(call)
      ? { headers: pageHeaders, body: nowherePage({ isPlayed, message: error.message }) }
      : { headers: { 'content-type': jsonType }, body: errorBody(error) };
  const all = { ...headers, ...error.headers, 'cache-control': 'no-store', ...answered.headers };
  sendContent(call, { status: error.status, headers: all, body: answered.body }, () => {});
}

// U9 fixes the order: key, then parameters, then what the parameters name
function accessOf(
  { keys, contexts, isStatusOpen }: AppParts,
  { isStatus }: Route,
  { request, endpoint }: Call,
): { readonly query: Query; readonly key: Key | null; readonly context: RouteContext } {
  const query = readQuery(request.url ?? '');
  const text = keyOf(request, () => keyInQuery(query));
  const isOpen = isStatus === true && isStatusOpen && text === undefined;
  const key = isOpen ? null : requireKey(keys, text, endpoint?.path ?? '');
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

async function answerBody(parts: AppParts, route: BodyRoute, call: Call): Promise<Content> {
  requireThere(parts);
  return json(await route.answerTo(call.body, accessOf(parts, route, call).context));
}

async function list(parts: AppParts, route: ListRoute, call: Call): Promise<Content> {
  const { query, context } = accessOf(parts, route, call);
  const wanted = route.list(query, context);
  requireThere(parts, () => route.marketplaces(query, context));
  return await parts.sendList(wanted, call);
}

async function answer(parts: AppParts, route: AnswerRoute, call: Call): Promise<null> {
  const { cache, tickets } = parts;
  const { request, response } = call;
  const { query, key: apiKey, context } = accessOf(parts, route, call);
  const { key, reading, marketplaces } = route.prepare(query, context);
  requireThere(parts, marketplaces);
  const cached = await cache.answer(key, route.path, reading);
  const split = splitKey(request.url ?? '');
  if (split !== null && isWhole(context.scope)) cache.remember(split.target, cached);
  const ticket = apiKey === null ? [] : tickets(request, cached, apiKey);
  send(response, await replyTo(request, cached.answer, ticket));
  return null;
}

// Programs accept anything or JSON, and these paths are only for programs
const isAstray = ({ request: { headers, url = '' } }: Call): boolean =>
  /^\s*text\/html\b/i.test(headers.accept ?? '') && !/^\/(v2|tape|ws)\//.test(url);

const allowed = (taken: readonly string[] = []): string => taken.join(', ');

function notRouted({ request }: Call, paths: App['paths']): ApiError {
  const { path } = splitTarget(request.url ?? '');
  const taken = paths.get(path);
  if (taken !== undefined) {
    const allow = allowed(taken);
    return new ApiError('METHOD_NOT_ALLOWED', `${path} accepts ${allow}, not ${request.method}`, { allow });
  }
  const near = nearest(path.toLowerCase(), [...paths.keys()], (known) => [known]);
  return notFound(`there is nothing at ${quoted(path)}; ${near === null ? 'see /docs' : `did you mean ${near}?`}`);
}

const traceOf = (thrown: unknown): string => (thrown instanceof Error && thrown.stack) || String(thrown);
