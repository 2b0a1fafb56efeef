import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connectNats } from '../../src/service/cluster/nats/connect.ts';
import { openJetStreamTape } from '../../src/tape/jetstream/jetstream-tape.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { freePort } from '../support/network/free-port.ts';
import { killAll, type ServedProcess, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { batchOf } from '../support/tape/tape-suite.ts';
import { until } from '../support/time/until.ts';

/** What opening, claiming and writing the tape needs; deploy/nats.conf has what whole nodes need. */
const needed = {
  publish: ['itemtape.>', '$JS.API.>', '$JS.ACK.>', '$KV.itemtape-*.>'],
  subscribe: ['itemtape.>', '_INBOX.>'],
};
const userOf = (password: string, permissions: object = {}): string =>
  `authorization { users = [ { user: a, password: ${password}, permissions: ${JSON.stringify(permissions)} } ] }`;

needing('nats-server').describe('a NATS server that refuses something', () => {
  const root = testFolder('cluster-nats');
  const servers: NatsServer[] = [];
  let made = 0;

  afterAll(async () => {
    await killAll();
    for (const server of servers) await server.stop();
  });

  const begin = async (content: string) => {
    made += 1;
    const file = join(root, `${made}.conf`);
    writeFileSync(file, content);
    const server = await startNats(['-c', file]);
    servers.push(server);
    return { ...server, change: (changed: string) => writeFileSync(file, changed) };
  };

  const open = async (url: string, password: () => string = () => 'b') => {
    const secrets = (name: string) => (name === 'NATS_USER' ? 'a' : name === 'NATS_PASSWORD' ? password() : null);
    const connection = await connectNats({ servers: [url], name: 'test', secrets });
    const settings = { connection, name: 'itemtape', keepMs: 3_600_000, keepBytes: 2 ** 26, replicas: 1 };
    return { connection, tape: await openJetStreamTape(settings) };
  };

  const start = (url: string, more: Record<string, string> = {}): ServedProcess => {
    made += 1;
    const shared = { CLUSTER_NATS: url, STORE_URL: 'http://127.0.0.1:9', CLUSTER_ROLES: 'serve', NATS_USER: 'a' };
    const environment = { ...shared, COLLECT_ONLY: 'skinport', NATS_PASSWORD: 'b', ...more };
    return serve({ folder: join(root, `${made}`), relay: 'http://127.0.0.1:9', environment });
  };

  for (const { title, content, more, words } of [
    {
      title: 'messages of the usual size',
      content: 'max_payload: 65536',
      words: 'accepts messages of 65536 bytes; set its max_payload to at least 1048576',
    },
    {
      title: 'the storage of the tape',
      content: userOf('b', { ...needed, publish: needed.publish.filter((subject) => subject !== 'itemtape.>') }),
      words: 'no node has begun the tape yet, and NATS does not permit this one to: start a node that collects',
    },
    {
      title: 'JetStream to this user',
      content: userOf('b', { ...needed, publish: ['itemtape.>'] }),
      words: 'NATS refuses what this node needs: Permissions Violation for Publish to "$JS.API',
    },
    {
      title: 'three copies',
      content: userOf('b'),
      more: { CLUSTER_REPLICAS: '3' },
      words: 'NATS refuses what this node needs: replicas > 1 not supported in non-clustered mode; docs/cluster.md',
    },
  ]) {
    it(`is named at the start, with what to do: ${title}`, async () => {
      const server = await begin(content);
      const node = start(server.url, more);
      expect((await node.ended).code).not.toBe(0);
      expect(node.out() + node.err()).toContain(words);
    });
  }

  it('is waited for at the start while it has no leader, as one of two without the other', async () => {
    const ports = [await freePort(), await freePort()];
    const routes = JSON.stringify(ports.map((port) => `nats://127.0.0.1:${port}`));
    const contentOf = (port: number) =>
      `server_name: s${port}, cluster { name: c, listen: "127.0.0.1:${port}", routes: ${routes} }`;
    const server = await begin(contentOf(ports[0] as number));
    const node = start(server.url);
    await node.line((line) => line.includes('"NATS not ready; trying again"'));
    await begin(contentOf(ports[1] as number));
    await node.line((line) => line.includes('"tape open"'));
  });

  it('is named at the end of a start that has waited in vain for a leader', async () => {
    const server = await begin(
      'server_name: one, cluster { name: c, listen: "127.0.0.1:-1", routes: ["nats://127.0.0.1:9"] }',
    );
    const node = start(server.url);
    expect((await node.ended).code).toBe(1);
    expect(node.err()).toContain('it may have no leader, or no room on its disk');
  });

  it('accepts what the tape needs of it with these permissions alone', async () => {
    const server = await begin(userOf('b', needed));
    const { connection, tape } = await open(server.url);
    await tape.claim();
    expect(await tape.append(batchOf(1, 2))).toBe(1);
    await tape.close();
    await connection.close();
  });

  it('is connected to again once credentials that it no longer accepts were replaced', async () => {
    const server = await begin(userOf('b'));
    let password = 'b';
    const { connection, tape } = await open(server.url, () => password);
    await tape.append(batchOf(1, 1));
    server.change(userOf('c'));
    await server.kill();
    await server.begin();
    const refused: string[] = [];
    (async () => {
      for await (const { type, ...rest } of connection.status())
        if (type === 'error') refused.push(JSON.stringify(rest));
    })().catch(() => {});
    // The client gives up by default when it is refused twice
    await until('several attempts', async () => refused.length > 3);
    expect(connection.isClosed()).toBe(false);
    password = 'c';
    expect(await tape.append(batchOf(2, 1))).toBe(2);
    await tape.close();
    await connection.close();
  });
});
