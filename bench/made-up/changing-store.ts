import { createBook } from '../../src/book/create-book.ts';
import { marketplaceWithId, type NormalOffer } from '../../src/schema/index.ts';
import { acceptedReads } from '../../src/service/past/accepted-reads.ts';
import { rowsOf } from '../../src/service/tape/rows-of.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoredRow } from '../../src/store/store.ts';
import { createWriter } from '../../src/store/writer.ts';
import { type Served, serveOver } from '../http/serve.ts';
import { createRandom, madeUpNames, madeUpOffer } from './made-up-items.ts';

const marketplaceId = 3;
const itemCount = 2_000;
const offersPerItem = 10;
const seriesCount = 100;
const seriesPerBatch = 10;
const pointsPerSeries = 4_320;
const minute = 60_000;
const tickMs = 20;

export type Changing = Served & { readonly histories: readonly string[]; readonly items: readonly string[] };

let setPerSecond: ((perSecond: number) => void) | null = null;

const pathsOf = (route: string, names: readonly string[], more: string): string[] =>
  names.map((name) => {
    const query = new URLSearchParams({ marketplace: marketplaceWithId(marketplaceId).name, game: 'CS2', name });
    return `${route}?${query}${more}`;
  });

/** 30 days of price points of an item, one every ten minutes. */
const pointsOf = (name: string, until: number): StoredRow[] =>
  Array.from({ length: pointsPerSeries }, (_, index) => {
    const USD = 1000 + ((index * 7919) % 500);
    const prices = { USD, EUR: USD, CNY: USD, RUB: USD };
    const at = until - index * 10 * minute;
    return {
      table: 'pricePoints',
      row: { game: 'CS2', name, phase: null, marketplaceId, prices, offerCount: 3, at },
    };
  });

/** Serves REST, without its cache, over a book and a store, to which `change` applies changes. */
export async function serveChanging(folder: string): Promise<Changing> {
  const random = createRandom(7);
  const names = madeUpNames(itemCount);
  const store = await openStore({ at: { folder }, now: Date.now });
  const writer = createWriter({ store });
  const book = createBook();
  const offers = names.flatMap((name) =>
    Array.from({ length: offersPerItem }, () => madeUpOffer(name, marketplaceId, random)),
  );
  const take = (records: readonly NormalOffer[]) => {
    const changes = book.apply(records, { marketplaceId, source: 'bench', at: Date.now() });
    writer.push(rowsOf(changes.map((change) => ({ what: 'change', at: change.at, change }))));
  };
  take(offers);
  const until = Date.now();
  for (let from = 0; from < seriesCount; from += seriesPerBatch) {
    await store.append(names.slice(from, from + seriesPerBatch).flatMap((name) => pointsOf(name, until)));
  }
  await writer.flush();

  let perSecond = 0;
  let next = 0;
  setInterval(() => {
    const records = Array.from({ length: (perSecond * tickMs) / 1000 }, () => {
      next += 1;
      return dearer(offers[(next * 7919) % offers.length] as NormalOffer, next % 100);
    });
    if (records.length > 0) take(records);
  }, tickMs);
  setPerSecond = (count) => {
    perSecond = count;
  };
  return {
    ...(await serveOver(book, acceptedReads(store, writer), folder, 0)),
    histories: pathsOf('/v2/price-history', names.slice(0, seriesCount), '&days=30&dataPoints=100'),
    items: pathsOf('/v2/items', names, ''),
  };
}

function dearer(offer: NormalOffer, by: number): NormalOffer {
  const moved = (amount: number | null) => (amount === null ? null : amount + by);
  const { USD, EUR, CNY, RUB } = offer.prices;
  return {
    ...offer,
    price: { ...offer.price, amount: offer.price.amount + by },
    prices: { USD: moved(USD), EUR: moved(EUR), CNY: moved(CNY), RUB: moved(RUB) },
  };
}

/** Sets the number of offers that change per second from now on. */
export function change(perSecond: number): void {
  if (setPerSecond === null) throw new Error('call serveChanging first');
  setPerSecond(perSecond);
}
