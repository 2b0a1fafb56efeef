import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  availability,
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  sourceHealth,
  startAt,
  type TestStore,
} from '../../test/support/api/served-api.ts';
import { serveStream } from '../../test/support/stream/served-stream.ts';
import { marketplaces } from '../schema/index.ts';
import { Writer } from '../store/writer.ts';
import { alertPaths } from './documents/alert-paths.ts';
import { docsFiles } from './documents/docs-pages.ts';
import { holdingPaths } from './documents/holding-paths.ts';
import { openapiDocument } from './documents/openapi.ts';
import { endpoints } from './documents/pages/operator-pages.ts';
import { isBody } from './route.ts';
import { routes } from './routes/index.ts';
import { WireHealth, WireSourceHealth } from './wire/health.ts';

let testStore: TestStore;
let served: ServedApi;

beforeAll(async () => {
  testStore = await openTestStore();
});
afterAll(() => testStore.close());
beforeEach(async () => {
  served = await serveApi(testStore.store, {
    metrics: () => [
      { name: 'itemtape_test', help: 'A test.', type: 'gauge', samples: [{ labels: { quote: 'a"b\\c' }, value: 2 }] },
    ],
  });
});
afterEach(() => served.close());

const withoutKey = { 'x-api-key': '' };

const renewal = { changed: [], afterRestart: [], marketplaces: [] };
const liveSettings = {
  list: () => [],
  credentials: () => [],
  setLogLevel: async () => {},
  keep: async () => renewal,
  reload: async () => renewal,
};
const liveTerms = { set: async (marketplace: string) => marketplace };

