/** Two decimals, or null where nothing was on sale. */
type Figure = number | null;

const cents = (value: number): number => Math.round(value * 100) / 100;

const median = (sorted: readonly number[]): number => {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (upper + lower) / 2;
};

export const priceRow = (
  prices: readonly number[],
): { readonly min: Figure; readonly max: Figure; readonly mean: Figure; readonly median: Figure } => {
  const sorted = [...prices].sort((a, b) => a - b);
  const [min] = sorted;
  if (min === undefined) return { min: null, max: null, mean: null, median: null };
  return {
    min: cents(min),
    max: cents(sorted.at(-1) ?? min),
    mean: cents(sorted.reduce((sum, price) => sum + price, 0) / sorted.length),
    median: cents(median(sorted)),
  };
};

export type Period = {
  readonly min: Figure;
  readonly max: Figure;
  readonly avg: Figure;
  readonly median: Figure;
  readonly volume: number;
};

export const periodOf = (prices: readonly number[]): Period => {
  const { min, max, mean, median: middle } = priceRow(prices);
  return { min, max, avg: mean, median: middle, volume: prices.length };
};
