import { hostname } from 'node:os';
import { join } from 'node:path';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import { readKeyFile } from '../../api/key-file.ts';
import { systemClock, wait } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { Log } from '../../runtime/log.ts';
import { StartRefused } from '../../schema/index.ts';
import { type JetStreamTape, openJetStreamTape } from '../../tape/jetstream/jetstream-tape.ts';
import { openSnapshotStream } from '../../tape/jetstream/snapshot-stream.ts';
import { isLastingRefusal, NotBegunYet } from '../../tape/jetstream/stream-setup.ts';
import { Snapshots } from '../../tape/snapshot/snapshot.ts';
import type { CollectingOptions } from '../connectors/make-collector.ts';
import { type Channel, openChannel } from './nats/channel.ts';
import { connectNats } from './nats/connect.ts';
import { openLeases } from './nats/lease.ts';
import { openSharedKeys, type SharedKeys } from './shared-keys.ts';

/** A node that starts reads a snapshot file by file, and is done by then. */
const graceMs = 180_000;

/** What the nodes of a cluster share. */
export type NatsAccess = {
  readonly connection: NatsConnection;
  readonly channel: Channel;
  readonly tape: JetStreamTape;
  readonly leases: KV;
  readonly keys: SharedKeys;
  readonly openTape: () => Promise<JetStreamTape>;
  readonly openSnapshots: () => Promise<Snapshots>;
};

type ReachOptions = Pick<CollectingOptions, 'config' | 'secrets' | 'log'> & {
  /** Aborts when the process has to stop. */
  readonly signal: AbortSignal;
};

const docs = 'docs/cluster.md lists what the servers and their users need';
// Servers that have just started, or lost their leader, elect one within seconds
const timeoutMs = 30_000;
const againMs = 500;
const remindMs = 60_000;

/** Connects to NATS and opens everything there; waits for half a minute where JetStream cannot do its part for the moment. */
export async function reachNats(options: ReachOptions): Promise<NatsAccess> {
  const { config, secrets, log, signal } = options;
  const name = config['cluster.name'];
  const connection = await connectNats({ servers: config['cluster.nats'], name: `${name} ${hostname()}`, secrets });
  guarded(() => logRefusals(connection, log))();
  const channel = openChannel(connection, name);
  const begunAt = systemClock.elapsed();
  for (let tries = 1; ; tries += 1) {
    try {
      signal.throwIfAborted();
      return await openShared(options, connection, channel);
    } catch (error) {
      if (!isPassing(error) || systemClock.elapsed() - begunAt > timeoutMs) {
        await connection.close();
        throw explained(error);
      }
      if (tries === 1) log.warn({ error: String(explained(error)) }, 'NATS not ready; trying again');
      await wait(systemClock, againMs, signal);
    }
  }
}

async function openShared(
  { config, log }: ReachOptions,
  connection: NatsConnection,
  channel: Channel,
): Promise<NatsAccess> {
  const { 'cluster.name': name, 'cluster.replicas': replicas } = config;
  const keep = { keepMs: config['tape.keepHours'] * 3_600_000, keepBytes: config['tape.keepMegabytes'] * 2 ** 20 };
  const leases = await openLeases(connection, name, replicas);
  const first = readKeyFile(join(config['data.folder'], 'keys.json'));
  const keys = await openSharedKeys({ connection, name, replicas, channel, first, log });
  const openTape = () => openJetStreamTape({ connection, name, replicas, log, ...keep });
  const openSnapshots = async () =>
    await Snapshots.open(await openSnapshotStream({ connection, name, replicas }), log, graceMs);
  try {
    return { connection, channel, leases, keys, openTape, openSnapshots, tape: await openTape() };
  } catch (error) {
    keys.close();
    throw error;
  }
}

/** Whether JetStream did not answer, or not in the way in which it does when all is well, and may again. */
const isPassing = (error: unknown): boolean =>
  !isLastingRefusal(error) &&
  (error instanceof NotBegunYet ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.RequestError ||
    error instanceof JetStreamApiError ||
    (error instanceof Error && isPassing(error.cause)));

/** Makes an error of a NATS server one that says what is wrong, and what to do if it will not go away by itself. */
export function explained(error: unknown): unknown {
  if (isLastingRefusal(error))
    return new StartRefused(`NATS refuses what this node needs: ${(error as Error).message}; ${docs}`, {
      cause: error,
    });
  if (error instanceof NotBegunYet || !isPassing(error)) return error;
  const what = error instanceof errors.TimeoutError ? 'does not answer' : 'cannot be used now';
  return new Error(`JetStream ${what} (${(error as Error).message}): it may have no leader, or no room on its disk`, {
    cause: error,
  });
}

/** Logs what the server refuses while the node runs, each refusal once a minute. */
async function logRefusals(connection: NatsConnection, log: Pick<Log, 'error'>): Promise<void> {
  const loggedAt = new Map<string, number>();
  for await (const status of connection.status()) {
    if (status.type !== 'error') continue;
    const { message } = status.error;
    const now = systemClock.elapsed();
    if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < remindMs) continue;
    loggedAt.set(message, now);
    log.error({ error: message }, `NATS refuses what this node needs; ${docs}`);
  }
}
