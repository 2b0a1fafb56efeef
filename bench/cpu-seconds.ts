import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The name of a process or thread and its CPU seconds since its start, from its folder in /proc; Linux only. */
function taskIn(folder: string): { readonly name: string; readonly seconds: number } {
  // The name, in brackets, can contain anything
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`${folder}/stat`, 'utf8')) ?? [];
  const fields = rest.split(' ');
  return { name, seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond };
}

export const cpuSecondsOf = (pid: number | string): number => taskIn(`/proc/${pid}`).seconds;

/** CPU seconds of each kind of thread of a process since its start, by the names that the threads have. */
export function cpuByThread(pid: number): Map<string, number> {
  const spent = new Map<string, number>();
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const { name, seconds } = taskIn(`/proc/${pid}/task/${task}`);
    const kind = Number(task) === pid ? 'main thread' : name;
    spent.set(kind, (spent.get(kind) ?? 0) + seconds);
  }
  return spent;
}
