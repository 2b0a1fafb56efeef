import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk in memory, which can be filled to the last byte. */
export type SmallDisk = {
  readonly path: string;
  /** Uses up the remaining space; call it again to use up what the engine has freed since. */
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
  return {
    path,
    ...filled(path),
    remove: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** A small disk in a file that can also be frozen: a process that writes to it blocks until it is thawed, even if killed. */
export type FreezingDisk = SmallDisk & { readonly freeze: () => void; readonly thaw: () => void };

export function mountFreezingDisk(path: string, megabytes: number): FreezingDisk {
  const location = mkdtempSync(join(tmpdir(), 'itemtape-disk-'));
  const image = join(location, 'image');
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'ignore' });
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 2 ** 20);
    run('mkfs.ext4', '-q', '-m', '0', image);
    mkdirSync(path, { recursive: true });
    run('mount', '-o', 'loop', image, path);
  } catch (error) {
    rmSync(location, { recursive: true });
    throw error;
  }
  let isFrozen = false;
  const thaw = () => {
    if (isFrozen) run('fsfreeze', '--unfreeze', path);
    isFrozen = false;
  };
  return {
    path,
    ...filled(path),
    freeze: () => {
      run('fsfreeze', '--freeze', path);
      isFrozen = true;
    },
    thaw,
    remove: () => {
      thaw();
      run('umount', '--lazy', path);
      rmSync(location, { recursive: true, force: true });
    },
  };
}

function filled(path: string): Pick<SmallDisk, 'fill' | 'free'> {
  const filling = join(path, 'filling');
  return {
    fill: () => {
      const file = openSync(filling, 'a');
      try {
        for (let size = 1 << 20; size > 0; size = size >> 4) writeUntilFull(file, Buffer.alloc(size, 1));
      } finally {
        closeSync(file);
      }
    },
    free: () => truncateSync(filling),
  };
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

const works = (mount: () => SmallDisk): boolean => {
  try {
    mount().remove();
    return true;
  } catch {
    return false;
  }
};

/** Whether this user can mount a disk, which takes root or equivalent rights. */
export const canMount = (): boolean => works(() => mountSmallDisk(1));

export const canFreeze = (): boolean => {
  const at = mkdtempSync(join(tmpdir(), 'itemtape-freezing-'));
  const can = works(() => {
    const disk = mountFreezingDisk(at, 4);
    disk.freeze();
    return disk;
  });
  rmSync(at, { recursive: true, force: true });
  return can;
};
