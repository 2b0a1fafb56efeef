import { Book } from '../../src/book/book.ts';
import { marketplaces } from '../../src/schema/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoredRow } from '../../src/store/store.ts';
import { serveBook } from '../http/serve.ts';
import { type Latencies, percentiles } from '../latency.ts';
import { createRandom, madeUpNames, madeUpOffer, pricesOf, type Random } from '../made-up/made-up-items.ts';
import { inRounds } from '../rounds.ts';

export const appraisedNames = 100;
export const salesOfEach = 2_000;
export const removalsOfEach = 5_000;
export const offersOfEach = 60;

const requestsPerRound = 100;
const hour = 3_600_000;
const rowsPerBatch = 20_000;

type What = { readonly names: readonly string[]; readonly now: number; readonly random: Random };

const anyMarketplace = (random: Random): number => marketplaces[Math.floor(random() * marketplaces.length)]?.id ?? 1;

/** Within a tenth around 50 dollars, as prices of one item are. */
const anyPrice = (random: Random) => pricesOf(45_000 + Math.floor(random() * 10_000));

function pastOf(name: string, { now, random }: What): StoredRow[] {
  const sales = Array.from({ length: salesOfEach }, (_, at): StoredRow => {
    const { float, paintIndex, paintSeed, stickers } = madeUpOffer(name, 1, random);
    const item = { game: 'CS2', name, phase: null, float, paintIndex, paintSeed, stickers } as const;
    const sold = { marketplaceId: anyMarketplace(random), saleId: `${name} ${at}`, soldAt: now - at * hour };
    return { table: 'sales', row: { kind: 'sale', ...item, ...sold, ...anyPrice(random) } };
  });
  const removals = Array.from({ length: removalsOfEach }, (_, at): StoredRow => {
    const goneAt = now - Math.floor(random() * 14 * 24) * hour;
    const foundAt = goneAt - Math.floor(random() * 200) * hour;
    const offer = { marketplaceId: anyMarketplace(random), offerId: `${at}`, float: random() };
    const usd = anyPrice(random).prices.USD;
    const row = { game: 'CS2', name, phase: null, ...offer, usd, foundAt, goneAt, reason: 'sold' } as const;
    return { table: 'removals', row };
  });
  return [...sales, ...removals];
}

function bookOf({ names, now, random }: What): Book {
  const book = new Book();
  for (const { id } of marketplaces) {
    const offers = names.flatMap((name) =>
      Array.from({ length: offersOfEach }, () => ({ ...madeUpOffer(name, id, random), ...anyPrice(random) })),
    );
    book.apply(offers, { marketplaceId: id, source: 'bench', at: now });
  }
  return book;
}

/** Milliseconds until POST /tape/appraise is answered, of items of which as much as possible is known. */
export async function measureAppraisal(folder: string): Promise<Latencies> {
  const random = createRandom(5);
  const now = Date.now();
  const what = { names: madeUpNames(appraisedNames), now, random };
  const store = await openStore({ at: { folder }, now: Date.now });
  const rows = what.names.flatMap((name) => pastOf(name, what));
  for (let from = 0; from < rows.length; from += rowsPerBatch)
    await store.append(rows.slice(from, from + rowsPerBatch));
  await store.close();
  const { port, key } = await serveBook(bookOf(what), folder, 0);
  const ask = async (): Promise<number> => {
    const name = what.names[Math.floor(random() * what.names.length)];
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/tape/appraise`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ game: 'CS2', name, float: random(), paintSeed: 1, payout: 'any' }),
    });
    const { price } = (await response.json()) as { readonly price: number | null };
    if (price === null || price === undefined) throw new Error(`${name} is not appraised: ${response.status}`);
    return performance.now() - startedAt;
  };
  for (let left = requestsPerRound; left > 0; left -= 1) await ask();
  const { appraisal } = await inRounds({
    appraisal: async () => {
      const spent: number[] = [];
      while (spent.length < requestsPerRound) spent.push(await ask());
      return percentiles(spent);
    },
  });
  return appraisal;
}
