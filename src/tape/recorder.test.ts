import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, rmSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { happening, numberOf, upTo } from '../../test/support/tape/numbered-happenings.ts';
import { systemClock } from '../runtime/clock.ts';
import { type FileTape, type FileTapeSettings, openFileTape } from './file-tape.ts';
import { readMark } from './mark.ts';
import { unpackRecords } from './pack.ts';
import { Recorder } from './recorder.ts';
import type { Tape } from './tape.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const open = (folder: string, more: Partial<FileTapeSettings> = {}): Promise<FileTape> =>
  openFileTape({ folder, keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now: Date.now, ...more });

const numbersOf = (bytes: Buffer): (number | null)[] => unpackRecords(bytes).map(numberOf);

const timeoutMs = 10_000;
const lastTimeoutMs = 2_000;

const workingDisk = () => ({
  isFull: false,
  appends: 0,
  renewals: 0,
  soon: systemClock.soon,
  /** Holds back each write until it resolves. */
  answers: async (): Promise<void> => {},
  /** Ends the patience with the last write, which no time does here. */
  exhaustTimeout: () => {},
  /** The waits at a close, which no time ends here either. */
  lastWaits: [] as (() => void)[],
});

/** A tape on a disk that can be full. */
function tapeOn(disk: ReturnType<typeof workingDisk>, tape: FileTape): Tape {
  return {
    get epoch() {
      return tape.epoch;
    },
    get previousEpochs() {
      return tape.previousEpochs;
    },
    get first() {
      return tape.first;
    },
    get ended() {
      return tape.ended;
    },
    get oldest() {
      return tape.oldest;
    },
    needs: () => {},
    get head() {
      return tape.head;
    },
    append: async (...batches) => {
      disk.appends += 1;
      await disk.answers();
      return disk.isFull ? Promise.reject(new Error('ENOSPC: no space left')) : tape.append(...batches);
    },
    read: (from) => tape.read(from),
    readLeft: (from) => tape.readLeft(from),
    batchAt: (instant) => tape.batchAt(instant),
    doubt: () => tape.doubt(),
    trust: () => tape.trust(),
    renew: (first, name) => {
      disk.renewals += 1;
      return disk.isFull ? Promise.reject(new Error('ENOSPC: no space left')) : tape.renew(first, name);
    },
    stats: () => tape.stats(),
    close: () => tape.close(),
  };
}

