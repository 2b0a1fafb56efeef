import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTape } from '#client';
import { createAlerts } from '../../client/src/own/alerts.ts';
import { createHoldings } from '../../client/src/own/holdings.ts';
import { createWatchlist } from '../../client/src/own/watchlist.ts';
import { createCuttingProxy } from '../support/network/cutting-proxy.ts';
import { openBrowser } from '../support/processes/browser.ts';
import { fewItems } from '../support/processes/stored-state.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { needing } from '../support/runner/needs.ts';
import { type PlayedMarkets, startPlayedMarkets } from '../support/stage/played-markets.ts';
import { until } from '../support/time/until.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const client = join(root, 'client');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const redline = 'AK-47 | Redline (Field-Tested)';

const folder = testFolder('client');
let markets: PlayedMarkets;

beforeAll(async () => {
  // The same files as in a project that has installed the package, and nothing else of this repository
  const installed = join(folder, 'node_modules', '@itemtape', 'client');
  mkdirSync(installed, { recursive: true });
  for (const part of ['package.json', 'dist', 'commonjs'])
    cpSync(join(client, part), join(installed, part), { recursive: true });
  symlinkSync(join(root, 'node_modules', 'ws'), join(folder, 'node_modules', 'ws'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  markets = await startPlayedMarkets({
    items: fewItems,
    // The data of the examples comes through feeds
    timesFaster: 8,
    config: {
      'collect.only': ['skinport', 'dmarket', 'csgoempire', 'shadowpay', 'csfloat'],
      'stream.connectionsPerKey': 40,
      'stream.requireDeflate': true,
    },
  });
  const tape = createTape({ url: markets.service.origin, key: markets.key });
  await until('offers of the requested item', async () => {
    const found = await tape.compare({ game: 'CS2', name: redline }).catch(() => null);
    const keys = await tape.search({ game: 'TF2', query: 'key' }).catch(() => []);
    return found?.marketplaces[0]?.priceUSD != null && keys.length > 0;
  });
});
afterAll(async () => {
  await markets?.close();
});

/** Compiles files of the folder, with a check of the client's types but not of those of the language; returns the compiler's output. */
async function compile(files: readonly string[], options: readonly string[]): Promise<string> {
  const always = [
    ...['--ignoreConfig', '--strict', '--skipDefaultLibCheck', '--singleThreaded'],
    ...['--target', 'ES2023', '--lib', 'ES2023,DOM,DOM.AsyncIterable'],
  ];
  const output = await run(process.execPath, [compiler, ...always, ...options, ...files], {
    cwd: folder,
  }).catch((error: { readonly stdout: string }) => error);
  return output.stdout;
}

/** The exports of a file that have an example in their docstring, by name. */
function shownIn(file: string): { readonly name: string; readonly doc: string }[] {
  const text = readFileSync(join(client, 'src', `${file}.ts`), 'utf8');
  const docs = [...text.matchAll(/\/\*\*\n(.*?)\*\/\n\s*(?:export function |async \*|readonly )?(\w+)/gs)];
  return docs
    .map(([, doc = '', name = '']) => ({ name, doc: doc.replace(/^ *\* ?/gm, '').trimEnd() }))
    .filter(({ doc }) => doc.includes('@example'));
}

const exampleFiles = ['create-tape', 'tape', 'own/alerts', 'own/watchlist', 'own/holdings', 'copies/mirror', 'found'];
const withExamples = [...exampleFiles, 'copies/board'];

const blocks = [...readFileSync(join(client, 'README.md'), 'utf8').matchAll(/^```(js|ts)\n(.*?)^```$/gms)].map(
  ([, language = '', code = ''], at) => ({ file: `example-${at}.${language}`, code }),
);

let output: Promise<string> | null = null;

/** What the compiler says of all examples in documentation, which it reads at once: each run reads all types again. */
function compiledExamples(): Promise<string> {
  const bodies = withExamples.flatMap(shownIn).map(({ doc }) => /@example\n(.*?)(?=\n@|$)/s.exec(doc)?.[1] ?? '');
  const docstrings = `import { type Board, createTape, foundItems, type Mirror, type Tape } from '@itemtape/client';
      ${bodies.map((body, at) => `export async function example${at}(tape: Tape, mirror: Mirror, board: Board) {\n{ ${body} }\n}`).join('\n')}`;
  const [, first = ''] = /^ {2}```ts\n(.*?)^ {2}```$/ms.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  expect(first).toContain('createTape');
  const written = [{ file: 'docstrings.ts', code: docstrings }, { file: 'first-readme.ts', code: first }, ...blocks];
  for (const { file, code } of written) writeFileSync(join(folder, file), code);
  const files = written.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  return compile(files, [...types, '--module', 'NodeNext', '--skipLibCheck']);
}

/** What the compiler says of one of them. */
async function compiledExample(file: string): Promise<string[]> {
  output ??= compiledExamples();
  const lines = (await output).split('\n');
  // A line that names no file concerns all of them
  return lines.filter((line) => line !== '' && (line.startsWith(file) || !/^\S+\.ts\(/.test(line)));
}

describe('the client package', () => {
  it('holds the compiled code, its documentation and the licence, and nothing else', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: client });
    const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
    const paths = files.map(({ path }) => path);

    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
    );
    const others = ['LICENSE', 'README.md', 'package.json'];
    const isCompiled = (path: string) => /^(dist\/[\w/-]+\.js|(dist|commonjs)\/[\w/-]+\.d\.ts)$/.test(path);
    const rest = paths.filter((path) => !others.includes(path) && !isCompiled(path));
    expect(rest).toEqual(['commonjs/package.json']);
    expect(readFileSync(join(client, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  it('depends on no other package, neither in its manifest nor in its imports', () => {
    const packageJson = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));

    expect(Object.keys(packageJson).filter((name) => /dependencies/i.test(name))).toEqual([]);
    const modules = readdirSync(join(client, 'dist')).filter((name) => name.endsWith('.js'));
    expect(modules.length).toBeGreaterThan(10);
    for (const name of modules) {
      const text = readFileSync(join(client, 'dist', name), 'utf8');
      expect([...text.matchAll(/from '([^']+)'/g)].filter(([, from]) => !from?.startsWith('./'))).toEqual([]);
    }
  });

  it.each([
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ])('has valid types for projects with module %s and moduleResolution %s', async (module, resolution) => {
    writeFileSync(
      join(folder, 'uses.ts'),
      `import { createTape, GapError, type Item, type Mirror, type OfferMessage } from '@itemtape/client';
       const tape = createTape({ url: '', key: '' });
       createTape({ url: '', key: '', transport: 'websocket', WebSocket });
       export const item: Promise<Item> = tape.item({ marketplace: 'x', game: 'CS2', name: 'x' });
       export const mirror: Mirror = tape.mirror({ items: 'x' });
       export const place = (gap: GapError): string => gap.after.epoch;
       export async function first(): Promise<OfferMessage | null> {
         for await (const offer of tape.offers({ events: ['Removed'] })) return offer;
         return null;
       }
       export async function goOn(last: OfferMessage): Promise<void> {
         for await (const { epoch, sequence, id, phase } of tape.offers({ snapshot: true }, { resume: last }))
           console.log(epoch.length, sequence + 1, id.length, phase?.length);
         for await (const message of tape.messages()) if (message.type === 'sale') console.log(message.sequence + 1);
         const options = { resume: last };
         // @ts-expect-error
         tape.offers({ snapshot: true, ...options });
         // @ts-expect-error
         tape.mirror({ ...{ signal: new AbortController().signal } });
       }
       // @ts-expect-error
       tape.offers({ events: ['Vanished'] });
       // @ts-expect-error
       tape.item({ marketplace: 'x' });`,
    );

    const options = ['--noEmit', '--types', '', '--module', module, '--moduleResolution', resolution];
    expect(await compile(['uses.ts'], options)).toBe('');
  });

  it.each(['Node16', 'Node18', 'NodeNext'])(
    'has valid types for CommonJS with module %s, and runs there',
    async (module) => {
      writeFileSync(
        join(folder, 'required.cts'),
        `import { createTape, TapeError, type OfferMessage, type Tape } from '@itemtape/client';
       const tape: Tape = createTape({ url: 'http://127.0.0.1:1', key: '' });
       export const isAfter = (offer: OfferMessage, sequence: number): boolean => offer.sequence > sequence;
       console.log(typeof tape.offers, TapeError.name);
       // @ts-expect-error
       tape.offers({ events: ['Vanished'] });`,
      );

      expect(await compile(['required.cts'], ['--types', '', '--module', module])).toBe('');
      expect(await run(process.execPath, ['required.cjs'], { cwd: folder })).toMatchObject({
        stdout: 'function TapeError\n',
        stderr: '',
      });
    },
  );
});

describe('the docstrings of the client', () => {
  it('have an example and the errors of every method, and every example passes type checking', async () => {
    const ofTape = [...shownIn('create-tape'), ...shownIn('tape')];
    const [ofMirror, ofFound] = [shownIn('copies/mirror'), shownIn('found')];
    const ofBoard = shownIn('copies/board');
    const methods = Object.keys(createTape({ url: 'http://127.0.0.1:1', key: '' }));
    expect(ofTape.map(({ name }) => name)).toEqual(['createTape', ...methods]);
    const ofAlerts = shownIn('own/alerts');
    expect(ofAlerts.map(({ name }) => name)).toEqual(Object.keys(createAlerts(async () => null as never)));
    const ofWatchlist = shownIn('own/watchlist');
    expect(ofWatchlist.map(({ name }) => name)).toEqual(Object.keys(createWatchlist(async () => null as never)));
    const ofHoldings = shownIn('own/holdings');
    expect(ofHoldings.map(({ name }) => name)).toEqual(Object.keys(createHoldings(async () => null as never)));
    for (const { name, doc } of [...ofTape, ...ofAlerts, ...ofWatchlist, ...ofHoldings])
      expect(doc, name).toContain('@throws {');
    const mirrored = ['offers', 'get', 'size', 'state', 'watch', 'stop'];
    expect(ofMirror.map(({ name }) => name)).toEqual(mirrored);

    expect(ofBoard.map(({ name }) => name)).toEqual(['best', 'bests', 'deals', 'found', 'state', 'watch', 'stop']);

    const shown = [...ofTape, ...ofAlerts, ...ofWatchlist, ...ofHoldings, ...ofMirror, ...ofFound, ...ofBoard];
    expect(withExamples.flatMap(shownIn)).toEqual(shown);
    expect(await compiledExample('docstrings.ts')).toEqual([]);
  });
});

describe('the README of the client', () => {
  const printed = [
    /^AK-47 \| Redline \(Field-Tested\): \d+ marketplaces, from \$\d+(\.\d+)?\n$/,
    /^found .*Redline.*\n404 NOT_FOUND\n$/,
    /^items with their cheapest prices: [1-9]\d*\n$/,
    /^live: true\n$/,
    /^(Added|Updated) \w+ .+ \d+(\.\d+)?\n$/,
    /^resumed: true\n$/,
    /^received 5 offers\n$/,
    /^past offers: true\n$/,
    /^(\d{4}-\S+Z .+ \d+(\.\d+)?\n)+$/,
    /^over a WebSocket: .+\n$/,
    /^(gone https:.*\n)*live: true, lowest \d+(\.\d+)?\n$/,
    /^\d+(\.\d+)? (\d+(\.\d+)?|undefined) (\d+(\.\d+)?|no deal)\n$/,
    /^cheapest \d+(\.\d+)? function\n$/,
  ];

  it('has an example for each of the outputs that are checked', () => {
    expect(blocks).toHaveLength(printed.length);
  });

  it('has its example in the main README, which passes type checking', async () => {
    expect(await compiledExample('first-readme.ts')).toEqual([]);
  });

  describe('has examples', () => {
    type Printed = { readonly stdout: string; readonly stderr: string };
    let printedBy: readonly Promise<Printed>[] = [];
    let ticking: NodeJS.Timeout;

    beforeAll(async () => {
      await compiledExample('');
      const env = { ITEMTAPE_URL: markets.service.origin, ITEMTAPE_KEY: markets.key };
      ticking = setInterval(() => markets.world.tick(Date.now()), 100);
      // All of them wait for the same market
      printedBy = blocks.map((_, at) =>
        run(process.execPath, [`example-${at}.js`], { cwd: folder, env }).catch((error: Printed) => error),
      );
    });
    afterAll(() => clearInterval(ticking));

    it.each(printed.map((wanted, at) => [at, wanted] as const))(
      'of which %i passes type checking, runs and prints %s',
      async (at, wanted) => {
        expect(await compiledExample(blocks[at]?.file ?? '')).toEqual([]);
        const { stdout, stderr } = (await printedBy[at]) as Printed;

        expect(stderr).toBe('');
        expect(stdout).toMatch(wanted);
      },
    );
  });
});

const site = '<!doctype html><title>A site</title><script type="module" src="/site.js"></script>';
const siteScript = `
  import { createTape } from '/index.js';
  const { url, key, name, transport } = Object.fromEntries(new URLSearchParams(location.search));
  const tape = createTape({ url, key, transport });
  const seen = (window.seen = { sequences: [], states: [], compared: [], mirrored: 0 });
  for (const again of [1, 2]) seen.compared.push((await tape.compare({ game: 'CS2', name })).name);
  const mirror = tape.mirror({ games: 'CS2', items: name });
  await mirror.ready;
  seen.mirrored = mirror.size();
  mirror.stop();
  const onConnection = (state) => seen.states.push(state);
  for await (const { sequence } of tape.offers({}, { onConnection })) seen.sequences.push(sequence);`;

type Seen = {
  readonly sequences: readonly number[];
  readonly states: readonly string[];
  readonly compared: readonly string[];
  readonly mirrored: number;
};

needing('Chromium').describe('in a browser', () => {
  let browser: Browser;
  let page: Page;
  let proxy: Awaited<ReturnType<typeof createCuttingProxy>>;
  const errors: string[] = [];
  // A page of another origin, like a site that uses the client
  const siteServer = createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://site').pathname;
    response.setHeader('content-type', path === '/' ? 'text/html' : 'text/javascript');
    if (path === '/') response.end(site);
    else if (path === '/site.js') response.end(siteScript);
    else if (/^\/(?:\w+\/)?[\w-]+\.js$/.test(path)) response.end(readFileSync(join(client, 'dist', path)));
    else response.writeHead(204).end();
  });
  const origin = () => `http://127.0.0.1:${proxy.port}`;

  beforeAll(async () => {
    browser = await openBrowser();
    proxy = await createCuttingProxy(Number(new URL(markets.service.origin).port));
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    siteServer.listen(0, '127.0.0.1');
    await once(siteServer, 'listening');
  });
  afterAll(async () => {
    await browser?.close();
    siteServer.close();
    proxy?.close();
  });

  it.each(['sse', 'websocket'])(
    'answers, mirrors, and reads a stream that resumes after a cut, over %s',
    async (transport) => {
      const ticking = setInterval(() => markets.world.tick(Date.now()), 100);
      const { port } = siteServer.address() as AddressInfo;
      const params = new URLSearchParams({ url: origin(), key: markets.key, name: redline, transport });
      await page.goto(`http://127.0.0.1:${port}/?${params}`);
      const seen = (): Promise<Seen | undefined> => page.evaluate('window.seen');
      // The code of the page may still be on its way
      const count = async () => (await seen())?.sequences.length ?? 0;
      const isFurther = async (than: number) => (await count()) > than + 10;

      await until('offers', () => isFurther(0));
      proxy.cut();
      const before = await count();
      await until('more offers', () => isFurther(before));
      clearInterval(ticking);
      const { sequences, states, compared, mirrored } = (await seen()) ?? expect.fail();
      expect(compared).toEqual([redline, redline]);
      expect(mirrored).toBeGreaterThan(0);
      expect(states).toEqual(['live', 'waiting', 'live']);
      expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
      expect(errors).toEqual([]);
    },
  );
});
