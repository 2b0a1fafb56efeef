import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createBook } from '../../book/create-book.ts';
import { systemClock } from '../../clock.ts';
import { noPrices } from '../../schema/index.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import { createWriter } from '../../store/writer.ts';
import { type FileTape, openFileTape } from '../../tape/file-tape.ts';
import type { Happening } from '../../tape/record.ts';
import { Recorder } from '../../tape/recorder.ts';
import { joinStore } from './join-store.ts';
import { UnstoredTape } from './replay.ts';
import { rowsOf } from './rows-of.ts';
import { createSaleDedup } from './sale-dedup.ts';

const begin = Date.UTC(2026, 0, 15, 12);
const now = () => begin + 60_000;
const log = { info: () => {}, warn: () => {}, error: () => {} } as never;
const series = { marketplaceId: 3, game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' } as const;
const unknown = { phase: null, float: null, paintIndex: null, paintSeed: null, stickers: null };

/** Odd numbers are sales, even ones are prices. */
function numbered(number: number): Happening {
  const at = begin + number * 1_000;
  const price = { amount: number * 1_000, currency: 'USD' } as const;
  const prices = { ...noPrices, USD: number * 1_000 };
  if (number % 2 === 1) {
    const sale = { kind: 'sale', ...series, ...unknown, saleId: `sale ${number}`, soldAt: at, price, prices } as const;
    return { what: 'sale', sale };
  }
  const offered = { offerCount: 1, lowest: price, prices, usdRange: null, offerId: null };
  return { what: 'change', change: { kind: 'floor', at, floor: { ...series, phase: null, ...offered } } as never };
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

async function storedIn(store: OpenStore): Promise<number[]> {
  const sales = await store.sales(series, 0);
  const points = await store.priceHistory({ ...series, phase: null }, begin, now(), 1_000);
  const figures = [...sales, ...points].map(({ prices }) => (prices.USD ?? 0) / 1_000);
  return figures.sort((a, b) => a - b);
}

async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-ended-'));
  const store = await openStore({ at: { folder: join(folder, 'data') }, now });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const place = join(folder, 'tape');
  const open = () => openFileTape({ folder: place, keepMs: 86_400_000, keepBytes: 2 ** 30, hasFsync: false, now });
  const record = async (tape: FileTape, happenings: readonly Happening[]) => {
    const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log });
    for (const happening of happenings) {
      recorder.add([happening]);
      await recorder.flush();
    }
    await recorder.close();
  };
  /** A start: joins the two and replays; `isKilled` ends the process before anything is written. */
  const start = async (isKilled = false) => {
    const tape = await open();
    const storedTo = await joinStore(tape, store, log);
    const writer = createWriter({ store, log, now });
    const parts = { tape, storedTo, book: createBook(), sales: createSaleDedup(now), toPrices: () => noPrices };
    const unstored = await UnstoredTape.read({
      ...parts,
      writer: isKilled ? { ...writer, push: () => {}, mark: () => {} } : writer,
    });
    const replayed = await unstored.finish();
    await writer.stop();
    return { tape, storedTo, replayed };
  };
  return { place, store, open, record, start };
}

const damageNewest = (place: string): void => {
  const name = readdirSync(place).findLast((entry) => entry.endsWith('.open')) ?? expect.fail('there is no file');
  const bytes = readFileSync(join(place, name));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
  writeFileSync(join(place, name), bytes);
};
const loseMark = (place: string): void => {
  for (const name of readdirSync(place)) if (name.startsWith('mark')) rmSync(join(place, name));
};

it.each<[string, number, (place: string) => void]>([
  ['its newest record is damaged', 9, damageNewest],
  ['its mark is lost', 10, loseMark],
])('the database gets what it lacks of an epoch that cannot continue because %s', async (_, sound, damage) => {
  const { place, store, open, record, start } = await setUp();
  const before = await open();
  await record(before, upTo(10).map(numbered));
  await before.close();
  const rows = upTo(4).map((number) => ({ ...numbered(number), at: now() }));
  await store.append(rowsOf(rows));
  await store.mark({ epoch: before.epoch, sequence: 4 });
  damage(place);

  // Kills before the rows are written change nothing, and the epoch that was begun continues
  const killed = await start(true);
  expect([killed.tape.epoch === before.epoch, killed.storedTo, killed.tape.first]).toEqual([false, 4, sound + 1]);
  await record(killed.tape, [numbered(sound + 1)]);
  await killed.tape.settled();
  const { tape, storedTo, replayed } = await start();
  expect([tape.epoch, storedTo, replayed]).toEqual([killed.tape.epoch, 4, sound - 3]);
  expect(await storedIn(store)).toEqual(upTo(sound + 1));
  expect(await store.markOf(tape.epoch)).toBe(sound + 1);
  await tape.close();

  const again = await start();
  expect([again.tape.epoch, again.replayed]).toEqual([tape.epoch, 0]);
  expect(await storedIn(store)).toEqual(upTo(sound + 1));
  await again.tape.close();
});
