import type { Server } from 'node:http';
import type { RuleActions } from '../alerts/rule-actions.ts';
import type { Book } from '../book/book.ts';
import type { FetchedImage } from '../collect/request/image.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import { CachedAnswers } from '../front/cached-answers.ts';
import type { ForFronts } from '../front/for-fronts.ts';
import { HandedReaders } from '../front/main-process/handed-readers.ts';
import { OpenSockets } from '../front/open-sockets.ts';
import { createTickets, noTickets } from '../front/ticket.ts';
import type { Clock } from '../runtime/clock.ts';
import { guarded } from '../runtime/guarded.ts';
import { given, type KnownFees, type KnownTerms, type Rate } from '../schema/index.ts';
import type { Store } from '../store/store.ts';
import type { WriterStats } from '../store/writer.ts';
import type { Hub } from '../stream/hub.ts';
import type { RecorderStats } from '../tape/recorder.ts';
import { addAlertRoutes } from './alerts/alert-routes.ts';
import { addWatchlistRoutes } from './alerts/watchlist-routes.ts';
import { type ApiLog, type App, createApp } from './app.ts';
import type { PastReader } from './as-of/past-reader.ts';
import { createReadLimit } from './as-of/read-limit.ts';
import { AnswerCache } from './cache/answer-cache.ts';
import { createCoverage } from './cache/coverage.ts';
import { FastPath } from './cache/fast-path.ts';
import { createHasOfferSource } from './cache/offer-sources.ts';
import { createWeekSales } from './cache/sale-counts.ts';
import { type Contexts, createContexts } from './contexts.ts';
import type { Limit } from './documents/pages/limits-pages.ts';
import type { SettingDescription } from './documents/pages/settings-pages.ts';
import { addHoldingRoutes } from './holdings/holding-routes.ts';
import type { ReadInventory } from './holdings/inventory-answer.ts';
import type { Keys } from './keys.ts';
import { createListSender, type ListSender } from './lists/send-list.ts';
import type { Availability } from './lookups.ts';
import type { Metric } from './metrics/metrics.ts';
import { ProcessMetrics } from './metrics/process-metrics.ts';
import { type AuditLog, addAuditRoute, createAudit } from './operator/audit.ts';
import { addBackupRoutes, type CopySource } from './operator/backup-routes.ts';
import { addDocsRoutes, type PublicFacts } from './operator/docs-routes.ts';
import { addKeyRoutes } from './operator/key-routes.ts';
import { addMcpRoute, type McpHandler } from './operator/mcp-route.ts';
import { createOneTimeTokens, type OneTimeToken, type OneTimeTokens } from './operator/one-time-tokens.ts';
import { createOperatorGate } from './operator/operator-access.ts';
import { addOperatorRoutes, type OperatorParts } from './operator/operator-routes.ts';
import { addSessionRoutes, type SignInCommands } from './operator/session-routes.ts';
import { addSettingsRoutes, type LiveSettings } from './operator/settings-routes.ts';
import { addTermsRoutes, type LiveTerms } from './operator/terms-routes.ts';
import type { DashboardFile } from './pages/dashboard.ts';
import { addDashboardRoutes } from './pages/dashboard-routes.ts';
import { addThumbnailRoute } from './pages/thumbnail-routes.ts';
import { createThumbnails } from './pages/thumbnails.ts';
import { createRequestCounts } from './request-counts.ts';
import type { RouteContext } from './route.ts';
import { routes } from './routes/index.ts';
import { createHttpServer } from './server/http-server.ts';
import type { Router } from './server/router.ts';
import { addShapeRoutes } from './shapes/shape-routes.ts';
import { createLiveReader } from './stream/live-reader.ts';
import { createStreamEndpoints, type PendingPublication, type StreamSettings } from './stream/stream-endpoints.ts';
import { unreadText } from './unread.ts';
import { createKeyGate } from './usage/key-gate.ts';
import { KeyUse, type UsedElsewhere } from './usage/key-use.ts';
import { OwnRequests } from './usage/own-requests.ts';

