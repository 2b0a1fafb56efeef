import type { Config } from '../config/settings.ts';
import { UsageError } from './usage-error.ts';

/** How a cluster is backed up and restored, which no single node can do. */
const copied = (name: string): string =>
  `BACKUP DATABASE and RESTORE DATABASE of ClickHouse, then \`nats stream backup\` and \`nats stream restore\` for the snapshots, the tape and the keys (streams ${name}-snapshot, ${name} and KV_${name}-keys); docs/cluster.md gives the order`;

/** Throws where the settings name a cluster, for commands that work on one data folder. */
export function refuseInCluster(config: Config, what: string): void {
  if (config['cluster.nats'].length > 0)
    throw new UsageError(
      `${what} is for a service of one process; for a cluster use ${copied(config['cluster.name'])}`,
    );
}

/** A warning for commands that send requests to a marketplace while the nodes of a cluster do so, too; else empty. */
export const besideCluster = (config: Config): string =>
  config['cluster.nats'].length === 0
    ? ''
    : 'The nodes of the cluster read the same marketplaces; each marketplace counts their requests and those of this command.\n';
