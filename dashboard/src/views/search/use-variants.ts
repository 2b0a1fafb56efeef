import type { FoundItem } from '@itemtape/client';
import { hasPhases } from '../../phase-in.ts';
import { serviceTape } from '../../tape.ts';
import type { Currency } from '../../text/currency.ts';
import { useQuery } from '../../use-query.ts';

/** The lowest ask of a variant. */
export type VariantPrice = { readonly phase: string; readonly price: number | null; readonly marketplace: string };

// Each is a request
const maxItems = 6;
const everySeconds = 15;

/** The prices of the variants of the first items that have some, by the name of the item. */
export function useVariants(
  items: readonly FoundItem[],
  shown: Currency,
): ReadonlyMap<string, readonly VariantPrice[]> {
  const asked = items.filter(hasPhases).slice(0, maxItems);
  const { answer, isEarlier } = useQuery(
    asked.length === 0 ? null : JSON.stringify([shown, asked.map(({ name }) => name)]),
    async (signal) =>
      await Promise.all(
        asked.map(async ({ name }) => {
          const { best } = await serviceTape().best({ game: 'CS2', name, currency: shown }, { signal });
          const variants = best.flatMap(({ itemPhase, ask }) =>
            itemPhase === null || ask === null
              ? []
              : [{ phase: itemPhase, price: ask.price, marketplace: ask.marketplace }],
          );
          return [name, variants] as const;
        }),
      ),
    { everySeconds },
  );
  return new Map(isEarlier ? [] : (answer ?? []));
}
