type Applied = { readonly first: number; readonly at: Float64Array };
type Witnessed = { readonly numbers: Float64Array; readonly times: Float64Array };

/** Milliseconds from each applied payload to each sighting of its offer by a witness, shortest first. */
export const delaysOf = ({ first, at }: Applied, { numbers, times }: Witnessed): Float64Array =>
  times.map((time, place) => time - (at[(numbers[place] ?? 0) - first] ?? Number.NaN)).sort();

export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
