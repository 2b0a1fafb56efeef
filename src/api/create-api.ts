import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Alerts } from '../alerts/alerts.ts';
import type { Book } from '../book/book.ts';
import type { Clock } from '../clock.ts';
import type { FetchedImage } from '../collect/request/image.ts';
import type { SourceHealth } from '../collect/schedule/health.ts';
import { guarded } from '../guarded.ts';
import type { KnownFees, Rate } from '../schema/index.ts';
import type { Store } from '../store/store.ts';
import type { WriterStats } from '../store/writer.ts';
import type { Hub } from '../stream/hub.ts';
import type { RecorderStats } from '../tape/recorder.ts';
import { addAlertRoutes } from './alerts/alert-routes.ts';
import { type ApiLog, createApp, methods } from './app.ts';
import { createAnswerCache } from './cache/answer-cache.ts';
import { createFastPath } from './cache/fast-path.ts';
import { createWeekSales } from './cache/sale-counts.ts';
import { createCoverage } from './coverage.ts';
import type { Limit } from './documents/limits-section.ts';
import { ApiError, type ErrorCode, errorBody, quoted } from './errors.ts';
import { type ForFronts, forFronts } from './fronts/for-fronts.ts';
import { HandedReaders } from './fronts/handed-readers.ts';
import { createTickets, noTickets } from './fronts/ticket.ts';
import type { Keys } from './keys.ts';
import { createListSender, type ListSender } from './lists/send-list.ts';
import type { Availability } from './lookups.ts';
import type { Metric } from './metrics/metrics.ts';
import { ProcessMetrics } from './metrics/process-metrics.ts';
import { addBackupRoutes, type CopySource } from './operator/backup-routes.ts';
import { createKeyGate } from './operator/key-gate.ts';
import { addKeyRoutes } from './operator/key-routes.ts';
import { KeyUse, type UsedElsewhere } from './operator/key-use.ts';
import { addMcpRoute, type McpDoor } from './operator/mcp-route.ts';
import { createOneTimeTokens, type OneTimeToken, type OneTimeTokens } from './operator/one-time-tokens.ts';
import { guardOperatorRoutes } from './operator/operator-access.ts';
import { addOperatorRoutes, type OperatorParts } from './operator/operator-routes.ts';
import { addSessionRoutes } from './operator/session-routes.ts';
import { addSettingsRoutes, type LiveSettings } from './operator/settings-routes.ts';
import type { DashboardFile } from './pages/dashboard.ts';
import { addDashboardRoutes } from './pages/dashboard-routes.ts';
import { addThumbnailRoute } from './pages/thumbnail-routes.ts';
import { createThumbnails } from './pages/thumbnails.ts';
import type { PastReader } from './past/past-reader.ts';
import { createRequestCounts } from './request-counts.ts';
import type { RouteContext } from './route.ts';
import { routes } from './routes/index.ts';
import { addShapeRoutes } from './shapes/shape-routes.ts';
import { createPriceSocket, type PriceSocket } from './shapes/tf2autobot/price-socket.ts';
import { addPricerRoutes, type Pricer } from './shapes/tf2autobot/pricer-routes.ts';
import { type Contexts, createContexts } from './sight/contexts.ts';
import { createStandingReader } from './stream/standing-reader.ts';
import { createStreamEndpoints, type PendingTelling, type StreamSettings } from './stream/stream-endpoints.ts';
import { unreadText } from './unread.ts';

