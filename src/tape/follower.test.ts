import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { happening, numberOf, upTo } from '../../test/support/tape/numbered-happenings.ts';
import { packRecords } from '../../test/support/tape/pack-records.ts';
import { holds } from '../../test/support/time/until.ts';
import { systemClock } from '../runtime/clock.ts';
import { type FileTape, type FileTapeSettings, openFileTape } from './file-tape.ts';
import { Follower, type FollowerOptions } from './follower.ts';
import { Recorder } from './recorder.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const folders: string[] = [];
const ends: (() => Promise<void>)[] = [];
/** What was taken under another sequence, or with other lines. */
const wrong: number[] = [];
afterEach(async () => {
  expect(wrong.splice(0)).toEqual([]);
  for (const end of ends.splice(0).reverse()) await end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-follower-'));
  folders.push(folder);
  return folder;
}

/** A tape with its recorder; numbers that are published from 1 on are sequences. */
async function openTape(more: Partial<FileTapeSettings> = {}) {
  const now = Date.now;
  const defaults = { folder: newFolder(), keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now };
  const tape = await openFileTape({ ...defaults, ...more });
  const recorder = new Recorder({ tape, timeOf: () => 1, onEpoch: () => {}, now, timers: systemClock, log: silent });
  const publish = async (from: number, to: number): Promise<void> => {
    recorder.add(
      upTo(to)
        .slice(from - 1)
        .map(happening),
    );
    await recorder.flush();
  };
  ends.push(async () => {
    await recorder.close();
    await tape.close();
  });
  return { tape, recorder, publish };
}

type Opened = Awaited<ReturnType<typeof openTape>>;

const soonAgain = { ...systemClock, after: (_: number, run: () => void) => systemClock.after(5, run) };

/** A follower that notes the numbers of what it takes, which are to be its sequences. */
function follow({ tape, recorder }: Pick<Opened, 'recorder'> & { tape: FollowerOptions['tape'] }, more = {}) {
  const taken: (number | null)[] = [];
  const pieces: number[] = [];
  const lost: [number, number][] = [];
  const errors: unknown[] = [];
  const hooks = { before: async (_first: number): Promise<void> => {} };
  const options: FollowerOptions = {
    tape,
    timers: soonAgain,
    take: async (records, first, lines) => {
      await hooks.before(first);
      const numbers = records.map(numberOf);
      const isRight = numbers.every((number, at) => number === first + at) && lines().equals(packRecords(records));
      if (!isRight) wrong.push(first);
      taken.push(...numbers);
      pieces.push(records.length);
    },
    failed: (error) => errors.push(error),
    lost: (from, to) => lost.push([from, to]),
    ...more,
  };
  const follower = new Follower(options);
  recorder.follow((...received) => follower.receive(...received));
  ends.push(() => follower.stop());
  return { follower, taken, pieces, lost, errors, hooks };
}

/** Something to wait for, and what ends the wait. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a follower', () => {
  it('passes on what the tape has after a sequence, then what is published, each record once and with its line', async () => {
    const opened = await openTape();
    await opened.publish(1, 1_000);
    const { follower, taken, errors, lost } = follow(opened);
    await opened.publish(1_001, 1_100);
    follower.begin(10);
    await opened.publish(1_101, 2_000);
    await follower.reached(2_000);
    for (let number = 2_001; number <= 2_020; number += 1) await opened.publish(number, number);
    await follower.reached(2_020);

    expect(taken).toEqual(upTo(2_020).slice(10));
    expect([follower.last, follower.lastTaken, errors, lost]).toEqual([2_020, 2_020, [], []]);
  });

  it('works in pieces, between which the event loop turns', async () => {
    const opened = await openTape();
    await opened.publish(1, 2_000);
    const { follower, pieces, hooks } = follow(opened);
    let turns = 0;
    const count = () => {
      turns += 1;
      if (follower.lastTaken < 4_000) setImmediate(count);
    };
    setImmediate(count);
    const seen: number[] = [];
    hooks.before = async () => void seen.push(turns);
    follower.begin(0);
    await opened.publish(2_001, 4_000);
    await follower.reached(4_000);

    expect(Math.max(...pieces)).toBe(256);
    expect(new Set(seen).size).toBe(pieces.length);
  });

  it('holds back everything until what was taken is done, and reads from the tape what became too much to hold', async () => {
    const opened = await openTape();
    const { follower, taken, hooks } = follow(opened);
    const { open, opened: released } = gate();
    hooks.before = () => released;
    follower.begin(0);
    await opened.publish(1, 25_000);
    expect([taken, follower.lastTaken, follower.last]).toEqual([[], 0, 25_000]);
    open();
    await follower.reached(25_000);

    expect(taken).toEqual(upTo(25_000));
  });

  it('takes nothing after it was stopped, and nothing again after another begins where it ended', async () => {
    const opened = await openTape();
    await opened.publish(1, 3_000);
    const first = follow(opened);
    const { open, opened: released } = gate();
    first.hooks.before = (sequence) => (sequence < 1_000 ? Promise.resolve() : released);
    first.follower.begin(0);
    await holds(() => first.follower.lastTaken > 500);
    const stopped = first.follower.stop();
    open();
    await stopped;
    const { lastTaken } = first.follower;
    await opened.publish(3_001, 3_100);
    const second = follow(opened);
    second.follower.begin(lastTaken);
    await second.follower.reached(3_100);

    expect([lastTaken < 3_000, first.follower.lastTaken]).toEqual([true, lastTaken]);
    expect([...first.taken, ...second.taken]).toEqual(upTo(3_100));
  });

  it('skips what is published while nobody wants records', async () => {
    const opened = await openTape();
    const wanting = { isWanted: true };
    const { follower, taken, lost } = follow(opened, { isWanted: () => wanting.isWanted });
    follower.begin(0);
    await opened.publish(1, 300);
    await follower.reached(300);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    wanting.isWanted = false;
    await opened.publish(301, 600);
    await follower.reached(600);
    wanting.isWanted = true;
    await opened.publish(601, 700);
    await follower.reached(700);

    expect(taken).toEqual([...upTo(300), ...upTo(700).slice(600)]);
    expect(lost).toEqual([]);
  });

  it('begins with the next record if it is to begin after one that does not exist', async () => {
    const opened = await openTape();
    await opened.publish(1, 10);
    const { follower, taken } = follow(opened);
    follower.begin(1_000);
    await opened.publish(11, 12);
    await follower.reached(12);

    expect(taken).toEqual([11, 12]);
  });
});

describe('a follower that keeps its place with what it takes', () => {
  it('takes each record once, however often it is killed', async () => {
    const folder = newFolder();
    const stored = { position: 0, numbers: [] as (number | null)[] };
    let published = 0;
    for (let round = 0; round < 12; round += 1) {
      const opened = await openTape({ folder, segmentBytes: 60_000, heldFor: ['follower'] });
      const killAt = stored.position + ((170 * round) % 600);
      const { follower, errors } = follow(opened, {
        take: async (records: Parameters<FollowerOptions['take']>[0], first: number) => {
          await new Promise((resolve) => setImmediate(resolve));
          if (first > killAt) throw new Error('killed');
          stored.position = first + records.length - 1;
          stored.numbers.push(...records.map(numberOf));
        },
      });
      follower.begin(stored.position);
      await opened.publish(published + 1, published + 900);
      published += 900;
      await holds(() => errors.length > 0, 'a kill');
      await opened.tape.settled();
    }
    const last = follow(await openTape({ folder, heldFor: ['follower'] }));
    last.follower.begin(stored.position);
    await last.follower.reached(published);

    expect(stored.position).toBeLessThan(published);
    expect([...stored.numbers, ...last.taken]).toEqual(upTo(published));
  });
});

describe('a follower that cannot take a piece', () => {
  it('goes on with the next one if it is to', async () => {
    const opened = await openTape();
    const { follower, taken, errors, hooks } = follow(opened, { goesOn: true });
    await opened.publish(1, 600);
    hooks.before = (first) => (first === 257 ? Promise.reject(new Error('no')) : Promise.resolve());
    follower.begin(0);
    await follower.reached(600);

    expect(errors).toEqual([new Error('no')]);
    expect(taken).toEqual([...upTo(256), ...upTo(600).slice(512)]);
  });

  it('stops, and takes the same piece when it is begun again', async () => {
    const opened = await openTape();
    const { follower, taken, errors, hooks } = follow(opened);
    hooks.before = (first) => (first > 700 ? Promise.reject(new Error('no')) : Promise.resolve());
    follower.begin(0);
    await opened.publish(1, 1_000);
    await holds(() => errors.length === 1, 'a failure');
    const { lastTaken } = follower;
    await opened.publish(1_001, 30_000);
    expect([errors, follower.lastTaken]).toEqual([[new Error('no')], lastTaken]);
    hooks.before = async () => {};
    follower.begin(lastTaken);
    await opened.publish(30_001, 30_010);
    await follower.reached(30_010);

    expect(taken).toEqual(upTo(30_010));
  });

  it('can be begun again as soon as it has failed', async () => {
    const opened = await openTape();
    let failures = 0;
    const { follower, taken, hooks } = follow(opened, {
      failed: () => {
        failures += 1;
        follower.begin(follower.lastTaken);
      },
    });
    hooks.before = async () => {
      if (failures < 3) throw new Error('not yet');
    };
    follower.begin(0);
    await opened.publish(1, 600);
    await follower.reached(600);

    expect([failures, taken]).toEqual([3, upTo(600)]);
  });
});

/** Drops all but the newest segments. */
const small = { segmentBytes: 2_000, keepBytes: 10_000 };

describe('where the tape no longer has records, a follower', () => {
  const published = async ({ publish }: Opened): Promise<void> => {
    for (let from = 1; from <= 2_000; from += 100) await publish(from, from + 99);
  };

  it('goes on with the oldest that it has, and tells what is left out', async () => {
    const opened = await openTape(small);
    await published(opened);
    const { first } = opened.tape;
    const { follower, taken, lost, errors } = follow(opened);
    follower.begin(5);
    await follower.reached(2_000);

    expect(first).toBeGreaterThan(6);
    expect([lost, errors]).toEqual([[[6, first - 1]], []]);
    expect(taken).toEqual(upTo(2_000).slice(first - 1));
  });

  it('goes on likewise if they were dropped while it waited', async () => {
    const opened = await openTape(small);
    const { follower, taken, lost, errors, hooks } = follow(opened);
    const { open, opened: released } = gate();
    hooks.before = () => released;
    follower.begin(0);
    await opened.publish(1, 200);
    for (let from = 201; from <= 30_200; from += 1_000) await opened.publish(from, from + 999);
    open();
    await follower.reached(30_200);

    const [[from, to] = [0, 0]] = lost;
    expect([lost.length, errors]).toEqual([1, []]);
    expect(taken).toEqual([...upTo(from - 1), ...upTo(30_200).slice(to)]);
  });
});

describe('a follower of a tape with an epoch that has ended', () => {
  async function twoEpochs(): Promise<Opened> {
    const folder = newFolder();
    const before = await openTape({ folder });
    await before.publish(1, 300);
    await before.tape.renew(501);
    await before.tape.close();
    const opened = await openTape({ folder });
    await opened.publish(501, 900);
    return opened;
  }

  it('reads what is left of it if it is to, and tells of the gap', async () => {
    const opened = await twoEpochs();
    const { follower, taken, lost, errors } = follow(opened, { left: true });
    follower.begin(100);
    await opened.publish(901, 950);
    await follower.reached(950);

    expect(taken).toEqual([...upTo(300).slice(100), ...upTo(950).slice(500)]);
    expect([lost, errors]).toEqual([[[301, 500]], []]);
  });

  it('otherwise begins with the epoch that goes on', async () => {
    const opened = await twoEpochs();
    const { follower, taken, lost, errors } = follow(opened);
    follower.begin(100);
    await follower.reached(900);

    expect(taken).toEqual(upTo(900).slice(500));
    expect([lost, errors]).toEqual([[[101, 500]], []]);
  });
});

describe('a follower of a tape that does not have what was published', () => {
  /** Publishes more than a follower holds while the tape cannot be written, and later writes it. */
  const behind = (tape: FileTape, follower: Follower) => {
    const records = upTo(21_000).map((number) => ({ ...happening(number), at: 1 }));
    const bytes = packRecords(records);
    follower.receive(records, 1, bytes);
    return { write: () => tape.append({ count: records.length, at: 1, bytes }) };
  };

  it('waits for the tape to get it', async () => {
    const opened = await openTape();
    const { follower, taken, lost, errors } = follow(opened);
    follower.begin(0);
    const { write } = behind(opened.tape, follower);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([taken, follower.lastTaken]).toEqual([[], 0]);
    await write();
    await follower.reached(21_000);

    expect([taken, lost, errors]).toEqual([upTo(21_000), [], []]);
  });

  it('can be stopped while it waits', async () => {
    const opened = await openTape();
    const waits: number[] = [];
    const after = (milliseconds: number) => {
      waits.push(milliseconds);
      return () => {};
    };
    const { follower } = follow(opened, { timers: { ...systemClock, after } });
    follower.begin(0);
    behind(opened.tape, follower);
    await holds(() => waits.length > 0);
    await follower.stop();

    expect(waits).toEqual([1_000]);
  });

  it('goes on without it, if it is to, as soon as something else comes', async () => {
    const opened = await openTape();
    const { follower, taken, lost, errors } = follow(opened, { goesOn: true });
    follower.begin(0);
    behind(opened.tape, follower);
    const live = [{ ...happening(21_001), at: 1 }];
    follower.receive(live, 21_001, packRecords(live));
    await follower.reached(21_001);

    expect([taken, lost, errors]).toEqual([[21_001], [[1, 21_000]], []]);
  });
});

describe('a follower of a tape that cannot be read now', () => {
  /** The tape, which can be read once `disk.isBad` is no longer set. */
  const badly = ({ tape }: Opened) => {
    const disk = { isBad: true };
    const read = (from: number) => {
      if (disk.isBad) throw new Error('EMFILE: too many open files');
      return tape.read(from);
    };
    const bad = {
      get first() {
        return tape.first;
      },
      get head() {
        return tape.head;
      },
      read,
      readLeft: read,
    };
    return { disk, bad };
  };

  it('stops, and can be begun again without a gap', async () => {
    const opened = await openTape();
    await opened.publish(1, 300);
    const { disk, bad } = badly(opened);
    const { follower, taken, lost, errors } = follow({ ...opened, tape: bad });
    follower.begin(0);
    await opened.publish(301, 400);
    await holds(() => errors.length > 0, 'a failure');
    disk.isBad = false;
    follower.begin(follower.lastTaken);
    await follower.reached(400);

    expect([taken, lost]).toEqual([upTo(400), []]);
  });

  it('goes on, if it is to, with what is published', async () => {
    const opened = await openTape();
    await opened.publish(1, 300);
    const { follower, taken, lost, errors } = follow({ ...opened, tape: badly(opened).bad }, { goesOn: true });
    follower.begin(100);
    await opened.publish(301, 400);
    await follower.reached(400);

    expect(taken).toEqual(upTo(400).slice(300));
    expect([lost, errors[0]]).toEqual([[[101, 300]], new Error('EMFILE: too many open files')]);
  });
});