export type ApiOptions = {
  readonly book: Book;
  readonly store: Pick<
    Store,
    | 'keepsPast'
    | 'sales'
    | 'findSales'
    | 'removals'
    | 'saleCounts'
    | 'priceHistory'
    | 'candles'
    | 'bidCandles'
    | 'saleCandles'
    | 'historyStart'
    | 'itemHistory'
    | 'conditions'
    | 'dailyWorths'
    | 'pastRates'
    | 'coverage'
    | 'ping'
  >;
  /** Past states of items; null where none are kept, and `asOf` is refused. */
  readonly past: PastReader | null;
  readonly keys: Keys;
  /** Connected marketplaces. */
  readonly availability: readonly Availability[];
  readonly health: () => readonly SourceHealth[];
  readonly isReady: () => boolean;
  /** Whether the saved state of a marketplace is loaded, while others may still be loading. */
  readonly isBack: (marketplaceId: number) => boolean;
  readonly writer: () => WriterStats;
  readonly recorder: () => RecorderStats;
  /** The rates used for conversion now. */
  readonly rates: () => readonly Rate[];
  readonly fees: KnownFees;
  readonly terms: KnownTerms;
  /** Called whenever a reader requests a single item. */
  readonly itemRequested: RouteContext['itemRequested'];
  readonly offersLookedUp: RouteContext['offersLookedUp'];
  /** Whether the stage invents the data; pages and a header say so. */
  readonly isPlayed: boolean;
  readonly version: string;
  readonly now: Clock['now'];
  readonly log: ApiLog;
  readonly settings: {
    readonly cacheSeconds: number;
    readonly cacheMegabytes: number;
    /** Maximum age of the store's counts in /v2/marketplaces; default 60. */
    readonly coverageSeconds?: number;
    /** Formats of other services in which prices are served; none if missing. */
    readonly shapes?: readonly string[];
    /** Whether metrics and sources need no key; default true. */
    readonly openMetrics?: boolean;
    /** Whether /tape/conditions needs no key; default false. */
    readonly openStatus?: boolean;
  };
  /** The offer stream; without it there is none. */
  readonly stream?: {
    readonly hub: Hub;
    readonly settings: StreamSettings;
    readonly pending?: PendingPublication;
    /** Whether the tape can be read; if missing, once the service is ready. */
    readonly isOpen?: () => boolean;
  };
  /** Lineage for downstream services, starting with this service; '' when it is not published. */
  readonly lineage: () => string;
  /** Files of the built dashboard by path; without it `/` redirects to the documentation. */
  readonly dashboard?: ReadonlyMap<string, DashboardFile>;
  /** Fetches a picture of an item from the URL in the book; without it there are no pictures. */
  readonly readPicture?: (address: string) => Promise<FetchedImage>;
  /** Reads public inventories; without it they are not found. */
  readonly readInventory?: ReadInventory;
  /** Serves MCP at /mcp; without it the route does not exist. */
  readonly mcp?: McpHandler;
  /** The commands that help whoever has not signed in, in full for who is on this machine; if missing, none are named. */
  readonly signIn?: SignInCommands;
  /** File with the usage of keys; without it usage is lost at a stop. */
  readonly keyUseFile?: string;
  /** Usage of keys on other nodes; absent outside a cluster. */
  readonly usedElsewhere?: UsedElsewhere;
  readonly alerts?: RuleActions;
  /** Where it is written who changed what; without it, it is not. */
  readonly auditLog?: AuditLog;
  /** Backups and exports for the operator. */
  readonly copies?: CopySource;
  /** Settings and credentials of the running service, for the operator. */
  readonly liveSettings?: LiveSettings;
  readonly liveTerms?: LiveTerms;
  /** Settings that limit readers, for the documentation. */
  readonly limits?: readonly Limit[];
  /** What the service says of itself to whoever reaches it; by default nothing is set. */
  readonly reached?: PublicFacts;
  /** All settings, for the documentation. */
  readonly settingsDescribed?: readonly SettingDescription[];
  /** The nodes of a cluster; absent outside a cluster. */
  readonly nodes?: NonNullable<OperatorParts['nodes']>;
  /** Front workers; absent when there are none. */
  readonly fronts?: {
    /** Front workers send it to request tickets. */
    readonly secret: string;
    readonly report: NonNullable<OperatorParts['fronts']>;
  };
  /** Automatic backups; absent when there are none. */
  readonly backups?: NonNullable<OperatorParts['backups']>;
  /** Metrics of other parts. */
  readonly metrics?: () => readonly Metric[];
};

export type Api = ForFronts & {
  /** Not yet listening. */
  readonly server: Server;
  readonly app: App;
  /** Issues a token that opens one session of the dashboard. */
  readonly issueToken: () => OneTimeToken;
  /** Waits a few seconds for requests in progress, then closes. */
  readonly close: () => Promise<void>;
};

const drainMs = 5_000;

const saveUseMs = 10_000;

const ownHeaders = routes.flatMap((route) => ('headers' in route ? Object.keys(route.headers) : []));

/** Headers of every reply. */
const sharedHeaders = ({ isPlayed }: ApiOptions): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'ETag',
    'Retry-After',
    'X-Itemtape-Played',
    'X-Tape-Epoch',
    'X-Tape-Sequence',
    'X-Tape-Lineage',
    ...ownHeaders,
  ].join(', '),
  ...(isPlayed ? { 'x-itemtape-played': '1' } : {}),
});

type Stream = ReturnType<typeof createStreamEndpoints>;

/** Share of the memory for answers that is for those kept with their requests. */
const repeatedShare = 0.25;

