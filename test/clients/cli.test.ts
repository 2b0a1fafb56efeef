import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCommands, commandNames } from '../../src/cli/commands.ts';
import { readConfig } from '../../src/config/config.ts';
import { settingKeys } from '../../src/config/settings.ts';
import { connectors } from '../../src/connectors/index.ts';
import { skinport } from '../../src/connectors/skinport/index.ts';
import { fixturesOf } from '../../src/contract/suite/fixtures.ts';
import { games } from '../../src/schema/index.ts';
import { keysOf } from '../../src/service/node/keys.ts';
import { createWorld } from '../../src/stage/market/create-world.ts';
import type { World } from '../../src/stage/market/world.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Stage, startStage } from '../../src/stage/server.ts';
import { callCommand } from '../support/processes/called.ts';
import {
  fewMarketplaces,
  killAll,
  playedCredentials,
  readJson,
  runCommand,
  serve,
  startCommand,
} from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { createScriptedServer } from '../support/servers/scripted-server.ts';
import { stageItems } from '../support/stage/stage-items.ts';
import { until } from '../support/time/until.ts';

const nowhere = 'http://127.0.0.1:9';
const unreached = ['--url', nowhere, '--key', 'it_x'];

describe('the command line', () => {
  const root = testFolder('cli');
  let world: World;
  let stage: Stage;

  beforeAll(async () => {
    world = createWorld({ seed: 3, startedAt: Date.now(), items: stageItems });
    stage = await startStage({ world, players, now: Date.now });
  });
  afterAll(async () => {
    await killAll();
    await stage.close();
  });

  describe('help', () => {
    it.each([[[]], [['help']], [['--help']]])('lists every command when called with %j', async (words) => {
      const { code, out, err } = await callCommand(words);

      expect([code, err]).toEqual([0, '']);
      for (const { name, about } of await allCommands()) expect(out).toMatch(new RegExp(`^  ${name} +${about}$`, 'm'));
    });

    it.each(commandNames)('shows how %s is called, with an example', async (name) => {
      const [helped, flagged] = await Promise.all([callCommand(['help', name]), callCommand([name, '--help'])]);

      expect(helped).toMatchObject({ code: 0, err: '' });
      expect(helped.out).toContain(`itemtape ${name}`);
      expect(helped.out).toMatch(/^Example: itemtape /m);
      expect(flagged.out).toBe(helped.out);
    });

    it.each([
      [['serv'], '"serv" is not a command; did you mean serve?\n`itemtape help` lists them\n'],
      [['help', 'nope'], '"nope" is not a command\n`itemtape help` lists them\n'],
      [['serve', '--http-prot', '80'], "Unknown option '--http-prot'; did you mean --http-port?\n"],
      [['deals', '--minprofit', '5'], "Unknown option '--minprofit'; did you mean --min-profit?\n"],
      [['deals', '-x'], "Unknown option '-x'"],
      [['deals', '--min-profit'], "Option '--min-profit <value>' argument missing"],
      [['deals', '--min-profit', 'x', ...unreached], '--min-profit is "x", but must be a number from 0'],
      [['keys', 'constructor'], '"constructor" is not an action of keys; use create, list, revoke or sessions'],
      [['keys', 'list', 'mine'], 'unexpected argument "mine"; keys list shows all keys'],
      [['alerts', 'list', 'mine', ...unreached], 'unexpected argument "mine"; alerts list shows all rules of the key'],
      [['alerts', 'create', '/nope', ...unreached], '"/nope" cannot be read: there is no such file'],
      [['value', import.meta.dirname, ...unreached], `"${import.meta.dirname}" cannot be read: it is a folder`],
      [['completion'], 'name a shell; supported shells are bash, zsh, fish'],
      [['completion', 'constructor'], '"constructor" is not a supported shell'],
      [['export', 'quotes', '--json'], '--json needs --columns; use --format json to write rows as JSON'],
      [['history', 'x', '--of', 'bid', ...unreached], '--of needs --candles; add that, or remove --of'],
      [['item', 'x', '--limit', '0', ...unreached], '--limit is "0", but must be a whole number from 1'],
      [['offers', '--seed', '1,x', ...unreached], '--seed is "1,x"; give whole numbers, comma-separated'],
      [['watch', '--seed', 'x', ...unreached], '--seed is "x"; give whole numbers, comma-separated'],
      [['search', 'x', '--key', 'it_abc…'], 'the key in --key or ITEMTAPE_KEY is not valid'],
      [['search', 'x', '--key', ''], 'the key in --key or ITEMTAPE_KEY is not valid'],
      [['keys', 'crate'], '"crate" is not an action of keys; use create, list, revoke or sessions'],
      [['keys', 'create'], 'a key needs a name'],
      [['keys', 'create', 'two', 'words'], 'put a name with spaces in quotes'],
      [['keys', 'create', 'guest', '--expires', '9999999999'], '--expires is 9999999999, but must be 36500 days'],
      [['config', 'repair'], '"repair" is not an action of config; use print or check'],
      [['serve', 'extra'], 'unexpected argument "extra"'],
      [['config', 'check', 'extra'], 'unexpected argument "extra"'],
      [['check'], 'no marketplace is named; marketplaces are '],
      [['record', 'nowhere', 'items'], '"nowhere" is not a marketplace that is collected'],
      [['record', 'skinport', 'prices'], '"prices" is not a source of skinport; sources are items, sales-history'],
      [['record', 'skinport', 'items', '--rows', '0'], '--rows is "0", but must be a whole number from 1'],
      [['check', 'skinport', '--game', 'chess'], '"chess" is not a game; games are CS2, Dota2, Rust, TF2'],
    ])('says what is wrong with %j and ends with code 2', async (words, problem) => {
      const { code, out, err } = await callCommand(words);

      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(problem);
      expect(err).not.toMatch(/^ +at /m);
    });

    it('is the same in a process of its own, with the same exit code', async () => {
      for (const words of [['help', 'serve'], ['serv']])
        expect(await runCommand(words)).toMatchObject(await callCommand(words));
    });

    it('says which setting is wrong and exits with code 78', async () => {
      const { code, out, err } = await runCommand(['serve', '--http-port', 'eighty']);

      expect([code, out]).toEqual([78, '']);
      expect(err).toContain('--http-port is "eighty", but must be a whole number from 0 to 65535');
    });
  });

  it.each([['version'], ['--version'], ['-v']])('prints its version when called with %s', async (word) => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));

    expect(await callCommand([word])).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each([[['config', 'print']], [['help']]])('exits quietly when nothing reads the output of %j', async (words) => {
    const command = startCommand(words);
    command.child.stdout?.destroy();

    expect(await command.ended).toEqual({ code: 0, signal: null });
    expect(command.err()).toBe('');
  });

  /** Words put before a program so that its output goes to a full device. */
  const intoNoRoom = ['sh', '-c', 'exec "$@" > /dev/full', 'sh'];

  needing('/dev/full').it('exits with an explanation when its output cannot be written', async () => {
    const command = startCommand(['help'], {}, { before: intoNoRoom });

    expect(await command.ended).toEqual({ code: 1, signal: null });
    expect(command.err()).toMatch(/^the output of this command could not be written: ENOSPC.*\n$/);
  });

  needing('/dev/full').it('keeps serving when its log cannot be written', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const environment = { DATA_FOLDER: join(root, 'no-room'), COLLECT_RELAY: stage.origin, COLLECT_ONLY: 'SkinPort' };
    const service = startCommand(['serve', '--http-port', String(port)], environment, { before: intoNoRoom });

    expect(await until('an answer', () => readJson(`http://127.0.0.1:${port}/ready`).catch(() => null))).toEqual({
      ready: true,
    });
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(service.err()).toBe('');
  });

  it('stops cleanly when its log is no longer read', async () => {
    const service = serve({ folder: join(root, 'unread'), relay: stage.origin, environment: fewMarketplaces });
    await service.origin;
    service.child.stdout?.destroy();

    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(service.err()).toBe('');
  });

  it('ends `mcp` cleanly when its input ends', async () => {
    const { code, err } = await runCommand(['mcp', '--url', nowhere, '--key', 'it_x']);

    expect([code, err]).toEqual([0, 'serving MCP on standard input and output\n']);
  });

  describe('config', () => {
    it('prints every setting with its value, its origin and its other names', async () => {
      const { code, out } = await callCommand(['config', 'print', '--http-port', '7500'], { API_CACHE_SECONDS: '3' });

      expect(code).toBe(0);
      for (const key of settingKeys) expect(out).toContain(`${key} = `);
      expect(out).toContain(
        'http.port = 7500  (flag)\n    Port to listen on; 0 picks a free one. ITEMTAPE_HTTP_PORT, --http-port\n',
      );
      expect(out).toContain('api.cacheSeconds = 3  (environment)');
      expect(out).toContain('data.folder = "./data"  (default)');
    });

    it('reads flags of settings without a value as true, and with a value as that value', async () => {
      const { code, out } = await callCommand(['config', 'print', '--http-open-metrics=false', '--store-fsync']);

      expect([code, out]).toEqual([0, expect.stringContaining('http.openMetrics = false  (flag)')]);
      expect(out).toContain('store.fsync = true  (flag)');
    });

    it('prints JSON that is a settings file', async () => {
      const file = join(root, 'printed.json');
      writeFileSync(file, (await callCommand(['config', 'print', '--json', '--log-level', 'warn'])).out);

      const { config, problems } = readConfig({ file, environment: {}, flags: {} });
      expect(problems).toEqual([]);
      expect(config).toEqual({ ...readConfig({ file: null, environment: {}, flags: {} }).config, 'log.level': 'warn' });
    });

    it.each([[[]], [['--json']]])(
      'hides passwords and tokens with %j, but not the rest of the address',
      async (flags) => {
        const secret = 'hun@ter/zwei?1';
        const environment = {
          STORE_URL: `https://me:${encodeURIComponent(secret)}@db.example.org:8443/itemtape?access_token=${secret}&compress=1`,
          CLUSTER_NATS: `nats://10.0.0.2:4222,nats://me:${encodeURIComponent(secret)}@10.0.0.3:4222`,
          UPSTREAM_URL: `http://10.0.0.4:7400?apiKey=${secret}`,
          ALERTS_EMAIL_FROM: 'tape@example.org',
        };
        const { code, out, err } = await callCommand(['config', 'print', ...flags], environment);

        expect(code).toBe(0);
        for (const part of ['hun@', 'hun%40', 'zwei', 'me:hun']) expect(`${out}${err}`).not.toContain(part);
        expect(out).toContain('"https://…@db.example.org:8443/itemtape?access_token=…&compress=…"');
        expect(out.replaceAll(/\s/g, '')).toContain('["nats://10.0.0.2:4222","nats://…@10.0.0.3:4222"]');
        expect(out).toContain('"http://10.0.0.4:7400?apiKey=…"');
        expect(out).toContain('"tape@example.org"');
        expect(err.includes('store.url holds a secret, shown as …\n')).toBe(flags.length > 0);
      },
    );

    it('checks the settings: code 0 if they are valid, otherwise code 1 and a sentence for each problem', async () => {
      const file = join(root, 'wrong.json');
      writeFileSync(file, '{"http.port": "x", "no.setting": 1}');

      expect(await callCommand(['config', 'check'])).toMatchObject({ code: 0, out: 'the settings are valid\n' });
      const { code, err } = await callCommand(['config', 'check'], { ITEMTAPE_CONFIG: file, LOG_LEVEL: 'loud' });
      expect(code).toBe(1);
      expect(err.trim().split('\n').sort()).toEqual([
        `"http.port" in ${file} is "x", but must be a whole number from 0 to 65535`,
        `"no.setting" in ${file} is not a setting; \`itemtape config print\` lists them`,
        'LOG_LEVEL is "loud", but must be one of debug, info, warn, error, silent',
      ]);
    });

    const bucket = { PUBLISH_FOLDER: 'out', PUBLISH_BUCKET: 's3://lists/cs' };
    it.each<[Readonly<Record<string, string>>, string]>([
      [{ CSFLOAT_PROXY: 'foo:bar' }, 'CSFLOAT_PROXY must be none, an IP address of this machine, or'],
      [{ HTTPS_PROXY: 'proxy.corp:3128' }, 'HTTPS_PROXY must be none, an IP address of this machine, or'],
      [{ STORE_URL: '10.0.0.2' }, 'store.url must be the address of a ClickHouse server'],
      [{ UPSTREAM_URL: 'http://10.0.0.2:7400' }, 'upstream.url is set; name the marketplaces'],
      [{ UPSTREAM_URL: 'ftp://a', UPSTREAM_MARKETPLACES: 'CSFloat' }, 'upstream.url must be an address such as'],
      [{ UPSTREAM_MARKETPLACES: 'CSFloat' }, 'upstream.url does not say which service'],
      [{ FEES_SELLER: 'foo=x' }, 'fees.seller names "foo", which is not known'],
      [{ COLLECT_ONLY: 'Foo' }, 'collect.only names "Foo", which cannot be collected'],
      [{ COLLECT_CONNECTORS: '/nope' }, 'collect.connectors names /nope, which does not exist'],
      [{ COLLECT_ENABLE: 'nosuch' }, 'collect.enable names "nosuch", which is not a source'],
      [{ DATA_FOLDER: import.meta.filename }, `data.folder is "${import.meta.filename}", which is a file`],
      [
        { DATA_FOLDER: join(import.meta.filename, 'data') },
        `data.folder is "${import.meta.filename}/data", which is a`,
      ],
      [
        { CLUSTER_NATS: 'nats://127.0.0.1:1,nats://me:s3cret@127.0.0.1:2', STORE_URL: 'http://127.0.0.1:1' },
        'cluster.nats contains credentials; move them to NATS_USER and NATS_PASSWORD',
      ],
      [{ COLLECT_RELAY: 'nonsense' }, 'collect.relay must be an address such as'],
      [
        { ...bucket, AWS_ENDPOINT_URL: 'https://me:s3cret@s3.example.org' },
        'AWS_ENDPOINT_URL must be an address such as',
      ],
      [{ ...bucket, AWS_ENDPOINT_URL: 's3.example.org' }, 'AWS_ENDPOINT_URL must be an address such as'],
      [{ CSFLOAT_KEY_FILE: '/nope' }, 'CSFLOAT_KEY_FILE names /nope, which cannot be read'],
      [{ ALERTS_EMAIL_SERVER: 'ftp://me:s3cret@a' }, 'alerts.email.server must be an address such as'],
    ])('reports %j as a problem, and a start refuses it with code 78', async (wrong, problem) => {
      const environment = { DATA_FOLDER: join(root, 'not-started'), ...wrong };
      const checked = await callCommand(['config', 'check'], environment);
      expect([checked.code, checked.out]).toEqual([1, '']);
      expect(checked.err).toContain(problem);
      expect(checked.err).not.toContain('s3cret');

      const started = await callCommand(['serve'], environment);
      expect([started.code, started.err]).toEqual([78, expect.stringContaining(problem)]);
      expect(started.err.trim().split('\n')).toHaveLength(1);
    });

    it('refuses to start in a process of its own as it does here', async () => {
      const environment = { DATA_FOLDER: join(root, 'not-started'), FEES_SELLER: 'foo=x' };

      expect(await runCommand(['serve'], environment)).toMatchObject(await callCommand(['serve'], environment));
    });

    it('warns of a name in the environment that was probably meant to be a setting', async () => {
      const { code, out, err } = await callCommand(['config', 'check'], { HTTP_PROT: '1', HTTP_PROXY: 'http://x' });

      expect([code, out]).toEqual([0, 'the settings are valid\n']);
      expect(err).toBe('HTTP_PROT in the environment is not a setting; did you mean HTTP_PORT?\n');
    });
  });

  it('creates, lists and revokes keys, and shows a key once', async () => {
    const keys = (...words: string[]) => callCommand(['keys', ...words], { DATA_FOLDER: join(root, 'keys') });

    const none = await keys('list');
    expect([none.code, none.out]).toEqual([0, '']);
    expect(none.err).toContain('itemtape keys create <name>');
    const created = await keys('create', 'the dashboard', '--no-websocket');
    expect(created.code).toBe(0);
    const text = created.out.trim();
    expect(text).toMatch(/^it_[\w-]{43}$/);
    expect(await keys('create', 'the dashboard')).toMatchObject({ code: 1, out: '' });
    const misspelt = await keys('create', 'narrow', '--endpoints', '/v2/sales,/v2/itemz');
    expect([misspelt.code, misspelt.out]).toEqual([1, '']);
    expect(misspelt.err).toContain('no endpoint at "/v2/itemz" or below it takes a key; did you mean /v2/items?');

    const { out: listed } = await keys('list');
    expect(listed).toMatch(
      /^[0-9a-f]{10} {2}it_.{5}… {2}created \d{4}-\d\d-\d\d {2}in use {2}REST {2}the dashboard\n$/,
    );
    expect(listed).not.toContain(text);
    expect(readFileSync(join(root, 'keys', 'keys.json'), 'utf8')).not.toContain(text);

    expect(await keys('revoke', 'nobody')).toMatchObject({ code: 1, out: '' });
    expect(await keys('revoke', 'the dashboard')).toMatchObject({ code: 0 });
    expect((await keys('list')).out).toMatch(/ {2}revoked \d{4}-\d\d-\d\d {2}/);

    // A control sequence in a name does not reach the terminal
    const odd = 'a\x1b[31mb\u202ec';
    expect((await keys('create', odd)).err).toContain('This is the key "a [31mbc" (id');
    expect((await keys('revoke', odd)).out).toContain('the key "a [31mbc" (id');
  });

  it('lists the browsers that are signed in, and signs one out', async () => {
    const folder = join(root, 'sessions');
    const keys = (...words: string[]) => callCommand(['keys', ...words], { DATA_FOLDER: folder });
    expect(await keys('sessions')).toMatchObject({ code: 0, out: '' });
    const browser = { browser: 'Firefox', system: 'Linux' };
    const { text, session } = await keysOf(folder, Date.now).sessions.open('operator', browser);

    const { out } = await keys('sessions');
    expect(out).toMatch(/^s-[0-9a-f]{10} {2}opened [\d-]{10} {2}until [\d-]{10} {2}operator {2}Firefox on Linux\n$/);
    expect(JSON.parse((await keys('sessions', '--json')).out)).toMatchObject([
      { id: session.id, key: 'operator', ...browser },
    ]);
    expect((await keys('list')).out).toBe('');
    expect(await keys('revoke', session.id)).toMatchObject({ code: 0, out: `the session ${session.id} has ended\n` });
    expect(keysOf(folder, Date.now).check(text).state).toBe('ended');
    expect((await keys('sessions')).out).toBe('');
  });

  it('lists the marketplaces as JSON, and for people with the keys that are set', async () => {
    const rows = JSON.parse((await callCommand(['marketplaces', '--json'])).out);

    expect(rows.map(({ slug }: { slug: string }) => slug)).toEqual(connectors.map(({ slug }) => slug));
    expect(rows).toContainEqual({
      id: 3,
      name: 'SkinPort',
      slug: 'skinport',
      games: [...games],
      standing: { state: 'open', since: '2026-09-17', by: 'inspection of skinport.com for its fees' },
      fees: expect.arrayContaining([expect.objectContaining({ side: 'seller', percent: 8, evidence: 'documented' })]),
      demands: [
        expect.objectContaining({ what: 'header accept-encoding: br', hosts: ['api.skinport.com'], on: '2026-10-02' }),
        expect.objectContaining({
          what: 'at most 8 requests in 300 s',
          by: expect.stringContaining('docs.skinport.com'),
        }),
      ],
      terms: expect.objectContaining({
        payout: expect.objectContaining({ kind: 'money', evidence: 'documented' }),
        itemHolds: expect.arrayContaining([expect.objectContaining({ days: 7, games: ['CS2'] })]),
      }),
      reads: [
        {
          what: 'lowest price',
          credential: null,
          evidence: 'recorded',
          permission: 'official',
          seenOn: '2026-08',
          isOff: false,
        },
        {
          what: 'offers',
          credential: null,
          evidence: 'documented',
          permission: 'official',
          seenOn: '2026-07-18',
          isOff: false,
        },
        {
          what: 'sales',
          credential: null,
          evidence: 'documented',
          permission: 'official',
          seenOn: '2026-07-18',
          isOff: false,
        },
        {
          what: 'past prices',
          credential: null,
          evidence: 'recorded',
          permission: 'official',
          seenOn: '2026-08-06',
          isOff: false,
        },
      ],
    });
    const { out } = await callCommand(['marketplaces'], { CSFLOAT_KEY: 'made-up' });
    expect(out).toContain('CSFLOAT_KEY is set');
    expect(out).toMatch(/^ {4}payout +Steam balance \(2026-09-01\), free at once \(2025-10\)$/m);
    expect(out).toMatch(/^ {4}highest price 2000 USD \(2025\); 175000 RUB \(2026, one source\)$/m);
    expect(out).toMatch(/^GamerPay .* closed since 2026-05$/m);
    expect(out).toMatch(
      /^ +demand +header accept-encoding: gzip, br, zstd, deflate \(openapi.c5game.com; 2026-10-05\)$/m,
    );
    expect(out).toContain('BUFF163_SESSION is not set');
    expect(out).not.toContain('made-up');
  });

  describe('check', () => {
    it('requests every source of a marketplace once and counts what came back', async () => {
      const before = stage.requests('skinport').count;
      const { code, out, err } = await callCommand(['check', 'SkinPort', '--seconds', '1'], {
        COLLECT_RELAY: stage.origin,
      });

      expect([code, err]).toEqual([0, '']);
      expect(stage.requests('skinport').count - before).toBeGreaterThanOrEqual(8);
      expect(out).toMatch(/^items {2}Rust +read +3 rows, 0 rejected {2}3 quote/m);
      expect(out).toMatch(/^sale-feed {2}CS2 +read /m);
      expect(out.trim().split('\n')).toHaveLength(9);
    });

    it('finds the ids that lookups need in what it has read before', async () => {
      const environment = { COLLECT_RELAY: stage.origin, ...playedCredentials() };
      const { code, out } = await callCommand(['check', 'buff163', '--game', 'TF2'], environment);

      expect(code).toBe(0);
      expect(out).toMatch(/^sell-orders {2}TF2 +read +10 rows, 0 rejected {2}10 offer/m);
    });

    it('names the missing credential and requests the other sources', async () => {
      const { code, out } = await callCommand(['check', 'csfloat'], { COLLECT_RELAY: stage.origin });

      expect(code).toBe(0);
      expect(out).toMatch(/^offers {2}CS2 +off +CSFLOAT_KEY is not set: Log in at csfloat.com/m);
      expect(out).toMatch(/^price-list {2}CS2 +read/m);
    });

    it('exits with code 1 and the reason when an answer cannot be read', async () => {
      const { code, out } = await callCommand(['check', 'skinport', '--game', 'Rust'], { COLLECT_RELAY: nowhere });

      expect(code).toBe(1);
      expect(out).toMatch(/^items {2}Rust +retry +0 rows, 0 rejected +.*no connection to api.skinport.com/m);
    });
  });

  it('prints no terminal control sequences from an answer', async () => {
    const hostile = await createScriptedServer();
    hostile.play(() => ({ body: '\u001b]0;x\u0007\u009b2J no JSON' }));
    const call = (...words: string[]) => callCommand([...words, '--game', 'Rust'], { COLLECT_RELAY: hostile.origin });
    const checked = await call('check', 'skinport', '--seconds', '1');
    const recorded = await call('record', 'skinport', 'items', '--to', join(root, 'hostile'));
    await hostile.close();

    for (const printed of [checked.out, recorded.err]) {
      expect(printed).toContain('no JSON');
      expect(printed).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });

  describe('record', () => {
    const record = (folder: string, ...words: string[]) =>
      callCommand(['record', ...words, '--to', folder], { COLLECT_RELAY: stage.origin, ...playedCredentials() });

    it('saves answers with a table of their sources that the conformance suite can read', async () => {
      const folder = join(root, 'recorded');
      const first = await record(folder, 'skinport', 'items', '--rows', '2');
      const second = await record(folder, 'skinport', 'items', '--game', 'Rust', '--rows', '1');

      expect([first.code, first.out]).toEqual([0, `${join(folder, 'items-1.json')}\n`]);
      expect(first.err).toContain('Look through it before you share it');
      expect(second.out).toBe(`${join(folder, 'items-2.json')}\n`);
      const found = fixturesOf(skinport, (file) => readFileSync(join(folder, file), 'utf8'));
      // An answer from a relay does not count as a recording
      expect(found).toMatchObject([
        {
          file: 'items-1.json',
          source: 'items',
          kind: 'synthetic',
          outcome: 'read',
          about: { game: 'CS2', item: null },
        },
        { file: 'items-2.json', source: 'items', kind: 'synthetic', outcome: 'read', about: { game: 'Rust' } },
      ]);
      const [rows] = found.map(({ text }) => JSON.parse(text));
      expect(rows).toHaveLength(2);
      expect(rows[0]).toMatchObject({ market_hash_name: world.items('CS2')[0]?.name, currency: 'USD' });
    });

    it('notes the item of a lookup, even if its name contains vertical bars', async () => {
      const folder = join(root, 'looked-up');
      const name = 'AK-47 | Redline (Field-Tested)';
      const { code } = await record(folder, 'dmarket', 'offers', '--item', name, '--rows', '3');

      expect(code).toBe(0);
      expect(readFileSync(join(folder, 'SOURCES.md'), 'utf8')).toMatch(
        /\n\| offers-1\.json \| synthetic \| CS2 \| AK-47 \\\| Redline \(Field-Tested\) \| {2}\| read \| .*lists cut to 3 rows \|\n$/,
      );
      const { items } = JSON.parse(readFileSync(join(folder, 'offers-1.json'), 'utf8'));
      expect(items).toHaveLength(3);
      expect(items[0].attributes.title).toContain(name);
    });

    it('saves an answer that is no longer understood, and says so', async () => {
      const folder = join(root, 'changed');
      stage.setFault('skinport', { kind: 'garbled' }, 1);
      const { code, err } = await record(folder, 'skinport', 'items');

      expect(code).toBe(0);
      expect(err).toContain('The answer is not what the source expects');
      expect(readFileSync(join(folder, 'SOURCES.md'), 'utf8')).toContain(
        '| items-1.txt | synthetic | CS2 |  |  | changed |',
      );
    });

    it('saves nothing when there is no answer to keep', async () => {
      const folder = join(root, 'refused');
      stage.setFault('skinport', { kind: 'limited' }, 1);
      const { code, out, err } = await record(folder, 'skinport', 'items');

      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^nothing was saved: the answer was limited/);
      expect(existsSync(folder)).toBe(false);
    });
  });

  it('keeps serving when nothing can be reached, and logs that with a pointer to the demo', async () => {
    const service = serve({ folder: join(root, 'alone'), relay: nowhere, environment: fewMarketplaces });
    const line = JSON.parse(await service.line((text) => text.includes('no marketplace reached')));

    expect(line).toMatchObject({
      level: 50,
      reasons: expect.arrayContaining([expect.stringContaining('ECONNREFUSED')]),
    });
    expect(line.msg).toContain('npm run demo');
    const origin = await service.origin;
    expect(await readJson(`${origin}/ready`)).toEqual({ ready: true });
    expect((await readJson(`${origin}/health`)).unread).toMatch(/sources tried, all failed: connection refused$/);
    const unreadText = /No marketplace has been read yet: [1-9]\d* of \d+ sources tried, all failed: no connection/;
    const key = await service.firstKey();
    const refused = await fetch(`${origin}/v2/items/compare?game=CS2&name=x`, { headers: { 'x-api-key': key } });
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', error: expect.stringMatching(unreadText) },
    ]);
    for (const words of [['search', 'redline'], ['compare', 'x'], ['item', 'x', '--game', 'CS2'], ['sources']]) {
      const { err } = await callCommand([...words, '--url', origin, '--key', key]);
      expect(err, words.join(' ')).toMatch(unreadText);
    }
    const watching = startCommand(['watch', '--url', origin, '--key', key]);
    await until('the watch command to report it', async () => unreadText.test(watching.err()));
    watching.child.kill('SIGTERM');
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  describe('demo', () => {
    const smallDemo = { COLLECT_ONLY: 'SkinPort', COLLECT_GAMES: 'CS2', STAGE_ITEMS: '300' };

    it('answers from played marketplaces, says so, and exits cleanly', async () => {
      const demo = startCommand(['demo', '--http-port', '0'], { ...smallDemo, API_CACHE_SECONDS: '0' });
      await demo.line((line) => line.includes('SIMULATED on this machine'));
      const [, origin = ''] = /answers on {2}(\S+)/.exec(await demo.line((line) => line.includes('answers on'))) ?? [];
      const [, key = ''] = /API key +(it_\S+)/.exec(await demo.line((line) => line.includes('API key'))) ?? [];

      const rows = await until('prices of the played marketplaces', async () => {
        const reply = await fetch(`${origin}/v2/items/search?game=CS2&query=ak-47+redline`, {
          headers: { 'x-api-key': key },
        });
        expect(reply.headers.get('x-itemtape-played')).toBe('1');
        const found: unknown = await reply.json();
        return Array.isArray(found) && found.length > 0 ? found : null;
      });
      expect(rows[0]).toMatchObject({ name: expect.stringContaining('AK-47 | Redline'), game: 'CS2' });
      expect(await readJson(`${origin}/health`)).toMatchObject({ played: true });
      expect((await (await fetch(`${origin}/docs/pages/start.html`)).text()).toLowerCase()).toContain('simulated');

      demo.child.kill('SIGTERM');
      expect(await demo.ended).toEqual({ code: null, signal: 'SIGTERM' });
      expect(demo.err()).toBe('');
    });

    it('refuses to write made-up data to a server that may hold real data', async () => {
      const { code, err } = await callCommand(['demo', '--store-url', 'http://127.0.0.1:9']);

      expect([code, err]).toEqual([2, expect.stringContaining('remove store.url')]);
    });

    it('exits with an explanation when its port is taken', async () => {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      const { port } = taken.address() as { port: number };
      const { code, err } = await runCommand(['demo', '--http-port', String(port)], smallDemo);
      taken.close();

      expect(code).toBe(78);
      expect(err).toContain(`port ${port} of 127.0.0.1 is already in use`);
    });

    it('exits with an explanation when its address does not belong to this machine', async () => {
      const { code, err } = await runCommand(['demo', '--http-host', '203.0.113.1'], smallDemo);

      expect([code, err]).toEqual([
        78,
        expect.stringContaining('http.host is 203.0.113.1, which is not an address of'),
      ]);
    });
  });
});
