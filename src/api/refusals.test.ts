import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  csfloat,
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  startAt,
  steamMarket,
  type TestStore,
  wholeItems,
} from '../../test/support/api/served-api.ts';
import { anyLetter } from '../../test/support/arbitraries/any-letter.ts';
import { lacksDatabase } from '../schema/index.ts';
import { noStore } from '../store/no-store.ts';
import { statusOf } from './errors.ts';
import { routes } from './routes/index.ts';

let testStore: TestStore;
let served: ServedApi;
let port = 0;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store);
  await new Promise<void>((resolve) => served.api.server.listen(0, '127.0.0.1', resolve));
  port = (served.api.server.address() as AddressInfo).port;
});
afterEach(() => served.close());

type Sent = {
  readonly status: number;
  readonly body: { error: string; code: string };
  readonly headers: Record<string, unknown>;
};

/** Sends a request over a socket with exactly this target. */
const send = (
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      { port, path, method: options.method ?? 'GET', headers: { 'x-api-key': served.key, ...options.headers } },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part) => parts.push(part));
        reply.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const isJson = String(reply.headers['content-type']).startsWith('application/json');
          resolve({
            status: reply.statusCode ?? 0,
            body: isJson && text !== '' ? JSON.parse(text) : null,
            headers: reply.headers,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });

/** Sends raw bytes and returns the whole response. */
const sendRaw = (bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      // Node can drop the answer to a client that has ended its side before it
      if (bytes.includes('Connection: close')) socket.write(bytes);
      else socket.end(bytes);
    });
    let text = '';
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

const item = (name: string) => `/v2/items?marketplace=steam&game=cs2&name=${encodeURIComponent(name)}`;

describe('keys', () => {
  it('are accepted in the header in any case, and in the query', async () => {
    for (const header of ['X-API-Key', 'x-api-key', 'X-Api-KEY']) {
      const [first] = (
        await sendRaw(
          `GET ${item(redline)} HTTP/1.1\r\nHost: x\r\n${header}: ${served.key}\r\nConnection: close\r\n\r\n`,
        )
      ).split('\r\n');
      expect(first, header).toBe('HTTP/1.1 200 OK');
    }
    const inQuery = await send(`${item(redline)}&apiKey=${served.key}`, { headers: { 'x-api-key': '' } });
    const encoded = await send(`/v2/marketplaces?api%4Bey=${served.key.replace('_', '%5F')}`, {
      headers: { 'x-api-key': '' },
    });
    expect([inQuery.status, encoded.status]).toEqual([200, 200]);
    const twice = async (first: string, second: string) =>
      (await send(`/v2/marketplaces?apiKey=${first}&apiKey=${second}`, { headers: { 'x-api-key': '' } })).status;
    expect([await twice(served.key, served.key), await twice(served.key, 'other')]).toEqual([200, 401]);
    expect(await twice(`%20${served.key}%20`, `%20${served.key}%20`)).toBe(200);
  });

  it('are accepted as a token, as bots of TF2 send them, and in no other scheme', async () => {
    const status = async (authorization: string) =>
      (await send(item(redline), { headers: { 'x-api-key': '', authorization } })).status;

    expect([await status(`Token ${served.key}`), await status(`token  ${served.key}`)]).toEqual([200, 200]);
    expect([await status(`Basic ${served.key}`), await status(served.key), await status('Token ')]).toEqual([
      401, 401, 401,
    ]);
  });

  it('the query wins over a token, which may be meant for somebody else, and a token over an empty query', async () => {
    const ask = async (query: string, token: string) =>
      (
        await send(`/v2/items/search?game=cs2&query=a${query}`, {
          headers: { 'x-api-key': '', authorization: `Token ${token}` },
        })
      ).status;

    // Twice, as the second can come from the cache
    for (const _ of [1, 2]) {
      expect(await ask(`&apiKey=${served.key}`, 'of-somebody-else')).toBe(200);
      expect(await ask('&apiKey=wrong', served.key)).toBe(401);
      expect(await ask('&apiKey=', served.key)).toBe(200);
    }
  });

  it('missing, wrong and revoked ones are told apart', async () => {
    const revoked = await served.keys.create({ name: 'old', websocketAccess: false });
    await served.keys.revoke('old');

    const missing = await send(item(redline), { headers: { 'x-api-key': '' } });
    const wrong = await send(item(redline), { headers: { 'x-api-key': `${served.key}x` } });
    const main = await send(`${item(redline)}&key=${served.key}`, { headers: { 'x-api-key': '' } });
    const disabled = await send(item(redline), { headers: { 'x-api-key': revoked.text } });

    expect([missing.status, missing.body.code]).toEqual([401, 'MISSING_API_KEY']);
    expect(missing.headers['www-authenticate']).toMatch(/^ApiKey /);
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_API_KEY']);
    expect([main.status, main.body.code]).toEqual([401, 'MISSING_API_KEY']);
    expect([disabled.status, disabled.body.code]).toEqual([403, 'ACCESS_DENIED']);
  });

  it('the header wins over the query', async () => {
    const good = await send(`${item(redline)}&apiKey=wrong`);
    const bad = await send(`${item(redline)}&apiKey=${served.key}`, { headers: { 'x-api-key': 'wrong' } });

    expect([good.status, bad.status]).toEqual([200, 401]);
  });

  it('are checked after the route and before everything else', async () => {
    const noKey = { headers: { 'x-api-key': '' } };

    expect((await send('/v2/nothing', noKey)).status).toBe(404);
    expect((await send('/v2/items', { ...noKey, method: 'POST' })).status).toBe(405);
    for (const query of ['', '?game=none', '?marketplace=none&game=none&name=none', '?name=%00', '?name=%ff&game=x']) {
      expect((await send(`/v2/items${query}`, noKey)).status, query).toBe(401);
    }
  });

  it('parameters are checked before what they name', async () => {
    const { status, body } = await send('/v2/price-history?marketplace=none&game=none&name=none&days=0');

    expect([status, body.code]).toEqual([400, 'INVALID_PARAMS']);
    expect(body.error).toMatch(/"days" is "0"; give a whole number from 1 to 3650/);
  });
});