function openRepeated({ keys, now, settings }: ApiOptions): CachedAnswers {
  let known = keys.changes();
  const isTrusted = (): boolean => {
    const changes = keys.changes();
    if (changes !== known) answers.forget();
    known = changes;
    return true;
  };
  const byteLimit = repeatedShare * settings.cacheMegabytes * 2 ** 20;
  const answers = new CachedAnswers({ byteLimit, now, isTrusted });
  return answers;
}

/** What answers requests before they are routed, and what front workers need. */
function openFront(
  options: ApiOptions,
  cache: AnswerCache,
  counting: Pick<OtherParts, 'requestCounts' | 'use' | 'ownRequests'>,
) {
  const { keys, now, fronts } = options;
  const tickets = fronts === undefined ? noTickets : createTickets(fronts.secret, now, counting.ownRequests);
  const sockets = new OpenSockets();
  return {
    fastPath: new FastPath({ cache, keys, tickets, now, ...counting }),
    answers: openRepeated(options),
    sockets,
    tickets,
    handed: new HandedReaders(fronts?.secret ?? null, sockets),
  };
}

const cacheFor = ({ now, settings }: ApiOptions, stream: Stream | null, headers: Readonly<Record<string, string>>) =>
  new AnswerCache({
    now,
    keepMs: settings.cacheSeconds * 1000,
    byteLimit: (1 - repeatedShare) * settings.cacheMegabytes * 2 ** 20,
    ...(stream === null ? {} : { stamp: stream.stamp, untilPublished: stream.untilPublished }),
    headers: ['Cache-Control', `private, max-age=${settings.cacheSeconds}`, ...Object.entries(headers).flat()],
  });

function contextsOf(options: ApiOptions, availability: readonly Availability[]): Contexts {
  const { book, store, now, log, settings, rates, fees, terms, past, health, itemRequested, offersLookedUp } = options;
  const coverage = createCoverage({
    read: store.coverage,
    now,
    keepMs: (settings.coverageSeconds ?? 60) * 1000,
    failed: (error) => log.warn({ error: String(error) }, 'row counts of the store not read'),
  });
  const unread = () => unreadText(options.health());
  const limited = createReadLimit();
  return createContexts({
    book,
    store: {
      keepsPast: store.keepsPast,
      sales: limited(store.sales),
      findSales: limited(store.findSales),
      removals: limited(store.removals),
      priceHistory: limited(store.priceHistory),
      candles: limited(store.candles),
      bidCandles: limited(store.bidCandles),
      saleCandles: limited(store.saleCandles),
      historyStart: limited(store.historyStart),
      itemHistory: limited(store.itemHistory),
      conditions: limited(store.conditions),
      dailyWorths: limited(store.dailyWorths),
      pastRates: limited(store.pastRates),
    },
    weekSales: createWeekSales({ store, now }),
    past: past && { at: limited(past.at), earliest: past.earliest },
    coverage,
    availability,
    unread,
    rates,
    fees,
    terms,
    health,
    hasOfferSource: createHasOfferSource({ health, now }),
    itemRequested,
    offersLookedUp,
    now,
  });
}

/** Parts of the interface outside the table of routes. */
type OtherParts = Pick<OperatorParts, 'availability' | 'requestCounts' | 'cache' | 'metrics'> & {
  readonly stream: Stream | null;
  readonly tokens: OneTimeTokens;
  readonly contexts: Contexts;
  readonly sendList: ListSender;
  readonly use: KeyUse;
  readonly ownRequests: OwnRequests;
};

function addOtherRoutes(router: Router, options: ApiOptions, parts: OtherParts): void {
  const { book, store, keys, now, isReady, copies, mcp, readPicture: read } = options;
  const { stream, tokens, contexts, sendList, use, ownRequests, ...wiring } = parts;
  stream?.addRoutes(router);
  const audit = createAudit(options.auditLog ?? null, keys, now);
  if (options.auditLog !== undefined) addAuditRoute(router, options.auditLog);
  addSessionRoutes(router, { keys, tokens, use, audit, ...given({ signIn: options.signIn }) });
  addShapeRoutes(router, { names: options.settings.shapes ?? [], contexts, keys, isReady, sendList, now });
  addKeyRoutes(router, keys, use, audit);
  if (options.alerts !== undefined) {
    addAlertRoutes(router, { keys, alerts: options.alerts, isReady, audit });
    const owned = { keys, alerts: options.alerts, isReady, contexts };
    addWatchlistRoutes(router, owned);
    addHoldingRoutes(router, { ...owned, ...given({ readInventory: options.readInventory }) });
  }
  if (copies !== undefined) addBackupRoutes(router, { copies, isReady, audit });
  if (options.liveSettings !== undefined) addSettingsRoutes(router, { settings: options.liveSettings, isReady, audit });
  if (options.liveTerms !== undefined) addTermsRoutes(router, { terms: options.liveTerms, isReady, audit });
  if (mcp !== undefined) addMcpRoute(router, { keys, handler: mcp, ownRequests });
  addDashboardRoutes(router, options.dashboard ?? new Map());
  addDocsRoutes(router, {
    isPlayed: options.isPlayed,
    version: options.version,
    now,
    reached: options.reached ?? { address: '', securityContact: '' },
    limits: options.limits ?? [],
    settings: options.settingsDescribed ?? [],
  });
  addThumbnailRoute(router, read === undefined ? null : createThumbnails({ book, read, now }));
  const openMetrics = options.settings.openMetrics ?? true;
  const { fronts, ...others } = options;
  const reported = fronts !== undefined && { fronts: fronts.report };
  addOperatorRoutes(router, { ...others, keys, openMetrics, store, ...wiring, ...reported });
}

