import type { NodeReport } from '../wire/health.ts';
import type { Metric } from './metrics.ts';

/** The nodes of a cluster, as any one of them knows them; nothing where there is one process. */
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
      help: 'Always 1: the version of a node, its roles, and those that it fills where only one node can.',
      samples: infos,
    },
    each('ready', 'Whether a node said that it answers.', ({ isReady }) => Number(isReady)),
    each('silent_seconds', 'Time since a node last said how it is.', ({ silentMs }) => silentMs / 1000),
    each('sequence', 'Newest record of the tape that a node said it has.', ({ sequence }) => sequence),
  ];
}
