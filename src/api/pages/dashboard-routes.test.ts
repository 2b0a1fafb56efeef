import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inject } from '../../../test/support/api/inject.ts';
import { openTestStore, type ServedApi, serveApi, type TestStore } from '../../../test/support/api/served-api.ts';
import { converse } from '../../../test/support/network/raw-conversation.ts';
import { readDashboard } from './dashboard.ts';
import { dashboardViews } from './dashboard-routes.ts';

const html = '<!doctype html><title>A page</title>';
const script = 'export const x = 1;\n'.repeat(200);
const asset = '/assets/index-abc.js';

let testStore: TestStore;
let served: ServedApi;
let folder: string;

beforeAll(async () => {
  testStore = await openTestStore();
  folder = mkdtempSync(join(tmpdir(), 'itemtape-dashboard-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, asset), script);
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  served = await serveApi(testStore.store, { dashboard: readDashboard(folder) });
});
afterAll(async () => {
  await served.close();
  await testStore.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  inject(served.api.app, { method: 'GET', url, headers });

describe('the dashboard', () => {
  it('is one page at the address of each view, without a key', async () => {
    for (const view of dashboardViews) {
      const { statusCode, headers, body } = await ask(`${view}?q=x`);
      expect([statusCode, headers['content-type'], body], view).toEqual([200, 'text/html; charset=utf-8', html]);
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  it('has its icon at /favicon.ico too', async () => {
    const { statusCode, headers, body } = await ask('/favicon.ico');

    expect([statusCode, headers['content-type'], body]).toEqual([200, 'image/svg+xml', '<svg/>']);
  });

  it('has a page for unknown paths in browsers, and JSON for programs', async () => {
    const page = await ask('/nothing-<b>here', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    const response = await ask('/nothing-here', { accept: '*/*' });

    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<title>Nothing here · Itemtape</title>');
    expect(page.body).toContain('<a href="/">');
    expect(page.body).not.toContain('<b>');
    expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('has no page below the paths of programs, whatever is accepted', async () => {
    for (const path of ['/v2/itemz', '/v2/', '/tape/offerz?game=CS2', '/ws/v2/offerz']) {
      const response = await ask(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });

      expect([response.statusCode, Object.keys(response.json()), response.json().code]).toEqual([
        404,
        ['error', 'code'],
        'NOT_FOUND',
      ]);
    }
  });

  it('runs and loads only what the service itself serves', async () => {
    const { headers } = await ask('/');
    const policy = String(headers['content-security-policy']);

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it('is sent as the client accepts it: brotli, gzip or neither', async () => {
    const plain = await ask(asset);
    const gzip = await ask(asset, { 'accept-encoding': 'gzip' });
    const brotli = await ask(asset, { 'accept-encoding': 'gzip, br' });

    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', script]);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    expect(brotli.headers.vary).toContain('accept-encoding');
    const refused = await ask(asset, { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect(refused.headers['content-encoding']).toBe('gzip');
    expect(refused.rawPayload).toEqual(gzip.rawPayload);
  });

  it('lets clients cache assets for ever, but not the page', async () => {
    expect((await ask(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const page = await ask('/');
    const again = await ask('/', { 'if-none-match': String(page.headers.etag) });

    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await ask('/', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers HEAD without a body, and other methods not at all', async () => {
    await new Promise<void>((resolve) => served.api.server.listen(0, '127.0.0.1', resolve));
    const { port } = served.api.server.address() as AddressInfo;
    const head = 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answered = await converse({ host: '127.0.0.1', port }, [head]);

    expect(answered).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\n$/);
    expect(answered).toContain(`content-length: ${html.length}\r\n`);
    expect((await inject(served.api.app, { method: 'POST', url: '/' })).statusCode).toBe(405);
    expect((await ask('/assets/../../package.json')).statusCode).toBe(404);
  });

  it('redirects to the documentation if it was not built', async () => {
    const without = await serveApi(testStore.store, { dashboard: readDashboard(join(folder, 'nowhere')) });
    const { statusCode, headers } = await inject(without.api.app, { url: '/' });

    expect([statusCode, headers.location]).toEqual([302, '/docs']);
    await without.close();
  });
});
