import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Shelf } from '../../book/shelf.ts';
import type { SourceHealth } from '../../collect/health.ts';
import { marketplaces } from '../../schema/index.ts';
import type { AnswerCache } from '../cache/answer-cache.ts';
import { unavailable } from '../errors.ts';
import type { Availability } from '../lookups.ts';
import { asyncapiDocument } from '../pages/asyncapi.ts';
import { docsPage } from '../pages/docs-page.ts';
import type { Limit } from '../pages/limits-section.ts';
import { openapiDocument } from '../pages/openapi.ts';
import { pageHeaders } from '../pages/page.ts';
import { toWireSourceHealth, type WireHealth, type WireRegistryEntry } from '../wire/health.ts';
import { bookMetrics, type Metric, metricsText, requestMetrics } from './metrics.ts';
import { serviceMetrics } from './service-metrics.ts';
import { sourceMetrics } from './source-metrics.ts';
import { createSourceReports, type SourceReport } from './source-report.ts';
import type { Tally } from './tally.ts';

export type OperatorParts = {
  readonly shelf: Pick<Shelf, 'counts' | 'ages' | 'coverage'>;
  readonly availability: readonly Availability[];
  readonly health: () => readonly SourceHealth[];
  readonly now: () => number;
  readonly isReady: () => boolean;
  readonly ping: () => Promise<void>;
  readonly isPlayed: boolean;
  readonly version: string;
  readonly tally: Tally;
  readonly cache: Pick<AnswerCache, 'size'>;
  readonly metrics: () => readonly Metric[];
  /** Settings that readers run into, for the documentation. */
  readonly limits?: readonly Limit[];
};

type Content = { readonly type?: string; readonly body: string; readonly headers?: Readonly<Record<string, string>> };

const json = (value: unknown): Content => ({ body: JSON.stringify(value) });

const pingPatienceMs = 2_000;

/** What needs no key: health, metrics, description, pages. */
export function addOperatorRoutes(app: FastifyInstance, parts: OperatorParts): void {
  const { isPlayed, version, availability } = parts;
  const openapi = JSON.stringify(openapiDocument(version));
  const asyncapi = JSON.stringify(asyncapiDocument(version));
  const docs = docsPage({ isPlayed, version, limits: parts.limits ?? [] });
  const reports = createSourceReports(parts);

  const contents: Readonly<Record<string, (host: string) => Content | Promise<Content>>> = {
    '/docs': (host) => ({ body: docs(`http://${host}`), headers: pageHeaders }),
    '/openapi.json': () => ({ body: openapi }),
    '/asyncapi.json': () => ({ body: asyncapi }),
    '/registry.json': () => json(registry(availability)),
    '/health': () => json(healthOf(parts)),
    '/health/sources': () => json(reports().map(toWireSourceHealth)),
    '/ready': () => readiness(parts),
    '/metrics': () => ({
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: metricsText(allMetrics(parts, reports())),
    }),
  };
  for (const [url, read] of Object.entries(contents)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => sendContent(reply, await read(request.host)),
    });
  }
}

function sendContent(reply: FastifyReply, { type, body, headers }: Content): FastifyReply {
  return reply
    .type(type ?? 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .headers(headers ?? {})
    .send(body);
}

const allMetrics = (parts: OperatorParts, sources: readonly SourceReport[]): Metric[] => [
  ...requestMetrics(parts.tally, parts.cache),
  ...sourceMetrics(sources),
  ...bookMetrics(parts.shelf, parts.availability),
  ...parts.metrics(),
  ...serviceMetrics({ version: parts.version, isPlayed: parts.isPlayed, isReady: parts.isReady() }),
];

async function readiness({ isReady, ping }: OperatorParts): Promise<Content> {
  if (!isReady()) throw unavailable('the service is still loading what it kept; try again in a few seconds');
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), pingPatienceMs);
  });
  try {
    await Promise.race([ping(), patience]);
  } catch {
    throw unavailable('the store does not answer; try again in a few seconds');
  } finally {
    clearTimeout(timer);
  }
  return json({ ready: true });
}

function healthOf({ health, isReady, isPlayed, version }: OperatorParts): WireHealth {
  const sources: Record<string, number> = {};
  for (const { state } of health()) sources[state] = (sources[state] ?? 0) + 1;
  const uptimeSeconds = Math.floor(process.uptime());
  return { status: 'alive', version, uptimeSeconds, ready: isReady(), played: isPlayed, sources };
}

const registry = (availability: readonly Availability[]): WireRegistryEntry[] =>
  marketplaces.map(({ id, name, slug, aliases }) => ({
    id,
    marketplace: name,
    slug,
    aliases: [...aliases],
    connected: availability.some(({ marketplaceId }) => marketplaceId === id),
  }));
