import { guarded } from '../guarded.ts';
import { boundHeap } from './bound-heap.ts';
import { goOnUnwritten } from './unread.ts';

type SignalLog = {
  readonly info: (text: string) => void;
  readonly error: (data: object, text: string) => void;
};

type Settings<Started> = {
  readonly log: SignalLog;
  /** The signal aborts when the process is to stop. */
  readonly start: (signal: AbortSignal) => Promise<Started>;
  readonly started: (service: Started) => void;
  /** What SIGHUP means outside of a terminal; without it, and in a terminal, which may be gone, it stops the process. */
  readonly hangUp?: (service: Started) => Promise<void>;
  /** Leaves nothing behind that is not to stay; called however the process comes to its end. */
  readonly cleanUp?: () => void;
};

// Below the 10 s after which supervisors kill
const patienceMs = 9_000;
// What is left to do once everything has stopped
const afterwardsMs = 2_000;

/**
 * Starts something, waits for SIGTERM, SIGINT or a SIGHUP that means nothing else, then stops it; resolves to the exit
 * code. A signal that comes while it starts counts too. What fails without anybody being prepared for it stops it as
 * well, with code 1. A second signal, or patience running out, kills the process at once, whatever was under way. One
 * that everything in it has stopped, and that still does not end, ends by the signal that stopped it.
 */
export async function runUntilSignal<Started extends { readonly stop: (isFault?: boolean) => Promise<void> }>({
  log,
  start,
  started,
  hangUp,
  cleanUp = () => {},
}: Settings<Started>): Promise<number> {
  boundHeap();
  goOnUnwritten();
  const heedsHangUp = hangUp !== undefined && !isInTerminal();
  const hung = heedsHangUp ? hungUp() : null;
  const stopRequested = toldToStop(log, cleanUp, heedsHangUp ? ['SIGTERM', 'SIGINT'] : ['SIGTERM', 'SIGINT', 'SIGHUP']);
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

/** Hears of SIGHUP at once, and does what it means as soon as that is given. */
function hungUp(): (act: () => Promise<void>) => void {
  let act: (() => Promise<void>) | null = null;
  let isDue = false;
  const hear = (): void => {
    isDue = act === null;
    // What it fails with it tells itself
    act?.().catch(() => {});
  };
  process.on('SIGHUP', hear);
  return (given) => {
    act = given;
    if (isDue) hear();
  };
}

/** Exiting under running threads of the database crashes in its clean-up, or never comes to its end. */
function endBy(signal: NodeJS.Signals, cleanUp: () => void): void {
  try {
    cleanUp();
  } finally {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
}

function toldToStop(log: SignalLog, cleanUp: () => void, signals: readonly NodeJS.Signals[]) {
  let code = 0;
  let told: NodeJS.Signals = 'SIGKILL';
  // What is not stopped in order is to look like a failure
  let endsBy: NodeJS.Signals = 'SIGKILL';
  let impatient: NodeJS.Timeout | undefined;

  let resolve: () => void;
  const signal = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  const stop = () => {
    log.info('stopping: finishing answers, writing what is left');
    const giveUp = (): void => {
      try {
        log.error({}, 'could not stop in time, and is killed');
      } finally {
        endBy('SIGKILL', cleanUp);
      }
    };
    impatient = setTimeout(guarded(giveUp), patienceMs);
    resolve();
  };
  const hear = (name: NodeJS.Signals) => {
    if (impatient !== undefined) return endBy('SIGKILL', cleanUp);
    told = name;
    stop();
  };
  for (const name of signals) process.on(name, hear);

  process.on('uncaughtException', (error: unknown) => {
    // One is a reason to stop; what fails in its wake tells no more
    if (code !== 0) return;
    code = 1;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, 'something failed that nobody was prepared for; the process stops');
    if (impatient === undefined) stop();
  });

  return {
    signal,
    already: () => impatient !== undefined,
    /** Something failed that nobody was prepared for. */
    isFault: () => code !== 0,
    /** Everything has stopped; the exit code. */
    inOrder: () => {
      log.info('stopped');
      if (code === 0) endsBy = told;
      return code;
    },
    /** The process may end by itself. What keeps it alive, as a name does that is still looked up, is given a moment. */
    over: () => {
      clearTimeout(impatient);
      setTimeout(
        guarded(() => endBy(endsBy, cleanUp)),
        afterwardsMs,
      ).unref();
    },
  };
}
