import { existsSync } from 'node:fs';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { StartRefused } from '../schema/index.ts';

/*
 * One process owns a data folder. What decides is the lock that the engine takes on its own files: the kernel
 * frees it when the process dies, however it dies. The note kept here says whose folder it is, and stops a second
 * process before its engine starts.
 */

type Owner = { readonly pid: number; readonly startedAt: string | null; readonly since: string };

export type ClaimedFolder = { readonly enginePath: string; readonly release: () => Promise<void> };

const noteIn = (folder: string) => join(folder, 'owner.json');

/** What tells this life of a process id from an earlier one, or null where the system does not say. */
const startOf = async (pid: number): Promise<string | null> => {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The command's name stands in parentheses and may hold blanks; the start time is the 20th value behind it
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? null : `${boot.trim()}/${ticks}`;
  } catch {
    return null;
  }
};

const readOwner = async (folder: string): Promise<Owner | null> => {
  try {
    const note: unknown = JSON.parse(await readFile(noteIn(folder), 'utf8'));
    if (typeof note !== 'object' || note === null) return null;
    const { pid, startedAt, since } = note as Partial<Owner>;
    if (typeof pid !== 'number') return null;
    return { pid, startedAt: startedAt ?? null, since: since ?? 'an unknown time' };
  } catch {
    return null;
  }
};

const taken = (folder: string, owner: Owner): Error =>
  new StartRefused(
    `the data folder ${folder} is in use by process ${owner.pid} since ${owner.since}; stop that process, or give this one a folder of its own`,
  );

/** Whether a process has said that it works in a folder; one that was killed has not taken it back. */
export const isNoted = (folder: string): boolean => existsSync(noteIn(folder));

/** The process that works in a folder, or null when none of this machine is known to. */
export const folderOwner = async (folder: string): Promise<number | null> => {
  const owner = await readOwner(folder);
  return owner?.startedAt && owner.startedAt === (await startOf(owner.pid)) ? owner.pid : null;
};

/** Where a restore works until it is done. */
export const restoringIn = (folder: string): string => join(folder, 'restoring');

const refuseHalfRestored = async (folder: string): Promise<void> => {
  const isThere = await access(restoringIn(folder)).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new StartRefused(
    `the data folder ${folder} holds a restore that has not come to its end; run \`itemtape restore\` again, or remove the folder to begin anew`,
  );
};

/** Takes the folder for this process, or says who has it. */
export const claimFolder = async (folder: string): Promise<ClaimedFolder> => {
  await mkdir(folder, { recursive: true });
  await refuseHalfRestored(folder);
  const owner = await readOwner(folder);
  if (owner?.startedAt && owner.startedAt === (await startOf(owner.pid))) throw taken(folder, owner);
  return {
    enginePath: join(folder, 'engine'),
    release: () => rm(noteIn(folder), { force: true }),
  };
};

/** Writes down that this process has the folder; called once the engine has locked it. */
export const noteOwner = async (folder: string, now: Clock['now']): Promise<void> => {
  const since = new Date(now()).toISOString();
  const owner: Owner = { pid: process.pid, startedAt: await startOf(process.pid), since };
  await writeFile(noteIn(folder), `${JSON.stringify(owner)}\n`);
};

/** Takes a folder whose database is elsewhere; resolves with how to give it free. */
export const holdFolder = async (folder: string, now: Clock['now']): Promise<() => Promise<void>> => {
  const { release } = await claimFolder(folder);
  await noteOwner(folder, now);
  return release;
};

/** Turns the engine's refusal to open into a sentence about the folder. */
export const openingFailure = async (folder: string, error: unknown): Promise<Error> => {
  const status = await readFile(join(folder, 'engine', 'status'), 'utf8').catch(() => '');
  const pid = Number(/^PID: (\d+)/m.exec(status)?.[1]);
  const since = /^Started at: (.+)$/m.exec(status)?.[1] ?? 'an unknown time';
  if (pid !== process.pid && (await startOf(pid)) !== null) return taken(folder, { pid, startedAt: null, since });
  return new Error(
    `the database cannot open the data folder ${folder}: ${error instanceof Error ? error.message : String(error)}; ` +
      'see that it is writable, and that neither another process nor another container uses it',
    { cause: error },
  );
};

/** Says of what failed because its disk is full where that is and what helps; anything else is given back as it is. */
export function explainedFullDisk(folder: string, error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  // The first is what Node says, the second what the engine says before it writes
  if (!/ENOSPC|not enough space|no space left/i.test(text)) return error;
  return new Error(`the disk of the data folder ${resolve(folder)} is full: ${text}; make room and try again`, {
    cause: error,
  });
}
