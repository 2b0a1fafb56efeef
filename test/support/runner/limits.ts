import { availableParallelism, loadavg } from 'node:os';
import { extent } from './long-run.ts';

// Limits end what hangs, and nothing comes near them, as no test may fail because the machine is busy. Set where a whole
// run on two cores has needed: 30 s for a test of a part, 110 s for one of the whole service.

const cores = availableParallelism();

/**
 * Test files that run at once. Those of the whole service also wait for processes and sockets; but with more of them, every
 * service that runs polls its marketplaces for longer. Projects run one after the other, because a worker ends where the
 * next file is of another project, and the next one has to import everything again.
 */
export const workers = {
  unit: { maxWorkers: cores + 1, sequence: { groupOrder: 0 } },
  system: { maxWorkers: 2 * cores, sequence: { groupOrder: 1 } },
};

// Workers, and other processes that this machine runs, share its cores
const [load = 0] = loadavg();
const sharing = (workers.system.maxWorkers + load) / cores;
const slowness = Math.max(1, sharing) * Number(process.env['PATIENCE'] ?? 1);

const onIdleMachineMs = { unit: 20_000, system: 80_000 };

/** For a test or a hook; those that need longer say so. */
export const testLimitMs = (project: keyof typeof onIdleMachineMs): number =>
  extent({ short: Math.round(onIdleMachineMs[project] * slowness), long: 3_600_000 });

/** For a single wait, which says what it was waiting for before its test has to end. The configuration says of which project. */
export const waitLimitMs = extent({ short: Number(process.env['TEST_LIMIT_MS'] ?? 60_000) / 2, long: 600_000 });
