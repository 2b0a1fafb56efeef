import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { extent } from '../../test/support/runner/long-run.ts';
import { needing, programFor } from '../../test/support/runner/needs.ts';
import { appendAll, linesOf, numbered, readAll, readFrom } from '../../test/support/tape/tape-suite.ts';
import { type FileTape, type FileTapeSettings, openFileTape } from './file-tape.ts';
import { decodeHead, headerLength, headLength, isWhole } from './frame.ts';
import { NoLongerRetained } from './tape.ts';

const root = mkdtempSync(join(tmpdir(), 'itemtape-damaged-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
const newFolder = (): string => {
  made += 1;
  return join(root, String(made));
};

const clock = { at: 1_790_000_000_000 };
const setClock = (byMs: number): void => {
  clock.at += byMs;
};
const openIn = (folder: string, more: Partial<FileTapeSettings> = {}): Promise<FileTape> =>
  openFileTape({ folder, keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now: () => clock.at, ...more });

/** Like a kill of the process: only what was written remains. */
const kill = (tape: FileTape): Promise<void> => tape.settled();

const segmentsOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.(open|tape)$/.test(name))
    .sort();
const newestIn = (folder: string): string => join(folder, segmentsOf(folder).at(-1) ?? expect.fail('there is none'));

type Way = [name: string, copy: (from: string, to: string) => unknown];
const run = (command: string, ...args: readonly string[]) => execFileSync(command, args, { stdio: 'pipe' });
const rsync = (...options: string[]) => {
  const copy = (from: string, to: string) =>
    run(programFor('rsync'), '-a', '--inplace', ...options, `${from}/`, `${to}/`);
  return [`rsync -a --inplace ${options.join(' ')}`, copy] as Way;
};

/** As `rsync --inplace --delete` leaves a folder, where there is no rsync. */
function mirrorInPlace(from: string, to: string): void {
  const names = readdirSync(from);
  for (const name of readdirSync(to)) if (!names.includes(name)) rmSync(join(to, name));
  run('cp', '-a', `${from}/.`, to);
}

const ways: Way[] = [
  ['cp -a', (from, to) => run('cp', '-a', `${from}/.`, to)],
  ['cp -r', (from, to) => run('cp', '-r', `${from}/.`, to)],
  ['tar', (from, to) => run('sh', '-c', 'tar -C "$1" -cf - . | tar -C "$2" -xpf -', 'sh', from, to)],
  ['writing in place and removing the rest', mirrorInPlace],
];

/** Tests of putting a copy back in one way. */
function testCopiedBack(way: string, copyBack: Way[1]): void {
  it.each(['stopped', 'running'])(
    'begins a new epoch where it was made of a %s tape, so that nobody resumes with other records',
    async (state) => {
      const folder = newFolder();
      const copy = newFolder();
      const first = await openIn(folder, { markMs: 0 });
      await appendAll(first, [2, 3]);
      if (state === 'stopped') await first.close();
      cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
      const second = state === 'stopped' ? await openIn(folder) : first;
      await appendAll(second, [3, 1]);
      await kill(second);
      const { ino } = statSync(newestIn(folder));

      copyBack(copy, folder);

      // The file of the records is the same one, with the content of the copy
      if (way !== 'tar') expect(statSync(newestIn(folder)).ino).toBe(ino);
      const found = await openIn(folder);
      expect(found.head).toBe(5);
      expect([found.epoch === first.epoch, found.previousEpochs, found.first]).toEqual([false, [], 6]);
      await appendAll(found, [4]);
      await expect(readAll(found, 5)).rejects.toThrow(NoLongerRetained);
      await found.close();
    },
  );
}

describe('an older copy that is put back over the folder of a tape', () => {
  describe.each(ways)('by %s', testCopiedBack);
  for (const [way, copyBack] of [rsync(), rsync('--delete')])
    needing('rsync').describe(`by ${way}`, () => testCopiedBack(way, copyBack));

  it('is no loss where nothing was recorded since, nor where all later files remain', async () => {
    const folder = newFolder();
    const copy = newFolder();
    const first = await openIn(folder, { segmentBytes: 300 });
    await appendAll(first, [9, 9, 9]);
    await first.close();
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    run('cp', '-a', `${copy}/.`, folder);
    const second = await openIn(folder, { segmentBytes: 300 });
    expect(second.epoch).toBe(first.epoch);
    await appendAll(second, [9, 9, 9, 9]);
    await second.settled();
    await second.close();
    for (const name of segmentsOf(folder)) rmSync(join(copy, name), { force: true });
    run('cp', '-a', `${copy}/.`, folder);
    const third = await openIn(folder);
    expect(third.epoch).toBe(first.epoch);
    expect(await readFrom(third, 1)).toEqual(numbered(1, 63));
    await third.close();
  });
});

describe('the epoch of a tape continues', () => {
  it.each<[string, (folder: string) => unknown]>([
    ['a kill', () => {}],
    [
      'chown and chmod of everything',
      (folder) => {
        for (const name of readdirSync(folder)) {
          const { uid, gid } = statSync(join(folder, name));
          chownSync(join(folder, name), uid, gid);
          chmodSync(join(folder, name), 0o640);
        }
      },
    ],
    [
      'the mark of release 0.1.0',
      (folder) => {
        const mark = readdirSync(folder).find((name) => name.startsWith('mark')) ?? '';
        renameSync(join(folder, mark), join(folder, 'mark'));
      },
    ],
    ['a clock that was set back', () => setClock(-9_000_000)],
    ['a clock that was set forward', () => setClock(9_000_000)],
    [
      'a kill while the next file was being created',
      (folder) => writeFileSync(join(folder, '0000000000000010.open'), ''),
    ],
  ])('after %s', async (_, act) => {
    const folder = newFolder();
    const before = await openIn(folder);
    await appendAll(before, [4, 5]);
    await kill(before);
    const { at } = clock;
    act(folder);
    for (let start = 0; start < 3; start += 1) {
      const tape = await openIn(folder);
      expect([tape.epoch, tape.head]).toEqual([before.epoch, 9 + start]);
      await appendAll(tape, [1]);
      if (start === 1) await kill(tape);
      else await tape.close();
    }
    clock.at = at;
  });
});

/** A tape of several files, of which the newest has just been begun. */
async function grown(folder: string, count = 5, more: Partial<FileTapeSettings> = {}) {
  const tape = await openIn(folder, { segmentBytes: 300, markMs: 0, ...more });
  await appendAll(tape, Array(count).fill(9));
  return tape;
}

describe('a damaged tape', () => {
  it('sets a file aside whose header is damaged, with all that is in it, and logs that', async () => {
    const folder = newFolder();
    const before = await grown(folder);
    await before.settled();
    await before.close();
    const name = segmentsOf(folder)[1] ?? '';
    const bytes = readFileSync(join(folder, name));
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(join(folder, name), bytes);
    const warned: object[] = [];
    const found = await openIn(folder, { log: { info: () => {}, warn: (data) => void warned.push(data) } });
    expect(warned).toEqual([{ folder, damaged: [`${name}.damaged`] }]);
    expect(readFileSync(join(folder, `${name}.damaged`))).toEqual(bytes);
    expect(found.epoch).toBe(before.epoch);
    await expect(readAll(found, 1)).rejects.toThrow(NoLongerRetained);
    expect(await readFrom(found, found.first)).toEqual(numbered(found.first, 45));
    await found.close();
    // A second one of that name does not replace the first
    writeFileSync(join(folder, name), bytes.subarray(0, bytes.length - 1));
    await (await openIn(folder)).close();
    expect(readFileSync(join(folder, `${name}.damaged`))).toEqual(bytes);
    expect(readFileSync(join(folder, `${name}.2.damaged`))).toEqual(bytes.subarray(0, bytes.length - 1));
  });

  it.each<[string, (file: string) => unknown]>([
    [
      'has a damaged header',
      (file) => {
        const bytes = readFileSync(file);
        bytes.writeUInt8(bytes.readUInt8(20) ^ 4, 20);
        writeFileSync(file, bytes);
      },
    ],
    ['is missing', (file) => rmSync(file)],
    ['was emptied', (file) => truncateSync(file, 0)],
  ])(
    'does not give sequences again where its newest file %s and the one before is not packed yet',
    async (_, damage) => {
      const folder = newFolder();
      const before = await openIn(folder, { segmentBytes: 300 });
      await appendAll(before, [9]);
      await before.close();
      // A copy made before packing, with the mark of the folder itself
      const unpacked = readFileSync(newestIn(folder));
      const name = basename(newestIn(folder));
      const second = await openIn(folder, { segmentBytes: 100 });
      await appendAll(second, [3]);
      await second.settled();
      await second.close();
      rmSync(join(folder, name.replace('.open', '.tape')));
      writeFileSync(join(folder, name), unpacked);
      damage(newestIn(folder));
      const found = await openIn(folder);
      expect([found.epoch === before.epoch, found.head, found.first]).toEqual([false, 9, 10]);
      await found.close();
    },
  );

  it('keeps the unpacked file where the packed one is damaged, and sets that aside', async () => {
    const folder = newFolder();
    const before = await openIn(folder, { segmentBytes: 100 });
    await appendAll(before, [9]);
    const original = readFileSync(newestIn(folder));
    await appendAll(before, [9]);
    await before.settled();
    await before.close();
    const packed = join(folder, segmentsOf(folder)[0] ?? '');
    writeFileSync(packed.replace('.tape', '.open'), original);
    const bytes = readFileSync(packed);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 2) ^ 8, bytes.length - 2);
    writeFileSync(packed, bytes);
    const found = await openIn(folder);
    expect(await readFrom(found, 1)).toEqual(numbered(1, 18));
    expect(readFileSync(`${packed}.damaged`)).toEqual(bytes);
    await found.close();
  });

  it('keeps what is behind the damage when the sound part is packed', async () => {
    const folder = newFolder();
    const before = await openIn(folder);
    await appendAll(before, [4, 4, 4]);
    await kill(before);
    const file = newestIn(folder);
    const bytes = readFileSync(file);
    const at = bytes.indexOf('record 6');
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(file, bytes);
    const found = await openIn(folder);
    expect([found.epoch === before.epoch, found.head, found.oldest]).toEqual([false, 4, 1]);
    expect(found.ended).toEqual([{ epoch: before.epoch, last: 4 }]);
    await found.settled();
    expect(readFileSync(`${file}.damaged`)).toEqual(bytes);
    await found.close();
  });
});

