import type { Writable } from 'node:stream';

let hasGone = false;

/** Whether whoever read what is written has gone, so that what is broken off for it is no failure. */
export const isUnread = (): boolean => hasGone;

/**
 * Ends the process quietly when nobody reads what it writes any more, as in `itemtape search redline | head -1`. Other
 * programs get SIGPIPE for this, which Node ignores; what has something to finish hears of it as of SIGTERM.
 */
export function endWhenUnread(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // Every further write fails too
    if (hasGone) return;
    hasGone = true;
    if (!process.emit('SIGTERM')) process.exit(0);
  });
}
