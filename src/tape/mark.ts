import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { uptime } from 'node:os';
import { type FileIdentity, ThreadFile } from './thread-file.ts';

/*
 * The mark file in the tape folder states that every record that was sent in this epoch is on this tape. It is removed
 * before a record is sent that is not on the tape. It is not valid for a copy of the folder, as the original may have been
 * written to since, nor after the machine went down, unless the tape uses fsync or had been closed.
 */

type Note = {
  readonly epoch: string;
  /** Identity of the mark file; that of a copy differs. */
  readonly file: string;
  readonly boot: string;
  /** Whether it stays valid when the machine goes down. */
  readonly isSafe: boolean;
};

// Some file systems report the last change of a file as its birth time, so the inode alone is accepted too
const identities = ({ ino, birthtimeMs }: FileIdentity): readonly [string, string] => [
  `${ino}:${birthtimeMs}`,
  `${ino}`,
];

const mostDriftMs = 120_000;

/** The boot id of the machine; where the system has none, the approximate boot time after `~`. */
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
// Written in place, as a new file would have another identity
const inPlace = constants.O_RDWR | constants.O_CREAT;

const textOf = (note: Note | { readonly former: string }): string => `${JSON.stringify(note).padEnd(longest)}\n`;

/** Writes the mark on the tape's disk thread, as a hanging disk must not block the event loop. */
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

/** Marks a tape as restored from a backup of that epoch; the next opening continues it with a new one. */
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

/** The epoch to continue; otherwise why a new one must begin, and which epoch that one can follow, if any. */
export function readMark(
  path: string,
): { readonly epoch: string } | { readonly why: string; readonly former?: string } {
  let text: string;
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return { why: 'records that readers were sent may be missing' };
  }
  try {
    text = readFileSync(file, 'utf8');
    const note = JSON.parse(text) as Note | { readonly former: string };
    if ('former' in note) return { why: 'it was restored from a backup', former: note.former };
    if (!identities(fstatSync(file)).includes(note.file))
      return { why: 'the folder is a copy of the one it was written in' };
    if (!note.isSafe && !isThisBoot(note.boot)) return { why: 'the machine went down while it was being written' };
    return { epoch: note.epoch };
  } catch {
    return { why: 'its mark file cannot be read' };
  } finally {
    closeSync(file);
  }
}