type Damage = { readonly kind: string; readonly file: number; readonly at: number; readonly other: number };
const anyDamage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('flip', 'flip header', 'zero', 'garbage', 'truncate', 'swap', 'delete'),
  file: fc.nat(),
  at: fc.nat(),
  other: fc.nat(),
});

function damage(folder: string, { kind, file, at, other }: Damage): void {
  const names = segmentsOf(folder);
  if (names.length === 0) return;
  const path = join(folder, names[file % names.length] ?? '');
  const second = join(folder, names[other % names.length] ?? '');
  const bytes = readFileSync(path);
  const swapped = readFileSync(second);
  const index = at % Math.max(1, bytes.length);
  const flip = (where: number) => bytes.writeUInt8(bytes.readUInt8(where) ^ (1 << (other % 8)), where);
  if (bytes.length === 0) return;
  if (kind === 'flip') flip(index);
  if (kind === 'flip header') flip(at % Math.min(bytes.length, headerLength));
  if (kind === 'zero') bytes.fill(0, index, Math.min(bytes.length, index + 1 + (other % 600)));
  const behind = kind === 'garbage' ? Buffer.alloc(1 + (other % 200), at % 251) : Buffer.alloc(0);
  writeFileSync(path, kind === 'swap' ? swapped : Buffer.concat([bytes, behind]));
  if (kind === 'swap') writeFileSync(second, bytes);
  if (kind === 'truncate') truncateSync(path, index);
  if (kind === 'delete') rmSync(path);
}

