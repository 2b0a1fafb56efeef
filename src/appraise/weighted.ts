/** A number and how much it counts. */
export type WeightedNumber = { readonly value: number; readonly weight: number };

/** The value at a share of the weight, of numbers in ascending order; NaN if nothing counts. */
export function quantile(sorted: Iterable<WeightedNumber>, share: number): number {
  const counted = [...sorted].filter(({ weight }) => weight > 0);
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { value, weight } of counted) {
    reached += weight;
    if (reached >= total * share) return value;
  }
  return Number.NaN;
}

export const ascending = <One extends WeightedNumber>(numbers: readonly One[]): One[] =>
  [...numbers].sort((a, b) => a.value - b.value);

/** How many equally weighted numbers say as much: the square of the sum by the sum of the squares. */
export function effectiveCount(weights: Iterable<number>): number {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}
