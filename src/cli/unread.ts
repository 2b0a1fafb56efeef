import type { Writable } from 'node:stream';

let hasGone = false;
let continues = false;

/** Resolves to the exit code of work that writes to the output: if its reader has closed it, breaking off is not a failure. */
export async function unlessUnread(work: () => Promise<void>): Promise<number> {
  try {
    await work();
  } catch (error) {
    if (!hasGone) throw error;
  }
  return 0;
}

/** From now on the process continues when its output cannot be written, for a service whose log is on a full disk. */
export function continueUnwritten(): void {
  continues = true;
}

/**
 * Ends the process quietly when nobody reads its output any more, as in `itemtape search redline | head -1`. Other
 * programs get SIGPIPE for this, which Node ignores; here SIGTERM listeners are called, so that a command can finish its
 * work. Output that cannot be written for another reason, such as a full disk, is a failure.
 */
export function endWhenUnread(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') return failUnwritten(error);
    // Every further write fails too
    if (hasGone) return;
    hasGone = true;
    if (process.emit('SIGTERM')) return;
    // `process.exit` while database threads run crashes in their clean-up, or never returns
    if (continues) process.kill(process.pid, 'SIGTERM');
    else process.exit(0);
  });
}

function failUnwritten({ message }: Error): void {
  if (continues || hasGone) return;
  hasGone = true;
  process.stderr.write(`the output of this command could not be written: ${message}\n`);
  process.exit(1);
}
