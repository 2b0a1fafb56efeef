import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = {
  readonly path: string;
  /** Whether it is removed however the process ends; otherwise call `remove` once nothing writes to it any more. */
  readonly isRemovedAtEnd: boolean;
  readonly remove: () => void;
};

/** Creates a folder that lasts as long as this process. */
export function openTemporaryFolder(prefix: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), prefix));
  const isRemovedAtEnd = canOutlive();
  if (isRemovedAtEnd) removeAtEnd(path);
  return { path, isRemovedAtEnd, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** The first process of a container takes all others with it, and its end is not brought about by signals alone. */
const canOutlive = (): boolean => process.platform !== 'win32' && process.pid !== 1;

/** Lets a shell wait until this process is gone, even by SIGKILL, which closes the pipe that the shell reads. */
function removeAtEnd(path: string): void {
  const script = 'read -r _; exec rm -rf -- "$0"';
  // In its own session, so that Ctrl-C does not end it
  const shell = spawn('/bin/sh', ['-c', script, path], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.on('error', () => {});
  shell.unref();
  (shell.stdin as typeof shell.stdin & { readonly unref?: () => void }).unref?.();
}
