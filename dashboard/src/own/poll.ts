/** Whether this tab stands in for the hidden ones of this browser; never, where pages have no locks. */
let isLeading = false;

function lead(signal: AbortSignal): void {
  // Only over https and at localhost
  const locks: LockManager | undefined = navigator.locks;
  locks
    ?.request('itemtape.leader', { signal }, async () => {
      isLeading = true;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      isLeading = false;
    })
    .catch(() => {});
}

/** Asks at once, then again and again while this tab is seen; while all are hidden, one of them goes on asking. */
export function pollWhileSeen(ask: () => Promise<void>, everyMs: number): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let next: ReturnType<typeof setTimeout>;
  const turn = async (isForced: boolean): Promise<void> => {
    clearTimeout(next);
    // Failures are those of the connection, which the page shows where it reads prices
    if (isForced || isLeading || document.visibilityState === 'visible') await ask().catch(() => {});
    if (!signal.aborted) next = setTimeout(() => void turn(false), everyMs);
  };
  lead(signal);
  void turn(true);
  const seen = (): void => {
    if (document.visibilityState === 'visible') void turn(true);
  };
  document.addEventListener('visibilitychange', seen, { signal });
  return () => {
    clearTimeout(next);
    ending.abort();
  };
}
