import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Game, games } from '../../src/schema/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { anyLetter } from '../support/arbitraries/any-letter.ts';
import { type Reply, type Sent, targetOf } from '../support/network/socket-client.ts';
import { extent } from '../support/runner/long-run.ts';
import { playedItems } from '../support/stage/played-items.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const name = liquidNames.CS2;
const item = { marketplace: 'DMarket', game: 'CS2', name };

/** A valid query for every endpoint, whose parts the tests then spoil. */
const good: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/v2/marketplaces': {},
  '/v2/items': item,
  '/v2/items/compare': { game: 'CS2', name, marketplaces: 'DMarket,SkinPort' },
  '/v2/items/search': { game: 'CS2', query: 'Redline', marketplace: 'DMarket', limit: '5' },
  '/v2/sales': { ...item, days: '9' },
  '/v2/price-history': { ...item, days: '9', dataPoints: '9' },
  '/v2/buy-orders': { ...item, limit: '5' },
};
const parameters = Object.entries(good).flatMap(([path, query]) =>
  Object.keys(query).map((parameter) => [path, parameter] as const),
);
const optional = ['marketplaces', 'limit', 'days', 'dataPoints'];
const isOptional = (path: string, parameter: string): boolean =>
  optional.includes(parameter) ||
  (path === '/v2/items/search' && parameter === 'marketplace') ||
  (path === '/v2/buy-orders' && parameter !== 'game');

let markets: PlayedMarkets;

beforeAll(async () => {
  // Only the marketplaces that the tests request or mean, to keep reading short
  const only = ['dmarket', 'skinport', 'buff163', 'csfloat', 'steam-market'];
  // Nothing moves here, and a refusal waits for no lookup
  const config = { 'collect.only': only, 'api.lookupMilliseconds': 20 };
  markets = await startPlayedMarkets({ atLeastSeconds: 60, config });
  await until('an item with all kinds of data', async () => {
    const found = await Promise.all(Object.entries(good).map(([path, query]) => markets.client.get(path, query)));
    return found.every(({ status }) => status === 200);
  });
  await until('the names of every game', async () => {
    const wanted = games.flatMap((game) => playedItems[game].map((one) => ({ game, name: one.name })));
    const found = await Promise.all(wanted.map((query) => markets.client.get('/v2/items/compare', query)));
    return found.every(({ status }) => status === 200);
  });
});
afterAll(() => markets.close());

