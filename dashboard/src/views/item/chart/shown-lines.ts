import { useRef, useState } from 'preact/hooks';
import type { MarketplaceRow } from '../rows.ts';

/** The marketplaces with the two lowest prices, and the one with the most offers. */
export function presetOf(rows: readonly MarketplaceRow[]): string[] {
  const priced = rows.filter(({ price }) => price !== null);
  const cheapest = [...priced].sort((a, b) => (a.price ?? 0) - (b.price ?? 0)).map(({ marketplace }) => marketplace);
  const largest = [...priced].sort((a, b) => b.offerCount - a.offerCount).map(({ marketplace }) => marketplace);
  return [...new Set([...cheapest.slice(0, 2), ...largest])].slice(0, 3);
}

/** The marketplaces with a line in the chart: chosen once for a visit, then by the visitor. */
export function useShownLines(rows: readonly MarketplaceRow[]) {
  const preset = useRef<readonly string[] | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const first = useRef<ReadonlySet<string>>(new Set());
  if (preset.current === null && rows.some(({ price }) => price !== null)) {
    preset.current = presetOf(rows);
    first.current = new Set(preset.current);
  }
  const shown = chosen ?? first.current;
  const turn = (marketplace: string) =>
    setChosen(
      new Set(shown.has(marketplace) ? [...shown].filter((one) => one !== marketplace) : [...shown, marketplace]),
    );
  return { shown, turn };
}
