const everyMs = 5;

/** Emits the numbers from 0 at an even rate, as many at a time as are due. */
export function atRate(count: number, perSecond: number, take: (number: number) => void): Promise<void> {
  const startedAt = performance.now();
  let next = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(count, Math.ceil(((performance.now() - startedAt) * perSecond) / 1000));
      for (; next < due; next += 1) take(next);
      if (next < count) return;
      clearInterval(timer);
      resolve();
    }, everyMs);
  });
}
