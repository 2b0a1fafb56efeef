import { secretsFrom } from '../../config/config.ts';
import { createLog } from '../../runtime/log.ts';
import { explainedFailure } from '../../store/folder.ts';
import { type CommandInput, defineCommand } from '../command.ts';
import { gatherAll } from '../gather-all.ts';
import { runUntilSignal } from '../run-until-signal.ts';
import { announce } from '../welcome.ts';

export const command = defineCommand({
  about: 'Collects offers and prices from the marketplaces and serves REST, the stream and the dashboard.',
  isPrivate: true,
  usage: '',
  example: 'itemtape serve --http-port 7400',
  flags: {},
  run: (input) =>
    serve(input).catch((error: unknown) => {
      const { config } = input.read;
      throw config['store.url'] === '' ? explainedFailure(config['data.folder'], error) : error;
    }),
});

async function serve({ read, readAgain, environment, out }: CommandInput): Promise<number> {
  const { config } = read;
  // The registry of marketplaces has to be complete before any other part reads it
  const { connectors, dataSets, broken, lineage } = await gatherAll(config, true);
  const secrets = secretsFrom(environment);
  const { requireSettings } = await import('../../service/connectors/require-settings.ts');
  // Loading the rest of the service takes most of a start, which wrong settings do not have to wait for
  requireSettings(connectors, { config, secrets });
  const { startService } = await import('../../service/service.ts');
  const { credentialDoubts } = await import('../../service/live/credential-doubts.ts');
  const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
  for (const doubt of [...read.doubts, ...credentialDoubts(environment, connectors)]) log.warn(doubt);
  for (const { path, reason } of broken) log.warn({ path, reason }, 'connector not loaded');
  const clock = { now: Date.now, random: Math.random };
  const settings = { origins: read.origins, again: readAgain };
  const start = (signal: AbortSignal, fatal: (error: unknown) => void) =>
    startService({
      config,
      connectors,
      dataSets,
      secrets,
      lineage,
      log,
      ...clock,
      isPlayed: false,
      signal,
      fatal,
      settings,
    });
  return await runUntilSignal({
    log,
    start,
    hangUp: (service) => service.reload(),
    started: (service) => announce(service, { config, remark: null, write: out }),
  });
}