const codes: Readonly<Record<number, readonly string[]>> = {
  400: ['INVALID_PARAMS', 'BAD_REQUEST'],
  401: ['MISSING_API_KEY', 'INVALID_API_KEY'],
  403: ['ACCESS_DENIED'],
  404: ['NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  414: ['URI_TOO_LONG'],
  431: ['HEADERS_TOO_LARGE'],
};

/** Checks that a failure has a status below 500 and a JSON body with exactly a sentence and a fitting code. */
const expectFailure = ({ status, headers, body, text }: Reply, what: string): { error: string; code: string } => {
  expect(codes[status], `${what}: ${status} ${text}`).toBeDefined();
  expect(headers['content-type'], what).toBe('application/json; charset=utf-8');
  expect(Object.keys(body ?? {}), what).toEqual(['error', 'code']);
  expect(codes[status], what).toContain(body.code);
  expect(typeof body.error === 'string' && body.error !== '', what).toBe(true);
  // A message stays short, however long or strange the input
  expect(body.error.length, what).toBeLessThan(700);
  return body;
};

const send = (target: string, sent?: Sent): Promise<Reply> => markets.client.send(target, sent);

const refused = async (target: string, sent?: Sent) => {
  const reply = await send(target, sent);
  const { error, code } = expectFailure(reply, target.slice(0, 300));
  return { status: reply.status, error, code };
};

/** The valid query of a path with one parameter written differently. */
const spoilt = (path: string, parameter: string, written: readonly string[]): string => {
  const { [parameter]: _, ...others } = good[path] ?? {};
  const before = targetOf(path, others);
  return [before.includes('?') ? before : `${before}?`, ...written.map((value) => `${parameter}=${value}`)].join('&');
};

describe('an unknown name', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ['/v2/items', { marketplace: 'DMarkt' }, 'did you mean DMarket?'],
    ['/v2/items', { marketplace: 'skin prot' }, 'did you mean SkinPort?'],
    ['/v2/items', { marketplace: 'CSGO500' }, 'CSGO500 is not connected here'],
    ['/v2/items', { game: 'CS3' }, 'did you mean CS2?'],
    ['/v2/items', { name: 'AK47 Redline (Field Tested)' }, `did you mean "${name}"?`],
    ['/v2/items', { name: name.toLowerCase() }, `did you mean "${name}"?`],
    ['/v2/items/compare', { marketplaces: 'DMarket,Skynport' }, 'did you mean SkinPort?'],
    ['/v2/items/compare', { game: 'dota3' }, 'did you mean Dota2?'],
    ['/v2/items/compare', { name: 'M4A4 | Dragon King (Field-Tested)' }, 'M4A4 | 龍王 (Dragon King) (Field-Tested)'],
    ['/v2/items/search', { game: 'tf3' }, 'did you mean TF2?'],
    ['/v2/items/search', { marketplace: 'bufff' }, 'did you mean Buff163?'],
    ['/v2/sales', { name: name.slice(0, -3) }, `did you mean "${name}"?`],
    ['/v2/sales', { marketplace: 'cs floot' }, 'did you mean CSFloat?'],
    ['/v2/price-history', { name: `${name} `.repeat(2) }, 'GET /v2/items/search finds names'],
    ['/v2/price-history', { name: `${name}!` }, `did you mean "${name}"?`],
    ['/v2/buy-orders', { game: 'ruust' }, 'did you mean Rust?'],
    ['/v2/buy-orders', { marketplace: 'steammarkt' }, 'did you mean SteamMarket?'],
    ['/v2/markets', {}, 'did you mean /v2/marketplaces?'],
  ])('at %s, %o, is 404 and names the nearest: %s', async (path, change, hint) => {
    const found = await refused(targetOf(path, { ...good[path], ...change }));
    expect([found.status, found.code]).toEqual([404, 'NOT_FOUND']);
    expect(found.error).toContain(hint);
  });

  it.each(games)('of an item of %s is recognised despite misspelt letters', async (game: Game) => {
    const right = liquidNames[game];
    const found = await refused(targetOf('/v2/items/compare', { game, name: right.replace(/[aeiou]/, 'xx') }));
    expect(found.error).toContain(`did you mean "${right}"?`);
  });
});