/** First sequence and record count of all whole frames in a folder, whatever its files are called, also behind damage. */
function framesIn(folder: string): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(folder)) {
    if (name.startsWith('mark')) continue;
    const bytes = readFileSync(join(folder, name));
    for (let at = 0; at + headLength <= bytes.length; at += 1) {
      const head = decodeHead(bytes.subarray(at));
      if (head === null) continue;
      const body = bytes.subarray(at + headLength, at + headLength + head.length);
      if (body.length === head.length && isWhole(head, body)) found.add(`${head.first} ${head.count}`);
    }
  }
  return found;
}

const sequencesIn = (frames: Set<string>): Set<number> =>
  new Set(
    [...frames].flatMap((frame) => {
      const [first = 0, count = 0] = frame.split(' ').map(Number);
      return Array.from({ length: count }, (_, at) => first + at);
    }),
  );

async function checkDamaged(damages: readonly Damage[], batches: number, isKilled: boolean): Promise<void> {
  const folder = newFolder();
  const before = await grown(folder, batches);
  if (isKilled) await kill(before);
  else await before.close();
  const told = before.head;
  for (const one of damages) damage(folder, one);
  const intact = sequencesIn(framesIn(folder));

  const found = await openIn(folder, { segmentBytes: 300 });
  const { head, epoch } = found;
  // No sequence is given again within an epoch
  if (epoch === before.epoch) expect(head).toBe(told);
  for (let from = found.first; from <= head; from += 1) {
    try {
      expect(await readFrom(found, from)).toEqual(numbered(from, head));
      break;
    } catch (error) {
      if (!(error instanceof NoLongerRetained)) throw error;
    }
  }
  let next = 1;
  for await (const batch of found.readLeft(1)) {
    expect(batch.first).toBeGreaterThanOrEqual(next);
    next = batch.first + batch.count;
    expect(linesOf([batch])).toEqual(numbered(batch.first, next - 1));
  }
  expect(next).toBeLessThanOrEqual(head + 1);
  await appendAll(found, [2, 2]);
  expect(await readFrom(found, head + 1)).toEqual(numbered(head + 1, head + 4));
  await found.settled();
  await found.close();
  const left = sequencesIn(framesIn(folder));
  for (const sequence of intact) expect(left.has(sequence), `record ${sequence} is still there`).toBe(true);
  const again = await openIn(folder);
  expect([again.epoch, again.head]).toEqual([epoch, head + 4]);
  await again.close();
  rmSync(folder, { recursive: true, force: true });
}

it('survives any damage: nothing wrong is read, no sequence is given again, and nothing intact is removed', async () => {
  const damages = fc.array(anyDamage, { minLength: 1, maxLength: 2 });
  await fc.assert(fc.asyncProperty(damages, fc.integer({ min: 1, max: 12 }), fc.boolean(), checkDamaged), {
    numRuns: extent({ short: 150, long: 3_000 }),
  });
});
