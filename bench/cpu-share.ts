import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Control groups of version 1; those of version 2 are mostly in the hands of systemd
const root = '/sys/fs/cgroup/cpu';
const periodMicroseconds = 20_000;

/** Whether processes can be held to a share of a core on this machine. */
export function canHold(): boolean {
  try {
    accessSync(root, constants.W_OK);
    accessSync(join(root, 'cpu.cfs_quota_us'));
    return true;
  } catch {
    return false;
  }
}

/** Runs with each of these processes held to that share of one core. */
export async function held<Result>(
  pids: readonly number[],
  share: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const groups = pids.map((pid) => ({ pid, path: join(root, `itemtape-bench-${pid}`) }));
  try {
    for (const { pid, path } of groups) {
      mkdirSync(path);
      writeFileSync(join(path, 'cpu.cfs_period_us'), String(periodMicroseconds));
      writeFileSync(join(path, 'cpu.cfs_quota_us'), String(Math.round(share * periodMicroseconds)));
      writeFileSync(join(path, 'cgroup.procs'), String(pid));
    }
    return await run();
  } finally {
    for (const { pid, path } of groups.filter((group) => existsSync(group.path))) {
      writeFileSync(join(root, 'cgroup.procs'), String(pid));
      rmdirSync(path);
    }
  }
}

/** Has all threads of these processes run on these cores alone, such as `0` or `0-3`; whether that could be set. */
export const runOn = (cores: string, pids: readonly number[]): boolean =>
  pids.every((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]).status === 0);
