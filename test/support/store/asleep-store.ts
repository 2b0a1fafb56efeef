import type { ApiOptions } from '../../../src/api/create-api.ts';

/** A store that must not be queried: every query fails with the reason. */
export function asleepStore(reason: string): ApiOptions['store'] {
  const asleep = () => Promise.reject(new Error(reason));
  return {
    keepsPast: true,
    sales: asleep,
    findSales: asleep,
    removals: asleep,
    saleCounts: asleep,
    priceHistory: asleep,
    candles: asleep,
    bidCandles: asleep,
    saleCandles: asleep,
    historyStart: asleep,
    itemHistory: asleep,
    conditions: asleep,
    dailyWorths: asleep,
    pastRates: asleep,
    coverage: async () => [],
    ping: asleep,
  };
}
