import { guarded } from '../runtime/guarded.ts';
import { boundHeap } from './heap-growth.ts';
import { continueUnwritten } from './unread.ts';

const afterwardsMs = 2_000;

/**
 * Starts something that keeps nothing and runs until a signal ends the process, immediately: there is
 * nothing to write and nobody to wait for. An uncaught exception ends it, too.
 */
export async function runUntilKilled<Started>({
  log,
  start,
  started,
}: {
  readonly log: { readonly error: (data: object, text: string) => void };
  readonly start: () => Promise<Started>;
  readonly started: (service: Started) => void;
}): Promise<never> {
  boundHeap();
  continueUnwritten();
  process.on('uncaughtException', (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, 'unexpected error; exiting');
    // `process.exit` while database threads run crashes in their clean-up, or never returns
    process.kill(process.pid, 'SIGKILL');
  });
  try {
    started(await start());
  } catch (error) {
    // What still keeps the process alive, such as a DNS lookup, is given a moment
    setTimeout(
      guarded(() => process.kill(process.pid, 'SIGKILL')),
      afterwardsMs,
    ).unref();
    throw error;
  }
  return await new Promise<never>(() => {});
}
