import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { testFolder } from '../support/runner/file-folders.ts';

const root = resolve(import.meta.dirname, '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const promised = Object.keys({
  ...manifest.dependencies,
  ...manifest.optionalDependencies,
  ...manifest.peerDependencies,
});

/** A separate project into which the package is installed. */
let project: string;
let installed: string;

type Ended = { readonly code: number; readonly out: string };

const run = (script: string, ...words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    // The workers of this run set environment variables, and colours would separate the words
    const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, FORCE_COLOR: ____, ...environment } = process.env;
    const options = { cwd: project, env: { ...environment, CI: '1', NO_COLOR: '1' } };
    execFile(process.execPath, [join(project, 'node_modules', script), ...words], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: `${out}${err}` }),
    );
  });

const suite = (folder: string) => run('vitest/vitest.mjs', 'run', folder);

beforeAll(async () => {
  project = testFolder('project');
  installed = join(project, 'node_modules', 'itemtape');
  mkdirSync(installed, { recursive: true });
  const words = ['pack', '--ignore-scripts', '--json', '--dry-run'];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root, maxBuffer: 2 ** 26 });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  for (const { path } of files) cpSync(join(root, path), join(installed, path));
  for (const name of [...promised, 'typescript', '@types/node']) {
    const path = join(project, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), path);
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  cpSync(join(installed, 'examples', 'connectors'), join(project, 'connectors'), { recursive: true });
});

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export|\})[^"'\n]* from |^import |\bimport\()["']([^"'\s]+)["']/gm,
    ),
  ].map(([, target = '']) => target);

const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

/** Declarations name the sources that they were generated from. */
const fileOf = (from: string, target: string): string => {
  const file = resolve(dirname(from), target);
  return from.endsWith('.d.ts') ? file.replace(/(?<!\.d)\.[jt]s$/, '.d.ts') : file;
};

/** The files of the package that an entry imports, directly or indirectly, and the packages that they name. */
function closure(entry: string): { readonly missing: readonly string[]; readonly packages: ReadonlySet<string> } {
  const seen = new Set([entry]);
  const targets = new Set<string>();
  for (const file of seen) {
    if (!existsSync(file)) continue;
    for (const target of importsOf(file))
      if (target.startsWith('.')) seen.add(fileOf(file, target));
      else targets.add(target);
  }
  const packages = [...targets].filter((target) => !isBuiltin(target) && !target.startsWith('#')).map(packageOf);
  return { missing: [...seen].filter((file) => !existsSync(file)), packages: new Set(packages) };
}

const entries: readonly string[] = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [] : Object.values(target as Readonly<Record<string, string>>),
);

describe('the packed package', () => {
  it('lists types before code in every export except its own manifest', () => {
    const { './package.json': own, ...others } = manifest.exports;

    expect(own).toBe('./package.json');
    expect(Object.keys(others)).toEqual(['./connector', './connector-suite']);
    for (const target of Object.values(others)) expect(Object.keys(target as object)).toEqual(['types', 'default']);
  });

  it.each(entries)('holds %s and everything that it imports, using only packages that it declares', (entry) => {
    const { missing, packages } = closure(join(installed, entry));

    expect(missing).toEqual([]);
    expect([...packages].filter((name) => !promised.includes(name))).toEqual([]);
  });

  it('needs vitest only for the suite', () => {
    const of = (entry: string) => closure(join(installed, entry)).packages.has('vitest');

    expect([of('dist/main.js'), of('dist/connector.js'), of('dist/connector-suite.js')]).toEqual([false, false, true]);
    expect(manifest.peerDependenciesMeta).toEqual({ vitest: { optional: true } });
  });

  it('contains the licence of every package that is bundled into it', () => {
    const code = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^(?!dashboard).*\.js$/.test(path),
    );
    const bundled = new Set(
      code.flatMap((path) =>
        [
          ...readFileSync(join(installed, 'dist', path), 'utf8').matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm),
        ].map(([, name = '']) => name),
      ),
    );

    expect([...bundled].sort()).toEqual([
      '@modelcontextprotocol/core',
      '@modelcontextprotocol/server',
      'typebox',
      'zod',
    ]);
    for (const name of bundled) {
      const folder = join(root, 'node_modules', name);
      const [licence = ''] = readdirSync(folder).filter((path) => /^licen[cs]e$/i.test(path));
      expect(readFileSync(join(installed, 'dist', 'licences', `${name}.txt`), 'utf8')).toBe(
        readFileSync(join(folder, licence), 'utf8'),
      );
    }
  });

  it('has no dead link in its documents', () => {
    const documents = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.md'),
    );
    const dead = documents.flatMap((path) =>
      [...readFileSync(join(installed, path), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(installed, path, '..', link)))
        .map((link) => `${path}: ${link}`),
    );

    expect(documents).toContain('docs/your-own-connector.md');
    expect(dead).toEqual([]);
  });

  it('contains no tests and no build notes', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(installed, path)).isFile(),
    );

    expect(files.filter((path) => /^(dist|client)\/.*(\.test\.|\.tsbuildinfo$)/.test(path))).toEqual([]);
  });
});

