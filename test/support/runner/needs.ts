import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it, type TestOptions } from 'vitest';
import { canCutNetwork } from '../cluster/network.ts';
import { canFreeze, canMount } from '../processes/small-disk.ts';
import { longRun } from './long-run.ts';
import { sharedFolder } from './shared-folder.ts';

type Finder = {
  /** How tests start it, or whether they have it; null if they do not. */
  readonly find: () => string | true | null;
  /** The Debian package that `.ci/run` installs it from; null if it installs none. */
  readonly debian: string | null;
};

function inPath(program: string): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));
  return paths.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program, of which the first name that is in the path is taken. */
const program = (names: readonly [string, ...string[]], debian: string | null = null): Finder => ({
  find: () => names.map(inPath).find((path) => path !== null) ?? null,
  debian,
});
const fact = (holds: () => boolean): Finder => ({ find: () => holds() || null, debian: null });

// Debian's package is for Debian's Python, which is not necessarily the first one in the path
const pythons = ['python3', '/usr/bin/python3'];
const websockets = (): string | null =>
  pythons.find((python) => spawnSync(python, ['-c', 'import websockets']).status === 0) ?? null;

const debianPostgres = '/usr/lib/postgresql';

/** The server with its other programs beside it; Debian has a folder for each version, which is not in the path. */
function postgres(): string | null {
  const inFolders = existsSync(debianPostgres)
    ? readdirSync(debianPostgres).map((version) => join(debianPostgres, version, 'bin', 'postgres'))
    : [];
  const known = inPath('postgres');
  return [...inFolders, ...(known === null ? [] : [realpathSync(known)])].find(isProgram) ?? null;
}

const finders = {
  bash: program(['bash']),
  // The first is the same engine without a user interface, and takes a third of the processor time
  Chromium: program(['chromium-headless-shell', 'chromium', 'google-chrome'], 'chromium-headless-shell'),
  curl: program(['curl']),
  haproxy: program(['haproxy'], 'haproxy'),
  // Go runs the template engine of Helm
  'Helm or Go': program(['helm', 'go'], 'golang-go'),
  'nats-server': program(['nats-server'], 'nats-server'),
  nginx: program(['nginx'], 'nginx'),
  openssl: program(['openssl'], 'openssl'),
  postgres: { find: postgres, debian: 'postgresql' },
  python3: program(['python3']),
  'python3-websockets': { find: websockets, debian: 'python3-websockets' },
  rsync: program(['rsync'], 'rsync'),
  socat: program(['socat'], 'socat'),
  '/dev/full': fact(() => existsSync('/dev/full')),
  '/proc': fact(() => existsSync('/proc/self/stat')),
  LONG_RUN: fact(() => longRun),
  'the folder of recordings': fact(() => existsSync(join(sharedFolder, 'marketplaces', 'fixtures'))),
  'the right to freeze a disk': fact(canFreeze),
  'the right to mount a disk': fact(canMount),
  'the right to set up networks': fact(canCutNetwork),
  'the user root': fact(() => process.getuid?.() === 0),
} satisfies Readonly<Record<string, Finder>>;

/** What some tests need beyond Node and the packages: a program, a right, a file of the system. */
export type Need = keyof typeof finders;

/** The packages that the needs of tests come from. */
export const debianPackages: readonly string[] = Object.values(finders).flatMap(({ debian }) => debian ?? []);

const found = new Map<Need, string | true | null>();

function lookFor(need: Need): string | true | null {
  let location = found.get(need);
  if (location === undefined) {
    location = finders[need].find();
    found.set(need, location);
  }
  return location;
}

/** The program to start, for a test that has asked for it. */
export function programFor(need: Need): string {
  const location = lookFor(need);
  if (typeof location !== 'string')
    throw new Error(`there is no ${need} here; the test has to ask for it with needing()`);
  return location;
}

type Asking = {
  readonly describe: (title: string, body: () => void, options?: TestOptions) => void;
  readonly it: (title: string, body: () => unknown, options?: TestOptions) => void;
};

declare module 'vitest' {
  interface TaskMeta {
    /** What a test, or those of a block, could not run without. */
    missing?: string;
  }
}

/**
 * Tests that need more than Node and the packages. The closing lines of the run name what is missing, and how many tests
 * it left out; in CI, what `.ci/run` installs must be there.
 */
export function needing(...needs: readonly Need[]): Asking {
  const missing = needs.filter((need) => lookFor(need) === null);
  const demanded = missing.filter((need) => process.env['CI'] === 'true' && finders[need].debian !== null);
  if (demanded.length > 0) {
    const fail = (title: string): void =>
      it(title, () => {
        throw new Error(`${demanded.join(' and ')} is missing here, although .ci/run installs it`);
      });
    return { describe: fail, it: fail };
  }
  const skipped = missing.length > 0 ? { skip: true, meta: { missing: missing.join(' and ') } } : {};
  return {
    describe: (title, body, options) => void describe(title, { ...options, ...skipped }, body),
    it: (title, body, options) => void it(title, { ...options, ...skipped }, async () => void (await body())),
  };
}
