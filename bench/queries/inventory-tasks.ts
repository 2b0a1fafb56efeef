import { inventoryAnswer, type OwnedItem } from '../../src/api/holdings/inventory-answer.ts';
import { createLookups } from '../../src/api/lookups.ts';
import { Book } from '../../src/book/book.ts';
import { readConfig } from '../../src/config/config.ts';
import { connectors } from '../../src/connectors/index.ts';
import { games, marketplaces, wholeScope } from '../../src/schema/index.ts';
import { knownFees } from '../../src/service/connectors/known-fees.ts';
import { knownTerms } from '../../src/service/connectors/known-terms.ts';
import { type Latencies, percentiles } from '../latency.ts';
import { createRandom, madeUpBuyOrder, madeUpNames, madeUpOffer, madeUpQuote } from '../made-up/made-up-items.ts';

export const inventoryItems = 1_000;
export const inventoryNames = 20_000;
const offersOfEach = 2;
const rounds = 300;

const { config } = readConfig({ file: null, environment: {}, flags: {} });
const terms = knownTerms(connectors, config);

/** A book of all marketplaces, each with offers, a buy order and a quote of some of the names. */
function filledBook(names: readonly string[]): Book {
  const random = createRandom(21);
  const book = new Book(knownFees(connectors, config), terms);
  const at = Date.now();
  for (const { id } of marketplaces) {
    const known = names.filter(() => random() < 0.5);
    const records = known.flatMap((name) => [
      ...Array.from({ length: offersOfEach }, () => madeUpOffer(name, id, random)),
      madeUpBuyOrder(name, random),
      madeUpQuote('CS2', name, id, random),
    ]);
    book.apply(records, { marketplaceId: id, source: 'bench', at });
  }
  return book;
}

/** Milliseconds in which an inventory of different items is valued, for each way to sell. */
export async function measureInventory(): Promise<Readonly<Record<'bid' | 'list', Latencies>>> {
  const names = madeUpNames(inventoryNames);
  const book = filledBook(names);
  const availability = marketplaces.map(({ id: marketplaceId }) => ({
    marketplaceId,
    games: games.map((game) => ({ game, offers: true, buyOrders: true, sales: true })),
  }));
  const context = {
    book,
    lookups: createLookups(availability, book, () => null, wholeScope),
    rates: () => [],
    health: () => [],
    terms,
    now: Date.now,
  };
  const owned = (turn: number): readonly OwnedItem[] =>
    Array.from({ length: inventoryItems }, (_, at) => ({
      ...{ assetId: String(at), name: names[(turn * 7919 + at * 13) % names.length] ?? '', variant: null, quantity: 1 },
      ...{ isTradable: true, isMarketable: true, float: 0.2, paintSeed: 3, nameTag: null },
    }));
  const timesOf = async (way: 'bid' | 'list'): Promise<Latencies> => {
    const query = { currency: 'USD', way, payout: 'money', marketplaceIds: null } as const;
    const spent: number[] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      const items = owned(turn);
      const inventory = { steamId: '76561198000001000', readAt: 0, totalCount: items.length, items };
      const startedAt = performance.now();
      const { valueQuantity } = await inventoryAnswer(inventory, { game: 'CS2', context, query, transactions: [] });
      spent.push(performance.now() - startedAt);
      if (valueQuantity === 0) throw new Error('nothing of the inventory has a value');
    }
    return percentiles(spent);
  };
  // Before that much, not all of it is compiled
  await timesOf('bid');
  return { bid: await timesOf('bid'), list: await timesOf('list') };
}
