import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksDatabase } from '../../src/schema/index.ts';
import { killAll, readJson, startCommand } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { until } from '../support/time/until.ts';

const root = resolve(import.meta.dirname, '..', '..');
const run = promisify(execFile);

type Locked = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The lock file of a project whose only dependency is the packed file, with the versions that the repository has locked. */
function lockOf(file: string): object {
  const { '': own, ...packages }: Locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const needed = Object.entries(packages).filter(([, { dev }]) => !dev);
  const { version, bin, dependencies, optionalDependencies, engines } = own ?? {};
  const itemtape = { version, resolved: `file:${file}`, bin, dependencies, optionalDependencies, engines };
  return {
    name: 'somebody',
    lockfileVersion: 3,
    packages: {
      '': { name: 'somebody', dependencies: { itemtape: `file:${file}` } },
      'node_modules/itemtape': itemtape,
      ...Object.fromEntries(needed),
    },
  };
}

describe('the packed file, installed into an empty folder without the embedded database', () => {
  const folder = testFolder('installed');
  const program = join(folder, 'node_modules', '.bin', 'itemtape');
  const calling = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    startCommand(words, environment, { program });

  beforeAll(async () => {
    const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const { stdout } = await run('npm', words, { cwd: root, maxBuffer: 2 ** 26 });
    const [{ filename }] = JSON.parse(stdout);
    writeFileSync(join(folder, 'package.json'), `{"dependencies":{"itemtape":"file:${filename}"}}`);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOf(filename)));
    // From npm's cache, which has the packages that the tests were installed with
    const quick = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['ci', '--omit=optional', ...quick], { cwd: folder });
  });
  afterAll(killAll);

  it('adds at most 70 MB of packages', async () => {
    const { stdout } = await run('du', ['-sm', '--exclude=itemtape', 'node_modules'], { cwd: folder });

    expect(Number.parseInt(stdout, 10)).toBeGreaterThan(20);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(70);
  });

  it('prints its version', async () => {
    const command = calling(['--version']);

    expect(await command.ended).toEqual({ code: 0, signal: null });
    expect(command.out()).toBe(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
  });

  it('starts, and says in one sentence what it lacks', async () => {
    const environment = { ITEMTAPE_DATA_FOLDER: join(folder, 'data'), ITEMTAPE_HTTP_PORT: '0' };
    const command = calling(['serve'], {
      ...environment,
      ITEMTAPE_COLLECT_ONLY: 'SkinPort',
      ITEMTAPE_COLLECT_RELAY: 'http://127.0.0.1:9',
      ITEMTAPE_LOG_FORMAT: 'json',
    });
    const origin = JSON.parse(await command.line((line) => 'origin' in JSON.parse(line))).origin;

    expect(await readJson(`${origin}/health`)).toMatchObject({ ready: true, store: { keepsPast: false } });
    expect(command.out().split(lacksDatabase)).toHaveLength(2);
    command.child.kill('SIGTERM');
    expect(await command.ended).toEqual({ code: 0, signal: null });
  });

  it('answers as the demo with its dashboard, once the database is installed', async () => {
    for (const name of ['@duckdb', 'detect-libc'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    const environment = {
      ITEMTAPE_COLLECT_ONLY: 'SkinPort',
      ITEMTAPE_HTTP_PORT: '0',
      ITEMTAPE_LOG_FORMAT: 'json',
      ITEMTAPE_STAGE_ITEMS: '500',
    };
    const demo = calling(['demo'], environment);
    const field = async (name: string): Promise<string> =>
      JSON.parse(await demo.line((line) => name in JSON.parse(line)))[name];
    const [origin, key] = [await field('origin'), await field('firstKey')];
    const compare = `${origin}/v2/items/compare?game=CS2&name=${encodeURIComponent('AK-47 | Redline (Field-Tested)')}`;
    const found = await until('a price', async () => {
      const answer = await readJson(compare, key).catch(() => null);
      return answer?.marketplaces?.[0] ?? null;
    });

    expect(found).toMatchObject({ marketplace: 'SkinPort', priceUSD: expect.any(Number) });
    expect(await (await fetch(`${origin}/`)).text()).toContain('<title>Itemtape');
    demo.child.kill('SIGTERM');
    expect(await demo.ended).toEqual({ code: null, signal: 'SIGTERM' });
  });
});

describe('a clone of the repository', () => {
  const folder = testFolder('clone');
  const clone = join(folder, 'clone');

  const help = async () => {
    const quick = ['--offline', '--cache', join(folder, 'cache')];
    const words = ['--no-install', ...quick, 'itemtape', 'help'];
    return await run('npx', words, { cwd: clone }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
    );
  };

  it('says before the first build that there is none, and has the command after each build', async () => {
    for (const path of ['bin', 'package.json']) cpSync(join(root, path), join(clone, path), { recursive: true });
    const before = await help();
    mkdirSync(join(clone, 'dist'));
    // As the builder writes it: not executable
    writeFileSync(join(clone, 'dist', 'main.js'), 'console.log(process.argv[2])', { mode: 0o644 });
    const after = await help();

    expect([before.code, before.output]).toEqual([1, expect.stringContaining('`npm run build`')]);
    expect([after.code, after.output]).toEqual([0, 'help\n']);
  });
});

describe('the build', () => {
  /** A copy of the build output and the sources, with a builder whose steps only record that they were run. */
  const copy = testFolder('build');
  const built = async (): Promise<boolean> => {
    const before = statSync(join(copy, 'dist', '.sources'), { throwIfNoEntry: false })?.mtimeMs;
    const { stdout } = await run(process.execPath, [join(copy, 'tools', 'build.mjs')]);
    expect(statSync(join(copy, 'dist', '.sources')).mtimeMs === before).toBe(stdout === '');
    return stdout.includes('asked to build');
  };

  beforeAll(() => {
    const sources = ['src', 'client', 'dashboard', 'tools/build.mjs', 'package-lock.json'];
    for (const name of [...sources, 'tsconfig.json', 'tsconfig.types.json', 'vite.config.ts'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    const made = ['dist/main.js', 'dist/connector.d.ts', 'dist/dashboard/index.html', 'client/dist/index.js'];
    for (const path of made) {
      mkdirSync(join(copy, path, '..'), { recursive: true });
      writeFileSync(join(copy, path), '');
    }
    const scripts = { 'build:all': 'echo asked to build' };
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ scripts }));
  });

  it('is repeated if a source was changed, added or removed or a part is missing, and otherwise not', async () => {
    expect([await built(), await built()]).toEqual([true, false]);

    appendFileSync(join(copy, 'src', 'main.ts'), '\n');
    expect([await built(), await built()]).toEqual([true, false]);

    writeFileSync(join(copy, 'dashboard', 'src', 'new.ts'), '');
    expect([await built(), await built()]).toEqual([true, false]);

    rmSync(join(copy, 'client', 'src', 'wait.ts'));
    expect([await built(), await built()]).toEqual([true, false]);

    appendFileSync(join(copy, 'src', 'config.test.ts'), '\n');
    expect(await built()).toBe(false);

    // As a build leaves them
    for (const name of ['index.d.ts', '.tsbuildinfo'])
      writeFileSync(join(copy, 'client', 'commonjs', name), randomUUID());
    expect(await built()).toBe(false);

    rmSync(join(copy, 'dist', 'main.js'));
    expect(await built()).toBe(true);
  });

  it('that fails is repeated', async () => {
    appendFileSync(join(copy, 'src', 'main.ts'), '\n');
    writeFileSync(join(copy, 'dist', 'main.js'), '');
    const scripts = (command: string) =>
      writeFileSync(join(copy, 'package.json'), JSON.stringify({ scripts: { 'build:all': command } }));
    scripts('node -e "process.exit(3)"');
    await expect(run(process.execPath, [join(copy, 'tools', 'build.mjs')])).rejects.toThrow();
    await expect(run(process.execPath, [join(copy, 'tools', 'build.mjs')])).rejects.toThrow();

    scripts('echo asked to build');
    expect([await built(), await built()]).toEqual([true, false]);
  });
});
