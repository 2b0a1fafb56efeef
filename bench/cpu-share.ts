import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Only version 1 of control groups; version 2 is usually managed by systemd
const root = '/sys/fs/cgroup/cpu';
const periodMicroseconds = 20_000;

/** Whether this machine can limit processes to a share of a core. */
export function canHold(): boolean {
  try {
    accessSync(root, constants.W_OK);
    accessSync(join(root, 'cpu.cfs_quota_us'));
    return true;
  } catch {
    return false;
  }
}

/** Calls `run` while each of these processes is limited to this share of one core. */
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

/** Pins all threads of these processes to these cores, such as `0` or `0-3`; returns whether that worked. */
export const runOn = (cores: string, pids: readonly number[]): boolean =>
  pids.every((pid) => spawnSync('taskset', ['-a', '-c', '-p', cores, String(pid)]).status === 0);
