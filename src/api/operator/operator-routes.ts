import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Book } from '../../book/book.ts';
import type { Clock } from '../../clock.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import { isWhole, marketplaces, marketplaceWithSlug, seesGame, seesMarketplace } from '../../schema/index.ts';
import type { WriterStats } from '../../store/writer.ts';
import type { RecorderStats } from '../../tape/recorder.ts';
import type { AnswerCache } from '../cache/answer-cache.ts';
import { asyncapiDocument } from '../documents/asyncapi.ts';
import { docsPage } from '../documents/docs-page.ts';
import type { Limit } from '../documents/limits-section.ts';
import { openapiDocument } from '../documents/openapi.ts';
import { operatorPaths } from '../documents/operator-paths.ts';
import { ApiError, requireReady, unavailable } from '../errors.ts';
import { type Keys, sightOf } from '../keys.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import type { Availability } from '../lookups.ts';
import { bookMetrics, type Metric, metricsText, requestMetrics } from '../metrics/metrics.ts';
import { nodeMetrics } from '../metrics/node-metrics.ts';
import { serviceMetrics } from '../metrics/service-metrics.ts';
import { sourceMetrics } from '../metrics/source-metrics.ts';
import { pageHeaders } from '../pages/page.ts';
import { readQuery } from '../query.ts';
import type { RequestCounts } from '../request-counts.ts';
import { keyInQuery, keyOf, requireKey } from '../require-key.ts';
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
} from '../wire/health.ts';

export type OperatorParts = {
  readonly book: Pick<Book, 'counts' | 'ages' | 'areQuotesDoubted' | 'coverage' | 'memory'>;
  readonly availability: readonly Availability[];
  readonly health: () => readonly SourceHealth[];
  readonly keys: Pick<Keys, 'check' | 'trouble'>;
  readonly now: Clock['now'];
  readonly isReady: () => boolean;
  /** Whether metrics and sources need no key. */
  readonly openMetrics: boolean;
  readonly ping: () => Promise<void>;
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
  /** Settings that limit readers, for the documentation. */
  readonly limits?: readonly Limit[];
};

type Content = { readonly type?: string; readonly body: string; readonly headers?: Readonly<Record<string, string>> };

const json = (value: unknown): Content => ({ body: JSON.stringify(value) });

const pingPatienceMs = 2_000;

/** Adds health, metrics, API documents and pages. They need no key, except metrics and sources if so configured. */
export function addOperatorRoutes(app: FastifyInstance, parts: OperatorParts): void {
  const { isPlayed, version, availability } = parts;
  const openapi = JSON.stringify(openapiDocument(version));
  const asyncapi = JSON.stringify(asyncapiDocument(version));
  const docs = docsPage({ isPlayed, version, limits: parts.limits ?? [] });
  const reports = createSourceReports(parts);

  const contents: Readonly<Record<string, (request: FastifyRequest) => Content | Promise<Content>>> = {
    '/docs': ({ host }) => ({ body: docs(`http://${host}`), headers: pageHeaders }),
    '/openapi.json': () => ({ body: openapi }),
    '/asyncapi.json': () => ({ body: asyncapi }),
    '/registry.json': () => json(registry(availability)),
    '/health': () => json(healthOf(parts)),
    '/health/sources': ({ raw }) => json(seenBy(parts.keys, raw, reports()).map(toWireSourceHealth)),
    '/ready': () => readiness(parts),
    '/metrics': async () => ({
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: await metricsText(await allMetrics(parts, reports())),
    }),
  };
  const keyed = async ({ raw, routeOptions: { url } }: FastifyRequest): Promise<void> => {
    const key = requireKey(
      parts.keys,
      keyOf(raw, () => keyInQuery(readQuery(raw.url ?? ''))),
    );
    if (isWhole(sightOf(key)) || url !== '/metrics') return;
    throw new ApiError(
      'ACCESS_DENIED',
      'metrics cover all games and marketplaces, to which this key does not have access',
    );
  };
  for (const [url, read] of Object.entries(contents)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      ...(!parts.openMetrics && metricsPaths.includes(url) && { onRequest: keyed }),
      handler: async (request, reply) => sendContent(reply, await read(request)),
    });
  }
}

/** The sources that the key of a request can see; all without a key. */
function seenBy(
  keys: Pick<Keys, 'check'>,
  request: IncomingMessage,
  sources: readonly SourceReport[],
): readonly SourceReport[] {
  const checked = keys.check(keyOf(request, () => readQuery(request.url ?? '').values.get('apiKey')?.[0]));
  if (checked.state !== 'ok') return sources;
  const sight = sightOf(checked.key);
  return sources.filter(
    ({ game, slug }) => seesGame(sight, game) && seesMarketplace(sight, marketplaceWithSlug(slug).id),
  );
}

const metricsPaths = operatorPaths.filter(({ isMetric }) => isMetric).map(({ path }) => path);

function sendContent(reply: FastifyReply, { type, body, headers }: Content): FastifyReply {
  return reply
    .type(type ?? 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .headers(headers ?? {})
    .send(body);
}

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

async function readiness({ isReady, ping, writer, recorder, nodes }: OperatorParts): Promise<Content> {
  requireReady(isReady());
  const responds = await answersInTime(ping());
  // The nodes of a cluster share one database: if all of them were out of use, so would be everything that needs none
  if (!responds && nodes === undefined) throw unavailable('the store does not respond; try again in a few seconds');
  return json(toWireReadiness(writer(), recorder(), responds));
}

async function answersInTime(ping: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), pingPatienceMs);
  });
  const answered = ping.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, patience]);
  } finally {
    clearTimeout(timer);
  }
}

function healthOf({
  health,
  isReady,
  isPlayed,
  version,
  keys,
  writer,
  recorder,
  nodes,
  fronts,
  backups = () => null,
}: OperatorParts): WireHealth {
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
    store: toWireStoreHealth(writer()),
    tape: toWireTapeHealth(recorder()),
    unread: unreadText(all),
    ...(nodes !== undefined && { nodes: nodes().map(toWireNode) }),
    ...(fronts !== undefined && { fronts: fronts() }),
    ...(backedUp !== null && { backups: toWireBackups(backedUp) }),
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