function openStream(options: ApiOptions): Stream | null {
  const { stream, keys, log, isReady: isOpen, lineage } = options;
  if (stream === undefined) return null;
  stream.hub.useLiveReader(createLiveReader(options));
  return createStreamEndpoints({ isOpen, ...stream, keys, lineage, log });
}

/** Opens the usage of keys, which is written every ten seconds and at the end, and what is not counted in it. */
function openKeyUse(options: Pick<ApiOptions, 'now' | 'log' | 'keyUseFile' | 'usedElsewhere'>) {
  const { now, log, keyUseFile, usedElsewhere } = options;
  const use = new KeyUse(now, keyUseFile ?? null, usedElsewhere);
  const save = () => use.save().catch((error: unknown) => log.warn({ error: String(error) }, 'use of keys not saved'));
  const saving = setInterval(guarded(save), saveUseMs).unref();
  const close = async (): Promise<void> => {
    clearInterval(saving);
    await save();
  };
  return { use, ownRequests: new OwnRequests(), close };
}

/** The REST interface as a server that is ready to listen. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { keys, now, log, isReady } = options;
  const stream = openStream(options);
  const availability = [...options.availability].sort((a, b) => a.marketplaceId - b.marketplaceId);
  const headers = sharedHeaders(options);
  const cache = cacheFor(options, stream, headers);
  const requestCounts = createRequestCounts();
  const { use, ownRequests, close: closeUse } = openKeyUse(options);
  const counting = { requestCounts, use, ownRequests };
  const { fastPath, answers, sockets, tickets, handed } = openFront(options, cache, counting);
  const watch = new ProcessMetrics();
  const metrics = () => [...watch.read(), ...(stream?.metrics() ?? []), ...(options.metrics?.() ?? [])];
  const tokens = createOneTimeTokens(now);
  const contexts = contextsOf(options, availability);
  const sendList = createListSender(stream);
  const others = { ...counting, stream, tokens, availability, cache, metrics, contexts, sendList };
  let isClosing = false;
  const app = createApp({
    contexts,
    cache,
    keys,
    isStatusOpen: options.settings.openStatus ?? false,
    isReady,
    isBack: options.isBack,
    sendList,
    requestCounts,
    gates: [createKeyGate({ keys, use, ownRequests }), createOperatorGate(keys)],
    tickets,
    handed,
    log,
    headers,
    addOtherRoutes: (router) => addOtherRoutes(router, options, others),
  });
  const server = createHttpServer(
    (request, response) => {
      if (isClosing) response.shouldKeepAlive = false;
      if (!fastPath.respond(request, response)) app.handle(request, response);
    },
    { answers, answerAtOnce: (request) => (isClosing ? null : fastPath.answerAtOnce(request)), sockets },
  );
  stream?.takeUpgrades(server);

  const close = async (): Promise<void> => {
    isClosing = true;
    answers.forget();
    watch.stop();
    await stream?.close();
    await drain(server, sockets);
    await closeUse();
  };
  const take: ForFronts['take'] = (socket, sent) => handed.take(server, socket, sent);
  return { server, app, issueToken: tokens.issue, countHits: countingHits(counting), take, close };
}

const countingHits =
  ({ requestCounts, use }: Pick<OtherParts, 'requestCounts' | 'use'>): ForFronts['countHits'] =>
  (hits) => {
    for (const { keyId, route, status, count } of hits) {
      requestCounts.countHit(route, status, count);
      use.count(keyId, count);
    }
  };

async function drain(server: Server, sockets: OpenSockets): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A kept-alive connection becomes idle only once its response has been sent
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const closeAll = () => {
    server.closeAllConnections();
    // Those that a request has upgraded are not the server's any more
    sockets.closeAll();
  };
  const late = setTimeout(guarded(closeAll), drainMs);
  await Promise.all([closed, sockets.gone()]);
  clearInterval(idle);
  clearTimeout(late);
}
