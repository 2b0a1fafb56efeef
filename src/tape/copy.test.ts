import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { appendAll, batchOf, numbered, readFrom } from '../../test/support/tape/tape-suite.ts';
import { copyTape } from './copy.ts';
import { type FileTape, openFileTape } from './file-tape.ts';
import { writeRestoredMark } from './mark.ts';
import { NoLongerRetained } from './tape.ts';

const root = mkdtempSync(join(tmpdir(), 'itemtape-copied-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
const newFolder = (): string => {
  made += 1;
  return join(root, String(made));
};

const began = 1_790_000_000_000;
const openIn = (folder: string, now = began): Promise<FileTape> =>
  openFileTape({
    folder,
    keepMs: 86_400_000,
    keepBytes: 2 ** 30,
    hasFsync: false,
    now: () => now,
    segmentBytes: 300,
  });

/** A copy of a tape as a restore leaves it, with the restored mark. */
const restored = async (folder: string): Promise<{ readonly copy: string; readonly last: number }> => {
  const copy = newFolder();
  const found = await copyTape(folder, copy);
  if (found === null) throw new Error('nothing was copied');
  expect(readdirSync(copy).sort()).toEqual([...found.files].sort());
  writeRestoredMark(copy, found.epoch);
  return { copy, last: found.last };
};

describe('a copied tape', () => {
  it('has every record from before the copy although the tape is being written to, and another epoch continues it', async () => {
    const folder = newFolder();
    const tape = await openIn(folder);
    await appendAll(tape, [20, 1, 30]);
    let isDone = false;
    const writing = (async () => {
      while (!isDone) await tape.append(batchOf(tape.head + 1, 7));
    })();
    const before = tape.head;
    const { copy, last } = await restored(folder);
    isDone = true;
    await writing;
    expect(last).toBeGreaterThanOrEqual(before);

    const first = await openIn(copy);
    expect(first.epoch).not.toBe(tape.epoch);
    expect([first.first, first.head, first.previousEpochs]).toEqual([1, last, [{ epoch: tape.epoch, last }]]);
    await appendAll(first, [5, 40]);
    await first.close();
    const second = await openIn(copy);
    expect([second.epoch, second.previousEpochs]).toEqual([first.epoch, first.previousEpochs]);
    expect(await readFrom(second, 1)).toEqual(numbered(1, last + 45));
    expect(await second.batchAt(began)).toBe(1);
    await tape.close();

    const again = await restored(copy);
    const third = await openIn(again.copy);
    expect(third.previousEpochs).toEqual([...second.previousEpochs, { epoch: second.epoch, last: last + 45 }]);
    expect(await readFrom(third, last - 3)).toEqual(numbered(last - 3, last + 45));
    await third.renew(third.head + 1);
    expect([third.first, third.previousEpochs]).toEqual([last + 46, []]);
    await expect(readFrom(third, last)).rejects.toThrow(NoLongerRetained);
    await third.close();
    await second.close();
  });

  it('can be continued again after a first start that was cut short', async () => {
    const folder = newFolder();
    const tape = await openIn(folder);
    await appendAll(tape, [4, 4]);
    const { copy, last } = await restored(folder);
    const first = await openIn(copy);
    await first.close();
    writeRestoredMark(copy, tape.epoch);
    const second = await openIn(copy);
    expect([second.first, second.head, second.previousEpochs]).toEqual([1, last, [{ epoch: tape.epoch, last }]]);
    await second.close();
    await tape.close();
  });

  it('is readable at any age', async () => {
    const folder = newFolder();
    const tape = await openIn(folder);
    await appendAll(tape, [9, 9, 9, 9]);
    const { copy } = await restored(folder);
    await tape.close();
    const late = await openIn(copy, began + 7 * 86_400_000);
    expect(await readFrom(late, 1)).toEqual(numbered(1, 36));
    await late.close();
  });

  it('is not made of an empty or incomplete tape', async () => {
    const folder = newFolder();
    const tape = await openIn(folder);
    expect(await copyTape(folder, newFolder())).toBe(null);
    await appendAll(tape, [3]);
    await tape.doubt();
    expect(await copyTape(folder, newFolder())).toBe(null);
    await tape.trust();
    expect(await copyTape(folder, newFolder())).toMatchObject({ epoch: tape.epoch, first: 1, last: 3 });
    await tape.close();
    expect(await copyTape(newFolder(), newFolder())).toBe(null);
  });
});
