import { secretsFrom } from '../config.ts';
import { createLog } from '../log.ts';
import type { Run } from './command.ts';
import { runUntilStopped } from './until-stopped.ts';
import { announce } from './welcome.ts';

export const run: Run = async ({ read, environment, out }) => {
  const { config } = read;
  const [{ startService }, { connectors }] = await Promise.all([
    import('../service/service.ts'),
    import('../connectors/index.ts'),
  ]);
  const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
  const secrets = secretsFrom(environment);
  const start = () =>
    startService({ config, connectors, secrets, log, now: Date.now, random: Math.random, isPlayed: false });
  await runUntilStopped(log, start, (service) =>
    announce(service, { format: config['log.format'], remark: null, write: out }),
  );
  return 0;
};
