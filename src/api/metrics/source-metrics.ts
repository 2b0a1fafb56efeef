import { nameOfSlug } from '../../schema/index.ts';
import { type SourceReport, shareOf } from '../source-report.ts';
import type { Metric } from './metrics.ts';

type Sample = Metric['samples'][number];

const nameOf = ({ slug }: SourceReport): string => nameOfSlug(slug);

const labelsOf = (report: SourceReport) => ({
  marketplace: nameOf(report),
  source: report.source,
  game: report.game,
});

const familyOf =
  (sources: readonly SourceReport[]) =>
  (name: string, type: Metric['type'], help: string, value: (source: SourceReport) => number | null): Metric => ({
    name: `itemtape_source_${name}`,
    type,
    help,
    samples: sources.flatMap((source) => {
      const found = value(source);
      return found === null ? [] : [{ labels: labelsOf(source), value: found }];
    }),
  });

/** Metrics of each source. */
export function sourceMetrics(sources: readonly SourceReport[]): Metric[] {
  const family = familyOf(sources);
  return [
    {
      name: 'itemtape_source_state',
      type: 'gauge',
      help: 'State of each source: 1 for the state it is in.',
      samples: sources.map((source) => ({ labels: { ...labelsOf(source), state: source.state }, value: 1 })),
    },
    {
      name: 'itemtape_source_info',
      type: 'gauge',
      help: 'Always 1: how each source is read, how its format is known, and the environment variable of the credential it lacks.',
      samples: sources.map(infoOf),
    },
    family('requests_total', 'counter', 'Requests sent to the marketplace.', ({ requests }) => requests),
    family('rows_total', 'counter', 'Rows read.', ({ rows }) => rows),
    family('rejected_total', 'counter', 'Malformed rows.', ({ rejected }) => rejected),
    family(
      'last_read_timestamp_seconds',
      'gauge',
      'When the source was last read successfully; 0 if never.',
      ({ lastReadAt }) => (lastReadAt ?? 0) / 1000,
    ),
    family(
      'late_seconds',
      'gauge',
      'How long the source has been due, whether waiting or being read; 0 before it is due.',
      ({ lateMs }) => lateMs / 1000,
    ),
    {
      name: 'itemtape_source_age_seconds',
      type: 'gauge',
      help: 'Time since the marketplace last confirmed its data, as quantiles labelled share; absent where there is no data.',
      samples: sources.flatMap(agesOf),
    },
    family(
      'coverage_ratio',
      'gauge',
      'Share of the known items of the game that the marketplace currently has.',
      ({ coverage }) => shareOf(coverage.itemCount, coverage.knownCount),
    ),
    family(
      'lone_items',
      'gauge',
      'Items of the game of which only this marketplace has told.',
      ({ coverage }) => coverage.loneCount,
    ),
    ...budgetMetrics(sources),
  ];
}

const infoOf = (source: SourceReport): Sample => ({
  labels: {
    ...labelsOf(source),
    kind: source.kind,
    evidence: source.evidence,
    credential: source.missingCredential ?? '',
  },
  value: 1,
});

function agesOf(source: SourceReport): Sample[] {
  const { ages } = source;
  if (ages === null) return [];
  return [
    { labels: { ...labelsOf(source), share: '0.5' }, value: ages.p50 / 1000 },
    { labels: { ...labelsOf(source), share: '0.95' }, value: ages.p95 / 1000 },
  ];
}

/** Metrics of budgets, once for all sources that share one. */
function budgetMetrics(sources: readonly SourceReport[]): Metric[] {
  const budgets = [...new Map(sources.map((source) => [`${source.slug} ${source.budget.name}`, source])).values()];
  const family = (name: string, help: string, value: (budget: SourceReport['budget']) => number): Metric => ({
    name: `itemtape_budget_${name}`,
    type: 'gauge',
    help,
    samples: budgets.map((source) => ({
      labels: { marketplace: nameOf(source), budget: source.budget.name },
      value: value(source.budget),
    })),
  });
  return [
    family(
      'used_ratio',
      'Share of the allowed requests used in the window that ends now.',
      ({ used, requests }) => shareOf(used, requests) ?? 0,
    ),
    family(
      'held_until_timestamp_seconds',
      'Until when the marketplace allows no requests; 0 while it allows them.',
      ({ heldUntil }) => (heldUntil ?? 0) / 1000,
    ),
  ];
}
