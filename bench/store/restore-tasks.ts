import { linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Book } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import { createExchangeRates } from '../../src/normalise/exchange-rates.ts';
import type { LiveOffer } from '../../src/schema/index.ts';
import { BookDump, dumpIn } from '../../src/service/dump/book-dump.ts';
import { restoreShare } from '../../src/service/restore-share.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createRandom, madeUpNames, madeUpOffer } from '../made-up/made-up-items.ts';

export const offerCount = 500_000;

export const batchRows = 10_000;

export const marketplaceCount = 27;

export function* madeUpBatches(count = offerCount): Generator<LiveOffer[]> {
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

/** Fills a store with offers and their figures; run in a separate process, as only one process can open a folder. */
export async function fillStore(folder: string, count = offerCount): Promise<void> {
  const store = await openStore({ at: { folder }, now: Date.now });
  const book = createBook();
  for (const offers of madeUpBatches(count)) {
    await store.append(offers.map((offer) => ({ table: 'offers', row: offer, isRemoved: false })));
    book.restore(offers);
  }
  await store.append(
    Array.from(book.floors(), (floor) => ({ table: 'figures', row: { ...floor, at: 1_790_000_000_000 } })),
  );
  await store.close();
  const dump = dumpOf(folder, book);
  dump.due();
  await dump.write(60_000);
  renameSync(dumpIn(folder), keptDump(folder));
}

/** Every start removes the dump. */
const keptDump = (folder: string): string => join(folder, 'kept.dump');

const place = { epoch: 'bench', head: 1 };

const dumpOf = (dataFolder: string, book: Book): BookDump => {
  const report = (data: object, text: string) => console.error(text, data);
  const log = { info: () => {}, warn: report } as never;
  return new BookDump({
    dataFolder,
    book,
    tape: place,
    store: { markOf: async () => place.head },
    fees: new Map(),
    terms: new Map(),
    log,
  });
};

/** The same with the dump that a stop leaves, at current rates. */
export async function measureDump(folder: string, count = offerCount): Promise<number> {
  linkSync(keptDump(folder), dumpIn(folder));
  const startedAt = performance.now();
  const store = await openStore({ at: { folder }, now: Date.now });
  const book = createBook();
  const dumped = await dumpOf(folder, book).load(place.head);
  for (const _ of book.convert(ratesOfNow().toPrices));
  const spent = performance.now() - startedAt;
  await store.close();
  if (dumped?.offers !== count) throw new Error('the dump was not read');
  return spent;
}

function ratesOfNow() {
  const rates = createExchangeRates({ now: Date.now });
  const ratedAt = Date.now();
  const perUsd = { EUR: 0.93, CNY: 7.2, RUB: 90 };
  rates.accept(
    (['EUR', 'CNY', 'RUB'] as const).map((currency) => ({
      currency,
      perUsd: perUsd[currency],
      ratedAt,
      source: 'made up',
    })),
  );
  return rates;
}

/** Milliseconds from opening the store until the first marketplaces are back in a book, and until all offers are. */
export async function measureRestore(folder: string): Promise<{ readonly first: number; readonly all: number }> {
  const startedAt = performance.now();
  const store = await openStore({ at: { folder }, now: Date.now });
  const book = createBook();
  const spent: number[] = [];
  for (const share of await store.liveState()) {
    await restoreShare(book, share);
    spent.push(performance.now() - startedAt);
  }
  await store.close();
  const [first, all] = [spent[0], spent.at(-1)];
  if (first === undefined || all === undefined) throw new Error('the store is empty');
  return { first, all };
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
