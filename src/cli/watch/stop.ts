/** An abort signal for SIGTERM and SIGINT. */
export function untilStopped(): {
  readonly signal: AbortSignal;
  readonly now: () => void;
  /** Removes the signal handlers. */
  readonly forget: () => void;
} {
  const stopping = new AbortController();
  const now = (): void => stopping.abort();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, now);
  return {
    signal: stopping.signal,
    now,
    forget: () => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, now);
    },
  };
}
