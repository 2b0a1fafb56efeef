import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Game, games, marketplaces } from '../../src/schema/index.ts';
import { liquidNames } from '../../src/stage/catalogue/liquid-names.ts';
import { type Reply, targetOf } from '../support/network/socket-client.ts';
import { defaultConnectors } from '../support/stage/default-connectors.ts';
import { awkwardNames } from '../support/stage/played-items.ts';
import { allLive, type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const name = liquidNames.CS2;
const item = { marketplace: 'DMarket', game: 'CS2', name };
const itemTarget = targetOf('/v2/items', item);
const endpoints = [
  '/v2/marketplaces',
  itemTarget,
  targetOf('/v2/items/compare', item),
  targetOf('/v2/items/search', { game: 'CS2', query: name }),
  targetOf('/v2/sales', item),
  targetOf('/v2/price-history', { ...item, marketplace: 'SteamMarket' }),
  targetOf('/v2/buy-orders', { game: 'CS2' }),
];

// Short, so that waiting for an answer to change does not take long
const cachedSeconds = 2;

let markets: PlayedMarkets;

// With a cache, so that the second of two equal requests is answered from memory
beforeAll(async () => {
  markets = await startPlayedMarkets({ atLeastSeconds: 60, config: { 'api.cacheSeconds': cachedSeconds } });
  await allLive(markets.client);
});
afterAll(() => markets.close());

const nameOf = (slug: string): string => marketplaces.find((one) => one.slug === slug)?.name ?? slug;

const read = async (path: string, query: Readonly<Record<string, string | number>> = {}) => {
  const reply = await markets.client.get(path, query);
  expect(reply.status, `${path} ${JSON.stringify(query)} ${reply.text}`).toBe(200);
  return reply.body;
};

/** Repeats the requests until the answer stays the same before and after, so that variants of one answer are compared. */
const whileSteady = <Found>(target: string, ask: (plain: Reply) => Promise<Found>) =>
  until(`an answer of ${target} that stays the same`, async () => {
    const before = await markets.client.send(target);
    const found = await ask(before);
    const after = await markets.client.send(target);
    return before.text === after.text && { plain: before, found };
  });

describe('keys', () => {
  it('are read from the header in any letter case', async () => {
    for (const header of ['X-API-Key', 'x-api-key', 'X-Api-KEY']) {
      const request = `GET /v2/marketplaces HTTP/1.1\r\nHost: x\r\n${header}: ${markets.key}\r\nConnection: close\r\n\r\n`;
      expect(await markets.client.sendRaw(request), header).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it('are read from the query as apiKey, in any position, but not as key', async () => {
    const keyless = { isKeyless: true };
    const { client, key } = markets;
    for (const target of [`/v2/items?apiKey=${key}&${itemTarget.slice(10)}`, `${itemTarget}&apiKey=${key}`]) {
      expect((await client.send(target, keyless)).status, target).toBe(200);
    }
    expect((await client.send(`${itemTarget}&key=${key}`, keyless)).body.code).toBe('MISSING_API_KEY');
  });

  it('in the header take precedence over those in the query', async () => {
    const { client, key } = markets;
    expect((await client.send(`${itemTarget}&apiKey=wrong`)).status).toBe(200);
    const wrong = { headers: { 'x-api-key': 'wrong' } };
    expect((await client.send(`${itemTarget}&apiKey=${key}`, wrong)).body.code).toBe('INVALID_API_KEY');
  });
});

describe('parameters', () => {
  it('with an empty list of marketplaces mean all of them', async () => {
    const target = targetOf('/v2/items/compare', { game: 'CS2', name });
    const lists = ['', '%2C+%2C'];
    const { plain, found: answers } = await whileSteady(target, () =>
      Promise.all(lists.map((list) => markets.client.send(`${target}&marketplaces=${list}`))),
    );
    expect(plain.body.marketplaces.length).toBeGreaterThan(4);
    expect(answers.map(({ text }) => text)).toEqual([plain.text, plain.text]);
    const two = await markets.client.send(`${target}&marketplaces=dmarket,,SKINPORT,4`);
    const found = two.body.marketplaces.map(({ marketplace }: { marketplace: string }) => marketplace);
    expect(new Set(found)).toEqual(new Set(['DMarket', 'SkinPort']));
  });

  it('accept spaces encoded as + and as %20', async () => {
    const plus = `/v2/items?marketplace=DMarket&game=CS2&name=${encodeURIComponent(name).replaceAll('%20', '+')}`;
    expect(plus).toContain('+');
    const { plain, found } = await whileSteady(itemTarget, () => markets.client.send(plus));
    expect([plain.status, found.status, found.text]).toEqual([200, 200, plain.text]);
  });

  it('that name something unknown are answered 404 NOT_FOUND with exactly an error text and a code', async () => {
    for (const query of [
      { ...item, marketplace: 'NoSuchPlace' },
      { ...item, game: 'Chess' },
      { ...item, name: 'No Such Item' },
    ]) {
      const { status, body } = await markets.client.get('/v2/items', query);
      expect([status, Object.keys(body), typeof body.error, body.code]).toEqual([
        404,
        ['error', 'code'],
        'string',
        'NOT_FOUND',
      ]);
    }
  });
});

describe('every endpoint', () => {
  it.each(endpoints)('%s is the same in every content encoding', async (target) => {
    await until(
      'an answer long enough to be compressed',
      async () => (await markets.client.send(target)).bytes.length > 256,
    );
    const codings = ['gzip', 'br', 'gzip, deflate, br'];
    const { plain, found } = await whileSteady(target, () =>
      Promise.all(codings.map((coding) => markets.client.send(target, { headers: { 'accept-encoding': coding } }))),
    );
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(found.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br', 'br']);
    const [gzip = plain, ...brotli] = found;
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
    for (const { bytes } of brotli) expect(brotliDecompressSync(bytes).toString()).toBe(plain.text);
    expect(gzip.headers.vary?.toLowerCase()).toContain('accept-encoding');
  });

  it.each(endpoints)(
    '%s is answered 304 for its ETag, supports HEAD, and is readable by pages of other origins',
    async (target) => {
      const { client } = markets;
      const { plain, found } = await whileSteady(target, async ({ headers }) => ({
        again: await client.send(target, { headers: { 'if-none-match': `"other", W/${headers.etag}` } }),
        other: await client.send(target, { headers: { 'if-none-match': '"other"' } }),
        head: await client.send(target, { method: 'HEAD' }),
      }));
      const { again, other, head } = found;
      const { etag } = plain.headers;
      expect(etag).toMatch(/^"[^"]+"$/);
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      expect([other.status, other.text]).toEqual([200, plain.text]);
      expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag]);
      expect(head.headers['content-length']).toBe(String(plain.bytes.length));
      expect(plain.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': `private, max-age=${cachedSeconds}`,
        'access-control-allow-origin': '*',
        'x-itemtape-played': '1',
      });
    },
  );

  it.each(endpoints)('%s rejects other methods and answers a preflight without a key', async (target) => {
    const { client } = markets;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body, headers } = await client.send(target, { method, body: '{"a":1}' });
      expect([status, body.code, headers.allow], method).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, OPTIONS']);
    }
    const preflightHeaders = { origin: 'https://example.test', 'access-control-request-headers': 'x-api-key' };
    const preflight = await client.send(target, { method: 'OPTIONS', headers: preflightHeaders, isKeyless: true });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-methods']).toContain('GET');
    expect(preflight.headers['access-control-allow-headers']?.toLowerCase()).toContain('x-api-key');
  });
});

