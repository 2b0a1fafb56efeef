export type Stop = { readonly signal: AbortSignal; readonly now: () => void };

/** Does work that SIGTERM and SIGINT abort, or `stop.now`. */
export async function stoppable<Result>(work: (stop: Stop) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  const now = (): void => stopping.abort();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, now);
  try {
    return await work({ signal: stopping.signal, now });
  } finally {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, now);
  }
}