const config = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'NodeNext',
    target: 'ES2023',
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['connectors'],
};

/** The first code block of a language in the guide. */
const shown = (language: string): string =>
  new RegExp(`\\n\`\`\`${language}\\n(import [\\s\\S]*?)\`\`\``).exec(
    readFileSync(join(root, 'docs', 'your-own-connector.md'), 'utf8'),
  )?.[1] ?? '';

const table = `| file | kind | game | item | item id | expects |
|---|---|---|---|---|---|
| prices-1.json | synthetic | CS2 | | | read |
`;

const goldenLine = (name: string) =>
  `[\n{"game":"CS2","kind":"quote","lowest":{"amount":990,"currency":"USD"},"marketplaceItemId":null,"name":"${name}","offerCount":null,"phase":null,"purchaseLink":null,"thumbnail":null}\n]\n`;

function put(files: Readonly<Record<string, string>>, folder = 'connectors'): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(project, folder, 'corner-shop', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const shop = {
  'index.ts': shown('ts'),
  'corner-shop.test.ts': shown('js'),
  'fixtures/SOURCES.md': table,
  'fixtures/prices-1.json': '{"prices":[{"title":"Chroma Case","cents":99}]}',
  'fixtures/prices-1.golden.json': goldenLine('Chroma Case'),
};

describe('a connector in a separate project', () => {
  it('is type-checked against itemtape/connector, in TypeScript and in JSDoc comments', async () => {
    const options = { ...config.compilerOptions, allowImportingTsExtensions: true };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ ...config, compilerOptions: options }));
    put(shop);
    expect(await run('typescript/bin/tsc')).toEqual({ code: 0, out: '' });

    put({ 'index.ts': shown('ts').replace("['quote']", "['qoute']").replace('row.cents', 'row.cents.toUpperCase()') });
    const { code, out } = await run('typescript/bin/tsc');
    expect(code).not.toBe(0);
    expect(out).toContain(`'"qoute"' is not assignable`);
    expect(out).toContain("Property 'toUpperCase' does not exist on type 'number'");
    put(shop);
  });

  it('gets the same tests as the built-in connectors from itemtape/connector-suite', async () => {
    put(shop);
    const { code, out } = await suite('connectors/corner-shop');

    expect(code, out).toBe(0);
    expect(Number(/Tests +(\d+) passed/.exec(out)?.[1]), out).toBe(18);
  });

  it('fails with the reason if something is wrong with it', async () => {
    const { 'index.ts': index, 'corner-shop.test.ts': tests } = shop;
    put({ ...shop, 'fixtures/prices-1.golden.json': goldenLine('Another Case') }, 'wrong/golden');
    put({ ...shop, 'index.ts': index.replace('CornerShop', 'Buff').replace('https:', 'http:') }, 'wrong/name');
    put({ ...shop, 'index.ts': "export const connector = { slug: 'corner-shop' };" }, 'wrong/parts');
    put({ 'index.ts': index, 'corner-shop.test.ts': tests }, 'wrong/fixtures');
    put({ ...shop, 'fixtures/prices-1.json': '{"error":"busy"}' }, 'wrong/outcome');
    const { out } = await suite('wrong');

    expect(out).toMatch(/Test Files +5 failed \(5\)/);
    expect(out).toContain("the answer is about a failure: expected 'retry' to be 'read'");
    expect(out).toMatch(/FAIL +wrong\/golden[\s\S]*Another Case/);
    expect(out).toContain('is not https');
    expect(out).toMatch(/FAIL +wrong\/name[\s\S]*has names of its own[\s\S]*Buff/);
    expect(out).toContain('games must be a list of CS2, Dota2, Rust, TF2');
    expect(out).toContain('SOURCES.md is missing; it names the answers');
  });

  it('that is the example passes unchanged', async () => {
    const { code, out } = await suite('connectors/skin-bazaar');

    expect(code, out).toBe(0);
    expect(out).toMatch(/Tests +\d\d passed/);
  });
});
