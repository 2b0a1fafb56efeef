import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callCommand } from '../../../test/support/processes/called.ts';

const folder = mkdtempSync(join(tmpdir(), 'itemtape-request-'));
const closing: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

async function serve(answer: (path: string, response: ServerResponse) => void) {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url.replace(/\?.*/, ''));
    answer(url, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { paths, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const call = (...words: readonly string[]) => callCommand(words, { ITEMTAPE_KEY: 'hidden' });

describe('an answer that is not the list of prices', () => {
  it.each([
    ['the page of a proxy', 200, 'text/html', '<html>\n', 'did not answer with prices, but with text/html'],
    ['no content', 204, '', '', 'did not answer with prices, but with nothing'],
    ['a list cut off within a line', 200, 'text/csv; charset=utf-8', 'name\r\na', 'the list was cut off'],
  ])('is refused, and no file is written: %s', async (_, status, type, body, text) => {
    const { url } = await serve((__, response) => {
      if (type !== '') response.setHeader('content-type', type);
      response.writeHead(status).end(body);
    });
    const to = join(folder, 'prices.csv');
    const { code, err } = await call('prices', '--game', 'CS2', '--url', url, '--to', to);

    expect([code, err]).toEqual([1, expect.stringContaining(text)]);
    expect(existsSync(to) || existsSync(`${to}.part`)).toBe(false);
  });

  it('is refused if the connection breaks', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '100' }).write('name\r\n');
      setTimeout(() => response.destroy(), 20);
    });

    expect(await call('prices', '--game', 'CS2', '--url', url)).toEqual({
      code: 1,
      out: 'name\r\n',
      err: 'the list was cut off; request it again\n',
    });
  });
});

describe('a redirect', () => {
  it.each([[['prices', '--game', 'CS2']], [['watch']]])('to another host is shown, not followed: %j', async (words) => {
    const other = await serve((_, response) => response.end());
    const { url } = await serve((_, response) => {
      response.writeHead(302, { location: `${other.url}/login?token=x` }).end();
    });
    const { code, err } = await call(...words, '--url', url);

    expect([code, err]).toEqual([1, expect.stringContaining(`${other.url}/login; if the service is there`)]);
    expect(other.paths).toEqual([]);
  });
});

describe('the address of a service below a path', () => {
  it('is also that of its metrics', async () => {
    const health = { version: '1', uptimeSeconds: 1, ready: true, played: false, sources: {}, unread: null };
    const { url, paths } = await serve((path, response) => {
      response.end(path.endsWith('/health') ? JSON.stringify(health) : 'itemtape_stream_changes_total 7\n');
    });
    const { code, out } = await call('status', '--json', '--url', `${url}/tape`);

    expect([code, JSON.parse(out).stream.sequence]).toEqual([0, 7]);
    expect(paths).toEqual(['/tape/health', '/tape/metrics']);
  });
});

describe('a replay', () => {
  it('ends at once where something else answers', async () => {
    const { url } = await serve((_, response) => response.end('<html>'));
    const { code, err } = await call('replay', '--from', 'oldest', '--url', url);

    expect([code, err]).toEqual([1, expect.stringContaining('did not answer with the stream: status 200')]);
  });
});
