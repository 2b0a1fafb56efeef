/** Aborts one request: when a signal aborts, or when it takes too long. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Restarts the timer with this duration; null disables it. */
  readonly within: (milliseconds: number | null) => void;
  /** Aborts what is still open and stops listening to the signal. */
  readonly end: () => void;
};

// AbortSignal.any and AbortSignal.timeout would do, but keep a long-lived signal from being freed in Node 20
export function createDeadline(by: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(by?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (by?.aborted) follow();
  by?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    within(milliseconds) {
      clearTimeout(timer);
      if (milliseconds === null) return;
      const late = new Error(`nothing was received for ${milliseconds / 1000} s`);
      timer = setTimeout(() => controller.abort(late), milliseconds);
    },
    end() {
      clearTimeout(timer);
      by?.removeEventListener('abort', follow);
      controller.abort();
    },
  };
}
