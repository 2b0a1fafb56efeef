import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own in memory, which can be filled to the last byte. */
export type SmallDisk = {
  readonly path: string;
  /** Takes what room is left; room that the engine has given free since too, when called again. */
  readonly fill: () => void;
  readonly free: () => void;
  readonly remove: () => void;
};

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'itemtape-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'itemtape', path], { stdio: 'ignore' });
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  const filling = join(path, 'filling');
  return {
    path,
    fill: () => {
      const file = openSync(filling, 'a');
      try {
        for (let size = 1 << 20; size > 0; size = size >> 4) writeUntilFull(file, Buffer.alloc(size, 1));
      } finally {
        closeSync(file);
      }
    },
    free: () => truncateSync(filling),
    remove: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Whether this user may mount one, which takes root or as much. */
export const canMount: boolean = (() => {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();
