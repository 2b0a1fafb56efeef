import Type, { type TSchema } from 'typebox';
import { WireHealth, WireReadiness, WireRegistryEntry, WireSourceHealth } from '../wire/health.ts';

type OperatorPath = {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly type: string;
  readonly answer: TSchema;
  /** Needs a key where the operator has closed the metrics. */
  readonly isMetric?: true;
};

/** What an operator is shown; none of it needs a key, unless metrics are closed. */
export const operatorPaths: readonly OperatorPath[] = [
  {
    path: '/health',
    id: 'readHealth',
    summary: 'That the process is alive, and in which states its sources are',
    type: 'application/json',
    answer: WireHealth,
  },
  {
    path: '/ready',
    id: 'isReady',
    summary: 'Whether reads are answered',
    type: 'application/json',
    answer: WireReadiness,
  },
  {
    path: '/health/sources',
    id: 'listSources',
    summary: 'Every source of every marketplace and how it is',
    type: 'application/json',
    answer: Type.Array(WireSourceHealth),
    isMetric: true,
  },
  {
    path: '/registry.json',
    id: 'listRegistry',
    summary: 'Every marketplace known by name, with its numeric id and aliases',
    type: 'application/json',
    answer: Type.Array(WireRegistryEntry),
  },
  {
    path: '/metrics',
    id: 'readMetrics',
    summary: 'Metrics in the Prometheus text format',
    type: 'text/plain',
    answer: Type.String(),
    isMetric: true,
  },
];
