import type { Config } from '../settings.ts';
import { UsageError } from './command.ts';

/** How a cluster is copied and put back, which no single node of it can do. */
const copied = (name: string): string =>
  `ClickHouse with its own BACKUP DATABASE and RESTORE DATABASE, then the tape and the keys with \`nats stream backup\` and \`nats stream restore\` (streams ${name} and KV_${name}-keys); docs/cluster.md tells the order`;

/** Ends a command that means one data folder where the settings name a cluster. */
export function refuseInCluster(config: Config, what: string): void {
  if (config['cluster.nats'].length > 0)
    throw new UsageError(`${what} is for a service of one process; a cluster has ${copied(config['cluster.name'])}`);
}

/** What a command should know that asks a marketplace beside the nodes of a cluster. */
export const besideCluster = (config: Config): string =>
  config['cluster.nats'].length === 0
    ? ''
    : 'Beside this command a node of the cluster asks the same marketplaces; the marketplace counts both.\n';
