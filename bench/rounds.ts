/** One line of the report. */
export type Row = {
  readonly name: string;
  readonly unit: string;
  readonly reference: string;
  readonly referenceValue: number;
  readonly value: number;
  /** value / referenceValue. */
  readonly ratio: number;
  /** Our CPU time for one unit of work through that of the reference; null where the value is itself CPU time, or has none. */
  readonly cpuRatio: number | null;
  readonly bound: string | null;
  /** Null where no bound is set. */
  readonly isWithin: boolean | null;
};

type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** Bounds on the ratio to the reference, on the value in its unit, and on the ratio of CPU times. */
export type Promised = { readonly ratio?: Bound; readonly value?: Bound; readonly cpuRatio?: Bound };

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

export type Figures<Figure extends string> = Readonly<Record<Figure, number>>;

/** Measures all contenders in turns, so that other load on the machine affects all of them; returns the medians. */
export async function inRounds<Contender extends string, Figure extends string>(
  contenders: Readonly<Record<Contender, () => Figures<Figure> | Promise<Figures<Figure>>>>,
  rounds = 3,
): Promise<Record<Contender, Figures<Figure>>> {
  const names = Object.keys(contenders) as Contender[];
  const runs = new Map<Contender, Figures<Figure>[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) runs.get(name)?.push(await contenders[name]());
  }
  return Object.fromEntries(names.map((name) => [name, medians(runs.get(name) ?? [])])) as Record<
    Contender,
    Figures<Figure>
  >;
}

function medians<Figure extends string>(runs: readonly Figures<Figure>[]): Figures<Figure> {
  const figures = Object.keys(runs[0] ?? {}) as Figure[];
  return Object.fromEntries(
    figures.map((figure) => [figure, median(runs.map((run) => run[figure]))]),
  ) as Figures<Figure>;
}

const textOf = (bound: Bound): string =>
  'atLeast' in bound ? `≥ ${Number(bound.atLeast.toPrecision(3))}` : `≤ ${Number(bound.atMost.toPrecision(3))}`;
const holds = (bound: Bound, value: number): boolean =>
  'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost;

export function row(
  {
    cpuRatio = null,
    ...facts
  }: Pick<Row, 'name' | 'unit' | 'reference' | 'referenceValue' | 'value'> & Partial<Pick<Row, 'cpuRatio'>>,
  { ratio, value, cpuRatio: cpu }: Promised = {},
): Row {
  const found = facts.value / facts.referenceValue;
  const bounds = [
    ...(ratio === undefined ? [] : [{ text: `${textOf(ratio)} ×`, holds: holds(ratio, found) }]),
    ...(value === undefined ? [] : [{ text: `${textOf(value)} ${facts.unit}`, holds: holds(value, facts.value) }]),
    ...(cpu === undefined ? [] : [{ text: `CPU ${textOf(cpu)} ×`, holds: holds(cpu, cpuRatio ?? Number.NaN) }]),
  ];
  const isBound = bounds.length > 0;
  return {
    ...{ ...facts, ratio: found, cpuRatio },
    bound: isBound ? bounds.map(({ text }) => text).join(', ') : null,
    isWithin: isBound ? bounds.every((bound) => bound.holds) : null,
  };
}

/** A figure against its maximum. */
export const limitRow = (name: string, unit: string, value: number, atMost: number): Row =>
  row({ name, unit, reference: 'the limit', referenceValue: atMost, value }, { ratio: { atMost: 1 } });
