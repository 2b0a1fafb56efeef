import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { localhostCertificate } from '../../../test/support/servers/localhost-certificate.ts';
import { systemClock } from '../../runtime/clock.ts';
import { openSocket } from '../feed/open-socket.ts';
import { createHttpClient } from './http-client.ts';
import { bytesOf, defaultLimits } from './response-body.ts';
import { wayOutOf } from './way-out.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();

async function listening<Kind extends Server>(server: Kind): Promise<{ readonly server: Kind; readonly port: number }> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

function join(near: Socket, port: number): Socket {
  const far = connect(port, '127.0.0.1');
  far.on('error', () => near.destroy());
  near.pipe(far).pipe(near);
  sockets.add(far);
  return far;
}

const password = 'p@ss:word-of-the-proxy';
const login = `user:${encodeURIComponent(password)}`;

/** An HTTP proxy that requires a user and a password, and notes the hosts requested. */
async function httpProxy(requested: string[], bare: Server) {
  const { server, port } = await listening(bare);
  server.on('connect', ({ url = '', headers }, near: Socket) => {
    const given = Buffer.from(headers['proxy-authorization']?.slice(6) ?? '', 'base64').toString();
    if (given !== `user:${password}`) {
      near.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    requested.push(url);
    join(near, Number(url.split(':')[1])).once('connect', () => near.write('HTTP/1.1 200 Connected\r\n\r\n'));
  });
  return port;
}

/** A SOCKS 5 proxy that does the same. */
async function socksProxy(requested: string[]) {
  const { server, port } = await listening(createServer());
  server.on('connection', async (near) => {
    const nextData = async (): Promise<Buffer> => (await once(near, 'data'))[0];
    const hello = await nextData();
    if (!hello.subarray(2).includes(2)) return near.end(Buffer.of(5, 255));
    near.write(Buffer.of(5, 2));
    const given = await nextData();
    const [user, secret] = [given.subarray(2, 2 + (given[1] ?? 0)), given.subarray(3 + (given[1] ?? 0))];
    const isRight = `${user}:${secret}` === `user:${password}`;
    near.write(Buffer.of(1, isRight ? 0 : 1));
    if (!isRight) return near.end();
    const request = await nextData();
    const host = request.subarray(5, 5 + (request[4] ?? 0)).toString();
    const to = request.readUInt16BE(request.length - 2);
    requested.push(`${host}:${to}`);
    join(near, to).once('connect', () => near.write(Buffer.of(5, 0, 0, 1, 127, 0, 0, 1, 0, 0)));
    return near;
  });
  return port;
}

describe('the way out', () => {
  const requested: string[] = [];
  const callers: string[] = [];
  let port: number;
  let proxies: { readonly http: number; readonly https: number; readonly socks5: number };
  const trusted = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];

  beforeAll(async () => {
    // The marketplace of this test has a self-signed certificate
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const origin = createTlsServer(localhostCertificate, ({ socket }, response) => {
      callers.push(socket.remoteAddress ?? '');
      response.end('read');
    });
    new WebSocketServer({ server: origin }).on('connection', (socket) => socket.send('told'));
    port = (await listening(origin)).port;
    proxies = {
      http: await httpProxy(requested, createHttpServer()),
      https: await httpProxy(requested, createTlsServer(localhostCertificate)),
      socks5: await socksProxy(requested),
    };
  });
  afterAll(() => {
    if (trusted === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = trusted;
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  const wayOf = (environment: Readonly<Record<string, string>>) =>
    wayOutOf('corner-shop', (name) => environment[name] ?? null);

  const ask = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const setup = { relay: null, limits: defaultLimits, userAgent: 'test', clock: systemClock };
    const client = createHttpClient({ ...setup, wayOut: wayOf(environment) });
    const { signal } = new AbortController();
    const options = { secret: null, signal, again: async () => true };
    try {
      const { body } = await client.send({ url: `https://localhost:${port}/prices` }, options);
      let text = '';
      for await (const piece of body) text += piece;
      return text;
    } finally {
      client.close();
    }
  };

  const listen = (environment: Readonly<Record<string, string>>) =>
    new Promise<string>((resolve) => {
      const socket = openSocket({
        url: `wss://localhost:${port}/`,
        handshake: {},
        relay: null,
        wayOut: wayOf(environment),
        userAgent: 'test',
        maxBytes: 1_000,
        headSeconds: 60,
        hasCredential: false,
        outcomes: undefined,
        failed: ({ found }) => resolve(found),
      });
      socket.on('message', (data) => {
        resolve(String(data));
        socket.terminate();
      });
    });

  it.each(['http', 'https', 'socks5'] as const)('can be a proxy (%s), for requests and feeds', async (kind) => {
    const environment = { CORNER_SHOP_PROXY: `${kind}://${login}@127.0.0.1:${proxies[kind]}` };
    requested.length = 0;

    expect([await ask(environment), await listen(environment)]).toEqual(['read', 'told']);
    expect(requested).toEqual([`localhost:${port}`, `localhost:${port}`]);
  });

  it.each([
    ['http', 'its proxy answered 407'],
    ['https', 'its proxy answered 407'],
    ['socks5', 'its proxy refuses the user or the password'],
  ] as const)('by %s with a wrong password fails in words that do not tell it', async (kind, words) => {
    const environment = { CORNER_SHOP_PROXY: `${kind}://user:wrong-secret@127.0.0.1:${proxies[kind]}` };

    await expect(ask(environment)).rejects.toThrow(`no connection to localhost:${port}: ${words}`);
    expect(await listen(environment)).toBe(`no connection: ${words}`);
  });

  it('through a proxy that cannot be reached says so', async () => {
    const { server, port: closed } = await listening(createServer());
    server.close();
    for (const kind of ['http', 'socks5'])
      await expect(ask({ CORNER_SHOP_PROXY: `${kind}://127.0.0.1:${closed}` })).rejects.toThrow(
        'its proxy cannot be reached (ECONNREFUSED)',
      );
  });

  it('can be an address of this machine', async () => {
    callers.length = 0;

    expect(await ask({ CORNER_SHOP_PROXY: '127.0.0.2' })).toBe('read');
    expect(callers).toEqual(['127.0.0.2']);
  });

  it.each([
    ['HTTPS_PROXY for all', {}, 1],
    ['not HTTPS_PROXY where the marketplace has none', { CORNER_SHOP_PROXY: 'none' }, 0],
    ['not HTTPS_PROXY for the hosts of NO_PROXY', { NO_PROXY: 'example.com, localhost' }, 0],
    ['HTTPS_PROXY for other hosts', { NO_PROXY: 'host,.example.com' }, 1],
  ])('is %s', async (_, environment, times) => {
    requested.length = 0;

    expect(await ask({ ...environment, HTTPS_PROXY: `http://${login}@127.0.0.1:${proxies.http}` })).toBe('read');
    expect(requested).toHaveLength(times);
  });

  it.each([
    ['LOCALHOST', 'localhost'],
    ['.example.com', 'a.example.com'],
    ['*.example.com', 'example.com'],
    ['example.com:443', 'b.a.example.com'],
    ['one.test two.test,,three.test', 'two.test'],
    ['*', 'any.test'],
  ])('is not HTTPS_PROXY with NO_PROXY %s, in either case, for %s', (exempt, host) => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      const way = wayOf({ https_proxy: 'http://127.0.0.1:9', [name]: exempt });
      expect([way?.agentFor(host, true) ?? null, way?.agentFor('notexample.com', true)?.constructor.name]).toEqual([
        null,
        exempt === '*' ? undefined : 'TunnelAgent',
      ]);
      way?.close();
    }
  });

  it('keeps a connection through the proxy for the next request', async () => {
    requested.length = 0;
    const setup = { relay: null, limits: defaultLimits, userAgent: 'test', clock: systemClock };
    const way = wayOf({ CORNER_SHOP_PROXY: `http://${login}@127.0.0.1:${proxies.http}` });
    const client = createHttpClient({ ...setup, wayOut: way });
    const options = { secret: null, signal: new AbortController().signal, again: async () => true };
    for (let left = 2; left > 0; left -= 1) {
      const { body } = await client.send({ url: `https://localhost:${port}/prices` }, options);
      expect((await bytesOf(body)).toString()).toBe('read');
    }
    client.close();

    expect(requested).toHaveLength(1);
  });

  const open = [5, 0];
  it.each([
    ['without a password', [open, [5, 0, 0, 1, 127, 0, 0, 1, 0, 0]], 'read'],
    ['that answers with an IPv6 address', [open, [5, 0, 0, 4, ...Array(16).fill(0), 0, 0]], 'read'],
    ['that answers with a name', [open, [5, 0, 0, 3, 4, ...Buffer.from('host'), 0, 0]], 'read'],
    ['that speaks another protocol', [[72, 84]], 'its proxy does not speak SOCKS 5'],
    ['that requires another method', [[5, 255]], 'its proxy requires another authentication method'],
    ['that cannot connect', [open, [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]], 'its proxy could not connect (SOCKS code 5)'],
    ['that breaks off', [open, [5]], 'it broke off'],
  ] as const)('can be a SOCKS proxy %s, whose bytes come one by one', async (_, answers, result) => {
    const { port: proxy } = await listening(
      createServer({ noDelay: true }, async (near) => {
        const received: number[][] = [];
        for (const answer of answers) {
          received.push([...(await once(near, 'data'))[0]]);
          for (const byte of answer) {
            await new Promise((resolve) => setTimeout(resolve, 2));
            near.write(Buffer.of(byte));
          }
        }
        if (result === 'read') join(near, port);
        else near.end();
        expect(received[0]).toEqual([5, 1, 0]);
      }),
    );
    const asked = ask({ CORNER_SHOP_PROXY: `socks5h://127.0.0.1:${proxy}` });

    if (result === 'read') expect(await asked).toBe('read');
    else await expect(asked).rejects.toThrow(`no connection to localhost:${port}: ${result}`);
  });

  it.each(['ftp://user:secret-word@host', 'secret-word', 'socks4://secret-word'])(
    'is refused at the start where it is %s, with an error that does not quote it',
    (given) => {
      expect(() => wayOf({ CORNER_SHOP_PROXY: given })).toThrow(/^CORNER_SHOP_PROXY must be none, (?!.*secret-word)/);
    },
  );
});