describe('health', () => {
  it('needs no key and sums up the sources', async () => {
    const { status, body } = await served.get('/health', {}, withoutKey);

    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'alive',
      version: '1.2.3',
      uptimeSeconds: expect.any(Number),
      keysReadable: true,
      ready: true,
      played: false,
      sources: { live: 1 },
      store: {
        keepsPast: true,
        writing: true,
        notWritingSince: null,
        lastError: null,
        rowsWaiting: 0,
        behindSeconds: 0,
        rowsGivenUp: 0,
      },
      tape: { keeping: true, notKeepingSince: null, lastError: null, recordsWaiting: 0 },
      unread: null,
    });
  });

  it('reports since when the tape cannot be written, and stays ready', async () => {
    const recorder = () => ({ waiting: 7, failures: 2, notStoredSince: startAt, lastError: 'disk full' });
    const full = await serveApi(testStore.store, { recorder });
    const [health, ready] = [await full.get('/health'), await full.get('/ready')];
    await full.close();

    const since = Math.floor(startAt / 1000);
    expect(health.body.tape).toEqual({
      keeping: false,
      notKeepingSince: since,
      lastError: 'disk full',
      recordsWaiting: 7,
    });
    expect([ready.status, ready.body]).toEqual([
      200,
      { ready: true, tape: `not keeping since ${new Date(startAt).toISOString()}: disk full` },
    ]);
  });

  it('reports since when the store cannot be written and what was dropped, and stays ready', async () => {
    const writing = new Writer({ store: { append: async () => {} } }).stats();
    const givenUp = { ...writing.givenUp, sourceRuns: 3, pastPrices: 4 };
    const waiting = { waiting: 90, waitingSince: startAt - 75_900 };
    const failing = { ...writing, ...waiting, givenUp, lastError: 'disk full', notWritingSince: startAt };
    const full = await serveApi(testStore.store, { writer: () => failing });
    const [health, ready] = [await full.get('/health'), await full.get('/ready')];
    await full.close();

    expect(health.body.store).toEqual({
      keepsPast: true,
      writing: false,
      notWritingSince: Math.floor(startAt / 1000),
      lastError: 'disk full',
      rowsWaiting: 90,
      behindSeconds: 75,
      rowsGivenUp: 7,
    });
    expect(Check(WireHealth, health.body)).toBe(true);
    expect([ready.status, ready.body]).toEqual([
      200,
      { ready: true, store: `not writing since ${new Date(startAt).toISOString()}: disk full` },
    ]);
  });

  it('lists each source with times in seconds', async () => {
    const { body } = await served.get('/health/sources', {}, withoutKey);

    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      marketplace: 'SkinPort',
      slug: 'skinport',
      source: 'items',
      state: 'live',
      nextAskAt: null,
    });
    expect(body[0].lastReadAt).toBe(Math.floor((startAt - 1_000) / 1000));
    expect(Object.keys(body[0])).toEqual(Object.keys(WireSourceHealth.properties));
  });

  it('tells how long a source has been due', async () => {
    const health = () => [
      { ...sourceHealth, state: 'starting' as const, nextAskAt: startAt },
      { ...sourceHealth, source: 'next', nextAskAt: startAt + 600_000 },
    ];
    const own = await serveApi(testStore.store, { health });
    own.clock.at += 580_000;
    const [sources, metrics] = [await own.get('/health/sources'), await own.get('/metrics')];
    await own.close();

    expect(sources.body.map((one: { lateSeconds: number }) => one.lateSeconds)).toEqual([580, 0]);
    expect(metrics.text).toContain(
      'itemtape_source_late_seconds{marketplace="SkinPort",source="items",game="CS2"} 580',
    );
    expect(metrics.text).toContain('itemtape_source_late_seconds{marketplace="SkinPort",source="next",game="CS2"} 0');
  });

  it('reports age and coverage of each source, its budget, and a sample of rows that could not be read', async () => {
    const sample = [{ reason: '/price Expected integer', row: '{"name":"Case","price":"1.5"}' }];
    const budget = { ...sourceHealth.budget, heldUntil: startAt + 60_000 };
    const held = { ...sourceHealth, slug: 'csfloat', state: 'changed', sample, budget } as const;
    const sales = { ...sourceHealth, slug: 'csfloat', yields: ['sale'] } as const;
    const own = await serveApi(testStore.store, { health: () => [held, sales] });
    own.clock.at += 90_000;
    const { body } = await own.get('/health/sources');
    const known = [...own.book.names('CS2')].length;
    await own.close();

    expect(body[0]).toMatchObject({
      state: 'changed',
      yields: ['offer', 'quote'],
      budget: {
        name: 'api',
        requests: 8,
        perSeconds: 300,
        used: 2,
        share: 0.25,
        heldUntil: Math.floor(startAt / 1000 + 60),
      },
      sample,
    });
    expect(body[0].age.p50Seconds).toBeGreaterThanOrEqual(90);
    expect(body[0].age.p95Seconds).toBeGreaterThanOrEqual(body[0].age.p50Seconds);
    expect(body[0].coverage).toEqual({
      itemCount: expect.any(Number),
      knownCount: known,
      loneCount: expect.any(Number),
      share: expect.closeTo(body[0].coverage.itemCount / known, 3),
    });
    expect(body[0].coverage.itemCount).toBeGreaterThan(0);
    expect(body[1].age).toBeNull();
    expect(Check(WireSourceHealth, body[0]) && Check(WireSourceHealth, body[1])).toBe(true);
  });

  it('is ready only when the saved state is loaded and the store responds', async () => {
    const early = await serveApi(testStore.store, { isReady: () => false });
    const away = await serveApi({ ...testStore.store, ping: () => Promise.reject(new Error('gone')) });

    const replies = [await served.get('/ready', {}, withoutKey), await early.get('/ready'), await away.get('/ready')];

    expect(replies.map(({ status }) => status)).toEqual([200, 503, 503]);
    expect(replies[0]?.body).toEqual({ ready: true });
    expect(replies[2]?.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', error: expect.stringContaining('store') });
    expect((await early.get('/health')).body).toMatchObject({ status: 'alive', ready: false });
    await Promise.all([early.close(), away.close()]);
  });

  it('stays ready at a node of a cluster while the database that all nodes share does not respond', async () => {
    const pings = [() => Promise.reject(new Error('gone')), () => new Promise<void>(() => {})];

    for (const ping of pings) {
      const node = await serveApi({ ...testStore.store, ping }, { nodes: () => [] });
      const { status, body } = await node.get('/ready');
      await node.close();

      expect([status, body]).toEqual([200, { ready: true, store: 'does not respond' }]);
    }
  });
});