describe('parameters', () => {
  it('missing and empty mandatory ones are named', async () => {
    for (const route of routes) {
      for (const [name, { isRequired }] of Object.entries(route.parameters)) {
        if (!isRequired) continue;
        const others = Object.entries(route.parameters).filter(([other, facts]) => other !== name && facts.isRequired);
        const query = others.map(([other, { example }]) => `${other}=${encodeURIComponent(example)}`);
        for (const [written, found] of [
          [[], 'is missing'],
          [[`${name}=`], 'is empty'],
          [[`${name}=+%20`], 'is empty'],
        ] as const) {
          const { status, body } = await send(`${route.path}?${[...query, ...written].join('&')}`);
          expect([status, body.code], route.path).toEqual([400, 'INVALID_PARAMS']);
          expect(body.error).toContain(`the parameter "${name}" ${found}; give one, such as ${name}=`);
        }
      }
    }
  });

  it('numbers are whole, positive and cut at their bound', async () => {
    for (const text of ['0', '-1', '1.5', '1e3', 'ten', '+5', '0x10', 'NaN', '٣', '5 0']) {
      for (const [path, name] of [
        [`/v2/items/search?game=cs2&query=a`, 'limit'],
        [`/v2/buy-orders?game=cs2`, 'limit'],
        [`/v2/price-history?marketplace=steam&game=cs2&name=${encodeURIComponent(redline)}`, 'dataPoints'],
        [`/v2/sales?marketplace=steam&game=cs2&name=${encodeURIComponent(redline)}`, 'days'],
      ]) {
        const { status, body } = await send(`${path}&${name}=${encodeURIComponent(text)}`);
        expect([status, body.code], `${name}=${text}`).toEqual([400, 'INVALID_PARAMS']);
        expect(body.error).toContain(`"${name}" is ${JSON.stringify(text)}`);
      }
    }
    for (const text of ['1', '007', '1000', '99999999999999999999999', '+', '']) {
      expect((await send(`/v2/items/search?game=cs2&query=a&limit=${text}`)).status, text).toBe(200);
    }
  });

  it('repeated and over-long ones are refused, unknown ones are ignored', async () => {
    const repeated = await send(`${item(redline)}&game=cs2`);
    const long = await send(item('x'.repeat(257)));
    const unknown = await send(`${item(redline)}&_=1&_=2`);

    expect([repeated.status, repeated.body.code, repeated.body.error]).toEqual([
      400,
      'INVALID_PARAMS',
      'the parameter "game" is given 2 times; give it once',
    ]);
    expect([long.status, long.body.error]).toEqual([
      400,
      'the parameter "name" has 257 characters; at most 256 are allowed',
    ]);
    expect(unknown.status).toBe(200);
  });

  it('broken encodings, control characters and half characters are refused', async () => {
    for (const name of [
      '%',
      '%zz',
      '100%',
      '%ff',
      '%c3',
      '%ED%A0%80',
      '%ed%b0%80',
      '%C0%80',
      '%uD800',
      '%00',
      'a%00b',
      '%0a%1f.',
      '%7f',
      '%e9',
    ]) {
      const { status, body } = await send(`/v2/items?marketplace=steam&game=cs2&name=${name}`);
      expect([status, body.code], name).toEqual([400, 'INVALID_PARAMS']);
    }
  });

  it('a 20 kB query, address or header is refused, and the connection survives or ends cleanly', async () => {
    const query = await send(`/v2/items?marketplace=steam&game=cs2&name=${'x'.repeat(20_000)}`);
    const path = await send(`/${'x'.repeat(20_000)}`);
    const header = await send('/v2/marketplaces', { headers: { 'x-much': 'x'.repeat(40_000) } });

    expect([query.status, query.body.code]).toEqual([414, 'URI_TOO_LONG']);
    expect([path.status, path.body.code]).toEqual([414, 'URI_TOO_LONG']);
    expect([header.status, header.body.code]).toEqual([431, 'HEADERS_TOO_LARGE']);
    expect((await send('/v2/marketplaces')).status).toBe(200);
  });
});

