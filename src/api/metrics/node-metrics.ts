import type { NodeReport } from '../wire/health.ts';
import type { Metric } from './metrics.ts';

/** Metrics of the nodes of a cluster, as this node knows them; empty outside a cluster. */
export function nodeMetrics(nodes: readonly NodeReport[]): Metric[] {
  if (nodes.length === 0) return [];
  const each = (name: string, help: string, value: (node: NodeReport) => number): Metric => ({
    name: `itemtape_node_${name}`,
    type: 'gauge',
    help,
    samples: nodes.map((node) => ({ labels: { node: node.name }, value: value(node) })),
  });
  const infos = nodes.map(({ name, version, roles, works }) => ({
    labels: { node: name, version, roles: roles.join(), works: works.join() },
    value: 1,
  }));
  return [
    {
      name: 'itemtape_node_info',
      type: 'gauge',
      help: 'Always 1: the version of a node, its roles, and the exclusive roles (works) that it currently holds.',
      samples: infos,
    },
    each('ready', 'Whether a node reported that it answers requests.', ({ isReady }) => Number(isReady)),
    each('silent_seconds', 'Time since a node last reported its status.', ({ silentMs }) => silentMs / 1000),
    each('sequence', 'Newest tape record that a node reported it has.', ({ sequence }) => sequence),
  ];
}