describe('metrics', () => {
  it('are Prometheus text with requests, cache, sources, book and process', async () => {
    await served.get('/v2/items', { marketplace: 'steam', game: 'CS2', name: redline });
    await served.get('/v2/items', { marketplace: 'steam', game: 'CS2' });
    await served.get('/nowhere');

    const { headers, text } = await served.get('/metrics', {}, withoutKey);

    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of [
      'itemtape_http_requests_total{route="/v2/items",status="200"} 1',
      'itemtape_http_requests_total{route="/v2/items",status="400"} 1',
      'itemtape_http_requests_total{route="other",status="404"} 1',
      'itemtape_http_duration_seconds_count{route="/v2/items"} 2',
      'itemtape_cache_entries 1',
      'itemtape_source_state{marketplace="SkinPort",source="items",game="CS2",state="live"} 1',
      'itemtape_source_info{marketplace="SkinPort",source="items",game="CS2",kind="bulk",evidence="recorded",credential=""} 1',
      'itemtape_budget_used_ratio{marketplace="SkinPort",budget="api"} 0.25',
      'itemtape_budget_held_until_timestamp_seconds{marketplace="SkinPort",budget="api"} 0',
      'itemtape_book_offers{marketplace="CSFloat",game="CS2"} 2',
      'itemtape_book_buy_orders{marketplace="SteamMarket",game="Rust"} 1',
      'itemtape_test{quote="a\\"b\\\\c"} 2',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/^itemtape_source_age_seconds\{marketplace="SkinPort",.*share="0.95"\} \d/m);
    expect(text).toMatch(/^itemtape_source_coverage_ratio\{marketplace="SkinPort",.*\} (0\.\d+|1)$/m);
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="([^"\\]|\\.)*",?)+\})? -?[\d.e+-]+)$/);
    }
  });
});

