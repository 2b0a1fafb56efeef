import Type, { type TSchema } from 'typebox';
import { WireHealth, WireReadiness, WireRegistryEntry, WireSourceHealth } from '../wire/health.ts';

type OperatorPath = {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly type: string;
  readonly answer: TSchema;
  /** Requires a key when `http.openMetrics` is false. */
  readonly isMetric?: true;
};

/** Operational endpoints that need no key by default. */
export const operatorPaths: readonly OperatorPath[] = [
  {
    path: '/health',
    id: 'readHealth',
    summary: 'Health of the process, and the number of sources in each state',
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
    summary: 'Health of every source of every marketplace',
    type: 'application/json',
    answer: Type.Array(WireSourceHealth),
    isMetric: true,
  },
  {
    path: '/registry.json',
    id: 'listRegistry',
    summary: 'All marketplaces known by name, with numeric ids and aliases',
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
