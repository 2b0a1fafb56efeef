import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Columns of /proc/net/tcp
const local = 1;
const remote = 2;
const state = 3;
const inode = 9;

const listening = '0A';

/** Whether a process of this machine holds the other end of a connection from a local port. */
export function holds(pid: number, port: number): boolean {
  return holdsAny(pid, (columns) => columns[remote]?.endsWith(hex(port)) === true);
}

/** Whether a process of this machine listens on a port. */
export function listens(pid: number, port: number): boolean {
  return holdsAny(pid, (columns) => columns[local]?.endsWith(hex(port)) === true && columns[state] === listening);
}

const hex = (port: number): string => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;

function holdsAny(pid: number, matches: (columns: readonly string[]) => boolean): boolean {
  const rows = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1));
  const matching = rows.map((row) => row.trim().split(/\s+/)).filter(matches);
  const links = new Set(matching.map((columns) => `socket:[${columns[inode]}]`));
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).some((name) => links.has(linkAt(`${folder}/${name}`)));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended in the meantime
    return [];
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // It was closed in the meantime
    return '';
  }
}
