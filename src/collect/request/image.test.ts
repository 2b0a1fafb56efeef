import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { createHttpClient } from './http-client.ts';
import { imageLimits, isImageAddress, readImage } from './image.ts';

describe('the URL of an image', () => {
  it.each(['https://pictures.example/a.png', 'https://community.akamai.steamstatic.com/economy/image/x'])(
    'is %s',
    (address) => {
      expect(isImageAddress(address)).toBe(true);
    },
  );

  it.each([
    'http://pictures.example/a.png',
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://[::1]/a.png',
    'https://localhost/a.png',
    'https://db.internal/a.png',
    'https://pictures.example:8443/a.png',
    'https://user:word@pictures.example/a.png',
    'file:///etc/passwd',
    'no address',
  ])('is not %s', (address) => {
    expect(isImageAddress(address)).toBe(false);
  });
});

describe('reading an image', () => {
  let server: Server;

  let requests = 0;

  async function read(path: string, host = 'pictures.example') {
    const { port } = server.address() as AddressInfo;
    const relay = `http://127.0.0.1:${port}`;
    const client = createHttpClient({
      relay,
      limits: imageLimits,
      userAgent: 'test',
      clock: systemClock,
    });
    try {
      return await readImage(client.send, `https://${host}/${path}`, new AbortController().signal);
    } finally {
      client.close();
    }
  }

  beforeAll(async () => {
    const answers: Readonly<Record<string, readonly [number, string, Buffer]>> = {
      good: [200, 'image/png; x=1', Buffer.from('PNG')],
      gone: [404, 'image/png', Buffer.from('PNG')],
      page: [200, 'text/html', Buffer.from('<script>')],
      drawing: [200, 'image/svg+xml', Buffer.from('<svg/>')],
      huge: [200, 'image/png', Buffer.alloc(imageLimits.maxBytes + 1)],
    };
    server = createServer(({ url }, response) => {
      requests += 1;
      const [status, type, body] = answers[url?.split('/').at(-1) ?? ''] ?? [500, 'text/plain', Buffer.alloc(0)];
      response.writeHead(status, { 'content-type': type }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('gives its bytes and kind', async () => {
    expect(await read('good')).toEqual({ type: 'image/png', body: Buffer.from('PNG') });
  });

  it.each([
    ['gone', /answered 404/],
    ['page', /"text\/html" where an image/],
    ['drawing', /svg/],
    ['huge', /larger than/],
  ])('fails for one that is %s', async (path, why) => {
    await expect(read(path)).rejects.toThrow(why);
  });

  it('asks nobody for one whose URL is not allowed', async () => {
    const before = requests;
    await expect(read('good', '127.0.0.1')).rejects.toThrow('"https://127.0.0.1/good" is not an allowed image URL');
    expect(requests).toBe(before);
  });
});