/** A recorder whose tape is on a disk that can be full. */
async function setUp(asideBytes?: number, holdsBack = false, more: Partial<FileTapeSettings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-recorder-'));
  folders.push(folder);
  const tape = await open(folder, more);
  const disk = workingDisk();
  const lines: string[] = [];
  const epochs: string[] = [];
  const published: { readonly sequence: number; readonly number: number | null; readonly isStored: boolean }[] = [];
  const waits: number[] = [];
  const note = (_: object, text: string) => lines.push(text);
  const recorder = new Recorder({
    tape: tapeOn(disk, tape),
    timeOf: () => 1,
    onEpoch: (epoch) => epochs.push(epoch),
    now: Date.now,
    // Retries wait only 20 ms here
    timers: {
      ...systemClock,
      soon: (run) => disk.soon(run),
      after: (milliseconds, run) => {
        waits.push(milliseconds);
        if (milliseconds === timeoutMs) disk.exhaustTimeout = run;
        if (milliseconds === lastTimeoutMs) disk.lastWaits.push(run);
        if (milliseconds === timeoutMs || milliseconds === lastTimeoutMs) return () => {};
        return systemClock.after(milliseconds === 1_000 ? 20 : milliseconds, run);
      },
    },
    log: { info: note, warn: note, error: note },
    ...(asideBytes !== undefined && { asideBytes }),
    holdsBack,
    timeoutMs,
  });
  recorder.follow((records, first) => {
    for (const [at, record] of records.entries()) {
      published.push({ sequence: first + at, number: numberOf(record), isStored: tape.head >= first + at });
    }
  });
  const add = async (from: number, to: number): Promise<void> => {
    for (let number = from; number <= to; number += 1) recorder.add([happening(number)]);
    await recorder.flush();
  };
  const storedAgain = async (): Promise<void> => {
    while (recorder.stats().notStoredSince !== null) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const stored = async (from: number): Promise<(number | null)[]> => {
    const found: (number | null)[] = [];
    for await (const { bytes } of tape.read(from)) found.push(...numbersOf(bytes));
    return found;
  };
  return { folder, tape, disk, recorder, published, lines, waits, epochs, add, storedAgain, stored };
}

describe('the recorder', () => {
  it('sends nothing before the tape has it, in order and with the sequences of the tape', async () => {
    const { published, add, stored, recorder, tape } = await setUp();
    await add(1, 300);
    for (let round = 0; round < 20; round += 1) await add(301 + round, 301 + round);
    expect(published.map(({ sequence, number }) => [sequence, number])).toEqual(upTo(320).map((one) => [one, one]));
    expect(published.every(({ isStored }) => isStored)).toBe(true);
    expect(await stored(1)).toEqual(upTo(320));
    await recorder.close();
    await tape.close();
  });

  it('writes everything that came while the tape was busy in one go, however much it is', async () => {
    const { published, add, stored, disk, recorder, tape } = await setUp();
    await add(1, 4_000);
    expect(disk.appends).toBeLessThan(5);
    expect(published.map(({ number }) => number)).toEqual(upTo(4_000));
    expect(await stored(1)).toEqual(upTo(4_000));
    expect(recorder.delays()).toMatchObject({ count: 4_000 });
    await recorder.close();
    await tape.close();
  });

  it('gathers what comes right after a write for two milliseconds at most', async () => {
    const { published, add, recorder, tape, waits } = await setUp();
    for (let number = 1; number <= 50; number += 1) await add(number, number);
    expect(published).toHaveLength(50);
    // The longer waits are time limits for the disk
    expect(Math.max(...waits.filter((milliseconds) => milliseconds < 2_000))).toBeLessThanOrEqual(2);
    await recorder.close();
    await tape.close();
  });

  it('goes on sending while the tape cannot be written, logs that, and catches up once it can', async () => {
    const { published, add, stored, disk, recorder, lines, epochs, storedAgain, tape, folder } = await setUp();
    await add(1, 5);
    const { epoch } = tape;
    disk.isFull = true;
    await add(6, 50);
    expect(published).toHaveLength(50);
    expect(recorder.stats()).toMatchObject({ waiting: 0, lastError: 'ENOSPC: no space left' });
    expect(recorder.stats().notStoredSince).not.toBeNull();
    expect(lines).toEqual(['tape not writable; publishing without it, trying again']);
    disk.isFull = false;
    await storedAgain();
    await add(51, 60);
    expect(published.map(({ sequence }) => sequence)).toEqual(upTo(60));
    expect(await stored(1)).toEqual(upTo(60));
    expect([tape.epoch, epochs]).toEqual([epoch, []]);
    await recorder.close();
    await tape.close();
    const next = await open(folder);
    expect([next.epoch, next.head]).toEqual([epoch, 60]);
    await next.close();
  });

  it('writes the rest first when the tape catches up while it sends', async () => {
    const { published, disk, recorder, storedAgain, stored, tape } = await setUp();
    recorder.follow(() => {
      // Longer than it sends without a pause
      for (const until = performance.now() + 6; performance.now() < until; );
    });
    disk.isFull = true;
    recorder.add(upTo(4_000).map(happening));
    while (published.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    disk.isFull = false;
    // The tape catches up during the next pause
    disk.soon = (run) => {
      void storedAgain().then(run);
      return () => {};
    };
    await recorder.flush();
    expect(published.map(({ sequence, number }) => [sequence, number])).toEqual(upTo(4_000).map((one) => [one, one]));
    expect(published.map(({ isStored }) => isStored).filter((isStored, at, all) => isStored !== all[at - 1])).toEqual([
      false,
      true,
    ]);
    expect(await stored(1)).toEqual(upTo(4_000));
    await recorder.close();
    await tape.close();
  });

  it('leaves a tape that begins a new epoch when it ends while a record that was sent is not on it', async () => {
    const { add, disk, tape, folder } = await setUp();
    await add(1, 5);
    disk.isFull = true;
    await add(6, 9);
    // As a kill leaves it
    const next = await open(folder);
    expect(next.epoch).not.toBe(tape.epoch);
    expect(next.first).toBe(next.head + 1);
    await next.close();
    await tape.close();
  });

  it('begins a new epoch with the next record when too many wait to be written', async () => {
    const { published, add, disk, recorder, epochs, storedAgain, stored, tape } = await setUp(2_000);
    await add(1, 5);
    const { epoch } = tape;
    disk.isFull = true;
    await add(6, 100);
    // At first that fails too
    while (disk.renewals === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    disk.isFull = false;
    await storedAgain();
    expect(epochs).toEqual([tape.epoch]);
    expect(tape.epoch).not.toBe(epoch);
    await add(101, 110);
    expect(published.map(({ sequence }) => sequence)).toEqual(upTo(110));
    expect(tape.first).toBe(101);
    expect(await stored(101)).toEqual(upTo(110).slice(100));
    await recorder.close();
    await tape.close();
  });
});

describe('the recorder on a disk that does not answer', () => {
  // Opening a pipe for writing blocks until somebody opens it for reading
  const hang = (folder: string, first: number): string => {
    const path = join(folder, `${String(first).padStart(16, '0')}.open`);
    execFileSync('mkfifo', [path]);
    return path;
  };
  const hangs = async (adding: Promise<void>, disk: { appends: number; exhaustTimeout: () => void }) => {
    const before = disk.appends;
    while (disk.appends === before) await new Promise((resolve) => setTimeout(resolve, 5));
    disk.exhaustTimeout();
    await adding;
  };
  const answerAgain = async (path: string): Promise<void> =>
    await (await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK)).close();

  it('goes on sending after a while in another epoch, which the tape begins once the disk answers', async () => {
    const { folder, tape, disk, recorder, add, published, lines, epochs, storedAgain, stored } = await setUp(
      undefined,
      false,
      {
        segmentBytes: 1,
      },
    );
    await add(1, 5);
    const { epoch } = tape;
    const path = hang(folder, 6);
    await hangs(add(6, 20), disk);
    expect(published.map(({ sequence, number }) => [sequence, number])).toEqual(upTo(20).map((one) => [one, one]));
    expect(recorder.stats()).toMatchObject({ waiting: 0, failures: 1, lastError: 'the disk does not answer' });
    expect(recorder.stats().notStoredSince).not.toBeNull();
    expect(lines).toHaveLength(1);
    // Before any of it is sent, as the mark that the tape is complete cannot be removed
    expect([epochs.length, epochs[0] === epoch]).toEqual([1, false]);
    await add(21, 30);
    expect(published).toHaveLength(30);

    await answerAgain(path);
    await storedAgain();
    await add(31, 40);
    expect([tape.epoch, tape.first, epochs.length]).toEqual([epochs[0], 31, 1]);
    expect(await stored(31)).toEqual(upTo(40).slice(30));
    await recorder.close();
    await tape.close();
    const next = await open(folder);
    expect([next.epoch, next.head]).toEqual([epochs[0], 40]);
    await next.close();
  });

  it('leaves the former epoch intact when it is killed meanwhile', async () => {
    const { folder, tape, disk, recorder, add, epochs } = await setUp(undefined, false, { segmentBytes: 1 });
    await add(1, 5);
    const path = hang(folder, 6);
    await hangs(add(6, 9), disk);
    // A kill leaves the former epoch complete; what was sent since belongs to another one
    expect(readMark(folder)).toMatchObject({ epoch: tape.epoch });
    expect(tape.head).toBe(5);
    expect(epochs).toHaveLength(1);
    expect(epochs).not.toContain(tape.epoch);
    await answerAgain(path);
    await recorder.close();
    await tape.close();
  });
});

describe('a recorder that is closed', () => {
  it('keeps everything that is left, however long all of it takes, as long as the disk answers', async () => {
    const { disk, recorder, published, epochs, stored, tape } = await setUp();
    const answers: (() => void)[] = [];
    disk.answers = () => new Promise((resolve) => answers.push(resolve));
    const answer = async (number: number): Promise<void> => {
      while (answers.length < number) await new Promise((resolve) => setTimeout(resolve, 5));
      answers[number - 1]?.();
    };
    // More than two writes take at once
    for (const number of upTo(30_000)) recorder.add([happening(number)]);
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = recorder.close();
    await answer(1);
    while (answers.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    // What the close waits for at most: the first write, which is done
    disk.lastWaits[0]?.();
    disk.answers = async () => {};
    await answer(2);
    await closed;

    expect(disk.appends).toBeGreaterThan(2);
    expect([epochs, published.length, recorder.stats().notStoredSince]).toEqual([[], 30_000, null]);
    expect(await stored(1)).toEqual(upTo(30_000));
    await tape.close();
  });
});

describe('a recorder that holds back', () => {
  it('sends nothing while the tape refuses it, and everything once it accepts it', async () => {
    const { published, disk, add, stored, recorder, tape, lines, epochs } = await setUp(undefined, true);
    await add(1, 3);
    disk.isFull = true;
    const adding = add(4, 9);
    while (disk.appends < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(published.map(({ number }) => number)).toEqual(upTo(3));
    expect(recorder.stats()).toMatchObject({ waiting: 6, notStoredSince: expect.any(Number) });
    disk.isFull = false;
    await adding;
    expect(published.map(({ sequence, number }) => [sequence, number])).toEqual(upTo(9).map((one) => [one, one]));
    expect(published.every(({ isStored }) => isStored)).toBe(true);
    expect(await stored(1)).toEqual(upTo(9));
    expect(recorder.stats()).toMatchObject({ waiting: 0, notStoredSince: null });
    expect([lines.length, epochs]).toEqual([2, []]);
    await recorder.close();
    await tape.close();
  });

  it('sends nothing once the tape gave its next sequence to another writer', async () => {
    const { published, disk, add, recorder, tape, lines } = await setUp(undefined, true);
    await add(1, 2);
    await tape.append({ count: 1, at: 1, bytes: Buffer.from('of another one\n') });
    void add(3, 4);
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const { appends } = disk;
    void add(5, 6);
    // Longer than the wait between two tries
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(disk.appends).toBe(appends);
    expect(published.map(({ number }) => number)).toEqual(upTo(2));
    expect(recorder.stats()).toMatchObject({ waiting: 4, lastError: 'the tape gave sequence 4 where 3 was expected' });
    await recorder.close();
    await tape.close();
  });

  it('gives up what waits when it is closed', async () => {
    const { published, disk, add, recorder, tape } = await setUp(undefined, true);
    await add(1, 2);
    disk.isFull = true;
    void add(3, 4);
    await recorder.close();
    expect(published.map(({ number }) => number)).toEqual(upTo(2));
    await tape.close();
  });
});
