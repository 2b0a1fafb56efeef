import type { Config } from '../../config/settings.ts';
import { createLog } from '../../runtime/log.ts';
import { defineCommand } from '../command.ts';
import { runUntilKilled } from '../run-until-killed.ts';
import { runUntilSignal } from '../run-until-signal.ts';
import { openTemporaryFolder } from '../temporary-folder.ts';
import { UsageError } from '../usage-error.ts';
import { announce } from '../welcome.ts';

export const command = defineCommand({
  about: 'Runs the service with simulated marketplaces; needs no network.',
  isPrivate: true,
  usage: '',
  example: 'itemtape demo',
  flags: {},
  run: async ({ read, out }) => {
    refuseSharedLocations(read.config);
    const { startDemoService: startPlayedService } = await import('../../service/demo/demo-service.ts');
    const temporary = read.origins['data.folder'] === 'default' ? openTemporaryFolder('itemtape-demo-') : null;
    const config = { ...read.config, 'data.folder': temporary?.path ?? read.config['data.folder'] };
    const log = createLog({ level: config['log.level'], format: config['log.format'], write: out });
    const parts = { config, log, now: Date.now, random: Math.random, settings: { origins: read.origins } };
    const remark = 'All data is SIMULATED on this machine: no price is real.';
    const running = {
      log,
      start: () => startPlayedService(parts),
      started: (service: Awaited<ReturnType<typeof startPlayedService>>) =>
        announce(service, { config, remark, write: out }),
    };
    if (temporary?.isRemovedAtEnd === true) return await runUntilKilled(running);
    return await runUntilSignal({ ...running, cleanUp: () => temporary?.remove() });
  },
});

/** Throws where the demo would write simulated data next to real data. */
function refuseSharedLocations(config: Config): void {
  const named = [
    ...(config['cluster.nats'].length > 0 ? ['cluster.nats'] : []),
    ...(config['store.url'] === '' ? [] : ['store.url']),
  ];
  if (named.length > 0)
    throw new UsageError(`the demo would mix simulated data with real data; remove ${named.join(' and ')}`);
}