describe('a parameter', () => {
  it.each(parameters)(
    'of %s, %s, that is empty or blank is rejected if it is required, otherwise ignored',
    async (path, parameter) => {
      for (const written of [[''], ['%20+%09'], []]) {
        const target = spoilt(path, parameter, written);
        if (isOptional(path, parameter)) expect((await send(target)).status, target).toBe(200);
        else {
          const { status, code, error } = await refused(target);
          expect([status, code], target).toEqual([400, 'INVALID_PARAMS']);
          expect(error).toContain(`"${parameter}"`);
        }
      }
    },
  );

  it.each(parameters)(
    'of %s, %s, that is repeated, too long or wrongly encoded is rejected',
    async (path, parameter) => {
      const right = encodeURIComponent(good[path]?.[parameter] ?? '');
      const wrong = {
        repeated: [right, right],
        'repeated as empty': [right, ''],
        'over-long': ['x'.repeat(3_000)],
        'over-long and not Latin': [`%C3%A9${'x'.repeat(3_000)}`],
        'a zero byte': ['%00'],
        'a zero byte within': [`${right}%00`],
        'a control character': [`a%0D%0Aset-cookie%3A%20a=b`],
        'half a percent sign': ['%'],
        'no hexadecimals': ['%zz'],
        'half a character': ['%E2%98'],
        'a byte of Latin-1': ['%FC'],
        'a lone surrogate': ['%ED%A0%80'],
        'two surrogates': ['%ED%A0%BD%ED%B8%80'],
        'an over-long encoding': ['%C0%AF'],
      };
      for (const [what, written] of Object.entries(wrong)) {
        const { status, code } = await refused(spoilt(path, parameter, written));
        expect([status, code], `${parameter} with ${what}`).toEqual([400, 'INVALID_PARAMS']);
      }
    },
  );

  it.each(['limit', 'days', 'dataPoints'])('%s that is no positive whole number is rejected', async (parameter) => {
    const [path = ''] = parameters.find(([, known]) => known === parameter) ?? [];
    for (const value of [
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      'ten',
      '٣',
      '1;2',
      'NaN',
      'Infinity',
      '--1',
      '1_000',
      ' 5',
      '5 ',
      '\t5',
    ]) {
      const { status, code, error } = await refused(spoilt(path, parameter, [encodeURIComponent(value)]));
      expect([status, code], value).toEqual([400, 'INVALID_PARAMS']);
      expect(error).toContain(`"${parameter}"`);
    }
    for (const value of ['1', '007', '999999999999999999999999', '9'.repeat(60)]) {
      expect((await send(spoilt(path, parameter, [value]))).status, value).toBe(200);
    }
  });

  it('that lists hundreds of unknown marketplaces is answered in a few lines', async () => {
    const list = Array.from({ length: 400 }, (_, index) => `m${index}`).join(',');
    const { status, code, error } = await refused(spoilt('/v2/items/compare', 'marketplaces', [list]));
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
    expect(error).toContain('"m0"');
  });

  it('that is unknown is ignored, even if it has the name of an object property', async () => {
    const target = targetOf('/v2/items', item);
    for (const more of ['x=1', '__proto__=1', 'constructor=1', 'toString=', '=', '&&', 'name[]=x', 'a%26b=c']) {
      expect((await send(`${target}&${more}`)).status, more).toBe(200);
    }
    for (const value of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      for (const parameter of ['marketplace', 'game', 'name']) {
        expect((await refused(spoilt('/v2/items', parameter, [value]))).status, value).toBe(404);
      }
    }
  });

  it('that attempts an SQL injection finds nothing', async () => {
    for (const value of ["' OR 1=1 --", "'; DROP TABLE offers; --", '\\', "\\'", '{name:String}', '%']) {
      for (const path of ['/v2/items', '/v2/sales', '/v2/price-history']) {
        expect((await refused(spoilt(path, 'name', [encodeURIComponent(value)]))).status, value).toBe(404);
      }
    }
  });
});

describe('a long request', () => {
  const long = 'a'.repeat(20_000);

  it.each(Object.keys(good))('to %s with a query of 20 kB is rejected', async (path) => {
    for (const query of [
      `name=${long}`,
      `${long}=1`,
      `apiKey=${long}`,
      'a=1&'.repeat(5_000),
      '%E9%BE%8D'.repeat(2_300),
    ]) {
      expect((await refused(`${path}?${query}`)).status).toBe(414);
    }
  });

  it('is rejected even without a key, at an unknown path, or when the length is in the headers', async () => {
    expect((await refused(`/v2/items?name=${long}`, { isKeyless: true })).status).toBe(414);
    expect((await refused(`/${long}`)).status).toBe(414);
    expect((await refused('/v2/marketplaces', { headers: { 'x-long': long.repeat(2) } })).status).toBe(431);
    expect((await refused('/v2/marketplaces', { headers: { 'x-api-key': long } })).status).toBe(401);
    // The connection, or the next one, still works
    expect((await send('/v2/marketplaces')).status).toBe(200);
  });
});

describe('a key', () => {
  const target = targetOf('/v2/items', item);
  const withKey = (key: string): Sent => ({ isKeyless: true, headers: { 'x-api-key': key } });

  it('that is missing or wrong is 401 at every endpoint, whatever else is wrong', async () => {
    for (const [path, query] of Object.entries(good)) {
      for (const one of [targetOf(path, query), `${path}?game=%ED%A0%80&name=`]) {
        expect((await refused(one, { isKeyless: true })).code).toBe('MISSING_API_KEY');
        expect((await refused(one, withKey('wrong'))).code).toBe('INVALID_API_KEY');
      }
    }
  });

  it('that is nearly right, strange or given twice with different values is 401', async () => {
    const { key } = markets;
    for (const wrong of [
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      `${key},${key}`,
      '\u00e9',
      '0',
      'null',
      '__proto__',
    ]) {
      expect((await refused(target, withKey(wrong))).code, wrong).toBe('INVALID_API_KEY');
    }
    for (const wrong of ['', '%20', '%00', '%ED%A0%80', '%', `${key}%00`, `${key}&apiKey=other`]) {
      expect((await refused(`${target}&apiKey=${wrong}`, { isKeyless: true })).status, wrong).toBe(401);
    }
  });

  it('that is revoked is 403 at once, even for cached answers', async () => {
    const { keys } = markets.service;
    const { text, key } = await keys.create({ name: 'soon revoked', websocketAccess: false });
    expect((await send(target, withKey(text))).status).toBe(200);
    await keys.revoke(key.id);
    for (const sent of [withKey(text), { ...withKey(text), method: 'HEAD' }]) {
      expect((await send(target, sent)).status).toBe(403);
    }
    expect((await refused(target, withKey(text))).code).toBe('ACCESS_DENIED');
    expect((await refused(`${target}&apiKey=${text}`, { isKeyless: true })).code).toBe('ACCESS_DENIED');
    expect((await send(target)).status).toBe(200);
  });
});

