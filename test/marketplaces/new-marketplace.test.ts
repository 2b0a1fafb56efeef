import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { planned } from '../../tools/new-marketplace/plan.ts';
import { refuseTaken } from '../../tools/new-marketplace/wanted.ts';
import { testFolder } from '../support/runner/file-folders.ts';

const root = resolve(import.meta.dirname, '..', '..');
const left = ['node_modules', '.git', 'dist', 'dist-tools', 'data'].map((name) => join(root, name));
const slug = 'gem-cellar';

type Ended = { readonly code: number; readonly out: string };

let tree: string;
let first: Ended;
/** The files that the first run has written or changed. */
let written: readonly string[];

const run = (command: string, ...words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    // The workers of this run set environment variables, and colours would separate the words
    const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, FORCE_COLOR: ____, ...environment } = process.env;
    const options = { cwd: tree, env: { ...environment, NO_COLOR: '1' } };
    execFile(command, words, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: `${out}${err}` }),
    );
  });

/** The texts of the tree, by path. */
const texts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['src', 'docs/marketplaces.md', 'openapi.json', 'asyncapi.json'].flatMap((top) => {
      const path = join(tree, top);
      const files = statSync(path).isFile() ? [''] : readdirSync(path, { recursive: true, encoding: 'utf8' });
      return files
        .map((file) => join(path, file))
        .filter((file) => statSync(file).isFile())
        .map((file) => [file, readFileSync(file, 'utf8')]);
    }),
  );

describe('npm run new-marketplace', () => {
  beforeAll(async () => {
    tree = testFolder('tree');
    cpSync(root, tree, { recursive: true, filter: (path) => !left.includes(path) });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    const words = [slug, '--', '--name', 'Gem Cellar', '--games', 'rust,CS2', '--host', 'api.gem-cellar.com'];
    const before = texts();
    first = await run('npm', 'run', '--silent', 'new-marketplace', ...words);
    written = Object.entries(texts()).flatMap(([file, text]) => (before[file] === text ? [] : [file]));
    // It is compiled now
    const manifest = join(tree, 'package.json');
    const { scripts, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
    const again = { ...scripts, 'new-marketplace': scripts['new-marketplace'].split(' && ').at(-1) };
    writeFileSync(manifest, JSON.stringify({ ...rest, scripts: again }));
  });

  it('does not overwrite an existing file', () => {
    const inTheWay = 'src/stage/players/lists/bazaar.ts';
    writeFileSync(join(tree, inTheWay), '');

    expect(() => planned(tree, ['bazaar'])).toThrow(`is taken: ${inTheWay} exists`);
    rmSync(join(tree, inTheWay));
  });

  it('creates a marketplace and says what to do with it', () => {
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining(`${slug} --update`) });
    expect(readFileSync(join(tree, 'docs/marketplaces.md'), 'utf8')).toContain(
      '\n| Gem Cellar | CS2, Rust | lowest price |',
    );
  });

  it('creates one that the suite, the stage and the lists accept', async () => {
    const files = [
      'src/connectors/conformance.test.ts',
      'test/marketplaces/played-answers.test.ts',
      'test/repository/generated.test.ts',
      'test/repository/architecture.test.ts',
    ];
    // Measuring every function of the tree would take longer than all the rest
    const titles = `^(?!.*no function longer).*(${slug}|the list of connectors|generated files|the tree)`;
    // One process for all of them: reading every connector takes longer than testing one
    writeFileSync(
      join(tree, 'vitest.made.config.ts'),
      `export default { test: ${JSON.stringify({ include: files, isolate: false, maxWorkers: 1, testTimeout: 900_000 })} };`,
    );
    const words = ['run', '--config', 'vitest.made.config.ts', '-t', titles];
    const { code, out } = await run('npx', '--no-install', 'vitest', ...words);
    rmSync(join(tree, 'vitest.made.config.ts'));

    expect(code, out).toBe(0);
    expect(out).toMatch(/Test Files +4 passed \(4\)/);
    // The declaration, its fixtures and grades, and the stage's answers for each game
    expect(Number(/Tests +(\d+) passed/.exec(out)?.[1]), out).toBeGreaterThan(35);
  });

  it('creates one that needs no formatting and has no type errors', async () => {
    writeFileSync(
      join(tree, 'tsconfig.made.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        include: [`src/connectors/${slug}/*.ts`, `src/stage/players/lists/${slug}.ts`],
      }),
    );
    const typed = await run('npx', '--no-install', 'tsc', '-p', 'tsconfig.made.json');
    expect(typed.code, typed.out).toBe(0);
    rmSync(join(tree, 'tsconfig.made.json'));
    const { code, out } = await run(
      'npx',
      '--no-install',
      'biome',
      'check',
      ...written.filter((file) => file.endsWith('.ts')),
    );
    expect(written.length).toBeGreaterThan(8);
    expect(code, out).toBe(0);
  });

  it('refuses an existing marketplace and unknown arguments, and writes nothing', async () => {
    const before = texts();
    for (const [words, reason] of [
      [[slug], '"gem-cellar" already means Gem Cellar (gem-cellar, '],
      [['bazaar', '--games', 'CS2,Chess'], 'the game "Chess" is not known; games are CS2, Dota2'],
    ] as const) {
      const { code, out } = await run('node', 'dist-tools/tools/new-marketplace.js', ...words);
      expect(code).toBe(1);
      expect(out).toContain(`Nothing was written: ${reason}`);
      expect(out).toContain('npm run new-marketplace <slug>');
    }
    expect(texts()).toEqual(before);
  });

  it('refuses an option without the two leading hyphens, which npm would take for its own', async () => {
    const { code, out } = await run('npm', 'run', '--silent', 'new-marketplace', 'corner-shop', '--host', 'a.com');

    expect(code).toBe(1);
    expect(out).toContain('Nothing was written: npm has taken --host for itself; write -- between');
    expect(existsSync(join(tree, 'src/connectors/corner-shop'))).toBe(false);
  });
});

