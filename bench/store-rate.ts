import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Game, LiveOffer } from '../src/schema/index.ts';
import { type OpenStore, openStore } from '../src/store/open-store.ts';
import type { StoredRow } from '../src/store/store.ts';

const begin = Date.UTC(2026, 0, 1);

/** Runs something over a store in a folder of its own, which is removed afterwards. */
export const withStore = async <Result>(
  use: (store: OpenStore, folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-bench-'));
  const store = await openStore({ at: { folder }, now: Date.now });
  try {
    return await use(store, folder);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Made-up price points of many series, as a bulk list leaves them: every series once per round, in no order of ours. */
const pointsOf = (batch: number, rows: number, series: number): StoredRow[] =>
  Array.from({ length: rows }, (_, index) => {
    const number = batch * rows + index;
    const item = (number * 7919) % series;
    const USD = 1000 + ((item * 31 + number) % 5000);
    return {
      table: 'pricePoints',
      row: {
        game: 'CS2',
        name: `made-up item ${item}`,
        phase: null,
        marketplaceId: 1 + (item % 27),
        prices: { USD, EUR: USD - 100, CNY: USD * 7, RUB: USD * 80 },
        offerCount: 1 + (number % 90),
        at: begin + Math.floor(number / series) * 600_000 + (item % 60_000),
      },
    };
  });

/** Price points stored per second, each batch acknowledged before the next is sent. */
export const measureAppendRate = (batches = 50, rows = 10_000): Promise<number> =>
  withStore(async (store) => {
    const prepared = Array.from({ length: batches + 3 }, (_, batch) => pointsOf(batch, rows, 90_000));
    for (const batch of prepared.slice(0, 3)) await store.append(batch);
    const startedAt = performance.now();
    for (const batch of prepared.slice(3)) await store.append(batch);
    return (batches * rows * 1000) / (performance.now() - startedAt);
  });

const madeUpOffer = (number: number): LiveOffer => ({
  game: (['CS2', 'Dota2', 'Rust', 'TF2'] as const satisfies readonly Game[])[number % 4] ?? 'CS2',
  name: `made-up item ${number % 90_000}`,
  phase: null,
  marketplaceId: 1 + (number % 27),
  offerId: String(700_000_000_000 + number * 37),
  price: { amount: 1000 + (number % 5000), currency: 'USD' },
  prices: { USD: 1000 + (number % 5000), EUR: 900, CNY: 7000, RUB: 80_000 },
  purchaseLink: `https://marketplace.example/offer/${700_000_000_000 + number * 37}`,
  inspectLink: null,
  float: (number % 100_003) / 100_003,
  paintIndex: number % 1200,
  paintSeed: number % 1000,
  stickers: number % 3 === 0 ? [{ name: 'Crown (Foil)', wear: 0.1, slot: 1 }] : [],
  tradableAt: null,
  ownerId: null,
  foundAt: begin + number,
  changedAt: begin + number,
  seenAt: begin + number,
});

export type RestoreFigures = {
  readonly offersWrittenPerSecond: number;
  readonly openMilliseconds: number;
  readonly restoreMilliseconds: number;
  readonly restored: number;
};

/** How long a start takes that finds this many offers: opening the store, and reading all of them. */
export const measureRestore = async (offers = 1_000_000): Promise<RestoreFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-bench-'));
  try {
    const filled = await openStore({ at: { folder }, now: Date.now });
    const startedAt = performance.now();
    for (let from = 0; from < offers; from += 10_000) {
      const rows = Array.from({ length: Math.min(10_000, offers - from) }, (_, index) => madeUpOffer(from + index));
      await filled.append(rows.map((row): StoredRow => ({ table: 'offers', row, isRemoved: false })));
    }
    const offersWrittenPerSecond = (offers * 1000) / (performance.now() - startedAt);
    await filled.close();

    const openedAt = performance.now();
    const store = await openStore({ at: { folder }, now: Date.now });
    const openMilliseconds = performance.now() - openedAt;
    const restoredAt = performance.now();
    let restored = 0;
    for await (const page of store.liveOffers()) restored += page.length;
    const restoreMilliseconds = performance.now() - restoredAt;
    await store.close();
    return { offersWrittenPerSecond, openMilliseconds, restoreMilliseconds, restored };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