export type ApiOptions = {
  readonly book: Book;
  readonly store: Pick<
    Store,
    | 'sales'
    | 'saleCounts'
    | 'priceHistory'
    | 'candles'
    | 'bidCandles'
    | 'saleCandles'
    | 'conditions'
    | 'coverage'
    | 'ping'
  >;
  /** How items stood in the past; without it nobody knows. */
  readonly past?: PastReader | null;
  readonly keys: Keys;
  /** Marketplaces that are read. */
  readonly availability: readonly Availability[];
  readonly health: () => readonly SourceHealth[];
  readonly isReady: () => boolean;
  /** Whether all that was kept of a marketplace is there, before all of it is; without it none is. */
  readonly isBack?: (marketplaceId: number) => boolean;
  /** How writing to the store goes. */
  readonly writer: () => WriterStats;
  /** How keeping what the stream tells goes. */
  readonly recorder: () => RecorderStats;
  /** Those that money is converted at now. */
  readonly rates: () => readonly Rate[];
  /** What marketplaces take, by their id; without it nothing is known of it. */
  readonly fees?: KnownFees;
  /** Called for each read of a single item. */
  readonly asked: RouteContext['asked'];
  /** As a route waits for it; without it none does. */
  readonly offersLookedUp?: RouteContext['offersLookedUp'];
  /** The data is made up by the stage; pages and a header say so. */
  readonly isPlayed: boolean;
  readonly version: string;
  readonly now: Clock['now'];
  readonly log: ApiLog;
  readonly settings: {
    readonly cacheSeconds: number;
    readonly cacheMegabytes: number;
    /** How old the counts of the store in /v2/marketplaces may be; 60 when missing. */
    readonly coverageSeconds?: number;
    /** In which forms of other services prices are told; in none when missing. */
    readonly shapes?: readonly string[];
    /** Whether metrics and sources are told without a key; so when missing. */
    readonly openMetrics?: boolean;
    /** Whether the conditions of days are told without a key; not so when missing. */
    readonly openStatus?: boolean;
  };
  /** Bots of TF2 take their prices from here; without it they find nothing. */
  readonly pricer?: Pricer;
  /** The offer stream; without it there is none. */
  readonly stream?: {
    readonly hub: Hub;
    readonly settings: StreamSettings;
    readonly pending?: PendingTelling;
    /** Whether what is on the tape can be told; once the service is ready when missing. */
    readonly isOpen?: () => boolean;
  };
  /** Which services its marketplaces come over, itself first, for those who take them from here; '' when it does not say. */
  readonly lineage?: () => string;
  /** Files of the built dashboard by path; without it `/` leads to the documentation. */
  readonly dashboard?: ReadonlyMap<string, DashboardFile>;
  /** Reads a picture of an item from the address that the book has; without it there are none. */
  readonly readPicture?: (address: string) => Promise<FetchedImage>;
  /** Answers assistants at /mcp; without it nothing does. */
  readonly mcp?: McpDoor;
  /** Where the use of keys is kept; without it nothing of it outlasts a stop. */
  readonly keyUseFile?: string;
  /** Absent where there are no other nodes. */
  readonly usedElsewhere?: UsedElsewhere;
  /** Rules of keys and what they raise; null where another node keeps them, and without it there are none. */
  readonly alerts?: Alerts | null;
  /** Copies for the operator; without it there are none. */
  readonly copies?: CopySource;
  /** Settings and credentials of a service that runs, for the operator; without it they are not shown. */
  readonly liveSettings?: LiveSettings;
  /** Settings that readers run into, for the documentation. */
  readonly limits?: readonly Limit[];
  /** The nodes of a cluster; missing where there is none. */
  readonly nodes?: NonNullable<OperatorParts['nodes']>;
  /** Workers that answer readers from what they were answered; without it there are none. */
  readonly fronts?: {
    /** What they show for tickets. */
    readonly secret: string;
    readonly report: NonNullable<OperatorParts['fronts']>;
  };
  /** Backups that the service makes by itself; without it, it makes none. */
  readonly backups?: NonNullable<OperatorParts['backups']>;
  /** Metrics of other parts. */
  readonly metrics?: () => readonly Metric[];
};

