import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../log.ts';
import type { Run } from './command.ts';
import { runUntilStopped } from './until-stopped.ts';
import { announce } from './welcome.ts';

export const run: Run = async ({ read, out }) => {
  const { startPlayedService } = await import('../service/played-service.ts');
  const isOwnFolder = read.origins['data.folder'] === 'default';
  const folder = isOwnFolder ? mkdtempSync(join(tmpdir(), 'itemtape-demo-')) : read.config['data.folder'];
  const config = { ...read.config, 'data.folder': folder };
  const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
  const remark = 'Everything it says is PLAYED on this machine: no price is real.';
  try {
    const start = () => startPlayedService({ config, log, now: Date.now, random: Math.random });
    await runUntilStopped(log, start, (service) =>
      announce(service, { format: config['log.format'], remark, write: out }),
    );
  } finally {
    if (isOwnFolder) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
};
