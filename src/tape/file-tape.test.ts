import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  appendAll,
  batchOf,
  linesOf,
  numbered,
  readAll,
  readFrom,
  tapeSuite,
} from '../../test/support/tape/tape-suite.ts';
import { type FileTape, type FileTapeSettings, openFileTape } from './file-tape.ts';
import { coding, decodeHead, decodeHeader, encodeFrames, encodeHeader, headerLength, headLength } from './frame.ts';
import { NoLongerRetained, type Tape } from './tape.ts';
import { tapeFiles } from './tape-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'itemtape-tape-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
const newFolder = (): string => {
  made += 1;
  return join(root, String(made));
};

const hour = 3_600_000;
const clock = { at: 1_790_000_000_000 };

const openIn = (folder: string, more: Partial<FileTapeSettings> = {}): Promise<FileTape> =>
  openFileTape({
    folder,
    keepMs: 24 * hour,
    keepBytes: 2 ** 30,
    hasFsync: false,
    now: () => clock.at,
    ...more,
  });

const sizes = { defaults: {}, small: { segmentBytes: 300 }, synced: { hasFsync: true } };

for (const [name, more] of Object.entries(sizes)) {
  describe(`the tape in files, ${name}`, () => {
    tapeSuite(async () => {
      const folder = newFolder();
      // A killed process leaves its files as they are; packing under way is awaited, as two processes never share a folder
      const kill = async (tape: Tape) => await (tape as FileTape).settled();
      return { open: () => openIn(folder, more), kill };
    });
  });
}

/** The packed files of a tape, in order. */
const packedIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tape'))
    .sort();

const openFileIn = (folder: string): string => {
  const name = readdirSync(folder).find((entry) => entry.endsWith('.open'));
  return join(folder, name ?? '');
};

it("is written while all of Node's file threads are busy", async () => {
  const folder = newFolder();
  const tape = await openIn(folder);
  const pipe = join(root, 'held');
  execFileSync('mkfifo', [pipe]);
  // Opening a pipe for reading blocks until somebody opens it for writing
  const held = Array.from({ length: 64 }, () => open(pipe, 'r'));
  await appendAll(tape, [3, 2]);
  expect(tape.head).toBe(5);
  const release = openSync(pipe, 'w');
  for (const handle of await Promise.all(held)) await handle.close();
  closeSync(release);
  expect(await readFrom(tape, 1)).toEqual(numbered(1, 5));
  await tape.close();
});

describe('a tape whose process was killed while it wrote', () => {
  it('is truncated after the last whole frame, wherever the write was cut, and continues there', async () => {
    const folder = newFolder();
    const tape = await openIn(folder);
    await appendAll(tape, [3]);
    const [, before] = markIn(folder);
    const whole = readFileSync(openFileIn(folder)).length;
    await appendAll(tape, [2]);
    const file = openFileIn(folder);
    const { length } = readFileSync(file);
    expect(length).toBeGreaterThan(whole);
    for (let cut = whole; cut < length; cut += 1) {
      const tapeFolder = newFolder();
      cpSync(folder, tapeFolder, { recursive: true });
      // The mark is renamed after the write
      takeMark(folder, tapeFolder, before);
      truncateSync(openFileIn(tapeFolder), cut);
      const found = await openIn(tapeFolder);
      expect([found.epoch, found.head], `cut at ${cut}`).toEqual([tape.epoch, 3]);
      expect(await found.append(batchOf(4, 4))).toBe(4);
      expect(await readFrom(found, 1)).toEqual(numbered(1, 7));
      await found.close();
      giveMark(folder, tapeFolder);
    }
  });

  it('begins a new epoch when any byte was changed, and the old records are not read', async () => {
    const folder = newFolder();
    const tape = await openIn(folder);
    await appendAll(tape, [3, 3]);
    const file = openFileIn(folder);
    const bytes = readFileSync(file);
    for (let at = 64; at < bytes.length; at += 3) {
      const tapeFolder = newFolder();
      cpSync(folder, tapeFolder, { recursive: true });
      takeMark(folder, tapeFolder);
      const turned = Buffer.from(bytes);
      turned.writeUInt8((turned.readUInt8(at) + 1) % 256, at);
      writeFileSync(openFileIn(tapeFolder), turned);
      const found = await openIn(tapeFolder);
      expect(found.epoch, `byte ${at}`).not.toBe(tape.epoch);
      expect(found.first).toBe(found.head + 1);
      await found.close();
      giveMark(folder, tapeFolder);
    }
  });
});

