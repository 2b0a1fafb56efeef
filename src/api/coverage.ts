import type { Coverage } from './route.ts';

/** Asks the store at most so often; while it is asked again, the last answer serves. */
export function createCoverage(parts: {
  readonly read: () => Promise<Coverage>;
  readonly now: () => number;
  readonly keepMs: number;
  readonly failed: (error: unknown) => void;
}): () => Promise<Coverage> {
  const { read, now, keepMs, failed } = parts;
  let last: Coverage | null = null;
  let readAt = 0;
  let reading: Promise<Coverage> | null = null;

  const refresh = (): Promise<Coverage> => {
    reading ??= read()
      .then((coverage) => {
        last = coverage;
        readAt = now();
        return coverage;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return async () => {
    if (last === null || keepMs === 0) return refresh();
    if (Math.abs(now() - readAt) >= keepMs) refresh().catch(failed);
    return last;
  };
}
