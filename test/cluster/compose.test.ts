import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { connectNats } from '../../src/service/cluster/nats/connect.ts';
import { deploy, environmentOf, madeSecrets, readCompose } from '../support/deploy/compose.ts';
import { freePort } from '../support/network/free-port.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing, programFor } from '../support/runner/needs.ts';
import { type ServedStream, serveStream } from '../support/stream/served-stream.ts';
import { until } from '../support/time/until.ts';

const secrets = madeSecrets();
const compose = readCompose(secrets);
const services = Object.entries(compose.services).filter(([, { profiles = [] }]) => profiles.includes('cluster'));
const nodes = services
  .filter(([, { image }]) => image === 'itemtape')
  .map(([name, service]) => [name, { ...service, environment: environmentOf(service, secrets) }] as const);
const servers = services.filter(([, { image }]) => image.startsWith('nats:'));
const balancing = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8');

describe('the cluster of the Compose file', () => {
  it('has two nodes that collect, two that serve, one that stores, three NATS servers, ClickHouse and a balancer', () => {
    const rolesOf = nodes.map(([, { environment }]) => environment['CLUSTER_ROLES']);

    expect(rolesOf).toEqual(['collect', 'collect', 'store', 'serve', 'serve']);
    expect(servers).toHaveLength(3);
    expect(services.map(([name]) => name)).toEqual(
      expect.arrayContaining([...nodes, ...servers].map(([name]) => name).concat('clickhouse', 'balancer')),
    );
  });

  it('gives every node valid settings, the addresses of all NATS servers, and a name and a folder of its own', () => {
    for (const [name, { environment, hostname, volumes }] of nodes) {
      const { config, problems, doubts } = readConfig({ file: null, environment, flags: {} });

      expect([problems, doubts]).toEqual([[], []]);
      expect(config['cluster.nats']).toEqual(servers.map(([server]) => `nats://${server}:4222`));
      expect(config['cluster.replicas']).toBe(servers.length);
      const { hostname: database, password } = new URL(config['store.url']);
      expect(Object.keys(compose.services)).toContain(database);
      expect(password).toBe(secrets['CLICKHOUSE_PASSWORD']);
      expect([hostname, volumes]).toEqual([name, [`${name}:/data`]]);
      expect(compose.volumes).toHaveProperty([name]);
    }
  });

  it('is monitored as a whole, with the name and the role of each node', () => {
    const { services: all } = compose;
    const [prometheus, grafana] = [all['cluster-prometheus'], all['grafana']];
    const [, file = ''] = /--config\.file=\/etc\/prometheus\/(\S+)/.exec(prometheus?.command ?? '') ?? [];
    type Scraped = { readonly targets: readonly string[]; readonly labels: Readonly<Record<string, string>> };
    const scraping = (name: string): { rule_files: string[]; scrape_configs: { static_configs: Scraped[] }[] } =>
      parse(readFileSync(join(deploy, 'prometheus', name), 'utf8'));
    const { scrape_configs: configs, ...rest } = scraping(file);
    const { scrape_configs: ofOne, ...restOfOne } = scraping('prometheus.yml');

    expect(configs.flatMap((config) => config.static_configs)).toEqual(
      nodes.map(([name, { environment }]) => ({
        targets: [`${name}:7400`],
        labels: { instance: name, role: environment['CLUSTER_ROLES'] },
      })),
    );
    expect(ofOne[0]?.static_configs).toEqual([{ targets: ['itemtape:7400'], labels: { instance: 'itemtape' } }]);
    expect(rest).toEqual(restOfOne);
    expect(prometheus?.profiles).toEqual(['cluster-monitoring']);
    expect(grafana?.profiles).toEqual(['monitoring', 'cluster-monitoring']);
    // The data source of Grafana has this name
    expect(prometheus?.networks).toEqual({ inside: { aliases: ['prometheus'] } });
  });

  it('balances over all nodes that serve, at the port that is published', () => {
    const serving = nodes.filter(([, { environment }]) => environment['CLUSTER_ROLES'] === 'serve');
    const [, balancer] = services.find(([name]) => name === 'balancer') ?? [];
    const [, bound = ''] = /^ {2}bind :(\d+)$/m.exec(balancing) ?? [];

    for (const backend of balancing.split(/^backend /m).slice(1))
      expect([...backend.matchAll(/^ {2}server (\S+) \1:7400$/gm)].map(([, name]) => name)).toEqual(
        serving.map(([name]) => name),
      );
    expect(balancer?.ports).toEqual([expect.stringMatching(new RegExp(`:${bound}$`))]);
    expect(balancer?.volumes).toEqual(['./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro']);
  });

  it('has no password that is not made for it, and gives each node only its own', () => {
    const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
    const used = new Set(text.match(/\b\w+_PASSWORD(?=:-\}|[,\]])/g));
    expect([...used].sort()).toEqual(Object.keys(secrets).sort());
    expect(new Set(Object.values(secrets)).size).toBe(used.size);
    expect(text).not.toMatch(/_PASSWORD:-[^}]/);

    for (const [, { environment }] of nodes) {
      const user = environment['NATS_USER']?.toUpperCase();
      const own = [secrets[`NATS_${user}_PASSWORD`], secrets['CLICKHOUSE_PASSWORD']];
      const others = Object.values(secrets).filter((secret) => !own.includes(secret));
      expect(environment['NATS_PASSWORD']).toBe(own[0]);
      expect(others.filter((other) => JSON.stringify(environment).includes(other))).toEqual([]);
    }
  });

  it('starts no server without its password, and says how to make one', () => {
    for (const name of ['clickhouse', 'grafana']) {
      const starting = (variables: Readonly<Record<string, string>>) => {
        const service = readCompose(variables).services[name];
        const [shell = '', ...words] = service?.entrypoint ?? [];
        const env = {
          PATH: process.env['PATH'] ?? '',
          ...(service === undefined ? {} : environmentOf(service, variables)),
        };
        return spawnSync(
          shell,
          words.map((word) => word.replace(/exec \S+/, 'echo begun')),
          { env, encoding: 'utf8' },
        );
      };

      expect(starting(secrets).stdout).toBe('begun\n');
      const { status, stderr } = starting({});
      expect(status).not.toBe(0);
      expect(stderr).toContain('deploy/secrets.sh');
    }
  });

  needing('nats-server').it('starts NATS servers that replicate among one another', async () => {
    const folder = testFolder('compose');
    const hosts = await Promise.all(
      servers.map(async ([name]) => ({ name, port: await freePort(), between: await freePort() })),
    );
    const children: ChildProcess[] = [];
    try {
      for (const [at, [name, service]] of servers.entries()) {
        const { command = '' } = service;
        const { port, between } = hosts[at] ?? { port: 0, between: 0 };
        const words = command
          .split(' ')
          .map((word) =>
            hosts.reduce(
              (text, one) => text.replace(`${one.name}:6222`, `127.0.0.1:${one.between}`),
              word
                .replace('0.0.0.0:6222', `127.0.0.1:${between}`)
                .replace('/data', join(folder, name))
                .replace('/etc/nats/itemtape.conf', join(deploy, 'nats.conf')),
            ),
          );
        const env = { PATH: process.env['PATH'], ...environmentOf(service, secrets) };
        children.push(
          spawn(programFor('nats-server'), ['-a', '127.0.0.1', '-p', String(port), ...words], { stdio: 'ignore', env }),
        );
      }
      const asCollect = (name: string) => nodes[0]?.[1].environment[name] ?? null;
      const urls = hosts.map(({ port }) => `nats://127.0.0.1:${port}`);
      const peers = await until('a stream with three replicas', async () => {
        const connection = await connectNats({ servers: urls, name: 'test', secrets: asCollect }).catch(() => null);
        if (connection === null) return null;
        try {
          const manager = await jetstreamManager(connection, { timeout: 1_000 });
          const { cluster } = await manager.streams.add({ name: 'probe', subjects: ['probe'], num_replicas: 3 });
          return [cluster?.leader, ...(cluster?.replicas ?? []).map(({ name }) => name)];
        } catch {
          return null;
        } finally {
          await connection.close();
        }
      });

      expect(peers.sort()).toEqual(servers.map(([name]) => name));
    } finally {
      for (const child of children) {
        const ended = once(child, 'close');
        child.kill('SIGKILL');
        await ended;
      }
    }
  });
});

