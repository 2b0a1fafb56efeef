import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keysFrom, keysText, type StoredKey } from '../../src/api/key-file.ts';
import { openChannel } from '../../src/service/cluster/nats/channel.ts';
import { openSharedKeys, type SharedKeys } from '../../src/service/cluster/shared-keys.ts';
import { type NatsServer, startNats } from '../support/cluster/nats-server.ts';
import { needing } from '../support/runner/needs.ts';
import { until } from '../support/time/until.ts';

const keyNamed = (name: string, createdAt: number): StoredKey => ({
  id: name,
  name,
  prefix: 'it_',
  hash: String(createdAt).padStart(64, '0'),
  createdAt,
  revokedAt: null,
  rights: { websocketAccess: true },
});

const revoke = (keys: SharedKeys, name: string): Promise<void> =>
  keys.change((found) => ({
    keys: found.map((key) => (key.name === name ? { ...key, revokedAt: 9 } : key)),
    result: undefined,
  }));

const add = (keys: SharedKeys, key: StoredKey): Promise<void> =>
  keys.change((found) => ({ keys: [...found, key], result: undefined }));

const statesOf = (keys: SharedKeys): string[] =>
  keys.list().map(({ name, revokedAt }) => (revokedAt === null ? name : `${name} revoked`));

needing('nats-server').describe('keys in NATS that was emptied or restored', () => {
  let nats: NatsServer;
  let connection: NatsConnection;
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (...[, text]: unknown[]) => void warnings.push(String(text)), error: () => {} };

  const open = (name: string, everyMs = 10): Promise<SharedKeys> =>
    openSharedKeys({ connection, name, replicas: 1, channel: openChannel(connection, name), first: [], log, everyMs });

  beforeAll(async () => {
    nats = await startNats();
    connection = await connect({ servers: nats.url });
  });

  afterAll(async () => {
    await connection?.close();
    await nats?.stop();
  });

  it('are put back by a node that knows them, which then follows changes again', async () => {
    const [one, two] = [await open('emptied'), await open('emptied')];
    await add(one, keyNamed('first', 1));
    await add(one, keyNamed('second', 2));
    await revoke(one, 'first');
    await until('the other node has read them', async () => statesOf(two).length === 2);
    await (await jetstreamManager(connection)).streams.delete('KV_emptied-keys');
    const bucket = await new Kvm(connection).create('emptied-keys', { history: 5, allow_direct: false });
    // What a backup had: the first key, which has been revoked since, and one that no node knows
    await bucket.put('keys', keysText([keyNamed('unknown', 0), keyNamed('first', 1)]));
    const expected = ['unknown', 'first revoked', 'second'];
    await until('both nodes have all', async () => statesOf(one).length === 3 && statesOf(two).length === 3);
    expect([statesOf(one), statesOf(two)]).toEqual([expected, expected]);
    const stored = (await bucket.get('keys'))?.string() ?? '';
    expect(keysFrom(stored, 'the entry', '').map(({ name }) => name)).toEqual(['unknown', 'first', 'second']);
    expect(warnings).toContain('keys in NATS lost or out of date; restored from this node');
    await revoke(two, 'second');
    await until('the revocation is known', async () => statesOf(one).includes('second revoked'));
    one.close();
    two.close();
  });

  it('are put back when their entry was deleted', async () => {
    const keys = await open('deleted');
    await add(keys, keyNamed('first', 1));
    const bucket = await new Kvm(connection).open('deleted-keys', { allow_direct: false });
    await bucket.delete('keys');
    await until('the entry is back', async () => (await bucket.get('keys'))?.operation === 'PUT');
    expect(statesOf(keys)).toEqual(['first']);
    keys.close();
  });
});
