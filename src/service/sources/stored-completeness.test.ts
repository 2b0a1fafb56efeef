import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StoredCompleteness } from './stored-completeness.ts';

let folder: string;
let warned: string[];
const log = { warn: (_: object, text: string) => void warned.push(text) };
beforeEach(() => {
  warned = [];
  folder = mkdtempSync(join(tmpdir(), 'itemtape-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const completeness = (source: string, at: number | null) => ({
  slug: 'skinport',
  source,
  game: 'CS2' as const,
  completeness: at === null ? null : { at, dueAt: at + 60_000, reason: null, lateAt: at + 120_000 },
});

it('returns at the next start what was safely noted, also for sources that ran earlier', async () => {
  const first = new StoredCompleteness(folder, log);
  expect(first.of('skinport', 'a', 'CS2')).toBeNull();
  await first.keep([completeness('a', 1_000), completeness('b', 1_000), completeness('c', null)]);
  expect(new StoredCompleteness(folder, log).of('skinport', 'a', 'CS2')).toBeNull();
  await first.keep([completeness('a', 2_000), completeness('b', 2_000), completeness('c', null)]);
  expect(new StoredCompleteness(folder, log).of('skinport', 'a', 'CS2')).toMatchObject({ at: 1_000 });
  await first.close([completeness('a', 3_000)]);

  const second = new StoredCompleteness(folder, log);
  expect(second.of('skinport', 'a', 'CS2')).toEqual({ at: 3_000, dueAt: 63_000, reason: null });
  await second.close([completeness('a', 4_000)]);
  const third = new StoredCompleteness(folder, log);
  expect(['a', 'b', 'c'].map((source) => third.of('skinport', source, 'CS2')?.at)).toEqual([4_000, 1_000, undefined]);
  expect(warned).toEqual([]);
});

it('knows nothing where the file cannot be read, and says so', async () => {
  const file = join(folder, 'sources.json');
  for (const spoilt of ['{', 'null', '{"version":1,"sources":[{"slug":"skinport","at":"now"}]}']) {
    writeFileSync(file, spoilt);
    expect(new StoredCompleteness(folder, log).of('skinport', 'a', 'CS2')).toBeNull();
  }
  expect(warned).toHaveLength(3);
  const mended = new StoredCompleteness(folder, log);
  await mended.close([completeness('a', 1_000)]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, sources: [{ source: 'a', at: 1_000 }] });
});

it('says once that the file cannot be written, and again if that happens anew', async () => {
  const data = join(folder, 'data');
  const stored = new StoredCompleteness(data, log);
  const warnings = async (...sources: readonly (number | null)[]) => {
    for (const at of sources) await stored.close([completeness('a', at)]);
    return warned.length;
  };
  // Without a source there is nothing to write
  expect([await warnings(null), await warnings(1_000, 2_000)]).toEqual([0, 1]);
  mkdirSync(data);
  expect(await warnings(3_000)).toBe(1);
  rmSync(data, { recursive: true });
  expect(await warnings(4_000, 5_000)).toBe(2);
});