describe('what a parameter names', () => {
  it('is found by a number alone, without a sign or a point, and is never all where one is meant', async () => {
    const status = async (marketplace: string, game: string) => {
      const name = encodeURIComponent(redline);
      const query = `marketplace=${encodeURIComponent(marketplace)}&game=${encodeURIComponent(game)}&name=${name}`;
      return (await send(`/v2/items?${query}`)).status;
    };

    expect([await status('2', '730'), await status(' 2 ', '730')]).toEqual([200, 200]);
    for (const text of ['-2', '+2', '.2', '2.', '--2', '2,', 'all', '-1']) {
      expect([text, await status(text, '730')]).toEqual([text, 404]);
    }
    for (const text of ['-730', '7.30', '730.', 'all', '-1']) {
      expect([text, await status('2', text)]).toEqual([text, 404]);
    }
    const list = await send(`/v2/items/compare?game=cs2&name=${encodeURIComponent(redline)}&marketplaces=-2,2`);
    expect([list.status, list.body.error]).toEqual([404, expect.stringContaining('marketplace "-2" is not known')]);
  });

  it('an unknown marketplace, game or item is 404 with the nearest one', async () => {
    const cases: readonly [string, string][] = [
      ['/v2/items?marketplace=skinprt&game=cs2&name=x', 'marketplace "skinprt" is not known; did you mean SkinPort?'],
      ['/v2/items?marketplace=csf&game=cs2&name=x', 'marketplace "csf" is not known; did you mean CSFloat?'],
      [
        '/v2/items?marketplace=zzzzzzz&game=cs2&name=x',
        'marketplace "zzzzzzz" is not known; GET /v2/marketplaces lists the connected ones',
      ],
      [
        '/v2/items?marketplace=youpin&game=cs2&name=x',
        'YouPin is not connected here; GET /v2/marketplaces lists the connected ones',
      ],
      [
        '/v2/items/search?game=dota3&query=x',
        'game "dota3" is not known; did you mean Dota2? Known are CS2, Dota2, Rust, TF2',
      ],
      ['/v2/buy-orders?game=chess', 'game "chess" is not known; known are CS2, Dota2, Rust, TF2'],
    ];
    for (const [path, error] of cases) {
      const { status, body } = await send(path);
      expect([status, body], path).toEqual([404, { error, code: 'NOT_FOUND' }]);
    }
    for (const path of ['/v2/items', '/v2/items/compare', '/v2/sales', '/v2/price-history']) {
      const { status, body } = await send(
        `${path}?marketplace=steam&game=tf2&name=${encodeURIComponent(wholeItems.TF2.replace('Scatter', 'Scater'))}`,
      );
      expect([status, body.code], path).toEqual([404, 'NOT_FOUND']);
      expect(body.error, path).toContain(`did you mean "${wholeItems.TF2}"?`);
    }
  });
});

