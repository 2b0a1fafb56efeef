import { join } from 'node:path';
import { readKeyFile } from '../../api/key-file.ts';
import { type Keys, keysIn } from '../../api/keys.ts';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import { openChannel } from './nats/channel.ts';
import { connectNats } from './nats/connect.ts';
import { openSharedKeys } from './shared-keys.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Gives a command, which is not a node, access to the keys of a cluster. */
export async function withSharedKeys<Result>(
  options: { readonly config: Config; readonly secrets: (name: string) => string | null; readonly now: Clock['now'] },
  work: (keys: Keys) => Promise<Result>,
): Promise<Result> {
  const { config, secrets, now } = options;
  const name = config['cluster.name'];
  const connection = await connectNats({ servers: config['cluster.nats'], name: `${name} keys`, secrets });
  try {
    const channel = openChannel(connection, name);
    const replicas = config['cluster.replicas'];
    const first = readKeyFile(join(config['data.folder'], 'keys.json'));
    const stored = await openSharedKeys({ connection, name, replicas, channel, first, log: silent });
    return await work(keysIn({ stored, now })).finally(stored.close);
  } finally {
    // Messages to the nodes have to arrive
    await connection.drain();
  }
}