describe('names', () => {
  const everyByte = (text: string): string =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const spellings: Readonly<Record<string, (text: string) => string>> = {
    'as browsers write them': encodeURIComponent,
    'as forms write them': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
    'with lower-case hexadecimals': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
    'with every byte encoded': everyByte,
    'with blanks around them': (text) => `+${encodeURIComponent(text)}%20`,
  };

  it.each(games)('of %s are returned unchanged in every encoding', async (game) => {
    for (const awkward of awkwardNames[game]) {
      for (const [how, spell] of Object.entries(spellings)) {
        const target = `/v2/items?marketplace=SkinPort&game=${game}&name=${spell(awkward)}`;
        const { status, body } = await markets.client.send(target);
        expect([status, body.name], `${awkward} ${how}`).toEqual([200, awkward]);
      }
      const { body } = await markets.client.get('/v2/items/search', { game, query: awkward });
      expect(body[0].name, 'found by a search').toBe(awkward);
    }
  });

  it.each(games)('of %s reach a marketplace and are returned in its answers', async (game) => {
    const { world, client } = markets;
    for (const awkward of awkwardNames[game]) {
      const known = world.itemNamed(game, awkward);
      if (known === null) throw new Error(`${awkward} is not in the world`);
      for (const slug of ['dmarket', 'market-csgo']) {
        const listed = world.listings(slug, known).length;
        if (listed === 0) continue;
        await until(`the ${listed} offers of ${awkward} on ${slug}`, async () => {
          const { body } = await client.get('/v2/items', { marketplace: slug, game, name: awkward });
          return body.offers?.length === listed;
        });
      }
    }
  });
});

