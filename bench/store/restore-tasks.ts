import { Book } from '../../src/book/book.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import type { LiveOffer } from '../../src/schema/index.ts';
import { RestoredBook } from '../../src/service/snapshots/restore-book.ts';
import { planRestore } from '../../src/service/snapshots/restore-plan.ts';
import { serviceRecords } from '../../src/service/snapshots/service-part.ts';
import { SnapshotKeeper } from '../../src/service/snapshots/snapshot-keeper.ts';
import { createSaleDedup } from '../../src/service/tape/sale-dedup.ts';
import { openFileTape } from '../../src/tape/file-tape.ts';
import { Recorder } from '../../src/tape/recorder.ts';
import { Snapshots } from '../../src/tape/snapshot/snapshot.ts';
import { openSnapshotFolder, snapshotFolder } from '../../src/tape/snapshot/snapshot-folder.ts';
import { tapeFolder } from '../../src/tape/tape-folder.ts';
import { createRandom, madeUpNames, madeUpOffer } from '../made-up/made-up-items.ts';

export const offerCount = 500_000;

export const batchRows = 10_000;

export const marketplaceCount = 27;

/** Of the offers, so many were published after the snapshot. */
const shareAfter = 1 / 3;

const now = Date.now;
const log = { info: () => {}, warn: console.error, error: console.error };

function* madeUpBatches(count = offerCount): Generator<LiveOffer[]> {
  const random = createRandom(6);
  const names = madeUpNames(20_000);
  for (let from = 0; from < count; from += batchRows) {
    yield Array.from({ length: batchRows }, (_, index) => {
      const marketplaceId = 1 + ((from + index) % marketplaceCount);
      const { kind: _kind, ...offer } = madeUpOffer(names[(from + index) % names.length] ?? '', marketplaceId, random);
      const at = 1_790_000_000_000 + from + index;
      return { ...offer, marketplaceId, foundAt: at, changedAt: at, seenAt: at };
    });
  }
}

const openParts = async (folder: string) => {
  const settings = { keepMs: 86_400_000, keepBytes: 2 ** 40, hasFsync: false, now, log };
  const tape = await openFileTape({ folder: tapeFolder(folder), ...settings });
  return { tape, snapshots: await Snapshots.open(await openSnapshotFolder(snapshotFolder(folder)), log) };
};

/** Leaves a snapshot of offers in a folder, as a stop does, or also changes published after it, as a kill does. */
export async function fillFolder(folder: string, count = offerCount, isKilled = false): Promise<void> {
  const { tape, snapshots } = await openParts(folder);
  const recorder = new Recorder({ tape, timeOf: now, onEpoch: () => {}, now, timers: systemClock, log });
  const book = new Book();
  for (const offers of madeUpBatches(count)) book.restore(offers);
  const ofService = () => serviceRecords({ rates: new ExchangeRates({ now }), sales: createSaleDedup(now) });
  const keeper = new SnapshotKeeper({ book, snapshots, tape, recorder, ofService, now, log }, tape.head, []);
  keeper.begin();
  await keeper.run();
  if (isKilled)
    for (const offers of madeUpBatches(count * shareAfter)) {
      const floors = { isNewFloor: false, isNewItemFloor: false };
      recorder.add(
        offers.map((offer) => ({ what: 'change', change: { kind: 'added', at: offer.changedAt, offer, ...floors } })),
      );
      await recorder.ready();
    }
  await recorder.close();
  await tape.close();
}

export type Restored = { readonly first: number; readonly all: number; readonly cpu: number };

/** Milliseconds from opening the tape until the first marketplaces are back in a book, and until all offers are. */
export async function measureRestore(folder: string, count = offerCount): Promise<Restored> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const { tape, snapshots } = await openParts(folder);
  const plan = await planRestore(tape, snapshots, log);
  const book = new Book();
  const rates = new ExchangeRates({ now });
  const restored = new RestoredBook({ book, snapshots, plan, rates, sales: createSaleDedup(now) });
  const spent: number[] = [];
  await restored.restoreMarkets(() => spent.push(performance.now() - startedAt));
  await restored.restoreRest();
  const all = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  await tape.close();
  const offers = Array.from({ length: marketplaceCount }, (_, at) => book.counts(at + 1, 'CS2').offerCount);
  if (offers.reduce((sum, one) => sum + one, 0) < count * 0.99) throw new Error('not all offers were restored');
  return { first: spent[0] ?? all, all, cpu: (user + system) / 1000 };
}

/** Milliseconds to JSON.parse the same offers, one text per batch. */
export function measureParse(): number {
  let spent = 0;
  for (const offers of madeUpBatches()) {
    const text = JSON.stringify(offers);
    const startedAt = performance.now();
    JSON.parse(text);
    spent += performance.now() - startedAt;
  }
  return spent;
}
