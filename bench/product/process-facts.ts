import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU seconds of each kind of thread of a process since its start, by the names that the threads have; Linux only. */
export function cpuByThread(pid: number): Map<string, number> {
  const spent = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8').trim();
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/.exec(stat) ?? [];
    const fields = rest.split(' ');
    const seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    const kind = Number(task) === pid ? 'main thread' : name;
    spent.set(kind, (spent.get(kind) ?? 0) + seconds);
  }
  return spent;
}

/** Resident megabytes of a process, and how many of them are not pages of files; Linux only. */
export function memoryOf(pid: number): { readonly resident: number; readonly own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') };
}
