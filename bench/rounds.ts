export type Contender = { readonly name: string; readonly measure: () => Promise<number> };

export type Comparison = {
  readonly name: string;
  readonly unit: string;
  readonly reference: string;
  readonly referenceValue: number;
  readonly value: number;
  /** value / referenceValue, of medians. */
  readonly ratio: number;
  readonly bound: string;
  readonly isWithin: boolean;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** Measures both in turns, three rounds unless said, so that what else the machine does falls on both. */
export async function compare(options: {
  readonly name: string;
  readonly unit: string;
  readonly reference: Contender;
  readonly ours: Contender;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly rounds?: number;
}): Promise<Comparison> {
  const references: number[] = [];
  const values: number[] = [];
  for (let round = 0; round < (options.rounds ?? 3); round += 1) {
    references.push(await options.reference.measure());
    values.push(await options.ours.measure());
  }
  const referenceValue = median(references);
  const value = median(values);
  const ratio = value / referenceValue;
  const { atLeast, atMost } = options;
  return {
    name: options.name,
    unit: options.unit,
    reference: options.reference.name,
    referenceValue,
    value,
    ratio,
    bound: atLeast !== undefined ? `≥ ${atLeast} ×` : atMost !== undefined ? `≤ ${atMost} ×` : '',
    isWithin: (atLeast === undefined || ratio >= atLeast) && (atMost === undefined || ratio <= atMost),
  };
}
