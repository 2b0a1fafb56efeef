import { guarded } from '../runtime/guarded.ts';
import { boundHeap } from './heap-growth.ts';
import { continueUnwritten } from './unread.ts';

type SignalLog = {
  readonly info: (text: string) => void;
  readonly error: (data: object, text: string) => void;
};

type Settings<Started> = {
  readonly log: SignalLog;
  /** `signal` aborts when the process has to stop; `fatal` stops it because of an error, like an uncaught exception. */
  readonly start: (signal: AbortSignal, fatal: (error: unknown) => void) => Promise<Started>;
  readonly started: (service: Started) => void;
  /** Handles SIGHUP outside a terminal. Without it, or in a terminal, which may have been closed, SIGHUP stops the process. */
  readonly hangUp?: (service: Started) => Promise<void>;
  /** Removes temporary data; called however the process ends. */
  readonly cleanUp?: () => void;
};

// Less than the 10 s after which supervisors kill a process
const timeoutMs = 9_000;
// Time for the process to exit once everything has stopped
const afterwardsMs = 2_000;

/**
 * Starts something, waits for SIGTERM, SIGINT or an unhandled SIGHUP, then stops it; resolves to the exit code. A signal
 * during the start counts, too. An uncaught exception also stops it, with code 1. A second signal, or a stop that takes
 * too long, kills the process. A process that has stopped everything and still does not exit is ended with the
 * signal that stopped it.
 */
export async function runUntilSignal<Started extends { readonly stop: (isFault?: boolean) => Promise<void> }>({
  log,
  start,
  started,
  hangUp,
  cleanUp = () => {},
}: Settings<Started>): Promise<number> {
  boundHeap();
  continueUnwritten();
  const heedsHangUp = hangUp !== undefined && !isInTerminal();
  const hung = heedsHangUp ? hungUp() : null;
  const stopRequested = new StopRequest(
    log,
    cleanUp,
    heedsHangUp ? ['SIGTERM', 'SIGINT'] : ['SIGTERM', 'SIGINT', 'SIGHUP'],
  );
  const stopping = new AbortController();
  stopRequested.signal.then(() => stopping.abort()).catch(() => {});
  try {
    const service = await start(stopping.signal, stopRequested.fatal);
    if (!stopRequested.isMade) started(service);
    if (hangUp !== undefined) hung?.(() => hangUp(service));
    await stopRequested.signal;
    await service.stop(stopRequested.isFault);
    return stopRequested.inOrder();
  } catch (error) {
    if (!stopping.signal.aborted || error !== stopping.signal.reason) throw error;
    return stopRequested.inOrder();
  } finally {
    cleanUp();
    stopRequested.over();
  }
}

const isInTerminal = (): boolean => process.stdin.isTTY === true || process.stdout.isTTY === true;

/** Listens for SIGHUP from now on; one that arrives before the handler is given is handled as soon as it is. */
function hungUp(): (act: () => Promise<void>) => void {
  let act: (() => Promise<void>) | null = null;
  let isDue = false;
  const onHangUp = (): void => {
    isDue = act === null;
    // It reports its own failures
    act?.().catch(() => {});
  };
  process.on('SIGHUP', onHangUp);
  return (given) => {
    act = given;
    if (isDue) onHangUp();
  };
}

/** Kills the process: `process.exit` while database threads run crashes in their clean-up, or never returns. */
function endBy(signal: NodeJS.Signals, cleanUp: () => void): void {
  try {
    cleanUp();
  } finally {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
}

/** Whether and how the process has to stop. */
class StopRequest {
  /** Resolves when it has to. */
  readonly signal: Promise<void>;
  readonly #log: SignalLog;
  readonly #cleanUp: () => void;
  #code = 0;
  #stopSignal: NodeJS.Signals = 'SIGKILL';
  // A process that was not stopped in order has to look like a failure
  #endsBy: NodeJS.Signals = 'SIGKILL';
  #impatient: NodeJS.Timeout | undefined;
  #resolve: () => void = () => {};

  constructor(log: SignalLog, cleanUp: () => void, signals: readonly NodeJS.Signals[]) {
    this.#log = log;
    this.#cleanUp = cleanUp;
    this.signal = new Promise<void>((resolve) => {
      this.#resolve = resolve;
    });
    for (const name of signals) process.on(name, () => this.#onSignal(name));
    process.on('uncaughtException', this.fatal);
  }

  /** Stops the process because of an error. */
  readonly fatal = (error: unknown): void => {
    // The first one stops the process; those that follow from it say nothing more
    if (this.#code !== 0) return;
    this.#code = 1;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#log.error({ error: text }, 'unexpected error; stopping');
    if (!this.isMade) this.#stop();
  };

  get isMade(): boolean {
    return this.#impatient !== undefined;
  }

  /** Whether an error stops the process. */
  get isFault(): boolean {
    return this.#code !== 0;
  }

  /** Call once everything has stopped; returns the exit code. */
  inOrder(): number {
    this.#log.info('stopped');
    if (this.#code === 0) this.#endsBy = this.#stopSignal;
    return this.#code;
  }

  /** Lets the process exit on its own. What still keeps it alive, such as a DNS lookup, is given a moment. */
  over(): void {
    clearTimeout(this.#impatient);
    setTimeout(
      guarded(() => endBy(this.#endsBy, this.#cleanUp)),
      afterwardsMs,
    ).unref();
  }

  #onSignal(name: NodeJS.Signals): void {
    if (this.isMade) endBy('SIGKILL', this.#cleanUp);
    else {
      this.#stopSignal = name;
      this.#stop();
    }
  }

  #stop(): void {
    this.#log.info('stopping: finishing answers, writing the rest');
    const giveUp = (): void => {
      try {
        this.#log.error({}, 'stop timed out; killing the process');
      } finally {
        endBy('SIGKILL', this.#cleanUp);
      }
    };
    this.#impatient = setTimeout(guarded(giveUp), timeoutMs);
    this.#resolve();
  }
}
