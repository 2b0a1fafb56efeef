import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../log.ts';
import type { Config } from '../../settings.ts';
import { type Run, UsageError } from '../command.ts';
import { runUntilSignal } from '../run-until-signal.ts';
import { announce } from '../welcome.ts';

export const run: Run = async ({ read, out }) => {
  refuseSharedPlaces(read.config);
  const { startDemoService: startPlayedService } = await import('../../service/demo-service.ts');
  const isOwnFolder = read.origins['data.folder'] === 'default';
  const folder = isOwnFolder ? mkdtempSync(join(tmpdir(), 'itemtape-demo-')) : read.config['data.folder'];
  const config = { ...read.config, 'data.folder': folder };
  const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
  const parts = { config, log, now: Date.now, random: Math.random, settings: { origins: read.origins } };
  const remark = 'All data is SIMULATED on this machine: no price is real.';
  return await runUntilSignal({
    log,
    keepsNothing: isOwnFolder,
    start: () => startPlayedService({ ...parts, isTemporary: isOwnFolder }),
    started: (service) => announce(service, { config, remark, write: out }),
    cleanUp: () => {
      if (isOwnFolder) dropFolder(folder);
    },
  });
};

/** Throws where the demo would write simulated data next to real data. */
function refuseSharedPlaces(config: Config): void {
  const named = [
    ...(config['cluster.nats'].length > 0 ? ['cluster.nats'] : []),
    ...(config['store.url'] === '' ? [] : ['store.url']),
  ];
  if (named.length > 0)
    throw new UsageError(`the demo would mix simulated data with real data; remove ${named.join(' and ')}`);
}

/** Removes a folder that the database may still write to; renaming it first stops those writes. */
function dropFolder(folder: string): void {
  const doomed = `${folder}-ended`;
  if (existsSync(folder)) {
    renameSync(folder, doomed);
    blockPath(folder);
  }
  for (const path of [doomed, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Puts a file in place of the folder, which the database would otherwise create again. */
function blockPath(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx' });
  } catch {
    // The database was faster; the caller removes its folder
  }
}
