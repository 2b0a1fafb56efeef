import process from 'node:process';
import { createBook } from '../../src/book/create-book.ts';
import { boundHeap } from '../../src/cli/heap-growth.ts';
import type { NormalOffer } from '../../src/schema/index.ts';
import { createRandom, madeUpNames, madeUpOffer } from '../made-up/made-up-items.ts';

export const batchRows = 1000;

export const nameCount = 20_000;

export const marketplaceIds = [1, 2, 3, 4, 5, 6, 7, 8];

export type Batch = { readonly marketplaceId: number; readonly offers: readonly NormalOffer[] };

export function* madeUpBatches(count: number): Generator<Batch> {
  const random = createRandom(1);
  const names = madeUpNames(nameCount);
  for (let done = 0; done < count; done += batchRows) {
    const marketplaceId = marketplaceIds[(done / batchRows) % marketplaceIds.length] as number;
    const offers = Array.from({ length: Math.min(batchRows, count - done) }, () => {
      const name = names[Math.floor(random() ** 2 * names.length)] as string;
      return madeUpOffer(name, marketplaceId, random);
    });
    yield { marketplaceId, offers };
  }
}

export type MemoryFigures = {
  /** Growth of the resident memory of the process per offer. */
  readonly bytesPerOffer: number;
  /** Resident memory of the whole process per offer. */
  readonly processBytesPerOffer: number;
};

function measureGrowth(fill: () => number): MemoryFigures {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('memory is measured after garbage collection: run node with --expose-gc');
  // As in a service; also for the reference
  boundHeap();
  collect();
  const before = process.memoryUsage.rss();
  const live = fill();
  collect();
  collect();
  const after = process.memoryUsage.rss();
  return { bytesPerOffer: (after - before) / live, processBytesPerOffer: after / live };
}

/** Memory of a book with `count` made-up offers; run in a separate process. */
export function measureBookMemory(count: number): MemoryFigures {
  const book = createBook();
  return measureGrowth(() => {
    let at = 1_770_000_000_000;
    for (const { marketplaceId, offers } of madeUpBatches(count)) {
      book.apply(offers, { marketplaceId, source: 'bench', at });
      at += batchRows;
    }
    return marketplaceIds.reduce((sum, id) => sum + book.counts(id, 'CS2').offerCount, 0);
  });
}

/** Memory of the same offers as plain objects in a Map; run in a separate process. */
export function measurePlainMemory(count: number): MemoryFigures {
  const kept = new Map<string, NormalOffer>();
  return measureGrowth(() => {
    for (const { marketplaceId, offers } of madeUpBatches(count)) {
      for (const offer of offers) kept.set(`${marketplaceId} ${offer.offerId}`, offer);
    }
    return kept.size;
  });
}
