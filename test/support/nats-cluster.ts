import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** One of three servers, and what can happen to it. */
export type NatsPeer = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly begin: () => void;
  readonly halt: () => void;
  readonly wake: () => void;
  /** Nobody reaches it and it reaches nobody; null where this machine has no network namespaces for it. */
  readonly cut: ((isCut: boolean) => void) | null;
};

export type NatsCluster = {
  readonly peers: readonly NatsPeer[];
  readonly url: string;
  readonly stop: () => Promise<void>;
};

type Place = { readonly address: string; readonly words: readonly string[]; readonly cut: NatsPeer['cut'] };

const ip = (...words: readonly string[]): void => void execFileSync('ip', words, { stdio: 'ignore' });

/** A network with a namespace for each server, on one bridge; null where they cannot be made. */
function openNetwork(): { readonly places: Place[]; readonly close: () => void } | null {
  const tag = `it${process.pid % 10_000}`;
  const subnet = `10.${200 + (process.pid % 50)}.${Math.floor(process.pid / 50) % 250}`;
  const names = [1, 2, 3].map((number) => `${tag}n${number}`);
  const close = (): void => {
    for (const words of [...names.map((name) => ['netns', 'del', name]), ['link', 'del', `${tag}b`]]) {
      try {
        ip(...words);
      } catch {
        // It was not made
      }
    }
  };
  try {
    ip('link', 'add', `${tag}b`, 'type', 'bridge');
    ip('addr', 'add', `${subnet}.254/24`, 'dev', `${tag}b`);
    ip('link', 'set', `${tag}b`, 'up');
    const places = names.map((name, at): Place => {
      const [outer, address] = [`${name}h`, `${subnet}.${at + 1}`];
      ip('netns', 'add', name);
      ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', outer, 'master', `${tag}b`);
      ip('link', 'set', outer, 'up');
      ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', name, 'link', 'set', 'eth0', 'up');
      ip('-n', name, 'link', 'set', 'lo', 'up');
      const words = ['ip', 'netns', 'exec', name];
      return { address, words, cut: (isCut) => ip('link', 'set', outer, isCut ? 'down' : 'up') };
    });
    return { places, close };
  } catch {
    close();
    return null;
  }
}

/** Three servers of NATS with JetStream that replicate, each in a network namespace of its own where this machine has them. */
export async function startNatsCluster(): Promise<NatsCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-nats-'));
  const network = openNetwork();
  const onLoopback: Place = { address: '127.0.0.1', words: [], cut: null };
  const places = network?.places ?? [onLoopback, onLoopback, onLoopback];
  const ports = await Promise.all(places.map(async () => [await freePort(), await freePort()] as const));
  const routes = places.map(({ address }, at) => `nats://${address}:${ports[at]?.[1]}`).join();
  const peers = places.map(({ address, words, cut }, at) => {
    const [port, between] = ports[at] ?? [0, 0];
    const own = ['-a', address, '-p', String(port), '-js', '-sd', join(folder, String(at)), '--server_name', `n${at}`];
    const shared = ['--cluster_name', 'test', '--cluster', `nats://${address}:${between}`, '--routes', routes];
    const [program = '', ...rest] = [...words, 'nats-server', ...own, ...shared];
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
  await until('the servers of NATS to have a leader', () => hasLeader(peers[0]?.url ?? ''));
  return {
    peers,
    url: peers.map(({ url }) => url).join(),
    async stop() {
      for (const peer of peers) await peer.kill();
      network?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function hasLeader(url: string): Promise<boolean> {
  try {
    const connection = await connect({ servers: url, timeout: 1_000 });
    try {
      const manager = await jetstreamManager(connection, { timeout: 1_000 });
      const name = 'probe';
      await manager.streams.add({ name, subjects: [name], num_replicas: 3 });
      return await manager.streams.delete(name);
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}