const markIn = (folder: string): [path: string, name: string] => {
  const name = readdirSync(folder).findLast((entry) => entry.startsWith('mark')) ?? expect.fail('there is no mark');
  return [join(folder, name), name];
};

// The mark is not valid for a copy, so the file itself is moved to one copy at a time
const takeMark = (from: string, to: string, as?: string): void => {
  const [path, name] = markIn(from);
  rmSync(join(to, name), { force: true });
  renameSync(path, join(to, as ?? name));
};
const giveMark = (to: string, from: string): void => {
  const [path, name] = markIn(from);
  copyFileSync(path, join(to, 'kept'));
  renameSync(path, join(to, name));
  const note = JSON.parse(readFileSync(join(to, name), 'utf8'));
  const first = readFileSync(openFileIn(to)).toString('latin1', 32, 44);
  writeFileSync(join(to, name), JSON.stringify({ ...note, epoch: first }).padEnd(256), { flag: 'r+' });
};

describe('the folder of a tape', () => {
  it('begins a new epoch when it is a copy, and keeps the old files', async () => {
    const folder = newFolder();
    const tape = await openIn(folder);
    await appendAll(tape, [5]);
    await tape.close();
    const copy = newFolder();
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    const copied = await openIn(copy);
    expect(copied.epoch).not.toBe(tape.epoch);
    expect([copied.first, copied.head]).toEqual([6, 5]);
    expect(await tapeFiles(copy)).toHaveLength(2);
    await copied.close();
    const again = await openIn(folder);
    expect(again.epoch).toBe(tape.epoch);
    await again.close();
  });

  it('begins a new epoch after the machine went down, unless the tape uses fsync', async () => {
    for (const hasFsync of [false, true]) {
      const folder = newFolder();
      const tape = await openIn(folder, { hasFsync });
      await appendAll(tape, [5]);
      const [path] = markIn(folder);
      const note = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...note, boot: 'another' }).padEnd(256), { flag: 'r+' });
      const after = await openIn(folder, { hasFsync });
      expect(after.epoch === tape.epoch).toBe(hasFsync);
      await after.close();
    }
  });

  it('begins a new epoch when its newest part is missing', async () => {
    const folder = newFolder();
    const tape = await openIn(folder, { segmentBytes: 300 });
    await appendAll(tape, [5, 5, 5, 5, 5, 5]);
    await tape.settled();
    await tape.close();
    rmSync(openFileIn(folder));
    const found = await openIn(folder);
    expect(found.epoch).not.toBe(tape.epoch);
    expect(found.first).toBe(found.head + 1);
    await found.close();
  });

  it('is cleared of files that a kill during packing leaves', async () => {
    const folder = newFolder();
    const tape = await openIn(folder, { segmentBytes: 300 });
    await appendAll(tape, [9, 9, 9, 9, 9]);
    await tape.settled();
    const names = packedIn(folder);
    expect(names.length).toBeGreaterThan(1);
    // As after renaming the packed file and before removing the original, and in the middle of packing
    const [first = ''] = names;
    copyFileSync(join(folder, first), join(folder, first.replace('.tape', '.open')));
    writeFileSync(join(folder, '0000000000000099.sealing'), 'half');
    const found = await openIn(folder, { segmentBytes: 300 });
    expect(found.epoch).toBe(tape.epoch);
    expect(await readFrom(found, 1)).toEqual(numbered(1, 45));
    await found.settled();
    expect(
      readdirSync(folder).filter((name) => name.endsWith('.sealing') || name === first.replace('.tape', '.open')),
    ).toEqual([]);
    await found.close();
  });

  it('is closed without packing the rest, which the next opening packs', async () => {
    const folder = newFolder();
    const warned: object[] = [];
    const log = { info: () => {}, warn: (data: object) => warned.push(data) };
    const tape = await openIn(folder, { segmentBytes: 300, log });
    const head = await appendAll(tape, Array(200).fill(9));
    await tape.close();
    const endings = () => readdirSync(folder).map((name) => name.split('.')[1]);
    expect(endings().filter((ending) => ending === 'open').length).toBeGreaterThan(1);
    expect(endings()).not.toContain('sealing');
    const found = await openIn(folder, { segmentBytes: 300, log });
    await found.settled();
    expect(endings().filter((ending) => ending === 'open')).toHaveLength(1);
    expect(await readFrom(found, 1)).toEqual(numbered(1, head));
    expect(warned).toEqual([]);
    await found.close();
  });
});

