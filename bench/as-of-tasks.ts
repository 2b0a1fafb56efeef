import { type LiveOffer, marketplaces } from '../src/schema/index.ts';
import { createPastReader } from '../src/service/past/item-then.ts';
import { openStore } from '../src/store/open-store.ts';
import type { StoredRow } from '../src/store/store.ts';
import { createWriter } from '../src/store/writer.ts';
import type { Latencies } from './latency.ts';
import { createRandom, madeUpBuyOrder, madeUpNames, madeUpOffer, madeUpQuote, pricesOf } from './made-up-items.ts';
import { inRounds } from './rounds.ts';

export const keptDays = 365;
export const asOfNames = 100;
export const offersOfEach = 3;
export const changesADay = 20_000;

const day = 86_400_000;
const rowsPerBatch = 20_000;
const askedPerRound = 300;
const firstDay = Date.UTC(2026, 0, 1);

export type AsOfFigures = { readonly engine: Latencies; readonly item: Latencies };

/** Milliseconds for an item over all marketplaces at instants of a year, of which every day has a base and its changes. */
export async function measureAsOf(folder: string): Promise<AsOfFigures> {
  let clock = firstDay;
  const store = await openStore({ at: { folder }, now: () => clock, statesDays: 10 * keptDays });
  const random = createRandom(15);
  const names = madeUpNames(asOfNames);
  const standing: LiveOffer[] = [];
  const first: StoredRow[] = [];
  const moment = { foundAt: clock, changedAt: clock, seenAt: clock };
  for (const { id: marketplaceId } of marketplaces) {
    for (const name of names) {
      for (let at = 0; at < offersOfEach; at += 1) {
        const { kind: _, ...offer } = madeUpOffer(name, marketplaceId, random);
        standing.push({ ...offer, marketplaceId, ...moment });
      }
      const { kind: _, ...order } = madeUpBuyOrder(name, random);
      const { kind: __, ...quote } = madeUpQuote('CS2', name, marketplaceId, random);
      const { prices, offerCount } = quote;
      first.push(
        { table: 'buyOrders', row: { ...order, marketplaceId, ...moment }, isRemoved: false },
        { table: 'quotes', row: { ...quote, marketplaceId, ...moment } },
        {
          table: 'figures',
          row: { game: 'CS2', name, phase: null, marketplaceId, prices, offerCount: offerCount ?? 0, at: clock },
        },
      );
    }
  }
  first.push(...standing.map((row) => ({ table: 'offers', row, isRemoved: false }) as const));
  for (let from = 0; from < first.length; from += rowsPerBatch)
    await store.append(first.slice(from, from + rowsPerBatch));
  for (let sequence = 1; sequence <= keptDays * changesADay; ) {
    await store.states.layBase([], sequence === 1);
    const began = clock;
    const changes = Array.from({ length: changesADay }, (_, at): StoredRow => {
      const place = Math.floor(random() * standing.length);
      const told = began + Math.floor((at * day) / changesADay);
      const usd = 30 + Math.floor(random() ** 6 * 3_000_000);
      const state = { ...(standing[place] as LiveOffer), ...pricesOf(usd), changedAt: told, seenAt: told };
      sequence += 1;
      return { table: 'offerStates', row: { state, told, sequence }, isRemoved: random() < 0.05 };
    });
    await store.append(changes);
    clock = began + day;
  }
  const past = createPastReader({
    states: store.states,
    writer: createWriter({ store }),
    recorder: { flush: async () => {} },
    fees: new Map(),
    isWhole: () => true,
    keptDays,
    now: () => clock,
  });
  const earliest = past.earliest() ?? clock;
  const askItem = async (): Promise<void> => {
    const at = earliest + Math.floor(random() * (clock - earliest));
    const found = await past.at('CS2', names[Math.floor(random() * names.length)] ?? '', at);
    if (found.kind !== 'kept') throw new Error(`${new Date(at).toISOString()} is answered ${JSON.stringify(found)}`);
  };
  await timesOf(askItem);
  const figures = await inRounds({ engine: () => timesOf(store.ping), item: () => timesOf(askItem) });
  await store.close();
  return figures;
}

async function timesOf(work: () => Promise<unknown>): Promise<Latencies> {
  const spent: number[] = [];
  for (let left = askedPerRound; left > 0; left -= 1) {
    const startedAt = performance.now();
    await work();
    spent.push(performance.now() - startedAt);
  }
  spent.sort((a, b) => a - b);
  const at = (share: number) => spent[Math.ceil(spent.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