describe('a strange request', () => {
  it.each(Object.keys(good))('at %s with a method that is neither GET nor HEAD is 405', async (path) => {
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE', 'M-SEARCH', 'LOCK', 'QUERY'];
    const headers = { 'content-type': 'application/json' };
    for (const method of methods) {
      for (const body of ['', '{"game":"CS2"}', '{']) {
        expect((await refused(path, { method, body, headers })).status, method).toBe(405);
      }
    }
    expect((await refused(path, { method: 'POST', body: 'a'.repeat(2_000_000), headers })).status).toBe(405);
  });

  it.each([
    '//',
    '/v2',
    '/v2/',
    '/V2/ITEMS',
    '//operator/keys',
    '//V2/items',
    '/v2/items/../marketplaces',
    '/v2/items%00',
    '/v2/items%2Fsearch',
    '/v2/items%ED%A0%80',
    '/%',
    '/%zz',
    '/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/.git/config',
    '/__proto__',
    '/constructor',
    'http://other.test/v2/things',
  ])('for the path %s is 404 or 400', async (path) => {
    const { status, error } = await refused(path);
    expect([400, 404]).toContain(status);
    expect(error).not.toContain('node_modules');
  });
});

describe('raw bytes', () => {
  /** The first response among the bytes received. */
  const answerTo = async (bytes: string | Buffer) => {
    const all = await markets.client.sendRaw(bytes);
    const came = all.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(came)?.[1] ?? 0);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(came)?.[1] ?? 0);
    const from = Buffer.byteLength(came.slice(0, came.indexOf('\r\n\r\n') + 4));
    return {
      status,
      text: Buffer.from(came)
        .subarray(from, from + length)
        .toString(),
      came,
    };
  };

  const key = () => `X-API-Key: ${markets.key}`;
  const get = `GET ${targetOf('/v2/items', item)} HTTP/1.1`;
  const lines = (...all: readonly string[]): string => [...all, 'Connection: close', '', ''].join('\r\n');

  it.each<readonly [string, () => string]>([
    ['a strange host', () => lines(get, 'Host: <script>', key())],
    ['HTTP/1.0, which needs no host', () => lines(get.replace('1.1', '1.0'), key())],
    ['an upgrade to an unsupported protocol', () => lines(get, 'Host: x', 'Upgrade: h2c', key())],
    ['an impossible range', () => lines(get, 'Host: x', 'Range: bytes=5-1', key())],
    ['unknown content encodings', () => lines(get, 'Host: x', 'Accept-Encoding: zstd, br;q=-1, ,;;=, gzip;q=x', key())],
    ['malformed ETags', () => lines(get, 'Host: x', 'If-None-Match: ",,W/,\\"', 'If-Modified-Since: soon', key())],
    ['an unknown expectation', () => lines(get, 'Host: x', 'Expect: the-unexpected', key())],
    ['Expect: 100-continue', () => lines(get, 'Host: x', 'Expect: 100-continue', key())],
    ['an unnecessary body', () => `${lines(get, 'Host: x', key(), 'Content-Length: 2')}{}`],
    ['blank lines before the request', () => `\r\n\r\n${lines(get, 'Host: x', key())}`],
  ])('with %s are answered', async (_, bytes) => {
    const { status, text, came } = await answerTo(bytes());
    expect(status, came).toBe(200);
    expect(JSON.parse(text).name).toBe(name);
  });

  it.each<readonly [string, number, () => string | Buffer]>([
    ['two different keys', 401, () => lines(get, 'Host: x', key(), 'X-API-Key: other')],
    ['a zero byte in a header', 400, () => lines(get, 'Host: x', `${key()}\0`)],
    [
      'a bare line feed in a header',
      400,
      () => lines(get, 'Host: x', 'X-Y: a\nSet-Cookie: b=c', key(), 'Bad Header: x'),
    ],
    ['a header continued on the next line', 400, () => lines(get, 'Host: x', 'X-Y: a\r\n b', key(), 'no colon')],
    ['no host', 400, () => lines(get, key())],
    ['two values of Content-Length', 400, () => lines(get, 'Host: x', key(), 'Content-Length: 1', 'Content-Length: 2')],
    [
      'Content-Length and Transfer-Encoding',
      400,
      () => lines(get, 'Host: x', key(), 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    ],
    ['a negative Content-Length', 400, () => lines(get, 'Host: x', key(), 'Content-Length: -1')],
    [
      'a chunk without a size',
      400,
      () => `${lines('POST /v2/items HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}zz\r\n`,
    ],
    ['CONNECT to another host', 405, () => lines('CONNECT other.test:443 HTTP/1.1', 'Host: x')],
    ['an unknown method', 400, () => lines('STEAL /v2/items HTTP/1.1', 'Host: x')],
    ['an unknown version of HTTP', 400, () => lines('GET /v2/items HTTP/9.9', 'Host: x')],
    ['no version and no key', 401, () => 'GET /v2/items\r\n\r\n'],
    ['an address with bare UTF-8', 400, () => Buffer.from(lines('GET /v2/items?name=★ HTTP/1.1', 'Host: x', key()))],
    ['an address with a space', 400, () => lines('GET /v2/items?name=AK 47 HTTP/1.1', 'Host: x', key())],
    ['a TLS handshake', 400, () => Buffer.from('160301020001000001fc0303', 'hex')],
    ['a hundred thousand headers', 431, () => lines(get, ...Array.from({ length: 100_000 }, (_, i) => `H${i}: x`))],
  ])('with %s are answered %i in JSON', async (_, expected, bytes) => {
    const { status, text, came } = await answerTo(bytes());
    expect(status, came.slice(0, 300)).toBe(expected);
    const body = JSON.parse(text);
    expect(Object.keys(body)).toEqual(['error', 'code']);
    expect(came).not.toMatch(/set-cookie/i);
  });
});

