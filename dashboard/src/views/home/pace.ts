/** A position of the tape, and when it was reached, in epoch milliseconds. */
export type TapePosition = { readonly sequence: number; readonly at: number };

// Long enough to be calm, short enough to be now
const windowMs = 15_000;
const minMs = 2_000;

/** The readings that still count, with another. */
export const withReading = (before: readonly TapePosition[], one: TapePosition): readonly TapePosition[] => [
  ...before.filter(({ at }) => one.at - at <= windowMs),
  one,
];

/** Changes a second over these readings; null while they are too close together. */
export function paceOf(readings: readonly TapePosition[]): number | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < minMs) return null;
  return (last.sequence - first.sequence) / ((last.at - first.at) / 1_000);
}
