import process from 'node:process';
import { BestTable } from '../../src/book/best/best-table.ts';
import { MarketRules } from '../../src/book/best/market-rules.ts';
import type { Book, BookRecord } from '../../src/book/book.ts';
import { createBook } from '../../src/book/create-book.ts';
import type { NameId } from '../../src/book/memory/numbers.ts';
import {
  type Fee,
  type KnownFees,
  type KnownTerms,
  marketplaces,
  type Stamp,
  type Terms,
} from '../../src/schema/index.ts';
import { type Served, serveBook } from '../http/serve.ts';
import { bareGameBook } from '../made-up/bare-game-book.ts';
import { createRandom, madeUpNames, pricesOf, type Random } from '../made-up/made-up-items.ts';

export const dealNames = 86_000;
export const dealMarketplaces = 34;
const bidders = 6;
const batchRows = 1000;

const read = marketplaces.slice(0, dealMarketplaces);

const fee: Fee = { side: 'seller', percent: 5, asOf: '2026-09-01', source: 'made up', evidence: 'single' };

const fees: KnownFees = new Map(
  read.map(({ id }) => [id, [fee, { ...fee, percent: 4, from: { amount: 1_000_000, currency: 'EUR' } }]]),
);

const said = { asOf: '2026-09-01', source: 'made up', evidence: 'single' } as const;

/** One in five pays out something else than money. */
const terms: KnownTerms = new Map(
  read.map(({ id }, place): [number, Terms] => [
    id,
    {
      payout: { kind: place % 5 === 4 ? 'steamBalance' : 'money', ...said },
      payOut: [{ percent: 1, ...said }],
      itemHolds: [{ days: 7, ...said }],
      moneyHolds: [{ days: 7 + (place % 2), ...said }],
    },
  ]),
);

/** Every marketplace quotes every name within a tenth of its worth, one in 500 far off; some bid for every third name. */
function* madeUpReadings(random: Random): Generator<{ readonly stamp: Stamp; readonly records: BookRecord[] }> {
  const names = madeUpNames(dealNames);
  const worth = Float64Array.from(names, () => 30 + random() ** 6 * 900_000);
  const at = Date.now();
  for (const [place, { id }] of read.entries()) {
    const stamp = { marketplaceId: id, source: 'bench', at: at - Math.floor(random() * 3_000_000) };
    for (let from = 0; from < names.length; from += batchRows) {
      const records = names.slice(from, from + batchRows).flatMap((name, more): BookRecord[] => {
        const usd = (share: number) => Math.max(10, Math.round((worth[from + more] as number) * share));
        const share = random() < 0.002 ? random() * 4 : 0.9 + random() * 0.2;
        const { price: lowest, prices } = pricesOf(usd(share));
        const rest = {
          purchaseLink: null,
          marketplaceItemId: null,
          thumbnail: null,
          offerCount: 1 + Math.floor(random() * 40),
        };
        const quote = { kind: 'quote', game: 'CS2', name, phase: null, lowest, prices, ...rest } as const;
        if (place >= bidders || (from + more) % 3 !== 0) return [quote];
        const bid = { ...pricesOf(usd(0.8 + random() * 0.2)), quantity: 1 };
        return [quote, { kind: 'buyOrder', game: 'CS2', name, phase: null, orderId: `${from + more}`, ...bid }];
      });
      yield { stamp, records };
    }
  }
}

function filledBook(): Book {
  const book = createBook(fees, terms);
  for (const { stamp, records } of madeUpReadings(createRandom(5))) book.apply(records, stamp);
  return book;
}

/** Serves REST, without its cache, over a book in which every marketplace quotes every name. */
export async function serveDeals(folder: string): Promise<Served> {
  return await serveBook(filledBook(), folder, 0);
}

/** Memory of the best prices in addition to that of their book, in bytes; run in a separate process. */
export function measureBestMemory(): { readonly bytes: number; readonly series: number } {
  const rules = new MarketRules([fee], { payout: { kind: 'money', ...said } }, 'CS2');
  const gameBook = bareGameBook(madeUpReadings(createRandom(5)), rules);
  globalThis.gc?.();
  const taken = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
  const before = taken();
  const best = new BestTable(
    () => gameBook.marketBooks,
    () => rules,
    () => false,
  );
  for (const source of gameBook.marketBooks) {
    for (let name = 0; name < gameBook.names.size; name += 1) best.note(source, name as NameId, 0);
  }
  globalThis.gc?.();
  const bytes = taken() - before;
  return { bytes, series: gameBook.names.size + best.variants.length };
}