describe('paths and methods', () => {
  it('an unknown path is 404 and says which is near', async () => {
    const { status, body } = await send('/v2/item?game=cs2');

    expect([status, body]).toEqual([
      404,
      { error: 'there is nothing at "/v2/item"; did you mean /v2/items?', code: 'NOT_FOUND' },
    ]);
    for (const path of [
      '/v1/items',
      '/v2/',
      '/v2',
      '/favicon.ico',
      '//operator/keys',
      '/operator/keys/',
      '//health',
      '/V2/items',
      '/v2/%2e%2e/x',
      '/v2/it%00ems',
      '/%e2%98%85',
    ]) {
      expect([(await send(path)).status, (await send(path)).body.code], path).toEqual([404, 'NOT_FOUND']);
    }
    expect((await send('/v2/%zz')).body.code).toMatch(/BAD_REQUEST|NOT_FOUND/);
  });

  it('doubled and trailing slashes of a public path are those of a base address that ends in one', async () => {
    const query = `marketplace=steam&game=tf2&name=${encodeURIComponent(wholeItems.TF2)}`;
    const asked = await send(`/v2/items?${query}`);
    expect(asked.status).toBe(200);
    for (const path of ['//v2/items', '/v2//items', '/v2/items/', '///v2/items//']) {
      // The second time from the cache
      for (let time = 0; time < 2; time += 1) expect((await send(`${path}?${query}`)).body, path).toEqual(asked.body);
      const refused = await send(`${path}?${query}`, { headers: { 'x-api-key': 'it_wrong' } });
      expect([refused.status, refused.body.code], path).toEqual([401, 'INVALID_API_KEY']);
    }
    expect((await send('//tape/rates/')).status).toBe(200);
  });

  it('other methods are 405 with Allow, whatever body they bring', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE']) {
      for (const path of ['/v2/items', '/v2/marketplaces?x=1', '/health']) {
        const body =
          method === 'TRACE'
            ? {}
            : { body: '{"broken', headers: { 'content-type': 'application/json', 'content-length': '8' } };
        const reply = await send(path, { method, ...body });
        expect([reply.status, reply.body.code, reply.headers['allow']], `${method} ${path}`).toEqual([
          405,
          'METHOD_NOT_ALLOWED',
          'GET, HEAD, OPTIONS',
        ]);
      }
    }
    const odd = await send('/v2/items', {
      method: 'POST',
      body: 'x'.repeat(2_000_000),
      headers: { 'content-type': 'x/y' },
    });
    expect(odd.status).toBe(405);
    expect((await send('/nothing', { method: 'DELETE' })).status).toBe(404);
  });

  it('malformed HTTP gets an error of the same shape', async () => {
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      'GET /v2/items HTTP/1.1\r\nHost x\r\n\r\n',
      'GET /v2/a b HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      const text = await sendRaw(bytes);
      expect(text, bytes).toMatch(/^HTTP\/1.1 400 /);
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('an address with bare UTF-8 bytes in it is refused and says what to do', async () => {
    const head = `GET /v2/items?marketplace=skinport&game=cs2&name=★+Karambit HTTP/1.1\r\nHost: x\r\n\r\n`;

    const text = await sendRaw(Buffer.from(head, 'utf8'));

    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).toContain('percent-encode everything in it that is not ASCII');
  });
});

