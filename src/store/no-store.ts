import { NoDatabase } from '../schema/index.ts';
import type { OpenStore } from './open-store.ts';

const nothing = async (): Promise<void> => {};
const none = async () => [];
const refuse = (): Promise<never> => Promise.reject(new NoDatabase());

/**
 * The store where there is no database: it drops what it is given, a start finds nothing in it, and all that is asked of the
 * past rejects with `NoDatabase`.
 */
export const noStore: OpenStore = {
  keepsPast: false,
  append: nothing,
  mark: nothing,
  markOf: async () => null,
  lastRates: none,
  lastReadings: none,
  newestSourceDays: none,
  coverage: none,
  sales: refuse,
  findSales: refuse,
  removals: refuse,
  saleCounts: refuse,
  priceHistory: refuse,
  candles: refuse,
  bidCandles: refuse,
  saleCandles: refuse,
  historyStart: refuse,
  itemHistory: refuse,
  dailyWorths: refuse,
  pastRates: none,
  conditions: refuse,
  states: {
    resume: () => {},
    begin: () => 0,
    begun: () => null,
    lay: nothing,
    keptTo: nothing,
    breakOff: () => {},
    spans: () => [],
    isOpen: () => false,
    itemAt: refuse,
  },
  forgetItems: async () => 0,
  usage: async () => ({ memoryBytes: 0, tables: [] }),
  copies: null,
  ping: nothing,
  close: nothing,
};
