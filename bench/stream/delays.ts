type Applied = { readonly first: number; readonly at: Float64Array };
type Witnessed = { readonly numbers: Float64Array; readonly times: Float64Array };

/** Milliseconds from each payload that was applied to each of its offers that a witness saw, the shortest first. */
export const delaysOf = ({ first, at }: Applied, { numbers, times }: Witnessed): Float64Array =>
  times.map((time, place) => time - (at[(numbers[place] ?? 0) - first] ?? Number.NaN)).sort();

export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
