import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../log.ts';
import type { Run } from './command.ts';
import { untilToldToStop } from './serve.ts';
import { welcome } from './welcome.ts';

export const run: Run = async ({ read, out }) => {
  const { startPlayedService } = await import('../service/played-service.ts');
  const isOwnFolder = read.origins['data.folder'] === 'default';
  const folder = isOwnFolder ? mkdtempSync(join(tmpdir(), 'itemtape-demo-')) : read.config['data.folder'];
  const config = { ...read.config, 'data.folder': folder };
  const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
  try {
    const service = await startPlayedService({ config, log, now: Date.now, random: Math.random });
    if (config['log.format'] === 'text') {
      out(welcome(service, 'Everything it says is PLAYED on this machine: no price is real.'));
    }
    await untilToldToStop(log, service.stop);
  } finally {
    if (isOwnFolder) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
};
