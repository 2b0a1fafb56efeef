import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { uptime } from 'node:os';

/*
 * A note beside the tape that says: everything that was told in this epoch is kept here. It is taken away before
 * anything is told that is not kept, and it does not hold for a copy of the folder, since the original may have gone
 * on; nor after the machine went down under a tape that does not wait for the disk.
 */

type Note = {
  readonly epoch: string;
  /** The file itself, which a copy is not. */
  readonly file: string;
  readonly boot: string;
  /** Whether it holds over the end of the machine too. */
  readonly isSafe: boolean;
};

// Some file systems do not say when a file was made, and name its last change instead
const identities = ({ ino, birthtimeMs }: Stats): readonly [string, string] => [`${ino}:${birthtimeMs}`, `${ino}`];

const mostDriftMs = 120_000;

/** What names this run of the machine, or about when it began where the system has no name for it. */
function thisBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `~${Date.now() - uptime() * 1000}`;
  }
}

const isThisBoot = (boot: string): boolean => {
  const present = thisBoot();
  if (!present.startsWith('~') || !boot.startsWith('~')) return present === boot;
  return Math.abs(Number(present.slice(1)) - Number(boot.slice(1))) < mostDriftMs;
};

const longest = 256;

export function writeMark(path: string, epoch: string, isSafe: boolean): void {
  // In place: another file would be another tape
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  try {
    const write = (identity: string) => {
      const note: Note = { epoch, file: identity, boot: thisBoot(), isSafe };
      writeSync(file, `${JSON.stringify(note).padEnd(longest)}\n`, 0);
    };
    const [whole, number] = identities(fstatSync(file));
    write(whole);
    if (identities(fstatSync(file))[0] !== whole) write(number);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Says of a tape that was put back from a backup which epoch it is of: another one goes on from where it ends. */
export function writeRestoredMark(path: string, former: string): void {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  try {
    writeSync(file, `${JSON.stringify({ former }).padEnd(longest)}\n`, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export const removeMark = (path: string): void => rmSync(path, { force: true });

/** The epoch that goes on, or why none does and, where another one may go on from it, from which. */
export function readMark(
  path: string,
): { readonly epoch: string } | { readonly why: string; readonly former?: string } {
  let text: string;
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return { why: 'not everything that was told before is known to be kept' };
  }
  try {
    text = readFileSync(file, 'utf8');
    const note = JSON.parse(text) as Note | { readonly former: string };
    if ('former' in note) return { why: 'it was restored from a backup', former: note.former };
    if (!identities(fstatSync(file)).includes(note.file))
      return { why: 'the folder is a copy of the one it was written in' };
    if (!note.isSafe && !isThisBoot(note.boot)) return { why: 'the machine went down while it was written' };
    return { epoch: note.epoch };
  } catch {
    return { why: 'the note beside it cannot be read' };
  } finally {
    closeSync(file);
  }
}
