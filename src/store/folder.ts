import { existsSync } from 'node:fs';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../runtime/clock.ts';
import { StartRefused } from '../schema/index.ts';

/*
 * One process owns a data folder. The engine's lock on its own files decides, which the kernel frees when the process
 * dies. `owner.json` says who owns the folder, and stops a second process before its engine starts.
 */

type Owner = { readonly pid: number; readonly startedAt: string | null; readonly since: string };

export type ClaimedFolder = { readonly pastPath: string; readonly release: () => Promise<void> };

const noteIn = (folder: string) => join(folder, 'owner.json');

/** Tells a process from an earlier one with the same id; null where the system does not say. */
const startOf = async (pid: number): Promise<string | null> => {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The command name is in parentheses and can contain spaces; the start time is the 20th value after it
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

/** The folder of the embedded database. */
export const pastIn = (folder: string): string => join(folder, 'past');

/** The folder in which earlier releases kept the past, in another database. */
export const oldStoreIn = (folder: string): string => join(folder, 'engine');

/** Whether the embedded database has kept a past in a folder. */
export const hasDatabase = (folder: string): boolean => existsSync(pastIn(folder)) || existsSync(oldStoreIn(folder));

/** Whether a process has claimed a folder; a killed process leaves its claim behind. */
export const isNoted = (folder: string): boolean => existsSync(noteIn(folder));

/** Id of the process that works in a folder; null when none on this machine is known to. */
export const folderOwner = async (folder: string): Promise<number | null> => {
  const owner = await readOwner(folder);
  return owner?.startedAt && owner.startedAt === (await startOf(owner.pid)) ? owner.pid : null;
};

/** The working folder of a restore. */
export const restoringIn = (folder: string): string => join(folder, 'restoring');

const refuseHalfRestored = async (folder: string): Promise<void> => {
  const isThere = await access(restoringIn(folder)).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new StartRefused(
    `the data folder ${folder} holds an unfinished restore; run \`itemtape restore\` again, or remove the folder to start over`,
  );
};

/** Claims the folder for this process; throws when another process has it. */
export const claimFolder = async (folder: string): Promise<ClaimedFolder> => {
  await mkdir(folder, { recursive: true });
  await refuseHalfRestored(folder);
  const owner = await readOwner(folder);
  if (owner?.startedAt && owner.startedAt === (await startOf(owner.pid))) throw taken(folder, owner);
  return {
    pastPath: pastIn(folder),
    release: () => rm(noteIn(folder), { force: true }),
  };
};

/** Records this process as the owner; called once the engine has locked the folder. */
export const noteOwner = async (folder: string, now: Clock['now']): Promise<void> => {
  const since = new Date(now()).toISOString();
  const owner: Owner = { pid: process.pid, startedAt: await startOf(process.pid), since };
  await writeFile(noteIn(folder), `${JSON.stringify(owner)}\n`);
};

/** Claims a folder whose database is elsewhere; resolves with a function that releases it. */
export const holdFolder = async (folder: string, now: Clock['now']): Promise<() => Promise<void>> => {
  const { release } = await claimFolder(folder);
  await noteOwner(folder, now);
  return release;
};

/** Explains why the engine could not open the folder. */
export const openingFailure = async (folder: string, error: unknown): Promise<Error> => {
  // The engine names the process that has locked its file
  const pid = Number(/\(PID (\d+)\)/.exec(String(error))?.[1]);
  if ((await startOf(pid)) !== null) return taken(folder, { pid, startedAt: null, since: 'an unknown time' });
  return new Error(
    `the database cannot open the data folder ${folder}: ${error instanceof Error ? error.message : String(error)}; ` +
      'check that it is writable, and that no other process or container uses it; if its files are damaged, restore a backup',
    { cause: error },
  );
};

/** Adds the folder and a remedy to errors caused by a full disk or missing permissions; returns other errors unchanged. */
export function explainedFailure(folder: string, error: unknown): unknown {
  const text = error instanceof Error ? error.message : String(error);
  const location = resolve(folder);
  // ENOSPC comes from Node, the other texts from the engine
  if (/ENOSPC|not enough space|no space left/i.test(text))
    return new Error(`the disk of the data folder ${location} is full: ${text}; make room and try again`, {
      cause: error,
    });
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (
    !['EACCES', 'EPERM', 'EROFS'].includes(code) ||
    path === undefined ||
    !`${resolve(path)}/`.startsWith(`${location}/`)
  )
    return error;
  return new Error(
    `this user cannot use the data folder ${location}: ${text}; run this as the user who owns it, or make this user the owner of everything in it`,
    { cause: error },
  );
}
