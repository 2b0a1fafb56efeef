export const dayMs = 86_400_000;

/** Days until an instant, rounded up; 0 once it has passed. */
export const toDaysLeft = (at: number | null, now: number): number | null =>
  at === null ? null : Math.max(0, Math.ceil((at - now) / dayMs));

/** When `toDaysLeft` next drops by one; Infinity when no days are left. */
export function dayEndsAt(at: number | null, now: number): number {
  const days = toDaysLeft(at, now) ?? 0;
  return at === null || days === 0 ? Number.POSITIVE_INFINITY : at - (days - 1) * dayMs;
}
