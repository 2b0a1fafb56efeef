import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { expect, it } from 'vitest';
import { openSnapshotStream } from '../../src/tape/jetstream/snapshot-stream.ts';
import { isForbidden } from '../../src/tape/jetstream/stream-setup.ts';
import { type SnapshotStorage, Snapshots } from '../../src/tape/snapshot/snapshot.ts';
import { startNats } from '../support/cluster/nats-server.ts';
import { useNats } from '../support/cluster/use-nats.ts';
import { deploy } from '../support/deploy/compose.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { describeSnapshots } from '../support/tape/snapshot-suite.ts';

const readOnly = `authorization {
  users: [
    { user: writer, password: secret }
    { user: reader, password: secret, permissions {
      publish: [ "$JS.API.INFO", "$JS.API.STREAM.INFO.*", "$JS.API.STREAM.MSG.GET.*" ]
      subscribe: [ "_INBOX.>" ]
    } }
  ]
}`;

async function* piecesOf(...pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

needing('nats-server').describe('snapshots in NATS', () => {
  const { newName, reach } = useNats();

  const openNamed = async (name: string, connection?: NatsConnection): Promise<SnapshotStorage> =>
    await openSnapshotStream({ connection: connection ?? (await reach()), name, replicas: 1 });

  /** The subjects that something is kept under, and how many bytes there are in all. */
  const storedIn = async (name: string) => {
    const manager = await jetstreamManager(await reach());
    const { state } = await manager.streams.info(`${name}-snapshot`, { subjects_filter: '>' });
    return { subjects: Object.keys(state.subjects ?? {}).length, bytes: state.bytes };
  };

  describeSnapshots('pass the suite', async () => {
    const name = newName();
    const connection = await reach();
    const storage = await openNamed(name, connection);
    const stream = `${name}-snapshot`;
    const { streams } = await jetstreamManager(connection);
    const namesOf = async (): Promise<string[]> => {
      const { state } = await streams.info(stream, { subjects_filter: `${name}.snapshot.files.>` });
      return Object.keys(state.subjects ?? {}).map((subject) => subject.split('.').slice(3).join('.'));
    };
    return {
      storage,
      spoil: async (file, change) => {
        const bytes = change(await buffer(storage.read(file)));
        if (bytes === null) await streams.purge(stream, { filter: `${name}.snapshot.files.${file}` });
        else await storage.write(file, piecesOf(bytes));
      },
      spoilManifest: async (number, change) => {
        const found = await storage.manifests();
        await streams.purge(stream, { filter: `${name}.snapshot.manifests` });
        for (const one of found.toReversed())
          await storage.keep(one.number, one.number === number ? change(Buffer.from(one.text)).toString() : one.text);
      },
      names: namesOf,
    };
  });

  it('keep files of any size, in pieces of any size', async () => {
    const storage = await openNamed(newName());
    for (const sizes of [[0], [1], [524_288, 524_288], [3_000_000], [7, 2_000_000, 1, 1_500_000]]) {
      const pieces = sizes.map((size) => randomBytes(size));
      await storage.write('2-CS2', piecesOf(...pieces));
      expect((await buffer(storage.read('2-CS2'))).equals(Buffer.concat(pieces))).toBe(true);
    }
    await expect(buffer(storage.read('5-CS2'))).rejects.toThrow('the file is missing or not whole');
  });

  it('accept a manifest from one of several writers', async () => {
    const name = newName();
    const writers = await Promise.all(Array.from({ length: 3 }, () => openNamed(name)));
    for (let number = 1; number <= 10; number += 1) {
      const tried = await Promise.allSettled(writers.map((writer, at) => writer.keep(number, `${number} of ${at}`)));
      const won = tried.findIndex(({ status }) => status === 'fulfilled');
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [newest] = await (await openNamed(name)).manifests();
      expect(newest).toMatchObject({ number, text: `${number} of ${won}` });
      await writers[won]?.keepOnly([number, number - 1], []);
    }
  });

  it('leave nothing of removed files, nor of a writer that was killed', async () => {
    const name = newName();
    const storage = await openNamed(name);
    const killed = await reach();
    let isEnded = false;
    async function* cut(): AsyncGenerator<Buffer> {
      try {
        yield randomBytes(1_200_000);
        await killed.close();
        yield randomBytes(1_200_000);
        yield randomBytes(1_200_000);
      } finally {
        isEnded = true;
      }
    }
    await expect((await openNamed(name, killed)).write('2-CS2', cut())).rejects.toThrow();
    expect(isEnded).toBe(true);
    for (let round = 0; round < 20; round += 1) await storage.write(`2-CS2.${round}`, piecesOf(randomBytes(100_000)));
    await storage.write('kept', piecesOf(Buffer.from('kept')));
    expect((await storedIn(name)).bytes).toBeGreaterThan(3_000_000);

    await storage.keepOnly([], ['kept']);

    expect(await storedIn(name)).toEqual({ subjects: 1, bytes: expect.toSatisfy((bytes) => bytes < 1_000) });
    expect((await buffer(storage.read('kept'))).toString()).toBe('kept');
  });

  it('do not take a file for whole that is removed while it is read', async () => {
    const storage = await openNamed(newName());
    await storage.write('2-CS2', piecesOf(randomBytes(3_000_000)));
    let pieces = 0;
    const read = async (): Promise<void> => {
      for await (const _ of storage.read('2-CS2')) {
        pieces += 1;
        if (pieces === 1) await storage.keepOnly([], []);
      }
    };
    await expect(read()).rejects.toThrow('the file is missing or not whole');
    expect(pieces).toBe(1);
  });

  it('are read and written over restarts of the server', async () => {
    const own = await startNats();
    const name = newName();
    const storage = await openNamed(name, await reach({ servers: own.url }));
    const bytes = randomBytes(3_000_000);
    await storage.write('2-CS2', piecesOf(bytes));
    await storage.keep(1, 'first');
    const pieces: Buffer[] = [];
    for await (const piece of storage.read('2-CS2')) {
      if (pieces.length === 1) {
        await own.kill();
        await own.begin();
      }
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    await storage.keep(2, 'second');
    const again = await openNamed(name, await reach({ servers: own.url }));
    expect((await again.manifests()).map(({ text }) => text)).toEqual(['second', 'first']);
    await own.stop();
  });

  it('are written and read with the permissions of deploy/nats.conf', async () => {
    const roles = ['collect', 'serve', 'operator', 'store'];
    const passwords = Object.fromEntries(roles.map((role) => [`NATS_${role.toUpperCase()}_PASSWORD`, 'secret']));
    const own = await startNats(['-c', join(deploy, 'nats.conf')], passwords);
    const refusals: string[] = [];
    const openAs = async (role: string): Promise<SnapshotStorage> => {
      const user = { user: role, pass: 'secret', inboxPrefix: `_INBOX.${role}` };
      const connection = await reach({ servers: own.url, ...user });
      void (async () => {
        for await (const status of connection.status())
          if (status.type === 'error') refusals.push(status.error.message);
      })();
      return await openNamed('itemtape', connection);
    };
    // A node that only reads can be the first to start
    const [store, collect, serve, operator] = [
      await openAs('store'),
      await openAs('collect'),
      await openAs('serve'),
      await openAs('operator'),
    ];
    await collect.write('2-CS2', piecesOf(randomBytes(100_000)));
    await collect.write('5-CS2', piecesOf(Buffer.from('lines')));
    await collect.keep(1, 'manifest');
    await collect.keepOnly([1], ['5-CS2']);
    for (const reader of [store, serve, operator]) {
      expect(await reader.manifests()).toMatchObject([{ number: 1, text: 'manifest' }]);
      expect((await buffer(reader.read('5-CS2'))).toString()).toBe('lines');
    }
    expect(refusals).toEqual([]);
    await own.stop();
  });

  it('are read, and not changed, by a user that may only read', async () => {
    const folder = testFolder('nats-users');
    writeFileSync(join(folder, 'nats.conf'), readOnly);
    const own = await startNats(['-c', join(folder, 'nats.conf')]);
    const name = newName();
    const log = { warn: () => {} };
    const as = async (user: string) => await reach({ servers: own.url, user, pass: 'secret' });
    const reading = await openNamed(name, await as('reader'));
    const read = await Snapshots.open(reading, log);
    expect(read.newest).toBeNull();

    const written = await Snapshots.open(await openNamed(name, await as('writer')), log);
    const lines = { lines: Buffer.from('1\n2\n'), count: 2 };
    const file = await written.write(
      '2-CS2',
      7,
      (async function* () {
        yield lines;
      })(),
    );
    await written.seal({ epoch: 'one', sequence: 7, files: [file] });

    for (const snapshots of [read, await Snapshots.open(await openNamed(name, await as('reader')), log)]) {
      await snapshots.refresh();
      expect(snapshots.newest).toEqual(written.newest);
      expect((await buffer(snapshots.read(file))).toString()).toBe('1\n2\n');
    }
    for (const change of [
      () => reading.write('2-CS2', piecesOf(Buffer.from('other'))),
      () => reading.keep(9, 'other'),
      () => reading.keepOnly([], []),
    ])
      await expect(change()).rejects.toSatisfy(isForbidden);
    expect((await buffer(written.read(file))).toString()).toBe('1\n2\n');
    expect(await reading.manifests()).toHaveLength(1);
    await own.stop();
  });
});