describe('a tape that has grown', () => {
  it('drops the oldest records when it is too large, and those too old, and then refuses to read them', async () => {
    const folder = newFolder();
    const tape = await openIn(folder, { segmentBytes: 2_000, keepBytes: 6_000 });
    for (let round = 0; round < 200; round += 1) await appendAll(tape, [10]);
    await tape.settled();
    await appendAll(tape, Array(30).fill(10));
    expect(tape.first).toBeGreaterThan(1);
    expect(tape.stats().bytes).toBeLessThan(12_000);
    await expect(readAll(tape, 1)).rejects.toThrow(NoLongerRetained);
    expect(await readFrom(tape, tape.first)).toEqual(numbered(tape.first, tape.head));
    clock.at += 25 * hour;
    await appendAll(tape, [1, 1]);
    expect(tape.first).toBeGreaterThanOrEqual(tape.head - 1);
    clock.at -= 25 * hour;
    await tape.close();
  });

  it('says nothing of parts that are dropped before they are packed, since the machine slept for long', async () => {
    const folder = newFolder();
    const before = await openIn(folder, { segmentBytes: 300 });
    await appendAll(before, Array(20).fill(10));
    await before.close();
    clock.at += 48 * hour;
    const warned: string[] = [];
    const log = { info: () => {}, warn: (_: object, text: string) => void warned.push(text) };
    const tape = await openIn(folder, { segmentBytes: 300, log });
    tape.needs('store', tape.head);
    await tape.settled();
    expect(tape.first).toBeGreaterThan(150);
    expect(warned).toEqual([]);
    clock.at -= 48 * hour;
    await tape.close();
  });

  it('keeps records until nobody needs them, however long the service was stopped', async () => {
    const folder = newFolder();
    const before = await openIn(folder, { segmentBytes: 2_000 });
    await appendAll(before, Array(100).fill(10));
    await before.close();
    clock.at += 25 * hour;
    const tape = await openIn(folder, { segmentBytes: 2_000, heldFor: ['snapshots', 'store'] });
    await tape.settled();
    tape.needs('snapshots', 900);
    await appendAll(tape, Array(50).fill(10));
    expect(await readFrom(tape, 1)).toEqual(numbered(1, 1_500));
    tape.needs('store', 700);
    expect(tape.first).toBeGreaterThan(500);
    expect(await readFrom(tape, 701)).toEqual(numbered(701, 1_500));
    tape.needs('store', 1_200);
    expect(tape.first).toBeGreaterThan(700);
    expect(await readFrom(tape, 901)).toEqual(numbered(901, 1_500));
    tape.needs('snapshots', 1_200);
    expect(tape.first).toBeGreaterThan(1_000);
    clock.at -= 25 * hour;
    await tape.close();
  });

  it('does not grow without limit for a store that accepts nothing', async () => {
    const folder = newFolder();
    const sizes = { segmentBytes: 2_000, keepBytes: 6_000 };
    const before = await openIn(folder, sizes);
    await appendAll(before, Array(30).fill(10));
    await before.close();
    const tape = await openIn(folder, sizes);
    for (let round = 0; round < 20; round += 1) {
      await appendAll(tape, Array(20).fill(10));
      await tape.settled();
    }
    expect(tape.stats().bytes).toBeLessThan(20_000);
    expect(tape.first).toBeGreaterThan(1);
    await tape.close();
  });

  it('is read by many while it is packed and dropped: each gets the whole range, or an error that it is no longer kept', async () => {
    const tape = await openIn(newFolder(), { segmentBytes: 4_000, keepBytes: 8_000 });
    const seen = { whole: 0, gone: 0 };
    const readOne = async (from: number, head: number): Promise<void> => {
      try {
        const lines = await readFrom(tape, from);
        expect(lines.slice(0, head - from + 1)).toEqual(numbered(from, head));
        seen.whole += 1;
      } catch (error) {
        if (!(error instanceof NoLongerRetained)) throw error;
        seen.gone += 1;
      }
    };
    const readings: Promise<void>[] = [];
    for (let round = 0; round < 400; round += 1) {
      await appendAll(tape, [1 + (round % 40)]);
      if (round % 4 === 0)
        readings.push(readOne(tape.first, tape.head), readOne(Math.max(tape.first, tape.head - 50), tape.head));
    }
    await Promise.all(readings);
    // How many are read in time depends on the machine
    expect(seen.whole).toBeGreaterThan(20);
    expect(tape.first).toBeGreaterThan(1);
    await tape.close();
  });

  it('gives up a damaged part and everything before it, nothing else', async () => {
    const folder = newFolder();
    const tape = await openIn(folder, { segmentBytes: 300 });
    await appendAll(tape, Array(20).fill(9));
    await tape.settled();
    const packed = packedIn(folder);
    const damaged = join(folder, packed[2] ?? '');
    const bytes = readFileSync(damaged);
    bytes.writeUInt8((bytes.readUInt8(bytes.length - 2) + 1) % 256, bytes.length - 2);
    writeFileSync(damaged, bytes);
    const found = await openIn(folder, { segmentBytes: 300 });
    expect(found.epoch).toBe(tape.epoch);
    await expect(readAll(found, 1)).rejects.toThrow(NoLongerRetained);
    const { first } = found;
    expect(first).toBe(Number((packed[3] ?? '').slice(0, 16)));
    expect(await readFrom(found, first)).toEqual(numbered(first, 180));
    await found.close();
  });

  it('gives up nothing when a file cannot be read for a moment', async () => {
    const folder = newFolder();
    const tape = await openIn(folder, { segmentBytes: 300 });
    await appendAll(tape, Array(20).fill(9));
    await tape.settled();
    const packed = packedIn(folder);
    const file = join(folder, packed[2] ?? '');
    renameSync(file, `${file}.aside`);
    // A folder can be opened but not read
    mkdirSync(file);
    await expect(readAll(tape, 1)).rejects.toThrow('EISDIR');
    expect(tape.first).toBe(1);
    rmdirSync(file);
    renameSync(`${file}.aside`, file);
    expect(await readFrom(tape, 1)).toEqual(numbered(1, 180));
    await tape.close();
  });

  /** A tape with one packed file replaced by a frame in another packing. */
  async function withPacked(pack: (lines: Buffer) => Buffer, how: number) {
    const folder = newFolder();
    const first = await openIn(folder, { segmentBytes: 300 });
    await appendAll(first, Array(10).fill(9));
    await first.settled();
    const names = packedIn(folder);
    const file = join(folder, names[1] ?? '');
    const header = decodeHeader(readFileSync(file)) ?? expect.fail('it has no header');
    const count = Number((names[2] ?? '').slice(0, 16)) - header.first;
    const { bytes, at } = batchOf(header.first, count);
    const frame = encodeFrames(header.first, [{ count, at, bytes: pack(bytes) }], how as never);
    writeFileSync(file, Buffer.concat([encodeHeader(header, 'plain'), frame]));
    await first.close();
    return { tape: await openIn(folder), epoch: first.epoch, after: header.first + count };
  }

  it('reads what an earlier release has packed', async () => {
    const { tape, epoch } = await withPacked((lines) => deflateRawSync(lines), coding.deflated);
    expect(tape.epoch).toBe(epoch);
    expect(await readFrom(tape, 1)).toEqual(numbered(1, 90));
    await tape.close();
  });

  it('gives up what a later release has packed in an unknown way', async () => {
    const { tape, epoch, after } = await withPacked((lines) => lines, 7);
    expect(tape.epoch).toBe(epoch);
    await expect(readAll(tape, 1)).rejects.toThrow(NoLongerRetained);
    expect(tape.first).toBe(after);
    expect(await readFrom(tape, after)).toEqual(numbered(after, 90));
    await tape.close();
  });

  it('gives up everything before a missing part', async () => {
    const folder = newFolder();
    const tape = await openIn(folder, { segmentBytes: 300 });
    await appendAll(tape, Array(20).fill(9));
    await tape.settled();
    await tape.close();
    const packed = packedIn(folder);
    rmSync(join(folder, packed[2] ?? ''));
    const found = await openIn(folder, { segmentBytes: 300 });
    await expect(readAll(found, 1)).rejects.toThrow(NoLongerRetained);
    expect(await readFrom(found, found.first)).toEqual(numbered(found.first, 180));
    expect(found.first).toBe(Number((packed[3] ?? '').slice(0, 16)));
    await found.close();
  });

  it('finds the place of an instant without reading the records there', async () => {
    const folder = newFolder();
    const first = await openIn(folder, { segmentBytes: 2_000 });
    const sizes = Array.from({ length: 200 }, (_, at) => 1 + (at % 13));
    await appendAll(first, sizes);
    await first.settled();
    await first.close();
    const tape = await openIn(folder, { segmentBytes: 2_000 });
    const packed = packedIn(folder);
    expect(packed.length).toBeGreaterThan(10);
    // Every body is reversed, so that reading one finds it damaged
    for (const name of packed) {
      const bytes = readFileSync(join(folder, name));
      for (let at = headerLength; at < bytes.length; ) {
        const length = decodeHead(bytes.subarray(at))?.length ?? 0;
        bytes.subarray(at + headLength, at + headLength + length).reverse();
        at += headLength + length;
      }
      writeFileSync(join(folder, name), bytes);
    }
    for (let sequence = 1; sequence < tape.head; sequence += 17) {
      const batch = await tape.batchAt(1_790_000_000_000 + sequence);
      // The time of a batch here is the number of its first record
      expect(batch).toBeLessThanOrEqual(sequence + 13);
      expect(batch).toBeGreaterThan(sequence - 200);
    }
    await expect(readAll(tape, 1)).rejects.toThrow(NoLongerRetained);
    await tape.close();
  });

  it('packs repetitive records to less than half their size without losing any', async () => {
    const folder = newFolder();
    const tape = await openIn(folder, { segmentBytes: 100_000 });
    await appendAll(tape, Array(300).fill(100));
    await tape.settled();
    expect(tape.stats().bytes).toBeLessThan(numbered(1, 30_000).join('\n').length / 2);
    const batches = await readAll(tape, 1);
    expect(linesOf(batches)).toEqual(numbered(1, 30_000));
    await tape.close();
  });
});