describe('internal errors', () => {
  it('a crash is 500, is logged, and tells the reader nothing of the inside', async () => {
    const broken = await serveApi({ ...testStore.store, sales: () => Promise.reject(new Error('table secret')) });

    const { status, body } = await broken.get('/v2/sales', { marketplace: 'steam', game: 'CS2', name: redline });

    expect([status, body]).toEqual([
      500,
      { error: 'something went wrong inside the service; its log says what', code: 'INTERNAL_ERROR' },
    ]);
    expect(broken.logged).toEqual([expect.stringMatching(/^request failed .*table secret/)]);
    await broken.close();
  });

  it('a store that cannot be reached, and a start not finished, are 503 with Retry-After in seconds', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const away = await serveApi({ ...testStore.store, sales: () => Promise.reject(refused) });
    const early = await serveApi(testStore.store, { isReady: () => false });

    const first = await away.get('/v2/sales', { marketplace: 'steam', game: 'CS2', name: redline });
    const second = await early.get('/v2/items', { marketplace: 'steam', game: 'CS2', name: redline });
    const third = await early.get('/v2/items', { marketplace: 'steam', game: 'CS2' });

    for (const { status, body, headers } of [first, second]) {
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '10']);
    }
    expect(third.status).toBe(400);
    await Promise.all([away.close(), early.close()]);
  });

  it('the past is refused where no history is kept, with what to do', async () => {
    const asOf = String(Math.floor(served.clock.at / 1000));
    for (const [path, more] of [
      ['/v2/items', { marketplace: 'steam' }],
      ['/v2/items/compare', {}],
      ['/tape/best', {}],
    ] as const) {
      const { status, body } = await served.get(path, { game: 'CS2', name: redline, asOf, ...more });
      expect([status, body.code], path).toEqual([400, 'INVALID_PARAMS']);
      expect(body.error).toBe(
        'this service keeps no history; leave out asOf, or ask the operator to keep it (store.statesDays)',
      );
    }
  });

  it('the past is refused where there is no database, which is no error of the service', async () => {
    const without = await serveApi(noStore);
    const item = { marketplace: 'steam', game: 'CS2', name: redline };
    for (const [path, more] of [
      ['/v2/sales', {}],
      ['/v2/items', { asOf: String(Math.floor(served.clock.at / 1000)) }],
    ] as const) {
      const { status, body, headers } = await without.get(path, { ...item, ...more });
      expect([status, body], path).toEqual([503, { error: lacksDatabase, code: 'NO_DATABASE' }]);
      expect(headers).not.toHaveProperty('retry-after');
    }
    expect(without.logged).toEqual([]);
    await without.close();
  });

  it('an unfinished start answers requests that depend only on marketplaces already loaded', async () => {
    let isReady = false;
    const back = new Set<number>();
    const starting = await serveApi(testStore.store, { isReady: () => isReady, isBack: (id) => back.has(id) });
    const [one, two] = [{ marketplace: 'steam' }, { marketplaces: 'steam,csfloat' }];
    const item = { game: 'CS2', name: redline };
    const ofOne = [
      ['/v2/items', { ...one, ...item }],
      ['/v2/buy-orders', { ...one, ...item }],
      ['/v2/sales', { ...one, ...item }],
      ['/v2/price-history', { ...one, ...item }],
      ['/tape/candles', { ...one, ...item }],
      ['/tape/prices', { marketplaces: 'steam', game: 'CS2' }],
      ['/v2/items/compare', { marketplaces: 'steam', ...item }],
    ] as const;
    const ofTwo = [
      ['/v2/items/compare', { ...two, ...item }],
      ['/tape/prices', { ...two, game: 'CS2' }],
    ] as const;
    const ofAll = [
      ['/v2/items', { ...one, ...item, fields: 'full' }],
      ['/v2/items', { ...one, ...item, asOf: String(Math.floor(startAt / 1000)) }],
      ['/v2/items/compare', item],
      ['/v2/items/compare', { marketplaces: 'steam', ...item, fields: 'full' }],
      ['/v2/items/search', { ...one, game: 'CS2', query: 'redline' }],
      ['/v2/buy-orders', { game: 'CS2' }],
      ['/v2/sales', { ...one, ...item, fields: 'full' }],
      ['/v2/marketplaces', {}],
      ['/tape/candles', item],
      ['/tape/history', item],
      ['/tape/prices', { game: 'CS2' }],
      ['/tape/deals', { game: 'CS2' }],
    ] as const;
    const wrong = ['/v2/items/compare', { game: 'CS3', marketplaces: 'nowhere', name: redline }] as const;
    type Calls = readonly (readonly [string, Readonly<Record<string, string>>])[];
    const statuses = async (calls: Calls) =>
      await Promise.all(calls.map(async ([path, query]) => (await starting.get(path, query)).status));
    const all = (status: number, of: Calls) => of.map(() => status);

    expect(await statuses([...ofOne, ...ofTwo, ...ofAll])).toEqual(all(503, [...ofOne, ...ofTwo, ...ofAll]));
    back.add(steamMarket);
    const early = await Promise.all(ofOne.map(([path, query]) => starting.get(path, query)));
    expect(early.map(({ status }) => status)).toEqual(all(200, ofOne));
    expect(await statuses([...ofTwo, ...ofAll])).toEqual(all(503, [...ofTwo, ...ofAll]));
    expect((await starting.get(wrong[0], wrong[1])).status).toBe(404);
    back.add(csfloat);
    expect(await statuses(ofTwo)).toEqual(all(200, ofTwo));
    expect(await statuses(ofAll)).toEqual(all(503, ofAll));

    isReady = true;
    starting.clock.at += 11_000;
    const late = await Promise.all(ofOne.map(([path, query]) => starting.get(path, query)));
    expect(late.map(({ text }) => text)).toEqual(early.map(({ text }) => text));
    expect(await statuses(ofTwo)).toEqual(all(200, ofTwo));
    await starting.close();
  });
});

