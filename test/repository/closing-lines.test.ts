import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'itemtape-closing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file of a separate test suite that runs with this repository's settings. */
const lay = (path: string, body: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `import { beforeAll, describe, expect, it } from 'vitest';\n${body}\n`);
};
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
mkdirSync(join(folder, 'tools'));
const build = (isUpToDate: boolean): void =>
  writeFileSync(join(folder, 'tools', 'build.mjs'), `process.exitCode = ${isUpToDate ? 0 : 1};`);
build(true);
lay(
  'src/one.test.ts',
  `it('passes', () => {});
it('passes as well', () => {});
describe.skip('recorded rows', () => it('are read', () => {}));`,
);
lay(
  'test/two.test.ts',
  `import { needing } from '${join(root, 'test', 'support', 'runner', 'needs.ts')}';
it('passes', () => {});
it('fails', () => expect(1).toBe(2));
needing('nats-server', 'curl').it('is proved', () => {});
needing('curl').describe('a download', () => {
  it('begins', () => {});
  describe('goes on', () => it('ends', () => {}));
});
let tries = 0;
it('passes the second time', () => expect(++tries).toBe(2));
it.skip('was forgotten', () => {});
describe('recorded', () => it('rows are read', () => {}));
describe('a block', () => {
  beforeAll(() => Promise.reject(new Error('cannot begin')));
  it('is not reached', () => {});
});`,
);

/** The lines that follow Vitest's own output. */
const closing = async (words: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<string[]> => {
  const config = join(root, 'vitest.config.ts');
  const out = await new Promise<string>((resolve) => {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const called = [vitest, 'run', '--root', folder, '--config', config, ...words];
    // A path without any program
    const env = { PATH: join(folder, 'bin'), ...environment };
    execFile(process.execPath, called, { cwd: folder, env }, (_, stdout) => resolve(stdout));
  });
  return out.trimEnd().split('\n').slice(-6);
};

describe('a test run ends', () => {
  it('with lines on what ran, what could not, what was skipped without a reason, and the sum of all projects', async () => {
    expect(await closing()).toEqual([
      '',
      'checks against recorded payloads: 1 ran, 1 could not run without the folder of recordings',
      '1 tests could not run without nats-server and curl',
      '2 tests could not run without curl',
      '2 other tests were skipped, which no test should be',
      '4 passed, 3 failed',
    ]);
  });

  it('with the same lines when files were named', async () => {
    expect(await closing(['test/two.test.ts'])).toContain('2 tests could not run without curl');
  });

  it('with a failure in CI if a program is missing that .ci/run installs', async () => {
    expect((await closing([], { CI: 'true' })).slice(-3)).toEqual([
      '2 tests could not run without curl',
      '2 other tests were skipped, which no test should be',
      '4 passed, 4 failed',
    ]);
  });

  it('with a line on each test that passed only when retried, and why it had failed', async () => {
    expect((await closing(['--retry', '1'])).slice(-2)).toEqual([
      'failed first, passed when tried again: test/two.test.ts > passes the second time: expected 1 to be 2 // Object.is equality',
      '5 passed, 2 failed',
    ]);
  });

  it('with a line on a build that is older than the code, if tests could have started it', async () => {
    const remark = 'dist/, which some of these tests start, may be older than the code: npm run build';
    build(false);
    const [withSystem, withoutSystem] = [await closing(['-t', 'fails']), await closing(['src/one.test.ts'])];
    build(true);

    expect(withSystem).toContain(remark);
    expect(withoutSystem).not.toContain(remark);
  });

  it.each([
    ['a name', ['-t', 'fails']],
    ['a line', ['test/two.test.ts:4']],
  ])('with only the sum when the tests were selected by %s', async (_, words) => {
    expect((await closing(words)).slice(-2)).toEqual(['', '0 passed, 1 failed']);
  });
});
