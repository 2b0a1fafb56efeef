import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { debianPackages } from '../support/runner/needs.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const files = ['test', 'src', 'client/src', 'dashboard/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.test\.tsx?$|^test\/.*\.ts$/.test(path))
  .map((path) => ({ path, text: read(path) }));

const matches = (pattern: RegExp): readonly { readonly path: string; readonly found: string }[] =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([found]) => ({ path, found })));

describe('what tests need beyond Node and the packages', () => {
  it('is asked for through needing(), as nothing else may skip a test, except checks against recordings', () => {
    const others = matches(
      /\b(describe|it|test)[\w.]*\.(skip|todo|skipIf|runIf)\b(?!\(!?existsSync\(|.*existsSync\()/g,
    );

    expect(files.length).toBeGreaterThan(500);
    expect(others).toEqual([]);
  });

  it('includes every program that a test starts, except those of Node and of every POSIX system', () => {
    const started = matches(
      /(?<=\b(?:spawn|spawnSync|execFile|execFileSync|promisify\(execFile\)|run)\(\s*')[\w.-]+(?=')/g,
    ).filter(({ path }) => read(path).includes('node:child_process'));
    const everywhere = ['npm', 'npx', 'node', 'sh', 'mkfifo', 'du', 'cp'];
    // A right is asked for before these are started
    const withRights = ['ip', 'mount', 'umount', 'mkfs.ext4', 'fsfreeze', 'git', 'tar'];

    expect(started.map(({ found }) => found)).toEqual(expect.arrayContaining(['npm', 'mkfifo', 'mount']));
    expect(started.filter(({ found }) => ![...everywhere, ...withRights].includes(found))).toEqual([]);
  });

  it('is what .ci/run installs', () => {
    const [, installed = ''] = /^ {2}for package in (.+); do$/m.exec(read('.ci/run')) ?? [];

    expect(installed.split(' ').sort()).toEqual([...debianPackages].sort());
  });
});

describe('what tests leave to chance', () => {
  it('follows from one seed, so that a failure can be repeated', () => {
    const others = matches(/Math\.random\b/g).map(({ path }) => path);

    // Which tests that connectors may not use it
    expect(new Set(others)).toEqual(new Set(['src/contract/suite.test.ts']));
  });
});

describe('the test command of README.md', () => {
  it('stands beside the commands that run the service, and is what .ci/run runs last', () => {
    const [block = ''] = /(?<=```sh\n)npm ci && npm start [^`]+/.exec(read('README.md')) ?? [];
    const commands = block
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[0] ?? '');
    const [last = ''] = read('.ci/run').trim().split('\n').slice(-1);

    expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm run demo', 'npm ci && npm test']);
    expect(last.replace(/^(?:\w+=\w+ )+/, '')).toBe(commands[2]);
  });
});
