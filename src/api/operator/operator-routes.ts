import type { IncomingMessage } from 'node:http';
import type { Book } from '../../book/book.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isWhole, marketplaces, marketplaceWithSlug, seesGame, seesMarketplace } from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';
import type { WriterStats } from '../../store/writer.ts';
import type { RecorderStats } from '../../tape/recorder.ts';
import type { AnswerCache } from '../cache/answer-cache.ts';
import { asyncapiDocument } from '../documents/asyncapi.ts';
import { openapiDocument } from '../documents/openapi.ts';
import { operatorPaths } from '../documents/operator-paths.ts';
import { ApiError, requireReady, unavailable } from '../errors.ts';
import { failureClass, inFull, type TellFailure } from '../failure-class.ts';
import { type Key, type Keys, scopeOf } from '../keys.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import type { Availability } from '../lookups.ts';
import { bookMetrics, type Metric, metricsText, requestMetrics } from '../metrics/metrics.ts';
import { nodeMetrics } from '../metrics/node-metrics.ts';
import { serviceMetrics } from '../metrics/service-metrics.ts';
import { sourceMetrics } from '../metrics/source-metrics.ts';
import { readQuery } from '../query.ts';
import type { RequestCounts } from '../request-counts.ts';
import { keyInQuery, keyOf, offeredKey, requireKey, validKey } from '../require-key.ts';
import { json, jsonType } from '../server/content.ts';
import { type Call, type Content, type Router, reading } from '../server/router.ts';
import { createSourceReports, type SourceReport } from '../source-report.ts';
import { unreadText } from '../unread.ts';
import {
  type BackupReport,
  type NodeReport,
  toWireBackups,
  toWireNode,
  toWireReadiness,
  toWireSourceHealth,
  toWireStoreHealth,
  toWireTapeHealth,
  type WireFronts,
  type WireHealth,
  type WireRegistryEntry,
  type WireSourceHealth,
} from '../wire/health.ts';
import { isOperator } from './operator-access.ts';

export type OperatorParts = {
  readonly book: Pick<Book, 'counts' | 'ages' | 'areQuotesDoubted' | 'coverage' | 'memory'>;
  readonly availability: readonly Availability[];
  readonly health: () => readonly SourceHealth[];
  readonly keys: Pick<Keys, 'check' | 'trouble'>;
  readonly now: Clock['now'];
  readonly isReady: () => boolean;
  /** Whether metrics and sources need no key. */
  readonly openMetrics: boolean;
  readonly store: Pick<Store, 'ping' | 'keepsPast'>;
  readonly writer: () => WriterStats;
  readonly recorder: () => RecorderStats;
  readonly isPlayed: boolean;
  readonly version: string;
  readonly requestCounts: RequestCounts;
  readonly cache: Pick<AnswerCache, 'size'>;
  readonly metrics: () => readonly Metric[];
  /** The nodes of a cluster, this one first; absent outside a cluster. */
  readonly nodes?: () => readonly NodeReport[];
  /** The front workers of this process; absent when there are none. */
  readonly fronts?: () => WireFronts;
  /** Automatic backups; null or absent when there are none. */
  readonly backups?: () => BackupReport | null;
};

const text = (body: string, type = jsonType): Content => ({ headers: { 'content-type': type }, body });

const pingTimeoutMs = 2_000;

/** Adds health, metrics, API documents and pages. They need no key, except metrics and sources if so configured. */
export function addOperatorRoutes(router: Router, parts: OperatorParts): void {
  const { version, availability } = parts;
  const [openapi, asyncapi] = [json(openapiDocument(version)), json(asyncapiDocument(version))];
  const reports = createSourceReports(parts);

  const contents: Readonly<Record<string, (request: IncomingMessage) => Content | Promise<Content>>> = {
    '/openapi.json': () => openapi,
    '/asyncapi.json': () => asyncapi,
    '/registry.json': () => json(registry(availability)),
    '/health': (request) => json(healthOf(parts, tellingOf(parts.keys, request))),
    '/health/sources': (request) => json(sourcesFor(validKey(parts.keys, offeredKey(request)), reports())),
    '/ready': (request) => readiness(parts, tellingOf(parts.keys, request).ofService),
    '/metrics': async () =>
      text(await metricsText(await allMetrics(parts, reports())), 'text/plain; version=0.0.4; charset=utf-8'),
  };
  const keyed = ({ request, endpoint }: Call): void => {
    const path = endpoint?.path ?? '';
    const key = requireKey(
      parts.keys,
      keyOf(request, () => keyInQuery(readQuery(request.url ?? ''))),
      path,
    );
    if (isWhole(scopeOf(key)) || path !== '/metrics') return;
    throw new ApiError(
      'ACCESS_DENIED',
      'metrics cover all games and marketplaces, to which this key does not have access',
    );
  };
  for (const [path, read] of Object.entries(contents)) {
    const isMetric = metricsPaths.includes(path);
    const handle = async ({ request, headers }: Call): Promise<Content> => {
      headers['cache-control'] = 'no-store';
      return await read(request);
    };
    router.add(reading, path, handle, {
      takesNoKey: !isMetric,
      ...(!parts.openMetrics && isMetric && { before: keyed }),
    });
  }
}

