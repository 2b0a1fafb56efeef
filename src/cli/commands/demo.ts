import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../log.ts';
import type { Run } from '../command.ts';
import { refuseDemoInCluster } from '../in-cluster.ts';
import { runUntilSignal } from '../run-until-signal.ts';
import { announce } from '../welcome.ts';

export const run: Run = async ({ read, out }) => {
  refuseDemoInCluster(read.config);
  const { startDemoService: startPlayedService } = await import('../../service/demo-service.ts');
  const isOwnFolder = read.origins['data.folder'] === 'default';
  const folder = isOwnFolder ? mkdtempSync(join(tmpdir(), 'itemtape-demo-')) : read.config['data.folder'];
  const config = { ...read.config, 'data.folder': folder };
  const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
  const remark = 'Everything it says is PLAYED on this machine: no price is real.';
  return await runUntilSignal({
    log,
    start: () => startPlayedService({ config, log, now: Date.now, random: Math.random }),
    started: (service) => announce(service, { config, remark, write: out }),
    cleanUp: () => {
      if (isOwnFolder) dropFolder(folder);
    },
  });
};

/** Removes a folder that the database may still write to: what has another name is written to no more. */
function dropFolder(folder: string): void {
  const doomed = `${folder}-ended`;
  if (existsSync(folder)) renameSync(folder, doomed);
  for (const path of [doomed, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
