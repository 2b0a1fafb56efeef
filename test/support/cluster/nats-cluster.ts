import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort } from '../network/free-port.ts';
import { programFor } from '../runner/needs.ts';
import { until } from '../time/until.ts';
import type { Network, NetworkAddress } from './network.ts';

/** One of the three servers, with the means to disturb it. */
export type NatsPeer = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly begin: () => void;
  readonly halt: () => void;
  readonly wake: () => void;
  readonly cut: NetworkAddress['cut'];
};

export type NatsCluster = {
  readonly peers: readonly NatsPeer[];
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** Three replicating NATS servers with JetStream, each at a place of its own. */
export async function startNatsCluster(network: Network): Promise<NatsCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-nats-'));
  const addresses = [network.address(), network.address(), network.address()];
  const ports = await Promise.all(addresses.map(async () => [await freePort(), await freePort()] as const));
  const routes = addresses.map(({ address }, at) => `nats://${address}:${ports[at]?.[1]}`).join();
  const peers = addresses.map(({ address, words, cut }, at) => {
    const [port, between] = ports[at] ?? [0, 0];
    const own = ['-a', address, '-p', String(port), '-js', '-sd', join(folder, String(at)), '--server_name', `n${at}`];
    const shared = ['--cluster_name', 'test', '--cluster', `nats://${address}:${between}`, '--routes', routes];
    const [program = '', ...rest] = [...words, programFor('nats-server'), ...own, ...shared];
    let child: ChildProcess | null = null;
    return {
      url: `nats://${address}:${port}`,
      cut,
      begin() {
        child = spawn(program, rest, { stdio: 'ignore' });
      },
      async kill() {
        if (child === null) return;
        const ended = once(child, 'close');
        child.kill('SIGKILL');
        await ended;
        child = null;
      },
      halt: () => child?.kill('SIGSTOP'),
      wake: () => child?.kill('SIGCONT'),
    } satisfies NatsPeer;
  });
  for (const peer of peers) peer.begin();
  let failure: unknown = null;
  await until(
    'the servers of NATS to have a leader',
    () =>
      checkLeader(peers[0]?.url ?? '').catch((error: unknown) => {
        failure = String(error);
        return false;
      }),
    () => failure,
  );
  return {
    peers,
    url: peers.map(({ url }) => url).join(),
    async stop() {
      for (const peer of peers) await peer.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Has a stream made on all servers; each step may take long on a busy machine. */
async function checkLeader(url: string): Promise<boolean> {
  const timeout = 10_000;
  const connection = await connect({ servers: url, timeout });
  try {
    const manager = await jetstreamManager(connection, { timeout });
    const name = 'probe';
    await manager.streams.add({ name, subjects: [name], num_replicas: 3 });
    return await manager.streams.delete(name);
  } finally {
    await connection.close();
  }
}
