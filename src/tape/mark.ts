import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { uptime } from 'node:os';
import { type FileIdentity, ThreadFile } from './thread-file.ts';

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
const identities = ({ ino, birthtimeMs }: FileIdentity): readonly [string, string] => [
  `${ino}:${birthtimeMs}`,
  `${ino}`,
];

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
// In place: another file would be another tape
const inPlace = constants.O_RDWR | constants.O_CREAT;

const textOf = (note: Note | { readonly former: string }): string => `${JSON.stringify(note).padEnd(longest)}\n`;

/** On the thread that writes the tape, as a disk that hangs must not hold the event loop. */
export async function writeMark(path: string, epoch: string, isSafe: boolean): Promise<void> {
  const file = await ThreadFile.open(path, inPlace);
  try {
    const write = (identity: string) =>
      file.write(new TextEncoder().encode(textOf({ epoch, file: identity, boot: thisBoot(), isSafe })), 0);
    const [whole, number] = identities(await file.identity());
    await write(whole);
    if (identities(await file.identity())[0] !== whole) await write(number);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Says of a tape that was put back from a backup which epoch it is of: another one goes on from where it ends. */
export function writeRestoredMark(path: string, former: string): void {
  const file = openSync(path, inPlace);
  try {
    writeSync(file, textOf({ former }), 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export const removeMark = (path: string): Promise<void> => ThreadFile.remove(path);

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
