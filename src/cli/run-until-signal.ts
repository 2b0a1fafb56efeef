import { guarded } from '../guarded.ts';
import { boundHeap } from './heap-growth.ts';
import { continueUnwritten } from './unread.ts';

type SignalLog = {
  readonly info: (text: string) => void;
  readonly error: (data: object, text: string) => void;
};

type Settings<Started> = {
  readonly log: SignalLog;
  /** `signal` aborts when the process has to stop. */
  readonly start: (signal: AbortSignal) => Promise<Started>;
  readonly started: (service: Started) => void;
  /** Handles SIGHUP outside a terminal. Without it, or in a terminal, which may have been closed, SIGHUP stops the process. */
  readonly hangUp?: (service: Started) => Promise<void>;
  /** Removes temporary data; called however the process ends. */
  readonly cleanUp?: () => void;
};

// Less than the 10 s after which supervisors kill a process
const patienceMs = 9_000;
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
  const stopRequested = onStopSignal(
    log,
    cleanUp,
    heedsHangUp ? ['SIGTERM', 'SIGINT'] : ['SIGTERM', 'SIGINT', 'SIGHUP'],
  );
  const stopping = new AbortController();
  stopRequested.signal.then(() => stopping.abort()).catch(() => {});
  try {
    const service = await start(stopping.signal);
    if (!stopRequested.already()) started(service);
    if (hangUp !== undefined) hung?.(() => hangUp(service));
    await stopRequested.signal;
    await service.stop(stopRequested.isFault());
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

function onStopSignal(log: SignalLog, cleanUp: () => void, signals: readonly NodeJS.Signals[]) {
  let code = 0;
  let stopSignal: NodeJS.Signals = 'SIGKILL';
  // A process that was not stopped in order has to look like a failure
  let endsBy: NodeJS.Signals = 'SIGKILL';
  let impatient: NodeJS.Timeout | undefined;

  let resolve: () => void;
  const signal = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  const stop = () => {
    log.info('stopping: finishing answers, writing the rest');
    const giveUp = (): void => {
      try {
        log.error({}, 'stop timed out; killing the process');
      } finally {
        endBy('SIGKILL', cleanUp);
      }
    };
    impatient = setTimeout(guarded(giveUp), patienceMs);
    resolve();
  };
  const onSignal = (name: NodeJS.Signals) => {
    if (impatient !== undefined) return endBy('SIGKILL', cleanUp);
    stopSignal = name;
    stop();
  };
  for (const name of signals) process.on(name, onSignal);

  process.on('uncaughtException', (error: unknown) => {
    // The first one stops the process; those that follow from it say nothing more
    if (code !== 0) return;
    code = 1;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, 'unexpected error; stopping');
    if (impatient === undefined) stop();
  });

  return {
    signal,
    already: () => impatient !== undefined,
    /** Whether an uncaught exception stopped the process. */
    isFault: () => code !== 0,
    /** Call once everything has stopped; returns the exit code. */
    inOrder: () => {
      log.info('stopped');
      if (code === 0) endsBy = stopSignal;
      return code;
    },
    /** Lets the process exit on its own. What still keeps it alive, such as a DNS lookup, is given a moment. */
    over: () => {
      clearTimeout(impatient);
      setTimeout(
        guarded(() => endBy(endsBy, cleanUp)),
        afterwardsMs,
      ).unref();
    },
  };
}
