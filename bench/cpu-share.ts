import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
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

/** Holds a process to a share of one core until what is returned is called. */
export function hold(pid: number, share: number): () => void {
  const group = join(root, `itemtape-bench-${pid}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodMicroseconds));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(share * periodMicroseconds)));
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => {
    writeFileSync(join(root, 'cgroup.procs'), String(pid));
    rmdirSync(group);
  };
}
