import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { startClickHouseHttp } from '../../test/support/servers/clickhouse-http.ts';
import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import { testStore } from '../../test/support/store/store-suite.ts';
import { until } from '../../test/support/time/until.ts';
import { openStore } from './open-store.ts';
import { Writer } from './writer.ts';

testStore('the store over a URL, with the embedded engine behind a small HTTP server of ours', async () => {
  const folder = temporaryFolder();
  const server = await startClickHouseHttp(folder.path);
  return {
    location: { url: server.url, username: 'default', password: '', database: 'tape' },
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
});

/** Passes requests on to a server; inserts get `refusal` while there is one, as of a server that is short of something. */
async function startRefusing(url: string) {
  let refusal: { readonly status: number; readonly text: string } | null = null;
  let refused = 0;
  const server = createServer(async (request, response) => {
    if (refusal !== null && decodeURIComponent(request.url ?? '').includes('INSERT')) {
      refused += 1;
      await request.resume().toArray();
      response.writeHead(refusal.status, { 'x-clickhouse-exception-code': /\d+/.exec(refusal.text)?.[0] ?? '0' });
      return response.end(refusal.text);
    }
    const { method = 'GET' } = request;
    const body = method === 'GET' ? null : Buffer.concat(await request.toArray());
    const answer = await fetch(`${url}${request.url}`, { method, body });
    response.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => /^x-/.test(name))));
    if (answer.body === null) return response.end();
    return Readable.fromWeb(answer.body as never).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (text: string, status = 500) => {
      refused = 0;
      refusal = { status, text };
    },
    accept: () => {
      refusal = null;
    },
    refused: () => refused,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

it('keeps rows that a server refuses for its own reasons, says which, and writes them once it takes them again', async () => {
  const folder = temporaryFolder();
  const clickhouse = await startClickHouseHttp(folder.path);
  const server = await startRefusing(clickhouse.url);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (data: object) => void warnings.push(JSON.stringify(data)), error: () => {} };
  const at = { url: server.url, username: 'default', password: '', database: 'tape' };
  const store = await openStore({ at, now: Date.now, log: { ...log, warn: () => {} } });
  onTestFinished(async () => {
    await store.close();
    server.stop();
    await clickhouse.stop();
    folder.remove();
  });
  const rowOf = (from: number) =>
    ({ marketplaceId: 4, source: 'offers', game: 'CS2', from, to: from + 1, reason: 'cut' }) as const;
  let from = Date.now() - 60_000;
  for (const { code, words, status = 500 } of [
    { code: 'READONLY', words: 'Cannot execute query in readonly mode' },
    { code: 'QUOTA_EXCEEDED', words: 'Quota for user `writer` for 3600s has been exceeded' },
    { code: 'TABLE_IS_READ_ONLY', words: 'Table is in readonly mode' },
    { code: 'NOT_ENOUGH_SPACE', words: 'Cannot reserve 1.00 MiB, not enough space' },
    { code: 'TOO_MANY_PARTS', words: 'Too many parts (3000)' },
    { code: '', words: '502 Bad Gateway', status: 502 },
  ]) {
    const writer = new Writer({ store, now: Date.now, log, maxDelayMs: 0 });
    server.refuse(code === '' ? words : `Code: 164. DB::Exception: ${words}. (${code})`, status);
    warnings.length = 0;
    from += 1_000;
    writer.push([{ table: 'gaps', row: rowOf(from) }]);
    await until(`retries after ${words}`, async () => server.refused() > 1);
    expect(writer.stats()).toMatchObject({ waiting: 1, written: 0, refused: 0, notWritingSince: expect.any(Number) });
    expect(warnings.join()).toContain(words);
    server.accept();
    await writer.flush();
    expect(writer.stats()).toMatchObject({ waiting: 0, written: 1, refused: 0, notWritingSince: null });
    await writer.stop();
  }
});
