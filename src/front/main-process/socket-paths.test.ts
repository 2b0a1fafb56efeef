import { mkdirSync, mkdtempSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { until } from '../../../test/support/time/until.ts';
import { openSocketPaths } from './socket-paths.ts';

const root = mkdtempSync(join(tmpdir(), 'it-'));
let own = '';
beforeEach(() => {
  own = mkdtempSync(join(root, 't'));
  vi.stubEnv('TMPDIR', own);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true, force: true }));

const open = async (dataFolder: string) => await openSocketPaths(createServer(), dataFolder);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('sockets are in the data folder, in place of those that a killed run has left', async () => {
  const data = join(own, 'data');
  mkdirSync(join(data, 'fronts', 'book.sock'), { recursive: true });
  const paths = await open(data);

  expect(paths.path).toBe(join(data, 'fronts', 'book.sock'));
  expect(modeOf(dirname(paths.path))).toBe(0o700);
  await paths.close();
});

// Between a removal and the creation of the same name, another user of the machine could take it
it('a folder for them in the temporary folder is created once and never given up before the end', async () => {
  const seen: string[] = [];
  const watching = watch(own, (_, name) => seen.push(String(name)));
  const paths = await open(join(own, 'd'.repeat(100)));
  writeFileSync(join(own, 'last'), '');
  await until('the events so far', async () => seen.includes('last'));
  watching.close();

  expect(dirname(dirname(paths.path))).toBe(own);
  expect(modeOf(dirname(paths.path))).toBe(0o700);
  expect(seen.filter((name) => name.startsWith('itemtape-fronts-'))).toHaveLength(1);
  await paths.close();
});
