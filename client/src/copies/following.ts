import type { ListenOptions } from '../listen.ts';

export type CopyOptions = Pick<ListenOptions, 'signal' | 'silenceSeconds' | 'onConnection'>;

export type CopyState = 'loading' | 'live' | 'waiting' | 'stopped';

/** The common part of local copies of the stream: completeness, connection state, watchers and end. */
export class Following<Change> {
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  readonly #watchers = new Set<(change: Change) => void>();
  readonly #stopping = new AbortController();
  #isWhole = false;
  #isConnected = false;
  #resolveReady: () => void = () => undefined;

  /** Starts `run`, which ends when it is stopped or fails. */
  constructor({ signal, silenceSeconds, onConnection }: CopyOptions, run: (options: ListenOptions) => Promise<void>) {
    signal?.addEventListener('abort', this.stop, { once: true, signal: this.#stopping.signal });
    if (signal?.aborted) this.stop();
    const running = run({
      signal: this.#stopping.signal,
      ...(silenceSeconds !== undefined && { silenceSeconds }),
      onConnection: (state, why) => {
        this.#isConnected = state === 'live';
        onConnection?.(state, why);
      },
    });
    this.ready = new Promise<void>((resolve, reject) => {
      this.#resolveReady = resolve;
      running.then(() => reject(this.#stopping.signal.reason), reject);
    });
    this.ended = running.catch((error: unknown) => {
      if (this.#stopping.signal.aborted) return;
      this.stop();
      throw error;
    });
    // A caller that ignores these promises must not get unhandled rejections
    this.ready.catch(() => undefined);
    this.ended.catch(() => undefined);
  }

  /** Marks the copy as complete. */
  readonly complete = (): void => {
    this.#isWhole = true;
    this.#resolveReady();
  };

  /** Marks the copy as incomplete until the next snapshot. */
  readonly startOver = (): void => {
    this.#isWhole = false;
  };

  readonly state = (): CopyState => {
    if (this.#stopping.signal.aborted) return 'stopped';
    if (!this.#isWhole) return 'loading';
    return this.#isConnected ? 'live' : 'waiting';
  };

  readonly watch = (watcher: (change: Change) => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  readonly stop = (): void => this.#stopping.abort();

  readonly notify = (change: Change): void => {
    for (const watcher of [...this.#watchers]) {
      try {
        watcher(change);
      } catch (error) {
        // Surfaces as an uncaught error, as with events, without affecting the copy or the other watchers
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };
}