describe('a query of random parts', () => {
  const marks = [
    '%',
    '+',
    '&',
    '=',
    '#',
    '?',
    ',',
    ';',
    '%00',
    '%ED%A0%80',
    '%E2%98',
    '%2525',
    '__proto__',
    '..',
    '-1',
  ];
  const words = [...marks, ...Object.values(item), 'SkinPort', '10', 'redline', '', '龍王', '\u202e', '\ud83d'];
  const value = fc.oneof(
    fc.constantFrom(...words),
    fc.string({ unit: anyLetter, maxLength: 40 }),
    fc.webQueryParameters(),
  );
  const names = ['apiKey', 'x', ...new Set(Object.values(good).flatMap((query) => Object.keys(query)))];
  const part = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 5 })), value, fc.boolean());
  const path = fc.constantFrom(...Object.keys(good));

  /** Encoded as a client would, or nearly raw: only bytes that no client can send are omitted. */
  const written = (text: string, isEncoded: boolean): string =>
    isEncoded ? encodeURIComponent(Buffer.from(text).toString()) : text.replace(/[^!-~]/g, '');

  it('has an answer or a reason, in JSON, and never a server error', async () => {
    await fc.assert(
      fc.asyncProperty(path, fc.array(part, { maxLength: 8 }), fc.boolean(), async (target, parts, isSpoilt) => {
        const query = parts.map(
          ([left, right, isEncoded]) => `${written(left, isEncoded)}=${written(right, isEncoded)}`,
        );
        // Half of them start as valid queries
        const start = isSpoilt ? targetOf(target, good[target] ?? {}) : target;
        const reply = await send([start, ...query].join(start.includes('?') ? '&' : '?'));

        expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
        if (reply.status !== 200) expectFailure(reply, query.join('&'));
        else expect(JSON.parse(reply.text)).toEqual(expect.anything());
      }),
      { numRuns: extent({ short: 150, long: 400 }) },
    );
  });
});
