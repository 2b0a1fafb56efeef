import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { noStore } from '../../store/no-store.ts';
import { openStore } from '../../store/open-store.ts';
import { copyTape } from '../../tape/copy.ts';
import { type FileTape, openFileTape } from '../../tape/file-tape.ts';
import { writeRestoredMark } from '../../tape/mark.ts';
import { joinStore } from './join-store.ts';

const now = () => 1_790_000_000_000;

/** A database and a tape, which is opened by each start; both are in a temporary folder. */
async function setUp() {
  const folder = temporaryFolder();
  const store = await openStore({ at: { folder: join(folder.path, 'data') }, now });
  const tapes: FileTape[] = [];
  onTestFinished(async () => {
    for (const tape of tapes) await tape.close();
    await store.close();
    folder.remove();
  });
  const open = async (place = join(folder.path, 'tape')) => {
    await tapes.pop()?.close();
    const tape = await openFileTape({ folder: place, keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now });
    tapes.push(tape);
    return tape;
  };
  const warned: unknown[] = [];
  const log = { warn: (data: unknown) => warned.push(data) } as never;
  const start = async (place?: string) => {
    const tape = await open(place);
    return { tape, storedTo: await joinStore(tape, store, log) };
  };
  return { folder: folder.path, store, open, start, warned };
}

const batch = (count: number) => ({ count, at: now(), bytes: Buffer.from('{}\n') });

describe('the epoch of the tape', () => {
  it('continues with the database that was there at its beginning, even if a kill came before anything was stored', async () => {
    const { start, warned } = await setUp();
    const first = await start();
    await first.tape.append(batch(20));
    const second = await start();
    expect([second.storedTo, second.tape.epoch]).toEqual([0, first.tape.epoch]);
    expect(warned).toEqual([]);
  });

  it('ends with each start without a database, which lacks nothing of it', async () => {
    const { open, warned } = await setUp();
    const log = { warn: (data: unknown) => warned.push(data) } as never;
    const tape = await open();
    const { epoch } = tape;
    expect([await joinStore(tape, noStore, log), tape.epoch]).toEqual([0, epoch]);
    await tape.append(batch(20));
    expect(await joinStore(tape, noStore, log)).toBe(20);
    expect([tape.first, tape.epoch === epoch]).toEqual([21, false]);
    expect(warned).toEqual([]);
  });

  it.each<
    [
      newEpoch: string,
      known: number,
      prepare: (tape: FileTape, storedTo: (sequence: number) => Promise<void>) => Promise<unknown>,
    ]
  >([
    ['it belongs to another database', 20, async () => {}],
    ['the database is ahead of it', 20, async ({ head }, storedTo) => await storedTo(head + 1)],
    [
      'what the database lacks cannot be read',
      49,
      async (tape, storedTo) => {
        await tape.renew(51);
        await tape.append(batch(9));
        await storedTo(49);
      },
    ],
    [
      'the database lacks too much of it',
      21,
      async (tape, storedTo) => {
        await storedTo(tape.head);
        await tape.append(batch(2_000_001));
      },
    ],
  ])('ends where %s, which is not stored as complete', async (newEpoch, known, prepare) => {
    const { store, open, start, warned } = await setUp();
    const before = await open();
    await before.append(batch(20));
    await prepare(before, (sequence) => store.mark({ epoch: before.epoch, sequence }));
    const { epoch, head } = before;
    const { tape, storedTo } = await start();
    expect([tape.epoch === epoch, tape.first, tape.head, storedTo]).toEqual([false, head + 1, head, known]);
    expect(await store.markOf(tape.epoch)).toBe(known);
    expect(warned).toMatchObject([{ newEpoch }]);
  });

  it('continues where the database lacks no more than is kept, and as much as is replayed', async () => {
    const { store, open, start, warned } = await setUp();
    const tape = await open();
    await tape.renew(51);
    await tape.append(batch(2_000_000));
    await store.mark({ epoch: tape.epoch, sequence: 50 });
    expect(await start()).toMatchObject({ storedTo: 50, tape: { epoch: tape.epoch } });
    expect(warned).toEqual([]);
  });

  it('that a restored one continues is that of the database, until something else was published', async () => {
    const { folder, store, open, start, warned } = await setUp();
    const original = await open();
    await original.append(batch(20));
    await store.mark({ epoch: original.epoch, sequence: 15 });
    const copies = ['one', 'other'].map((name) => join(folder, name)) as [string, string];
    for (const copy of copies) {
      await copyTape(join(folder, 'tape'), copy);
      writeRestoredMark(copy, original.epoch);
    }

    const restored = await start(copies[0]);
    expect([restored.storedTo, restored.tape.epoch === original.epoch]).toEqual([15, false]);
    expect(await store.markOf(restored.tape.epoch)).toBe(15);
    await (await open(copies[1])).append(batch(1));
    expect(warned).toEqual([]);
    expect((await start(copies[1])).storedTo).toBe(15);
    expect(warned).toMatchObject([{ newEpoch: 'it belongs to another database' }]);
  });
});

it('begins a new epoch where the part of the tape that the database lacks is damaged', async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const settings = { folder: join(folder.path, 'tape'), keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false };
  const open = () => openFileTape({ ...settings, segmentBytes: 300, now });
  const store = await openStore({ at: { folder: join(folder.path, 'data') }, now });
  const before = await open();
  const bytes = Buffer.from('{"a":1}\n'.repeat(9));
  for (let batch = 0; batch < 20; batch += 1) await before.append({ count: 9, at: now(), bytes });
  await before.settled();
  await before.close();
  const warned: unknown[] = [];
  const log = { warn: (data: unknown) => warned.push(data) } as never;
  await store.mark({ epoch: before.epoch, sequence: 100 });

  const sound = await open();
  expect(await joinStore(sound, store, log)).toBe(100);
  expect(sound.epoch).toBe(before.epoch);
  await sound.close();

  const packed = readdirSync(settings.folder).filter((name) => name.endsWith('.tape'));
  const file = join(settings.folder, packed.sort().at(-1) ?? '');
  const content = readFileSync(file);
  content.writeUInt8((content.readUInt8(content.length - 2) + 1) % 256, content.length - 2);
  writeFileSync(file, content);
  const damaged = await open();
  expect(await joinStore(damaged, store, log)).toBe(100);
  expect([damaged.epoch === before.epoch, damaged.first, damaged.head]).toEqual([false, 181, 180]);
  expect(warned).toMatchObject([{ newEpoch: 'what the database lacks cannot be read' }]);
  expect(await store.markOf(damaged.epoch)).toBe(100);
  await damaged.close();
  await store.close();
});
