import { useRef, useState } from 'preact/hooks';
import type { MarketplaceRow } from '../rows.ts';

const atFirst = 3;

/** The marketplaces with the lowest prices. */
export const presetOf = (rows: readonly MarketplaceRow[]): string[] =>
  rows
    .filter(({ price }) => price !== null)
    .sort((a, b) => (a.price ?? 0) - (b.price ?? 0))
    .slice(0, atFirst)
    .map(({ marketplace }) => marketplace);

/** The marketplaces with a line in the chart: chosen once for a visit, then by the visitor. */
export function useShownLines(rows: readonly MarketplaceRow[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const first = useRef<ReadonlySet<string>>(new Set());
  if (first.current.size === 0) first.current = new Set(presetOf(rows));
  const shown = chosen ?? first.current;
  const turn = (marketplace: string) =>
    setChosen(
      new Set(shown.has(marketplace) ? [...shown].filter((one) => one !== marketplace) : [...shown, marketplace]),
    );
  return { shown, turn };
}
