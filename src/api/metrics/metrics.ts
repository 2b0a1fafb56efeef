import type { Book } from '../../book/book.ts';
import { marketplaceWithId } from '../../schema/index.ts';
import type { AnswerCache } from '../cache/answer-cache.ts';
import { mapInTurns } from '../lists/in-turns.ts';
import type { Availability } from '../lookups.ts';
import { durationBounds, type RequestCounts } from '../request-counts.ts';

type Labels = Readonly<Record<string, string>>;

/** A metric family in the Prometheus text format. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly { readonly suffix?: string; readonly labels?: Labels; readonly value: number }[];
};

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (mark) => (mark === '\n' ? '\\n' : `\\${mark}`));

/** Writes metrics in the Prometheus text format, version 0.0.4; in turns, as there can be thousands of samples. */
export const metricsText = async (metrics: readonly Metric[]): Promise<string> =>
  (await mapInTurns(metrics, familyText)).join('');

function familyText({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** A metric of a single series. */
export const single = (name: string, type: 'counter' | 'gauge', help: string, value: number): Metric => ({
  name,
  type,
  help,
  samples: [{ value }],
});

/** Makes a variant of `single` with a prefix for all names. */
export const singlesOf =
  (prefix: string) =>
  (name: string, ...rest: [type: 'counter' | 'gauge', help: string, value: number]): Metric =>
    single(prefix + name, ...rest);

export const requestMetrics = (requestCounts: RequestCounts, cache: Pick<AnswerCache, 'size'>): Metric[] => [
  {
    name: 'itemtape_http_requests_total',
    type: 'counter',
    help: 'Requests answered, by route and status.',
    samples: [...requestCounts.requests()].map(({ route, status, count }) => ({
      labels: { route, status: String(status) },
      value: count,
    })),
  },
  {
    name: 'itemtape_http_duration_seconds',
    type: 'histogram',
    help: 'Duration of requests not answered from the cache, by route.',
    samples: [...requestCounts.durations()].flatMap(({ route, within, count, seconds }) => [
      ...durationBounds.map((bound, i) => ({
        suffix: '_bucket',
        labels: { route, le: String(bound) },
        value: within[i] ?? 0,
      })),
      { suffix: '_bucket', labels: { route, le: '+Inf' }, value: count },
      { suffix: '_sum', labels: { route }, value: seconds },
      { suffix: '_count', labels: { route }, value: count },
    ]),
  },
  single('itemtape_cache_hits_total', 'counter', 'Requests answered from the cache.', requestCounts.hits()),
  single('itemtape_cache_entries', 'gauge', 'Responses in the cache.', cache.size().entries),
  single('itemtape_cache_bytes', 'gauge', 'Estimated memory of cached responses.', cache.size().bytes),
];

export function bookMetrics(book: Pick<Book, 'counts' | 'memory'>, availability: readonly Availability[]): Metric[] {
  const rows = availability.flatMap(({ marketplaceId, games }) =>
    games.map(({ game }) => ({
      labels: { marketplace: marketplaceWithId(marketplaceId).name, game },
      ...book.counts(marketplaceId, game),
    })),
  );
  const gauge = (name: string, help: string, value: (row: (typeof rows)[number]) => number): Metric => ({
    name,
    help,
    type: 'gauge',
    samples: rows.map((row) => ({ labels: row.labels, value: value(row) })),
  });
  return [
    gauge('itemtape_book_items', 'Items known.', ({ itemCount }) => itemCount),
    gauge('itemtape_book_offers', 'Offers on sale.', ({ offerCount }) => offerCount),
    gauge('itemtape_book_buy_orders', 'Current buy orders.', ({ buyOrderCount }) => buyOrderCount),
    {
      name: 'itemtape_book_memory_bytes',
      type: 'gauge',
      help: 'Memory of the book outside the heap, by part.',
      samples: Object.entries(book.memory()).map(([part, value]) => ({ labels: { part }, value })),
    },
  ];
}
