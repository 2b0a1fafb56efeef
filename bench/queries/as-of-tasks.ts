import { Book } from '../../src/book/book.ts';
import {
  type DatedFloor,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  marketplaces,
} from '../../src/schema/index.ts';
import { createPastReader } from '../../src/service/as-of/item-then.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { StoredRow } from '../../src/store/store.ts';
import { type Latencies, percentiles } from '../latency.ts';
import {
  createRandom,
  madeUpBuyOrder,
  madeUpNames,
  madeUpOffer,
  madeUpQuote,
  pricesOf,
  type Random,
} from '../made-up/made-up-items.ts';
import { inRounds } from '../rounds.ts';

export const retentionDays = 30;
export const asOfNames = 100;
export const offersOfEach = 3;
export const changesADay = 20_000;

const day = 86_400_000;
const rowsPerBatch = 20_000;
const queriesPerRound = 300;
const firstDay = Date.UTC(2026, 0, 1);

export type AsOfFigures = { readonly engine: Latencies; readonly item: Latencies };

type Made = {
  readonly names: readonly string[];
  readonly offers: readonly LiveOffer[];
  /** The rows of a base. */
  readonly copiesAt: (base: number) => readonly StoredRow[];
};

/** The state of all marketplaces on the first day. */
function madeUp(random: Random): Made {
  const names = madeUpNames(asOfNames);
  const moment = { foundAt: firstDay, changedAt: firstDay, seenAt: firstDay };
  const offers: LiveOffer[] = [];
  const buyOrders: LiveBuyOrder[] = [];
  const quotes: LiveQuote[] = [];
  const figures: DatedFloor[] = [];
  for (const { id: marketplaceId } of marketplaces) {
    for (const name of names) {
      for (let at = 0; at < offersOfEach; at += 1) {
        const { kind: _, ...offer } = madeUpOffer(name, marketplaceId, random);
        offers.push({ ...offer, marketplaceId, ...moment });
      }
      const { kind: _, ...order } = madeUpBuyOrder(name, random);
      const { kind: __, ...quote } = madeUpQuote('CS2', name, marketplaceId, random);
      const { prices, offerCount } = quote;
      const figure = { game: 'CS2', name, phase: null, marketplaceId, prices, at: firstDay } as const;
      buyOrders.push({ ...order, marketplaceId, ...moment });
      quotes.push({ ...quote, marketplaceId, ...moment });
      figures.push({ ...figure, offerCount: offerCount ?? 0 });
    }
  }
  const copiesAt = (base: number): StoredRow[] => {
    const copyOf = <State>(state: State) => ({ state, publishedAt: base, sequence: 0 });
    return [
      ...offers.map((one) => ({ table: 'offerStates', row: copyOf(one), isRemoved: false }) as const),
      ...buyOrders.map((one) => ({ table: 'buyOrderStates', row: copyOf(one), isRemoved: false }) as const),
      ...quotes.map((one) => ({ table: 'quoteStates', row: copyOf(one) }) as const),
      ...figures.map((one) => ({ table: 'figureStates', row: copyOf(one) }) as const),
    ];
  };
  return { names, offers, copiesAt };
}

/** Changes of a day, in the order in which they are published. */
function changesOf(offers: readonly LiveOffer[], nth: number, random: Random): StoredRow[] {
  return Array.from({ length: changesADay }, (_, at) => {
    const publishedAt = firstDay + nth * day + Math.floor((at * day) / changesADay);
    const price = pricesOf(30 + Math.floor(random() ** 6 * 3_000_000));
    const offer = offers[Math.floor(random() * offers.length)] as LiveOffer;
    const state = { ...offer, ...price, changedAt: publishedAt, seenAt: publishedAt };
    const sequence = nth * changesADay + at + 1;
    return { table: 'offerStates', row: { state, publishedAt, sequence }, isRemoved: random() < 0.05 };
  });
}

/** Milliseconds for an item over all marketplaces as of instants within a month, each day of which has a base and changes. */
export async function measureAsOf(folder: string): Promise<AsOfFigures> {
  let clock = firstDay;
  const now = () => clock;
  const open = () => openStore({ at: { folder }, now, statesDays: 10 * retentionDays });
  let store = await open();
  const random = createRandom(15);
  const { names, offers, copiesAt } = madeUp(random);
  for (let nth = 0; nth < retentionDays; nth += 1) {
    const rows = copiesAt(store.states.begin(nth * changesADay));
    for (let from = 0; from < rows.length; from += rowsPerBatch)
      await store.append(rows.slice(from, from + rowsPerBatch));
    await store.states.lay(clock);
    await store.append(changesOf(offers, nth, random));
    clock += day;
  }
  // What is still being sorted would run beside the queries
  await store.close();
  store = await open();
  const { states } = store;
  const stored = { states, reads: states, untilPushed: async () => true, retentionDays };
  const past = createPastReader({ ...stored, emptyBook: () => new Book(), now });
  const earliest = past.earliest() ?? clock;
  // What came after the last base is known only to the store that wrote it
  const lastBaseAt = clock - day;
  const queryItem = async (): Promise<void> => {
    const at = earliest + Math.floor(random() * (lastBaseAt - earliest));
    const found = await past.at('CS2', names[Math.floor(random() * names.length)] ?? '', at);
    if (found.kind !== 'kept') throw new Error(`${new Date(at).toISOString()} is answered ${JSON.stringify(found)}`);
  };
  await timesOf(queryItem);
  const figures = await inRounds({ engine: () => timesOf(store.ping), item: () => timesOf(queryItem) });
  await store.close();
  return figures;
}

async function timesOf(work: () => Promise<unknown>): Promise<Latencies> {
  const spent: number[] = [];
  for (let left = queriesPerRound; left > 0; left -= 1) {
    const startedAt = performance.now();
    await work();
    spent.push(performance.now() - startedAt);
  }
  return percentiles(spent);
}
