import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectNats } from '../../src/service/cluster/nats/connect.ts';
import { openStore } from '../../src/store/open-store.ts';
import { type Receiver, startReceiver } from '../support/alerts/alerting.ts';
import { useCluster } from '../support/cluster/cluster.ts';
import { startNats } from '../support/cluster/nats-server.ts';
import { deploy, environmentOf, madeSecrets, readCompose } from '../support/deploy/compose.ts';
import { callCommand } from '../support/processes/called.ts';
import { readJson, type ServedProcess } from '../support/processes/served-process.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

type Node = { readonly works: string[] };

/** Each with one budget, enough of them that both nodes that collect have some. */
const marketplaces = 'csgoempire,shadowpay,loot-farm,cs-trade,skinsmonkey,itrade-gg,skin-land,skinswap';

needing('nats-server').describe('a cluster with the permissions of deploy/nats.conf', () => {
  const secrets = madeSecrets();
  const { services } = readCompose(secrets);
  const [nats] = Object.values(services).filter(({ image }) => image.startsWith('nats:'));
  if (nats === undefined) throw new Error('the Compose file has no NATS server');
  const cluster = useCluster(
    41,
    { COLLECT_ONLY: marketplaces, COLLECT_GAMES: 'CS2', ALERTS_ALLOW_PRIVATE: 'true' },
    {
      startServer: () => startNats(['-c', join(deploy, 'nats.conf')], environmentOf(nats, secrets)),
    },
  );
  let receiver: Receiver;
  let first: ServedProcess;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());

  /** Starts a node as the Compose file does: with the roles and the NATS user that it has there. */
  const start = (name: string, more: Readonly<Record<string, string>> = {}): ServedProcess => {
    const service = services[name];
    const environment = service === undefined ? {} : environmentOf(service, secrets);
    const { CLUSTER_ROLES = '', NATS_USER = '', NATS_PASSWORD = '' } = environment;
    return cluster.start(name, CLUSTER_ROLES, { NATS_USER, NATS_PASSWORD, ...more });
  };
  const connect = async (user: string, password = secrets[`NATS_${user.toUpperCase()}_PASSWORD`]) =>
    await connectNats({
      servers: [cluster.natsUrl()],
      name: 'test',
      secrets: (name) => (name === 'NATS_USER' ? user : name === 'NATS_PASSWORD' ? (password ?? null) : null),
    });
  const ask = async (node: ServedProcess, method: string, path: string, key: string, body: object | null = null) => {
    const reply = await fetch(`${await node.origin}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  const refusals = (node: ServedProcess): string[] =>
    node
      .out()
      .split('\n')
      .filter((line) => line.includes('Permissions Violation'));
  const operatorToken = (name: string): string =>
    readFileSync(join(cluster.folderOf(name), 'operator.token'), 'utf8').trim();

  it('starts only once a node that may begin the tape has begun it', async () => {
    // Nodes that start together would both create its tables
    await (await openStore({ at: { url: cluster.databaseUrl(), database: 'itemtape' }, now: Date.now })).close();
    const early = start('serve-2', { TAPE_KEEP_HOURS: '12' });
    await early.line((line) => line.includes('no node has begun the tape yet'));
    first = start('collect-1');
    await first.line((line) => line.includes('"tape lease acquired"'));
    // With the limits that the node has set that may change the stream
    await early.line((line) => line.includes('"tape open"'));
    await early.origin;
    await early.stop('SIGTERM');
  });

  it('does everything that its nodes do: reads, shares, stores, follows, keys and alerts', async () => {
    const collecting = [first, start('collect-2')];
    const [operator, serving, storing] = [start('serve-1'), start('serve-2'), start('store')];
    await Promise.all([operator, serving, storing].map(({ origin }) => origin));
    const works = async (): Promise<string[]> =>
      ((await readJson(`${await serving.origin}/health`)).nodes as Node[]).flatMap((node) => node.works);
    await until('every exclusive role to be held', async () => (await works()).sort().join() === 'collect,store');
    // What the one reads that does not write is live once the other has taken it in
    for (const node of collecting) await node.line((line) => line.includes('"budget lease acquired"'));
    type Source = { readonly state: string };
    let waiting: readonly Source[] = [];
    await until(
      'every source to be read',
      async () => {
        const sources = (await readJson(`${await serving.origin}/health/sources`)) as Source[];
        // A list of four items that has lost one has been read
        waiting = sources.filter(({ state }) => !['live', 'off', 'shrunk'].includes(state));
        return sources.length > 0 && waiting.length === 0;
      },
      () => waiting,
    );

    const made = await ask(operator, 'POST', '/operator/keys', operatorToken('serve-1'), { name: 'scanner' });
    expect(made.status).toBe(200);
    const { key } = JSON.parse(made.text);
    const byCommand = await callCommand(['keys', 'create', 'by-command'], {
      CLUSTER_NATS: cluster.natsUrl(),
      DATA_FOLDER: cluster.folderOf('command'),
      NATS_USER: 'collect',
      NATS_PASSWORD: secrets['NATS_COLLECT_PASSWORD'] ?? '',
    });
    const readers = [key, byCommand.out.trim()];
    for (const reader of readers)
      await until(
        'the key to be known',
        async () => (await ask(serving, 'GET', '/tape/alerts', reader)).status === 200,
      );
    const refused = await ask(serving, 'POST', '/operator/keys', operatorToken('serve-2'), { name: 'not here' });
    expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('cannot be changed') });

    const rule = { name: 'all', when: { kind: 'stream', filter: { games: ['CS2'], channels: ['offers'] } } };
    const target = { kind: 'webhook', url: receiver.url };
    expect((await ask(serving, 'POST', '/tape/alerts', key, { ...rule, target })).status).toBe(201);
    await receiver.has(3);

    // Refused as it should be: the new key of the node that manages none
    const ofServing = refusals(serving).filter((line) => !line.includes('"$KV.itemtape-keys.keys\\"'));
    expect([ofServing, ...[...collecting, operator, storing].map(refusals)]).toEqual(Array(5).fill([]));
  });

  /** A connection of a user, of which can be asked what NATS answers to one request. */
  const connectionOf = async (user: string) => {
    const connection = await connect(user);
    const errors: string[] = [];
    void (async () => {
      for await (const status of connection.status()) if (status.type === 'error') errors.push(status.error.message);
    })();
    const refusal = async (act: (connection: NatsConnection) => unknown): Promise<string> => {
      act(connection);
      await connection.flush();
      await turn();
      return errors.shift() ?? 'it was accepted';
    };
    return { refusal, close: () => connection.close() };
  };

  const mayNot = {
    serve: {
      publish: [
        'itemtape.tape',
        'itemtape.intake',
        'itemtape.says.health',
        'itemtape.says.keys',
        'itemtape.alerts.journal',
      ].concat([
        '$KV.itemtape-keys.keys',
        '$KV.itemtape-leases.collect',
        '$KV.itemtape-tape.doubt',
        'itemtape.snapshot.manifests',
        'itemtape.snapshot.files.a',
        '_INBOX.collect.a',
      ]),
      subscribe: ['itemtape.intake', 'itemtape.alerts.asked', 'itemtape.tape', '_INBOX.collect.a', '_INBOX.>', '>'],
    },
    operator: {
      publish: [
        'itemtape.tape',
        'itemtape.intake',
        'itemtape.alerts.journal',
        '$KV.itemtape-leases.collect',
        'itemtape.snapshot.manifests',
        'itemtape.snapshot.files.a',
        '_INBOX.collect.a',
      ],
      subscribe: ['itemtape.intake', 'itemtape.alerts.asked', '_INBOX.collect.a', '_INBOX.>', '>'],
    },
    store: {
      publish: [
        'itemtape.tape',
        'itemtape.intake',
        'itemtape.alerts.asked',
        'itemtape.alerts.journal',
        '_INBOX.collect.a',
      ]
        .concat(['$KV.itemtape-keys.keys', '$KV.itemtape-leases.collect', '$KV.itemtape-tape.doubt'])
        .concat(['itemtape.snapshot.manifests', 'itemtape.snapshot.files.a']),
      subscribe: ['itemtape.intake', 'itemtape.alerts.asked', 'itemtape.tape', '_INBOX.collect.a', '_INBOX.>', '>'],
    },
    collect: { publish: ['elsewhere', '_INBOX.serve.a'], subscribe: ['_INBOX.serve.a', '$JS.API.>', '>'] },
  };
  const api = [
    'STREAM.UPDATE.itemtape',
    'STREAM.DELETE.itemtape',
    'STREAM.PURGE.itemtape',
    'STREAM.MSG.DELETE.itemtape',
  ]
    .concat(['STREAM.MSG.GET.itemtape-alerts', 'CONSUMER.CREATE.itemtape-alerts.a', 'STREAM.SNAPSHOT.itemtape'])
    .concat(['STREAM.PURGE.KV_itemtape-keys', 'STREAM.DELETE.KV_itemtape-keys', 'STREAM.CREATE.other'])
    .concat(['STREAM.PURGE.itemtape-snapshot']);

  it.each(['serve', 'operator', 'store', 'collect'] as const)('refuses what %s does not need', async (user) => {
    const { publish, subscribe } = mayNot[user];
    const all = user === 'collect' ? publish : [...publish, ...api.map((name) => `$JS.API.${name}`)];
    const { refusal, close } = await connectionOf(user);
    for (const subject of all)
      expect(await refusal((connection) => connection.publish(subject, '{}'))).toContain(
        `Permissions Violation for Publish to "${subject}"`,
      );
    for (const subject of subscribe)
      expect(await refusal((connection) => connection.subscribe(subject, { callback: () => {} }))).toContain(
        `Permissions Violation for Subscription to "${subject}"`,
      );
    await close();
  });

  it('admits nobody without a password', async () => {
    await expect(connect('serve', 'wrong')).rejects.toThrow(/Authorization/i);
    await expect(connectNats({ servers: [cluster.natsUrl()], name: 'test', secrets: () => null })).rejects.toThrow(
      /Authorization/i,
    );
  });
});
