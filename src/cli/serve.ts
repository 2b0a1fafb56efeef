import { secretsFrom } from '../config.ts';
import { createLog } from '../log.ts';
import type { Run } from './command.ts';
import { welcome } from './welcome.ts';

export const run: Run = async ({ read, environment, out }) => {
  const { config } = read;
  const [{ startService }, { connectors }] = await Promise.all([
    import('../service/service.ts'),
    import('../connectors/index.ts'),
  ]);
  const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
  const service = await startService({
    config,
    connectors,
    secrets: secretsFrom(environment),
    log,
    now: Date.now,
    random: Math.random,
    isPlayed: false,
  });
  if (config['log.format'] === 'text') out(welcome(service, null));
  await untilToldToStop(log, service.stop);
  return 0;
};

const patience = 9_500;

/** Waits for SIGTERM or SIGINT, then stops; a second signal, or patience running out, ends the process at once. */
export async function untilToldToStop(
  log: { readonly info: (text: string) => void; readonly error: (text: string) => void },
  stop: () => Promise<void>,
): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  log.info('stopping: finishing answers, writing what is left');
  const impatient = setTimeout(() => {
    log.error('could not stop in time; what was not yet written is lost');
    process.exit(1);
  }, patience);
  await stop();
  clearTimeout(impatient);
  log.info('stopped');
}
