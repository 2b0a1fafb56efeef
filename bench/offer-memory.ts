import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createShelf } from '../src/book/create-shelf.ts';
import type { NormalOffer } from '../src/schema/index.ts';
import { createRandom, madeUpNames, madeUpOffer } from './made-up-items.ts';

export type OfferMemory = {
  readonly count: number;
  /** Growth of the resident memory of the process, by offer. */
  readonly bytesPerOffer: number;
  /** Resident memory of the whole process, by offer. */
  readonly processBytesPerOffer: number;
  readonly heapBytes: number;
  readonly bufferBytes: number;
  readonly residentBytes: number;
  readonly microsecondsPerOffer: number;
};

const batch = 1000;
const nameCount = 20_000;
const marketplaceIds = [1, 2, 3, 4, 5, 6, 7, 8];

/** Fills a shelf with made-up offers; run in a process of its own with --expose-gc. */
export function measureOfferMemory(count: number): OfferMemory {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('memory is measured after garbage collection: run node with --expose-gc');
  const random = createRandom(1);
  const names = madeUpNames(nameCount);
  const shelf = createShelf();
  collect();
  const before = process.memoryUsage();
  let spent = 0;
  for (let done = 0; done < count; done += batch) {
    const marketplaceId = marketplaceIds[(done / batch) % marketplaceIds.length] as number;
    const records: NormalOffer[] = [];
    for (let left = Math.min(batch, count - done); left > 0; left -= 1) {
      const name = names[Math.floor(random() ** 2 * names.length)] as string;
      records.push(madeUpOffer(name, marketplaceId, random));
    }
    const started = performance.now();
    shelf.apply(records, { marketplaceId, source: 'bench', at: 1_770_000_000_000 + done });
    spent += performance.now() - started;
  }
  collect();
  collect();
  const after = process.memoryUsage();
  const live = marketplaceIds.reduce((sum, id) => sum + shelf.counts(id, 'CS2').offerCount, 0);
  return {
    count: live,
    bytesPerOffer: Math.round((after.rss - before.rss) / live),
    processBytesPerOffer: Math.round(after.rss / live),
    heapBytes: after.heapUsed - before.heapUsed,
    bufferBytes: after.arrayBuffers - before.arrayBuffers,
    residentBytes: after.rss,
    microsecondsPerOffer: Math.round((spent * 1e5) / live) / 100,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(measureOfferMemory(Number(process.argv[2] ?? 1_000_000))));
}
