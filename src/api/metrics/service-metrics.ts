import type { Metric } from './metrics.ts';

/** Version and readiness of the service. */
export const serviceMetrics = (facts: {
  readonly version: string;
  readonly isPlayed: boolean;
  readonly isReady: boolean;
}): Metric[] => [
  {
    name: 'itemtape_build_info',
    type: 'gauge',
    help: 'Always 1: the version, and whether the marketplaces are simulated on this machine.',
    samples: [{ labels: { version: facts.version, played: String(facts.isPlayed) }, value: 1 }],
  },
  {
    name: 'itemtape_ready',
    type: 'gauge',
    help: 'Whether stored data is loaded, so that reads are answered.',
    samples: [{ value: Number(facts.isReady) }],
  },
];