describe('any request at all', () => {
  it('is answered with a status below 500, and every failure with its code', async () => {
    const text = fc.oneof(
      fc.string({ unit: anyLetter, maxLength: 30 }),
      fc.constantFrom(
        'CS2',
        'steam',
        redline,
        '%00',
        '%',
        '+',
        '-1',
        '5',
        '★',
        '&',
        '#',
        "'",
        '"',
        '\\',
        '../',
        '%ED%A0%80',
        '',
      ),
    );
    const query = fc.array(
      fc.tuple(
        fc.constantFrom(
          'game',
          'name',
          'marketplace',
          'marketplaces',
          'query',
          'limit',
          'days',
          'dataPoints',
          'apiKey',
          'x',
        ),
        text,
        fc.boolean(),
      ),
      { maxLength: 6 },
    );
    const paths = fc.constantFrom(...routes.map(({ path }) => path));
    const encode = (value: string, isEncoded: boolean) =>
      isEncoded
        ? encodeURIComponent([...value].filter((mark) => !/\p{Cs}/u.test(mark)).join(''))
        : value.replace(/[^!-~]/g, '');

    await fc.assert(
      fc.asyncProperty(paths, query, async (path, parts) => {
        const { status, body } = await send(
          `${path}?${parts.map(([name, value, isEncoded]) => `${name}=${encode(value, isEncoded)}`).join('&')}`,
        );

        expect(status).toBeLessThan(500);
        if (status !== 200) {
          expect(Object.keys(body)).toEqual(['error', 'code']);
          expect(statusOf[body.code as keyof typeof statusOf]).toBe(status);
        }
      }),
      { numRuns: 150 },
    );
  });
});