export type Api = ForFronts & {
  /** Not yet listening. */
  readonly server: Server;
  readonly app: FastifyInstance;
  /** A token that opens a session of the dashboard, once. */
  readonly issueToken: () => OneTimeToken;
  /** Lets requests under way end, for a few seconds at most. */
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

const cacheFor = ({ now, settings }: ApiOptions, stream: Stream | null, headers: Readonly<Record<string, string>>) =>
  createAnswerCache({
    now,
    keepMs: settings.cacheSeconds * 1000,
    byteLimit: settings.cacheMegabytes * 2 ** 20,
    ...(stream === null ? {} : { stamp: stream.stamp, told: stream.told }),
    headers: ['Cache-Control', `private, max-age=${settings.cacheSeconds}`, ...Object.entries(headers).flat()],
  });

function contextsOf(options: ApiOptions, availability: readonly Availability[]): Contexts {
  const {
    book,
    store,
    now,
    log,
    settings,
    rates,
    fees = new Map(),
    past = null,
    health,
    asked,
    offersLookedUp = async () => {},
  } = options;
  const coverage = createCoverage({
    read: store.coverage,
    now,
    keepMs: (settings.coverageSeconds ?? 60) * 1000,
    failed: (error) => log.warn({ error: String(error) }, 'counts of the store could not be read'),
  });
  const unread = () => unreadText(options.health());
  return createContexts({
    book,
    store,
    weekSales: createWeekSales({ store, now }),
    past,
    coverage,
    availability,
    unread,
    rates,
    fees,
    health,
    asked,
    offersLookedUp,
    now,
  });
}

/** The parts of the interface that are not routes of the table. */
type OtherParts = Pick<OperatorParts, 'availability' | 'requestCounts' | 'cache' | 'metrics'> & {
  readonly stream: Stream | null;
  readonly priceSocket: PriceSocket | null;
  readonly tokens: OneTimeTokens;
  readonly contexts: Contexts;
  readonly sendList: ListSender;
  readonly use: KeyUse;
};

function addOtherRoutes(app: FastifyInstance, options: ApiOptions, parts: OtherParts): void {
  const { book, store, keys, now, isReady, copies, mcp, readPicture: read } = options;
  const { stream, priceSocket, tokens, contexts, sendList, use, ...told } = parts;
  stream?.addRoutes(app);
  priceSocket?.addRoutes(app);
  guardOperatorRoutes(app, keys);
  addSessionRoutes(app, { keys, tokens });
  addShapeRoutes(app, { names: options.settings.shapes ?? [], contexts, keys, isReady, sendList });
  if (options.pricer !== undefined) addPricerRoutes(app, { pricer: options.pricer, contexts, keys, isReady, sendList });
  addKeyRoutes(app, keys, use);
  if (options.alerts !== undefined) addAlertRoutes(app, { keys, alerts: options.alerts, isReady });
  if (copies !== undefined) addBackupRoutes(app, { copies, isReady });
  if (options.liveSettings !== undefined) addSettingsRoutes(app, { settings: options.liveSettings, isReady });
  if (mcp !== undefined) addMcpRoute(app, keys, mcp);
  addDashboardRoutes(app, options.dashboard ?? new Map());
  addThumbnailRoute(app, read === undefined ? null : createThumbnails({ book, read, now }));
  const openMetrics = options.settings.openMetrics ?? true;
  const { fronts, ...others } = options;
  const reported = fronts !== undefined && { fronts: fronts.report };
  addOperatorRoutes(app, { ...others, keys, openMetrics, ping: store.ping, ...told, ...reported });
}

/** Null where there are no bots to tell prices to, or no stream. */
const openPriceSocket = async (
  options: ApiOptions,
  stream: Stream | null,
  contexts: Contexts,
): Promise<PriceSocket | null> =>
  stream === null || options.pricer === undefined
    ? null
    : await createPriceSocket({ ...options, pricer: options.pricer, contexts, limits: stream.limits });

/** The use of keys, written from time to time and at the end. */
function openKeyUse(options: Pick<ApiOptions, 'now' | 'log' | 'keyUseFile' | 'usedElsewhere'>) {
  const { now, log, keyUseFile, usedElsewhere } = options;
  const use = new KeyUse(now, keyUseFile ?? null, usedElsewhere);
  const save = () =>
    use.save().catch((error: unknown) => log.warn({ error: String(error) }, 'the use of keys cannot be kept'));
  const saving = setInterval(guarded(save), saveUseMs).unref();
  const close = async (): Promise<void> => {
    clearInterval(saving);
    await save();
  };
  return { use, close };
}

/** The REST interface as a server that only needs to listen. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { keys, now, log, isReady, lineage = () => '' } = options;
  options.stream?.hub.tellStanding(createStandingReader(options));
  const stream =
    options.stream === undefined
      ? null
      : createStreamEndpoints({ isOpen: isReady, ...options.stream, keys, lineage, log });
  const availability = [...options.availability].sort((a, b) => a.marketplaceId - b.marketplaceId);
  const headers = sharedHeaders(options);
  const cache = cacheFor(options, stream, headers);
  const requestCounts = createRequestCounts();
  const { use, close: closeUse } = openKeyUse(options);
  const tickets = options.fronts === undefined ? noTickets : createTickets(options.fronts.secret, now);
  const fastPath = createFastPath({ cache, keys, requestCounts, use, tickets });
  const watch = new ProcessMetrics();
  const metrics = () => [...watch.read(), ...(stream?.metrics() ?? []), ...(options.metrics?.() ?? [])];
  const tokens = createOneTimeTokens(now);
  const contexts = contextsOf(options, availability);
  const sendList = createListSender(stream);
  const priceSocket = await openPriceSocket(options, stream, contexts);
  const others = { stream, priceSocket, tokens, use, availability, requestCounts, cache, metrics, contexts, sendList };
  const handed = new HandedReaders(options.fronts?.secret ?? null);
  let isClosing = false;
  const app = createApp({
    contexts,
    cache,
    keys,
    isStatusOpen: options.settings.openStatus ?? false,
    isReady,
    isBack: options.isBack ?? (() => false),
    sendList,
    requestCounts,
    gate: createKeyGate(keys, use),
    tickets,
    handed,
    log,
    headers,
    createServer: (route) =>
      createHttpServer((request, response) => {
        if (isClosing) response.shouldKeepAlive = false;
        if (!fastPath(request, response)) route(request, response);
      }),
    refuse,
    addOtherRoutes: (open) => addOtherRoutes(open, options, others),
  });
  await app.ready();
  const { server } = app;
  stream?.takeUpgrades(server, priceSocket === null ? [] : [priceSocket]);

  const close = async (): Promise<void> => {
    isClosing = true;
    watch.stop();
    await priceSocket?.close();
    await stream?.close();
    await drain(server, handed);
    await app.close();
    await closeUse();
  };
  return { server, app, issueToken: tokens.issue, ...forFronts({ server, handed, requestCounts, use }), close };
}

/** Node by itself answers some requests without a body, or not at all; here all of them are answered in the same shape. */
function createHttpServer(listener: RequestListener): Server {
  const limits = { maxHeaderSize: 32_768, headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
  const hosted: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      sendRefusal(request.socket, new ApiError('BAD_REQUEST', 'the Host header is missing, which HTTP/1.1 asks for'));
    } else listener(request, response);
  };
  return (
    createServer({ ...limits, requireHostHeader: false }, hosted)
      // RFC 9110 leaves it to the server to pass over an expectation it does not know
      .on('checkExpectation', hosted)
      .on('connect', ({ url }, socket) => {
        const found = `this is no proxy, and opens no tunnel to ${quoted(url ?? '')}`;
        sendRefusal(socket, new ApiError('METHOD_NOT_ALLOWED', found, { allow: methods }));
      })
  );
}

const unreadable = ['BAD_REQUEST', 'this is not a readable HTTP/1.1 request'] as const;

// By the codes of Node's parser
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'the address and headers together are longer than 32 KiB; shorten them'],
  HPE_INVALID_URL: ['BAD_REQUEST', 'the address is not readable; percent-encode everything in it that is not ASCII'],
};

/** Sockets whose answer is on its way. */
const refused = new WeakSet<Duplex>();

// Who is cut while still sending may lose the answer as well
const lingerMs = 2_000;

/** Answers what is no readable HTTP request, as far as the socket still takes an answer; what follows of it is passed over. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (refused.has(socket)) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  sendRefusal(socket, new ApiError(...(refusals[error.code ?? ''] ?? unreadable)));
}

function sendRefusal(socket: Duplex, refusal: ApiError): void {
  const body = errorBody(refusal);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...refusal.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  refused.add(socket);
  const late = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(late));
  socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${lines.join('')}\r\n${body}`);
}

async function drain(server: Server, handed: HandedReaders): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection kept alive turns idle only when the answer under way has gone out
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), drainMs);
  await Promise.all([closed, handed.gone()]);
  clearInterval(idle);
  clearTimeout(late);
}
