import { type BestPrices, TapeError } from '@itemtape/client';
import type { StoredItem } from './stored/items.ts';
import { serviceTape } from './tape.ts';
import { currency } from './text/currency.ts';
import { useQuery } from './use-query.ts';

/** One of the visitor's items with its best prices across all marketplaces; null when nothing is known about it right now. */
export type BestOf = { readonly item: StoredItem; readonly best: BestPrices | null };

const everySeconds = 15;

/** The best prices of some items, in the displayed currency. */
export function useBests(items: readonly StoredItem[]) {
  const shown = currency.value;
  return useQuery(
    JSON.stringify([shown, items]),
    async (signal): Promise<readonly BestOf[]> => {
      const bestOf = async (item: StoredItem): Promise<BestOf> => {
        const { game, name, phase } = item;
        const query = { game, name, currency: shown, ...(phase !== null && { phase }) };
        const { best } = await serviceTape().best(query, { signal });
        return { item, best: best.find(({ itemPhase }) => itemPhase === phase) ?? null };
      };
      return await Promise.all(
        items.map((item) =>
          bestOf(item).catch((error: unknown) => {
            if (error instanceof TapeError && error.status === 404) return { item, best: null };
            throw error;
          }),
        ),
      );
    },
    { everySeconds },
  );
}
