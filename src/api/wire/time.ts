import Type from 'typebox';

/** An instant of the REST interface. */
export const Seconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, Unix time in seconds`, examples: [1_790_000_000] });

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export const dayMs = 86_400_000;

/** Whole days until an instant, part days rounded up; 0 once it has passed. */
export const toDaysLeft = (at: number | null, now: number): number | null =>
  at === null ? null : Math.max(0, Math.ceil((at - now) / dayMs));

/** The instant from which on there is a day less until another one; Infinity where there is none left. */
export function dayEndsAt(at: number | null, now: number): number {
  const days = toDaysLeft(at, now) ?? 0;
  return at === null || days === 0 ? Number.POSITIVE_INFINITY : at - (days - 1) * dayMs;
}