describe('the documentation', () => {
  const readPage = (name: string, headers: Readonly<Record<string, string>> = withoutKey) =>
    served.get(`/docs/pages/${name}`, {}, headers);

  /** Every page as it is served, by its file. */
  const readPages = async () => {
    const { body } = await readPage('index.json');
    const ids: string[] = body.groups.flatMap(({ pages }: { pages: { id: string }[] }) => pages.map(({ id }) => id));
    const texts = ids.map(async (id) => [`${id}.html`, (await readPage(`${id}.html`)).text] as const);
    return new Map<string, string>(await Promise.all(texts));
  };

  it('loads nothing from anywhere and runs nothing', async () => {
    const { status, headers } = await readPage('start.html');

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[A-Za-z0-9+/=]+'; form-action 'self'/,
    );
    for (const [name, text] of await readPages()) {
      expect(text, name).not.toMatch(
        /<script|<link(?! rel="icon" href="\/icon.svg" type="image\/svg\+xml">)|<img|@import|url\(|\son\w+=|style="|src=|https?:\/\/(?!localhost|127\.0\.0\.1|example\.test|csfloat\.com|buff\.163\.com)/,
      );
      expect(text, name).not.toContain('All data here');
    }
  });

  it('is where / redirects to when no dashboard was built', async () => {
    const ways = ['/', '/docs'].map(async (path) => (await served.get(path, {}, withoutKey)).headers['location']);

    expect(await Promise.all(ways)).toEqual(['/docs', '/docs/pages/start.html']);
  });

  it('says plainly that data is simulated', async () => {
    const played = await serveApi(testStore.store, { isPlayed: true });

    expect((await played.get('/docs/pages/errors.html')).text).toContain('All data here is simulated');
    await played.close();
  });

  it('uses its own address in the examples, and escapes a hostile one', async () => {
    const friendly = await readPage('start.html', { ...withoutKey, host: 'tape.test:7400' });
    const hostile = await readPage('start.html', { ...withoutKey, host: '"><b>$&x' });

    expect(friendly.text).toContain('-G http://tape.test:7400/v2/items/compare');
    expect(hostile.text).toContain('&lt;b&gt;$&amp;x/v2/items/compare');
    expect(hostile.text).not.toContain('<b>$');
  });

  it('has a page for every endpoint with its parameters, for every code and marketplace number', async () => {
    const pages = await readPages();
    const pageOf = (path: string) => pages.get(`${path.slice(1).replaceAll('/', '-')}.html`);

    for (const route of routes) {
      expect(pageOf(route.path)).toContain(`${isBody(route) ? 'POST' : 'GET'} ${route.path}</h1>`);
      if (!isBody(route)) expect(pageOf(route.path)).toContain(`method="get" action="${route.path}">`);
      for (const name of Object.keys(route.parameters)) expect(pageOf(route.path)).toContain(`<code>${name}</code>`);
    }
    expect(pages.get('errors.html')).toContain('<code>METHOD_NOT_ALLOWED</code> <span>405</span>');
    expect(pages.get('names.html')).toContain('<td>27</td><td>SteamMarket</td><td>steam-market, steam, scm</td>');
  });

  const idsIn = (text = '') => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

  it('has only links that lead somewhere, and each id once', async () => {
    const pages = await readPages();
    for (const [name, text] of pages) {
      const ids = idsIn(text);
      expect(ids, name).toHaveLength(new Set(ids).size);
      for (const [, file = '', anchor] of text.matchAll(/href="(?!\/|http)([^"#]*)(?:#([^"]+))?"/g)) {
        const target = file === '' ? text : pages.get(file);
        expect(target, `${name}: ${file}`).toBeDefined();
        if (anchor !== undefined) expect(idsIn(target), `${name}: ${file}#${anchor}`).toContain(anchor);
      }
    }
  });

  it('has an index of what can be found on the pages', async () => {
    const [pages, { body }] = [await readPages(), await readPage('index.json')];
    for (const { id, anchor, entries } of body.groups.flatMap(({ pages: listed }: { pages: object[] }) => listed)) {
      const ids = idsIn(pages.get(`${id}.html`));
      for (const one of [{ id: anchor }, ...entries]) expect(ids, id).toContain(one.id);
    }
  });

  it('knows no other page', async () => {
    for (const name of ['nothing.html', 'start', '../start.html%00'])
      expect([name, (await readPage(name)).status]).toEqual([name, 404]);
  });

  it('shows every setting with its names, its default and what is allowed', () => {
    const settings = [
      {
        name: 'http.port',
        about: 'Port.',
        defaultText: '7400',
        range: '0 to 65,535',
        environment: 'ITEMTAPE_HTTP_PORT',
        flag: '--http-port',
        isLive: false,
      },
    ];
    const { pages } = docsFiles({ isPlayed: false, version: '1', limits: [], settings });
    const text = pages.get('settings.html')?.('http://tape.test') ?? '';

    for (const word of ['id="http.port"', '<code>7400</code>', '0 to 65,535', '<code>ITEMTAPE_HTTP_PORT</code>'])
      expect(text).toContain(word);
    expect(text).not.toContain('without a restart</span>');
  });

  it('lists all paths other than those for readers, and no path that does not exist', async () => {
    const open = await serveApi(testStore.store, {
      mcp: async () => undefined,
      liveSettings,
      liveTerms,
      copies: { backup: async function* () {}, export: async function* () {}, exportDay: async function* () {} },
      auditLog: { write: async () => {}, read: async () => [] },
    });
    for (const { method, path } of endpoints) expect(open.api.app.paths.get(path), path).toContain(method);
    await open.close();
    const described = Object.keys(openapiDocument('1')['paths'] as object);
    const others = [...routes, ...alertPaths, ...holdingPaths];
    const paths = described.filter((one) => !others.some(({ path }) => path === one));
    for (const path of paths) expect(endpoints).toContainEqual(expect.objectContaining({ method: 'GET', path }));
  });

  it('lists the settings that limit readers, with their values', async () => {
    const limits = [{ name: 'api.cacheSeconds', about: 'How long an answer is kept.', value: '7' }];
    const limited = await serveApi(testStore.store, { limits });

    const { text } = await limited.get('/docs/pages/limits.html');

    expect(text).toContain('<code>api.cacheSeconds</code> <span>7</span></dt><dd>How long an answer is kept.</dd>');
    await limited.close();
  });

  it('is served up to the documented length of a URL, and refused beyond', async () => {
    const path = '/docs/pages/start.html?';
    const longAddress = `${path}${'x'.repeat(8_192 - path.length)}`;

    const [fits, isOver] = [await served.get(longAddress), await served.get(`${longAddress}x`)];

    expect([fits.status, isOver.status]).toEqual([200, 414]);
  });
});

describe('/llms.txt', () => {
  it('lists every page of the documentation and every description, each with an address that is served', async () => {
    const { text, headers } = await served.get('/llms.txt', {}, { ...withoutKey, host: 'tape.test' });
    const links = [...text.matchAll(/^- \[([^\]]+)\]\(http:\/\/tape\.test([^)]+)\): \S/gm)].map(
      ([, , path = '']) => path,
    );
    const { body } = await served.get('/docs/pages/index.json');
    const listed = body.groups.flatMap(({ pages }: { pages: { id: string }[] }) => pages.map(({ id }) => id));

    expect([text.startsWith('# Itemtape\n\n> '), headers['content-type']]).toEqual([true, 'text/plain; charset=utf-8']);
    expect(links).toEqual([
      ...['/openapi.json', '/asyncapi.json', '/mcp'],
      ...listed.map((id: string) => `/docs/pages/${id}.html`),
    ]);
    for (const path of links.filter((one) => one !== '/mcp'))
      expect([path, (await served.get(path, {}, withoutKey)).status]).toEqual([path, 200]);
  });

  it('names the address at which readers reach the service, where that is set', async () => {
    const known = await serveApi(testStore.store, { reached: { address: 'https://tape.test', securityContact: '' } });
    expect((await known.get('/llms.txt')).text).toContain('(https://tape.test/openapi.json)');
    expect((await known.get('/docs/pages/start.html')).text).toContain('https://tape.test/v2/marketplaces');
    await known.close();
  });
});

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt';
  const textOf = async (address: string, securityContact: string) => {
    const one = await serveApi(testStore.store, { reached: { address, securityContact } });
    const { status, text, headers } = await one.get(path, {}, withoutKey);
    await one.close();
    return { status, text, type: headers['content-type'] };
  };

  it('says whom to tell of a vulnerability, until when, and where it is if that is known (RFC 9116)', async () => {
    expect(await textOf('https://tape.test', 'https://tape.test/report')).toEqual({
      status: 200,
      text: `Contact: https://tape.test/report\nExpires: 2027-03-20T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://tape.test${path}\n`,
      type: 'text/plain; charset=utf-8',
    });
    const { text } = await textOf('', 'me@tape.test');
    expect(text).toContain('Contact: mailto:me@tape.test\n');
    expect(text).not.toContain('Canonical');
    const expiresAt = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expiresAt - startAt).toBeGreaterThan(30 * 86_400_000);
    expect(expiresAt - startAt).toBeLessThan(365 * 86_400_000);
  });

  it('does not exist without a contact', async () => {
    const { status, text } = await textOf('', '');
    expect([status, text]).toEqual([404, expect.stringContaining('http.securityContact')]);
  });
});

