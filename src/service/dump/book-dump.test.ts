import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allAnswers } from '../../../test/support/book/all-answers.ts';
import { RandomMarket, randomGames, randomMarketplaces } from '../../../test/support/book/random-market.ts';
import { fees } from '../../../test/support/book/read-market.ts';
import type { Book } from '../../book/book.ts';
import { createBook } from '../../book/create-book.ts';
import { BookDump, dumpIn } from './book-dump.ts';
import { DumpFile, type DumpTerms, writeDumpFile } from './dump-file.ts';

const place = { epoch: 'a', head: 7 };
const market = new RandomMarket(11, { names: 3_000, ids: 10_000 });
const filled = createBook(fees);
for (let step = 0; step < 12; step += 1) market.reading(2_000)(filled);

const answersOf = (book: Book) => {
  const names = Array.from({ length: 20 }, (_, at) => market.nameOf(at));
  const about = { games: randomGames, marketplaceIds: randomMarketplaces, names, at: market.now };
  return Array.from(allAnswers(book, about), (one) => JSON.stringify(one));
};
const whole = answersOf(filled);

let folder: string;
let messages: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-dump-'));
  messages = [];
});

type Given = Partial<ConstructorParameters<typeof BookDump>[0]>;

function dumpOf(book: Book, given: Given = {}): BookDump {
  const note = (level: string) => (data: object, text: string) =>
    void messages.push(`${level} ${text} ${JSON.stringify(data)}`);
  const log = { info: note('info'), warn: note('warn') } as never;
  const store = { markOf: async (epoch: string) => (epoch === place.epoch ? place.head : null) };
  return new BookDump({ dataFolder: folder, book, tape: place, store, fees, terms: new Map(), log, ...given });
}

async function write(given: Given = {}, patienceMs = 60_000): Promise<void> {
  const dump = dumpOf(filled, given);
  dump.due();
  await dump.write(patienceMs);
}

function flipped(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other.writeUInt8(other.readUInt8(at) ^ 4, at);
  return other;
}

/** Loads the file as a start does: the file is then gone, and the book is complete or untouched. */
async function start(given: Given = {}, storedTo = place.head): Promise<'loaded' | 'untouched'> {
  const book = createBook(fees);
  const counts = await dumpOf(book, given).load(storedTo);
  expect([existsSync(dumpIn(folder)), existsSync(`${dumpIn(folder)}.new`)]).toEqual([false, false]);
  if (counts === null) {
    expect(answersOf(book)).toEqual(answersOf(createBook(fees)));
    return 'untouched';
  }
  expect(answersOf(book)).toEqual(whole);
  return 'loaded';
}

describe('the dump that a stop leaves', () => {
  it('is readable only by its owner, is loaded by the next start, and by none after it', async () => {
    await write();
    expect(statSync(dumpIn(folder)).mode & 0o777).toBe(0o600);

    expect(await start()).toBe('loaded');
    expect(await start()).toBe('untouched');

    expect(messages).toEqual([expect.stringMatching(/^info dump of the book written /)]);
  });

  it('does not fit another position of the tape, a store that lacks something, or other fees', async () => {
    const cases: readonly (readonly [Given, number, string])[] = [
      [{ tape: { ...place, epoch: 'b' } }, 7, 'it is of another epoch of the tape'],
      [{ tape: { ...place, head: 8 } }, 8, 'it is of sequence 7, and the tape goes up to 8'],
      [{}, 6, 'the database has the tape only up to 6'],
      [{ fees: new Map() }, 7, 'fees, terms or lists were different'],
    ];
    for (const [given, storedTo, why] of cases) {
      await write();
      messages = [];

      expect(await start(given, storedTo)).toBe('untouched');

      expect(messages).toEqual([
        `info the dump of the book does not fit; the database is read ${JSON.stringify({ why })}`,
      ]);
    }
  });

  it('does not fit another format, release or machine', async () => {
    await write();
    const file = (await DumpFile.take(dumpIn(folder))) as DumpFile;
    await file.close();
    const others: readonly (readonly [Partial<DumpTerms>, string])[] = [
      [{ format: 99 }, 'it has format 99'],
      [{ version: '0.0.1' }, 'release 0.0.1 wrote it'],
      [{ order: file.terms.order === 'LE' ? 'BE' : 'LE' }, 'another kind of machine wrote it'],
    ];
    for (const [other, why] of others) {
      messages = [];
      const given = { expectedBytes: 0, check: () => {} };
      await writeDumpFile(dumpIn(folder), { ...file.terms, ...other }, filled.save(), given);

      expect(await start()).toBe('untouched');

      expect(messages).toEqual([expect.stringContaining(why)]);
    }
  });

  it('is refused wherever it is cut off or a byte differs', async () => {
    await write();
    const bytes = readFileSync(dumpIn(folder));
    const frames = [4_096];
    for (let at = 4_096; at < bytes.length; at = frames.at(-1) as number) frames.push(at + 8 + bytes.readUInt32LE(at));
    expect(frames.length).toBeGreaterThan(4);
    const cuts = [
      0,
      1,
      100,
      ...frames.slice(0, -1),
      ...frames.map((at) => at - 1),
      ...frames.slice(0, -1).map((at) => at + 5),
    ];
    // In the head, in lengths and checksums, and inside blocks
    const flips = [0, 25, 60, ...frames.slice(0, -1).flatMap((at) => [at, at + 3, at + 6, at + 40, at + 9_000])];
    const damaged = [
      ...cuts.map((at) => bytes.subarray(0, at)),
      ...flips.map((at) => flipped(bytes, at)),
      Buffer.concat([bytes, Buffer.alloc(8)]),
    ];

    for (const one of damaged) {
      messages = [];
      writeFileSync(dumpIn(folder), one);
      const book = createBook(fees);
      expect(await dumpOf(book).load(place.head)).toBeNull();
      expect([book.counts(1, 'CS2').itemCount, [...book.names('CS2')].length]).toEqual([0, 0]);
      expect(existsSync(dumpIn(folder))).toBe(false);
      expect(messages).toEqual([
        expect.stringMatching(/^warn the dump of the book cannot be used; the database is read /),
      ]);
    }
  });

  it('is not written of an incomplete book, of one that has more than the store, or if the store lacks something', async () => {
    const dump = dumpOf(filled);
    await dump.write(60_000);
    dump.due();
    dump.notDue();
    await dump.write(60_000);
    expect(messages).toEqual([]);

    await write({ store: { markOf: async () => 6 } });

    expect(messages).toEqual([expect.stringContaining('the database lacks some of what was published')]);
    expect(existsSync(dumpIn(folder))).toBe(false);
  });

  it('is given up when time runs out or the disk fails, and leaves nothing behind', async () => {
    await write({}, 0);
    await write({}, 3);
    await write({ dataFolder: join(folder, 'missing') });

    expect(messages.map((line) => line.slice(0, 40))).toEqual(
      Array(3).fill('warn no dump of the book was written; th'),
    );
    // The abandoned write ends on its own
    await expect.poll(() => existsSync(`${dumpIn(folder)}.new`)).toBe(false);
    expect(await start()).toBe('untouched');
  });

  it('is not begun where the disk has too little room for it', async () => {
    const { save, load, memory } = filled;
    await write({ book: { save, load, memory: () => ({ ...memory(), arena: 2 ** 60 }) } });

    expect(messages).toEqual([expect.stringContaining('there is too little room for it')]);
    expect(await start()).toBe('untouched');
  });

  it('removes an unfinished one', async () => {
    writeFileSync(`${dumpIn(folder)}.new`, 'half');

    expect(await start()).toBe('untouched');
  });
});
