import type { Node } from '../node/node.ts';
import type { NodeOptions } from './cluster-node.ts';
import { CollectingNode } from './collecting-node.ts';
import { explained, reachNats } from './reach-nats.ts';
import { ServingNode } from './serving-node.ts';

/** Joins the cluster. A node that collects reads its share for the node that writes the tape, until it becomes that node. */
export async function openNode(options: NodeOptions): Promise<Node> {
  const { config, signal } = options;
  const reached = await reachNats(options);
  try {
    const isCollecting = config['cluster.roles'].includes('collect');
    const node = isCollecting ? new CollectingNode(options, reached) : new ServingNode(options, reached);
    await node.takeTurn(signal).catch(async (error: unknown) => {
      await node.leave();
      throw error;
    });
    if (!signal.aborted) return node;
    await node.leave();
    throw signal.reason;
  } catch (error) {
    await reached.connection.close();
    throw explained(error);
  }
}
