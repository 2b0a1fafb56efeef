import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { connectors } from '../connectors/index.ts';
import { createPlayedSecrets } from '../stage/played-secrets.ts';
import { quickened } from './pace.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';

// Played lists are asked for every few seconds instead of every few minutes, so that something moves
const timesFaster = 8;

/** Starts the stage in a thread of its own and a service whose connectors ask it, through the same code that asks real marketplaces. */
export async function startPlayedService(
  options: Omit<ServiceOptions, 'connectors' | 'secrets' | 'isPlayed'>,
): Promise<Service> {
  const { config } = options;
  const stage = new Worker(new URL('../stage/thread.js', import.meta.url), {
    workerData: {
      seed: config['stage.seed'],
      port: config['stage.port'],
      tickSeconds: config['stage.tickSeconds'],
    },
  });
  const [origin] = (await once(stage, 'message')) as [string];
  const end = async () => void (await stage.terminate());
  const service = await startService({
    ...options,
    config: { ...config, 'collect.relay': origin, 'collect.enable': ['all'] },
    connectors: quickened(connectors, timesFaster),
    secrets: createPlayedSecrets(),
    isPlayed: true,
  }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  options.log.info({ stage: origin }, 'marketplaces are played');
  return { ...service, stop: () => service.stop().finally(end) };
}
