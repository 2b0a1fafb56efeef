import { expect, it, onTestFinished } from 'vitest';
import { startClickHouseHttp } from '../../test/support/servers/clickhouse-http.ts';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import { testStore } from '../../test/support/store/store-suite.ts';
import { openStore } from './open-store.ts';

testStore('the store over a URL, with the embedded engine behind a small HTTP server of ours', async () => {
  const folder = temporaryFolder();
  const server = await startClickHouseHttp(folder.path);
  return {
    place: { url: server.url, username: 'default', password: '', database: 'tape' },
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
});

it('logs the server without user and password, also when it cannot be used', async () => {
  const folder = temporaryFolder();
  const server = await startClickHouseHttp(folder.path);
  onTestFinished(() => folder.remove());
  const { port } = new URL(server.url);
  const logged: object[] = [];
  const log = { info: (data: object) => void logged.push(data), warn: () => {}, error: () => {} };
  const open = () =>
    openStore({ at: { url: `http://me:s3cret@127.0.0.1:${port}`, database: 'tape' }, now: Date.now, log });
  const store = await open();
  await store.close();
  await server.stop();

  expect(logged).toMatchObject([{ url: `http://127.0.0.1:${port}/`, database: 'tape' }]);
  const failure = `the ClickHouse server at http://127.0.0.1:${port}/ cannot be used: connect ECONNREFUSED`;
  await expect(open()).rejects.toThrow(failure);
  expect(JSON.stringify(logged)).not.toMatch(/s3cret|me:/);
}, 60_000);
