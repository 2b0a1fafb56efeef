import process from 'node:process';
import { priceList } from '../../src/api/lists/price-list.ts';
import type { Book } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import { marketplaces, marketplaceWithId } from '../../src/schema/index.ts';
import type { FrontDoor } from '../http/front.ts';
import { type Served, serveBook } from '../http/serve.ts';
import { createRandom, madeUpNames, pricesOf } from '../made-up/made-up-items.ts';
import { inRounds } from '../rounds.ts';

const nameCount = 40_000;
const marketplaceCount = 34;

export type PriceFigures = {
  readonly rows: number;
  /** Processor time in milliseconds. */
  readonly ours: number;
  readonly plain: number;
  readonly firstPieceMs: number;
  /** Longest time spent copying rows without a pause, in milliseconds. */
  readonly copyMs: number;
};

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const ids = marketplaces.slice(0, marketplaceCount).map(({ id }) => id);

/** A book with quotes of 40,000 names on 34 marketplaces, without single offers. */
function wholeBook(): Book {
  const book = createBook();
  const random = createRandom(3);
  const names = madeUpNames(nameCount);
  const at = Date.now();
  const quote = (name: string) => {
    const { price: lowest, prices } = pricesOf(10 + Math.floor(random() * 500_000));
    const rest = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
    return { kind: 'quote' as const, game: 'CS2' as const, name, phase: null, lowest, prices, offerCount: 3, ...rest };
  };
  for (const marketplaceId of ids) book.apply(names.map(quote), { marketplaceId, source: 'bench', at });
  return book;
}

/** Paths: only comparisons, and reads of all kinds. */
type OtherReads = { readonly comparisons: readonly string[]; readonly all: readonly string[] };

/** Serves REST over that book, with the paths to request while a list is read. */
export async function servePrices(
  folder: string,
  cacheSeconds: number,
  door: FrontDoor | null,
): Promise<Served & OtherReads> {
  const served = await serveBook(wholeBook(), folder, cacheSeconds, door);
  const names = madeUpNames(nameCount).filter((_, at) => at % 40 === 0);
  const about = (name: string) => new URLSearchParams({ game: 'CS2', name });
  const comparisons = names.map((name) => `/v2/items/compare?${about(name)}`);
  const all = names.flatMap((name, at) => [
    `/v2/items?marketplace=${marketplaceWithId(ids[at % ids.length] as number).name}&${about(name)}`,
    comparisons[at] as string,
    `/v2/items/search?game=CS2&query=${encodeURIComponent(name.split(' ').slice(0, 2).join(' '))}`,
    `/tape/best?${about(name)}`,
    '/tape/deals?game=CS2&limit=50',
  ]);
  return { ...served, comparisons, all };
}

/** A full price list of 40,000 names on 34 marketplaces, and the same rows with `JSON.stringify`; run in a separate process. */
export async function measurePrices(): Promise<PriceFigures> {
  const book = wholeBook();
  const query = { game: 'CS2', marketplaceIds: null, currency: 'USD', format: 'json' } as const;
  const ours = async () => {
    const began = performance.now();
    const since = process.cpuUsage();
    let firstPieceMs = 0;
    let bytes = 0;
    for await (const piece of priceList(book, query, null).bytes) {
      if (bytes === 0) firstPieceMs = performance.now() - began;
      bytes += piece.length;
    }
    return { cpu: cpuMs(since), firstPieceMs };
  };
  const rows: object[] = [];
  for await (const piece of priceList(book, { ...query, format: 'ndjson' }, null).bytes)
    for (const line of piece.toString().split('\n')) if (line !== '') rows.push(JSON.parse(line));
  const parts = Array.from({ length: marketplaceCount }, (_, part) =>
    rows.slice(part * nameCount, (part + 1) * nameCount),
  );
  const plain = async () => {
    const since = process.cpuUsage();
    for (const part of parts) Buffer.from(JSON.stringify(part));
    return { cpu: cpuMs(since), firstPieceMs: 0 };
  };
  const figures = await inRounds({ ours, plain });
  return {
    rows: rows.length,
    ours: figures.ours.cpu,
    plain: figures.plain.cpu,
    firstPieceMs: figures.ours.firstPieceMs,
    copyMs: longestCopy(book),
  };
}

function longestCopy(book: ReturnType<typeof createBook>): number {
  const copies = book.copyPrices('CS2', null, 'EUR');
  let longest = 0;
  for (;;) {
    const began = performance.now();
    if (copies.next() === null) return longest;
    longest = Math.max(longest, performance.now() - began);
  }
}
