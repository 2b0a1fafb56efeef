import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callCommand } from '../support/processes/called.ts';
import { killAll, serve } from '../support/processes/served-process.ts';
import { testFolder } from '../support/runner/file-folders.ts';
import { until } from '../support/time/until.ts';

const root = testFolder('permissions');
afterAll(killAll);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** What others can read, write or enter in a folder. */
const openIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found !== undefined && (found.mode & 0o077) !== 0;
  });

/** Starts the service as with the umask of a careless machine, or of a careful one. */
const start = (name: string, umask: string, environment: Record<string, string> = {}) =>
  serve({
    folder: join(root, name, 'data'),
    relay: 'http://127.0.0.1:9',
    before: ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh'],
    environment: { HTTP_WORKERS: '1', COLLECT_ONLY: 'skinport', ...environment },
  });

describe('the data folder', () => {
  it('and everything in it is for the user of the service alone, whatever the umask', async () => {
    const service = start('new', '000', { TAPE_KEEP_HOURS: '1' });
    await service.origin;
    const data = join(root, 'new', 'data');
    expect(modeOf(data)).toBe(0o700);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['past', 'tape', 'fronts', 'owner.json']));
    expect(openIn(data)).toEqual([]);
    expect(service.out()).not.toContain('other users of this machine can look');

    await service.stop('SIGTERM');
    expect(openIn(data)).toEqual([]);
  });

  it('keeps the permissions that the operator has given it, with a line in the log', async () => {
    const data = join(root, 'given', 'data');
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o755);
    const service = start('given', '022');
    await service.line((line) => line.includes('data folder readable by other users of this machine'));
    await service.origin;

    expect(modeOf(data)).toBe(0o755);
    expect(openIn(data)).toEqual([]);
    await service.stop('SIGTERM');
  });

  it('is created private by a command, too, which leaves the umask as it was', async () => {
    const data = join(root, 'keys', 'data');
    const previous = process.umask(0o002);
    try {
      expect((await callCommand(['keys', 'create', 'first', '--data-folder', data])).code).toBe(0);
      expect(process.umask(0o002)).toBe(0o002);
    } finally {
      process.umask(previous);
    }

    expect(modeOf(data)).toBe(0o700);
    expect(openIn(data)).toEqual([]);
  });
});

it('published files are for everybody, whatever the umask', async () => {
  const published = join(root, 'publishing', 'out', 'lists');
  const service = start('publishing', '077', { PUBLISH_FOLDER: published, PUBLISH_MINUTES: '1', PUBLISH_DAYS: '1' });
  await service.origin;
  await until('a day', async () => existsSync(join(published, 'days', 'manifest.json')));
  await service.stop('SIGTERM');

  expect(modeOf(join(root, 'publishing', 'out'))).toBe(0o755);
  expect(modeOf(published)).toBe(0o755);
  const made = readdirSync(published, { recursive: true, withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.'),
  );
  expect(made.length).toBeGreaterThan(3);
  for (const entry of made)
    expect(modeOf(join(entry.parentPath, entry.name)), entry.name).toBe(entry.isDirectory() ? 0o755 : 0o644);
});