/** How failures are worded for whoever requests something that needs no key. */
type Telling = {
  /** Of the service itself, which only concern its operator. */
  readonly ofService: TellFailure;
  /** Of sources, which every reader with a key learns from the stream, too. */
  readonly ofSources: TellFailure;
};

function tellingOf(keys: Pick<Keys, 'check'>, request: IncomingMessage): Telling {
  const key = validKey(keys, offeredKey(request));
  return {
    ofService: key !== null && isOperator(key) ? inFull : failureClass,
    ofSources: key === null ? failureClass : inFull,
  };
}

/** The sources that a key can see; all without a key, with less about each. */
function sourcesFor(key: Key | null, sources: readonly SourceReport[]): WireSourceHealth[] {
  if (key === null) return sources.map((source) => toWireSourceHealth(source, failureClass));
  const scope = scopeOf(key);
  return sources
    .filter(({ game, slug }) => seesGame(scope, game) && seesMarketplace(scope, marketplaceWithSlug(slug).id))
    .map((source) => toWireSourceHealth(source, inFull));
}

const metricsPaths = operatorPaths.filter(({ isMetric }) => isMetric).map(({ path }) => path);

async function allMetrics(parts: OperatorParts, sources: readonly SourceReport[]): Promise<Metric[]> {
  const groups = [
    () => requestMetrics(parts.requestCounts, parts.cache),
    () => sourceMetrics(sources),
    () => bookMetrics(parts.book, parts.availability),
    parts.metrics,
    () => nodeMetrics(parts.nodes?.() ?? []),
    () => serviceMetrics({ version: parts.version, isPlayed: parts.isPlayed, isReady: parts.isReady() }),
  ];
  return (await mapInTurns(groups, (read) => read())).flat();
}

async function readiness(
  { isReady, store, writer, recorder, nodes }: OperatorParts,
  tell: TellFailure,
): Promise<Content> {
  requireReady(isReady());
  const responds = await answersInTime(store.ping());
  // The nodes of a cluster share one database: if all of them were out of use, so would be everything that needs none
  if (!responds && nodes === undefined) throw unavailable('the store does not respond; try again in a few seconds');
  return json(toWireReadiness(writer(), recorder(), responds, tell));
}

async function answersInTime(ping: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), pingTimeoutMs);
  });
  const answered = ping.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function healthOf(parts: OperatorParts, { ofService, ofSources }: Telling): WireHealth {
  const {
    health,
    isReady,
    isPlayed,
    version,
    keys,
    store,
    writer,
    recorder,
    nodes,
    fronts,
    backups = () => null,
    now,
  } = parts;
  const sources: Record<string, number> = {};
  const all = health();
  for (const { state } of all) sources[state] = (sources[state] ?? 0) + 1;
  const uptimeSeconds = Math.floor(process.uptime());
  const keysReadable = keys.trouble() === null;
  const backedUp = backups();
  return {
    status: 'alive',
    version,
    uptimeSeconds,
    ready: isReady(),
    played: isPlayed,
    keysReadable,
    sources,
    store: { keepsPast: store.keepsPast, ...toWireStoreHealth(writer(), now(), ofService) },
    tape: toWireTapeHealth(recorder(), ofService),
    unread: unreadText(all, ofSources),
    ...(nodes !== undefined && { nodes: nodes().map(toWireNode) }),
    ...(fronts !== undefined && { fronts: fronts() }),
    ...(backedUp !== null && { backups: toWireBackups(backedUp, ofService) }),
  };
}

const registry = (availability: readonly Availability[]): WireRegistryEntry[] =>
  marketplaces.map(({ id, name, slug, aliases }) => ({
    id,
    marketplace: name,
    slug,
    aliases: [...aliases],
    connected: availability.some(({ marketplaceId }) => marketplaceId === id),
  }));
