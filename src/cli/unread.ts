import type { Writable } from 'node:stream';

/**
 * Ends the process quietly when nobody reads what it writes any more, as in `itemtape search redline | head -1`. Other
 * programs get SIGPIPE for this, which Node ignores; what has something to finish hears of it as of SIGTERM.
 */
export function endWhenUnread(output: Writable): void {
  let isUnread = false;
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // Every further write fails too
    if (isUnread) return;
    isUnread = true;
    if (!process.emit('SIGTERM')) process.exit(0);
  });
}
