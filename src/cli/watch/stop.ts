/** Stops when the process is told to, or when nobody reads what it writes any more. */
export function untilStopped(): {
  readonly signal: AbortSignal;
  readonly now: () => void;
  /** Gives the signals back; that the last write found no reader is only told a moment later. */
  readonly forget: () => void;
} {
  const stopping = new AbortController();
  const now = (): void => stopping.abort();
  // `itemtape watch | head` closes the pipe, which is no failure
  const unread = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error;
    now();
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, now);
  process.stdout.on('error', unread);
  return {
    signal: stopping.signal,
    now,
    forget: () => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, now);
      setImmediate(() => process.stdout.off('error', unread));
    },
  };
}
