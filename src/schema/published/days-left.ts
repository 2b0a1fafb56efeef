export const dayMs = 86_400_000;

/** Days until an instant, rounded up; 0 once it has passed. */
export const toDaysLeft = (at: number | null, now: number): number | null =>
  at === null ? null : Math.max(0, Math.ceil((at - now) / dayMs));
