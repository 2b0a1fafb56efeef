import Type, { type TSchema } from 'typebox';
import { WireHealth, WireRegistryEntry, WireSourceHealth } from '../wire/health.ts';

type OperatorPath = {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly type: string;
  readonly answer: TSchema;
};

/** What an operator is shown; none of it needs a key. */
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
    answer: Type.Object({ ready: Type.Literal(true) }),
  },
  {
    path: '/health/sources',
    id: 'listSources',
    summary: 'Every source of every marketplace and how it is',
    type: 'application/json',
    answer: Type.Array(WireSourceHealth),
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
  },
];