describe('availability', () => {
  type Kind = 'sale' | 'buyOrder';
  const showing = (kind: Kind, game: Game) =>
    defaultConnectors
      .filter(({ games: covered }) => covered.includes(game))
      .filter(({ games: covered, sources }) =>
        sources.some((source) => source.yields.includes(kind) && (source.games ?? covered).includes(game)),
      )
      .map(({ slug }) => nameOf(slug));

  it('lists the marketplaces that are read, with their games, in the order of the registry', async () => {
    const rows = await read('/v2/marketplaces');

    const covered = rows.map(({ marketplace, games: entries }: { marketplace: string; games: { game: Game }[] }) => [
      marketplace,
      entries.map(({ game }) => game),
    ]);
    expect(covered).toEqual(defaultConnectors.map(({ slug, games: own }) => [nameOf(slug), own]));
    const order = marketplaces.map(({ name }) => name);
    expect(covered).toEqual([...covered].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  });

  it.each(games)(
    'of sales and buy orders in %s follows the connectors, and a refusal names the marketplaces that have them',
    async (game) => {
      const endpoints = { sale: '/v2/sales', buyOrder: '/v2/buy-orders' } as const;
      for (const kind of ['sale', 'buyOrder'] as const) {
        const able = showing(kind, game);
        expect(able.length).toBeGreaterThan(0);
        for (const { slug } of defaultConnectors) {
          const marketplace = nameOf(slug);
          const { status, body } = await markets.client.get(endpoints[kind], {
            marketplace,
            game,
            name: liquidNames[game],
          });
          if (able.includes(marketplace)) expect([200, 404], `${marketplace} ${kind}`).toContain(status);
          else {
            expect([status, body.code], `${marketplace} ${kind}`).toEqual([400, 'INVALID_PARAMS']);
            const named = marketplaces.filter(({ name }) => body.error.includes(name)).map(({ name }) => name);
            expect(new Set(named)).toEqual(new Set([marketplace, ...able]));
          }
        }
      }
    },
  );

  it('counts items and offers as they are', async () => {
    const { world } = markets;
    const listed = world.items('CS2').map((item) => world.listings('skinport', item).length);
    const total = listed.reduce((sum, count) => sum + count, 0);
    const entry = await until('the counts of SkinPort', async () => {
      const rows = await read('/v2/marketplaces');
      const row = rows.find(({ marketplace }: { marketplace: string }) => marketplace === 'SkinPort');
      const found = row.games.find(({ game }: { game: Game }) => game === 'CS2');
      return found.offerCount === total && found;
    });
    expect(entry.itemCount).toBe(world.items('CS2').length);
  });
});