describe('the plan of a marketplace', () => {
  it.each([
    ['a slug of the registry', ['skinport'], '"skinport" already means SkinPort (skinport, 3)'],
    ['another name of one there', ['buff'], '"buff" already means Buff163'],
    ['a folder that is there', ['families'], 'is taken: src/connectors/families exists'],
    [
      'a host that somebody plays',
      ['bazaar', '--host', 'loot.farm'],
      'the host loot.farm belongs to the player of loot-farm',
    ],
    ['a slug that is not kebab-case', ['Skin_Bazaar'], '"Skin_Bazaar" is not kebab-case'],
    ['a slug that begins with a digit', ['500skins'], '"500skins" is not kebab-case'],
    ['a word of JavaScript', ['import'], '"import" is a reserved word of JavaScript'],
    ['a variable that a list has', ['connectors'], 'already has a "connectors"'],
    ['a name that is taken', ['bazaar', '--name', 'Skin Port'], '"Skin Port" already means SkinPort'],
    ['a name that would break a list', ['bazaar', '--name', "Bazaar's"], 'must be letters and digits'],
    ['an address for a host', ['bazaar', '--host', 'https://bazaar.com/'], 'is not the name of a host'],
    ['an unknown option', ['bazaar', '--hosts', 'bazaar.com'], "Unknown option '--hosts'"],
    ['two slugs', ['bazaar', 'depot'], 'unexpected argument "depot"'],
    ['nothing', [], 'the slug is missing'],
  ])('is refused for %s', (_, words, reason) => {
    expect(() => planned(root, words)).toThrow(reason);
  });

  it.each(['name', 'games', 'host'])('is refused if npm has taken --%s', (option) => {
    expect(() => refuseTaken({ [`npm_config_${option}`]: 'true' })).toThrow(`npm has taken --${option} for itself`);
  });

  it('derives the slug from the name, and uses CS2, unless they are given', () => {
    const { marketplace, files } = planned(root, ['bazaar-gg']);

    expect(marketplace).toMatchObject({ name: 'BazaarGg', games: ['CS2'], host: 'api.bazaar-gg.example' });
    expect(files.get('src/connectors/bazaar-gg/index.ts')).toContain('export const bazaarGg: Connector = {');
  });
});