describe('the registry', () => {
  it('lists numbers and aliases of all marketplaces and which are read here', async () => {
    const { body } = await served.get('/registry.json', {}, withoutKey);

    expect(body).toHaveLength(marketplaces.length);
    expect(body[26]).toEqual({
      id: 27,
      marketplace: 'SteamMarket',
      slug: 'steam-market',
      aliases: ['steam', 'scm'],
      connected: true,
    });
    expect(body.filter((row: { connected: boolean }) => row.connected)).toHaveLength(availability.length);
  });
});

describe('openapi.json', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of any depth
  const document = openapiDocument('1.2.3') as any;

  it('is served as it is generated', async () => {
    const { body } = await served.get('/openapi.json', {}, withoutKey);

    expect(body).toEqual(document);
    expect([body.openapi, body.info.version]).toEqual(['3.1.2', '1.2.3']);
  });

  it('has references that lead somewhere, and uses every shape', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];

    for (const [, kind = '', name = ''] of references) expect(document.components[kind][name], name).toBeDefined();
    const used = new Set(references.map(([, , name]) => name));
    for (const name of Object.keys(document.components.schemas)) expect(used, name).toContain(name);
  });

  it('names the statuses and headers of answers that are sent', async () => {
    const at = (response: { $ref?: string }) =>
      response.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1) ?? ''];
    const shared = Object.keys(document.components.headers).length;
    const seen = new Set<string>();
    const streamed = await serveStream({ api: { store: testStore.store, lineage: () => '4f1c09aa3b52' } });
    const check = async (path: string, init: { method?: string; headers?: Record<string, string> }, status: number) => {
      const target = `http://127.0.0.1:${streamed.port}${path}`;
      const headers = { 'x-api-key': streamed.key, ...init.headers };
      const reply = await fetch(target, { ...init, headers });
      await reply.arrayBuffer();
      const { get, post } = document.paths[new URL(target).pathname];
      const described = Object.keys(at((get ?? post).responses[status]).headers ?? {});
      for (const name of described) seen.add(name);
      const kinds = /^(x-tape-.*|etag|cache-control|retry-after|allow|www-authenticate)$/;
      expect([reply.status, [...reply.headers.keys()].filter((name) => kinds.test(name)).sort()], path).toEqual([
        status,
        described.map((name) => name.toLowerCase()).sort(),
      ]);
      return reply.headers.get('etag') ?? '';
    };

    try {
      for (const path of ['/v2/marketplaces', '/v2/items/search?game=CS2&query=a', '/tape/prices?game=CS2']) {
        const tag = await check(path, {}, 200);
        await check(path, { headers: { 'if-none-match': tag } }, 304);
        await check(path, { headers: { 'x-api-key': '' } }, 401);
        await check(path, { method: 'POST' }, 405);
        await check(path, { headers: { 'x-much': 'x'.repeat(40_000) } }, 431);
      }
      await check('/tape/value', { method: 'POST', headers: { 'content-type': 'application/json' } }, 400);
      const { text } = await streamed.keys.create({ name: 'guest', websocketAccess: false, requestsPerMinute: 1 });
      await check('/tape/rates', { headers: { 'x-api-key': text } }, 200);
      await check('/tape/rates', { headers: { 'x-api-key': text } }, 429);
    } finally {
      await streamed.close();
    }
    expect(seen.size).toBe(shared);
  });

  it('describes each endpoint with parameters, example, failures and what may be null', () => {
    for (const { path } of routes.filter(isBody)) expect(document.paths[path].post.requestBody).toBeDefined();
    for (const { path, parameters } of routes.filter((route) => !isBody(route))) {
      const { get } = document.paths[path];
      expect(get.parameters.map((parameter: { name: string }) => parameter.name)).toEqual(Object.keys(parameters));
      expect(Object.keys(get.responses)).toEqual([
        '200',
        '304',
        '400',
        '401',
        '403',
        '404',
        '405',
        '414',
        '429',
        '431',
        '500',
        '503',
      ]);
      expect(get.responses['200'].content['application/json'].example).toBeDefined();
    }
    const limit = document.paths['/v2/items/search'].get.parameters.find(
      (parameter: { name: string }) => parameter.name === 'limit',
    );
    expect(limit).toMatchObject({
      required: false,
      example: 100,
      schema: { type: 'integer', minimum: 1, default: 100 },
    });
    const nearest = document.paths['/v2/items/search'].get.parameters.find(
      (parameter: { name: string }) => parameter.name === 'nearest',
    );
    expect(nearest).toMatchObject({ example: false, schema: { type: 'boolean', default: false } });
    const { Item, Offer } = document.components.schemas;
    expect(Item.properties.priceUSD).toMatchObject({
      type: ['number', 'null'],
      description: expect.stringMatching(/^Price in US dollars; null if/),
    });
    expect(Item.properties.condition).toMatchObject({
      type: ['string', 'null'],
      enum: expect.arrayContaining(['Factory New', null]),
    });
    expect(Item.properties.offers).toMatchObject({ type: 'array', items: { $ref: '#/components/schemas/Offer' } });
    expect(Offer.required).toEqual(Object.keys(Offer.properties));
    expect(document.paths['/health'].get.security).toEqual([]);
    expect(document.paths['/metrics'].get.security).toEqual([{}, { header: [] }, { query: [] }]);
  });
});