needing('haproxy').describe('behind the balancer of the Compose file', () => {
  const folder = testFolder('balancer');
  const isReady = { left: true, right: true };
  const sockets: WebSocket[] = [];
  let left: ServedStream;
  let right: ServedStream;
  let haproxy: ChildProcess;
  let port: number;

  // Nodes of a cluster whose shared database does not respond
  const node = (name: 'left' | 'right', keys: Partial<Pick<ServedStream, 'keys'>> = {}) =>
    serveStream({ ...keys, epoch: name, isReady: () => isReady[name], api: { version: name, nodes: () => [] } });
  const reply = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close', ...headers } });
  const answering = async (): Promise<string> => {
    const response = await reply('/health');
    return response.ok ? ((await response.json()) as { version: string }).version : `status ${response.status}`;
  };
  const answered = async (count: number): Promise<string[]> => {
    const names: string[] = [];
    for (let at = 0; at < count; at += 1) names.push(await answering());
    return [...new Set(names)].sort();
  };
  /** The node at which a stream was opened, and the end of that stream. */
  const open = async () => {
    const headers = { 'x-api-key': left.key };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/v2/offers`, { headers });
    sockets.push(socket);
    const ended = once(socket, 'close');
    await once(socket, 'open');
    socket.send(JSON.stringify({ subscribeTo: ['Buff163'], games: ['CS2'], sequence: true }));
    const [message] = await once(socket, 'message');
    return { epoch: JSON.parse(String(message)).epoch as 'left' | 'right', ended };
  };

  beforeAll(async () => {
    left = await node('left');
    right = await node('right', { keys: left.keys });
    port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    const replaced = balancing
      .replace('bind :7400', `bind 127.0.0.1:${port}`)
      .replaceAll('serve-1:7400', `127.0.0.1:${left.port}`)
      .replaceAll('serve-2:7400', `127.0.0.1:${right.port}`);
    writeFileSync(file, replaced);
    haproxy = spawn(programFor('haproxy'), ['-db', '-q', '-f', file], { stdio: 'ignore' });
    await until('both nodes to answer', async () => (await answered(4).catch(() => [])).join() === 'left,right');
  });
  afterEach(async () => {
    Object.assign(isReady, { left: true, right: true });
    for (const socket of sockets.splice(0)) socket.terminate();
    await until('both nodes to answer again', async () => (await answered(4)).join() === 'left,right');
  });
  afterAll(async () => {
    const ended = once(haproxy, 'exit');
    haproxy.kill('SIGTERM');
    await ended;
    await left.close();
    await right.close();
  });

  it('readers are shared among the nodes, and keep their status where the database does not respond', async () => {
    expect(await answered(6)).toEqual(['left', 'right']);
    expect((await reply('/v2/items/search?game=CS2&query=a', { 'x-api-key': left.key })).status).toBe(200);
    expect((await reply('/v2/items/search?game=CS2&query=a')).status).toBe(401);
  });

  it('readers of a node that is not ready get to another, and their streams end so that they resume there', async () => {
    const { epoch, ended } = await open();
    const other = epoch === 'left' ? 'right' : 'left';
    isReady[epoch] = false;
    await ended;

    expect(await answered(6)).toEqual([other]);
    expect((await open()).epoch).toBe(other);
  });

  it('metrics are not served', async () => {
    expect((await reply('/metrics')).status).toBe(403);
  });
});
