import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import type { FileIdentity } from './disk-thread.ts';
import { ThreadFile } from './thread-file.ts';

/*
 * The mark file in the tape folder states that every record that was sent in this epoch is on this tape. It is removed
 * before a record is sent that is not on the tape. It is not valid for a copy of the folder, as the original may have been
 * written to since, nor after the machine went down, unless the tape uses fsync or had been closed.
 *
 * Its name ends in a sequence that the tape had reached, and it is renamed as the tape grows. An older copy that is put
 * back over the folder, file by file, brings its mark under another name. So the newer mark stays and shows that records
 * are missing, or it is removed, and the other one has a new identity. Inode and content alone would be those of the
 * original, and ctime also changes with `chown` and `chmod`, which take nothing from the tape.
 */

type Note = {
  readonly epoch: string;
  /** Identity of the mark file; that of a copy differs. */
  readonly file: string;
  readonly boot: string;
  /** Whether it stays valid when the machine goes down. */
  readonly isSafe: boolean;
};

/** What the mark says. A tape that lacks records up to `head` is not whole. */
export type FoundMark = { readonly head: number } & (
  | { readonly epoch: string }
  /** Why a new epoch must begin, and which epoch that one can follow, if any. */
  | { readonly why: string; readonly previous?: string }
);

// Some file systems report the last change of a file as its birth time, so the inode alone is accepted too
const identities = ({ ino, birthtimeMs }: FileIdentity): readonly [string, string] => [
  `${ino}:${birthtimeMs}`,
  `${ino}`,
];

const maxDriftMs = 120_000;

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
  return Math.abs(Number(present.slice(1)) - Number(boot.slice(1))) < maxDriftMs;
};

const plainName = 'mark';
// Release 0.1.0 and a restored backup have one without a sequence
const nameForm = /^mark(?:\.(\d{16}))?$/;
const nameAt = (head: number): string => `${plainName}.${String(head).padStart(16, '0')}`;

/** The marks in a folder with the sequences in their names, the highest first. */
function marksIn(folder: string): { readonly path: string; readonly head: number }[] {
  const marks = readdirSync(folder).flatMap((name) => {
    const found = nameForm.exec(name);
    return found === null ? [] : [{ path: join(folder, name), head: Number(found[1] ?? 0) }];
  });
  return marks.sort((a, b) => b.head - a.head);
}

const max = 256;
// Written in place, as a new file would have another identity
const inPlace = constants.O_RDWR | constants.O_CREAT;

const textOf = (note: Note | { readonly previous: string }): string => `${JSON.stringify(note).padEnd(max)}\n`;

// An older copy would go unnoticed only if the process were killed this soon after it was made
const defaultRenameMs = 100;

/** The mark of an open tape. It is written on the tape's disk thread, as a hanging disk must not block the event loop. */
export class TapeMark {
  readonly #folder: string;
  readonly #renameMs: number;
  #path: string | null;
  #head: number;
  /** Older ones, which the first write removes. */
  #others: readonly string[];
  #renamedAt = Number.NEGATIVE_INFINITY;
  /** Writes, renames and removes, in the order of the calls. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, renameMs = defaultRenameMs) {
    const [found, ...others] = marksIn(folder);
    this.#others = others.map(({ path }) => path);
    this.#folder = folder;
    this.#renameMs = renameMs;
    this.#path = found?.path ?? null;
    this.#head = found?.head ?? 0;
  }

  /** States that all of an epoch is on the tape, up to `head` so far. */
  write(epoch: string, head: number, isSafe: boolean): Promise<void> {
    return this.#inTurn(async () => {
      for (const path of this.#others) await ThreadFile.remove(path);
      this.#others = [];
      await this.#moveTo(head);
      await writeNote(join(this.#folder, nameAt(head)), epoch, isSafe);
      this.#path = join(this.#folder, nameAt(head));
      this.#head = head;
      this.#renamedAt = Number.NEGATIVE_INFINITY;
    });
  }

  /** Notes that the tape has grown: at once the first time and in a new file, which begins at `first`, otherwise after a moment. */
  async reach(head: number, first: number): Promise<void> {
    const isDue = this.#head < first || performance.now() - this.#renamedAt >= this.#renameMs;
    if (!isDue || this.#path === null) return;
    // With its former name it is still true; the next call tries again
    await this.#inTurn(() => this.#moveTo(head)).catch(() => {});
  }

  remove(): Promise<void> {
    return this.#inTurn(async () => {
      for (const path of [this.#path, ...this.#others]) if (path !== null) await ThreadFile.remove(path);
      this.#path = null;
      this.#others = [];
    });
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #moveTo(head: number): Promise<void> {
    if (this.#path === null) return;
    const path = join(this.#folder, nameAt(head));
    if (path !== this.#path) await ThreadFile.rename(this.#path, path);
    this.#path = path;
    this.#head = head;
    this.#renamedAt = performance.now();
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => {});
    return done;
  }
}

async function writeNote(path: string, epoch: string, isSafe: boolean): Promise<void> {
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
export function writeRestoredMark(folder: string, previous: string): void {
  for (const { path } of marksIn(folder)) rmSync(path, { force: true });
  const file = openSync(join(folder, plainName), inPlace);
  try {
    writeSync(file, textOf({ previous }), 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

// Each time it is renamed between finding and opening it, which a running service does ten times a second at most
const maxAttempts = 3;

/** Reads the mark of a folder, which a running service may be renaming. */
export function readMark(folder: string): FoundMark {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const [found] = marksIn(folder);
    if (found === undefined) break;
    const said = readNote(found.path);
    if (said !== null) return { head: found.head, ...said };
  }
  return { head: 0, why: 'records that readers were sent may be missing' };
}

/** null where the file is no longer there. */
function readNote(
  path: string,
): { readonly epoch: string } | { readonly why: string; readonly previous?: string } | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return { why: 'its mark file cannot be read' };
  }
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Note | { readonly previous: string };
    if ('previous' in note) return { why: 'it was restored from a backup', previous: note.previous };
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
