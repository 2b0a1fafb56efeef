import type { Writable } from 'node:stream';

let hasGone = false;
let goesOn = false;

/** Whether whoever read what is written has gone, so that what is broken off for it is no failure. */
export const isUnread = (): boolean => hasGone;

/** From now on the process goes on where what it writes cannot be kept, as a service does whose log is on a full disk. */
export function goOnUnwritten(): void {
  goesOn = true;
}

/**
 * Ends the process quietly when nobody reads what it writes any more, as in `itemtape search redline | head -1`. Other
 * programs get SIGPIPE for this, which Node ignores; what has something to finish hears of it as of SIGTERM. Where it
 * cannot be written for another reason, such as a full disk, that is a failure.
 */
export function endWhenUnread(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') return failUnwritten(error);
    // Every further write fails too
    if (hasGone) return;
    hasGone = true;
    if (!process.emit('SIGTERM')) process.exit(0);
  });
}

function failUnwritten({ message }: Error): void {
  if (goesOn || hasGone) return;
  hasGone = true;
  process.stderr.write(`what this command says could not be written: ${message}\n`);
  process.exit(1);
}
