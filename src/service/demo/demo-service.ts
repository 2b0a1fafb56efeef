import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dataSets } from '../../connectors/data-sets.ts';
import { connectors } from '../../connectors/index.ts';
import type { Game } from '../../schema/index.ts';
import { createPlayedSecrets } from '../../stage/played-secrets.ts';
import type { StageThread } from '../../stage/thread.ts';
import { type Service, type ServiceOptions, startService } from '../service.ts';
import { stageThread } from '../version.ts';
import { spedUp } from './speed-up.ts';

// The same data at every start
const seed = 1;

// Played lists are read every few seconds instead of every few minutes, so that something changes
const timesFaster = 8;

/** Starts the stage in its own thread, and a service whose connectors read it with the code that reads real marketplaces. */
export async function startDemoService(
  options: Omit<ServiceOptions, 'connectors' | 'secrets' | 'isPlayed'>,
): Promise<Service> {
  const { config } = options;
  const stage = new Worker(stageThread, {
    workerData: {
      seed,
      port: 0,
      tickSeconds: config['stage.tickSeconds'],
      items: config['stage.items'],
      games: config['collect.games'] as readonly Game[],
    } satisfies StageThread,
  });
  const [origin] = (await once(stage, 'message')) as [string];
  const ended = once(stage, 'exit');
  // Always wait: Node ends threads with the process, and aborts if one of them is reading a request
  const end = async () => {
    stage.postMessage('end');
    await ended;
  };
  const service = await startService({
    ...options,
    config: { ...config, 'collect.relay': origin, 'collect.enable': ['all'] },
    connectors: spedUp(connectors, timesFaster),
    dataSets,
    secrets: createPlayedSecrets(),
    isPlayed: true,
  }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  options.log.info({ stage: origin }, 'marketplaces simulated');
  return { ...service, stop: () => service.stop().finally(end) };
}
