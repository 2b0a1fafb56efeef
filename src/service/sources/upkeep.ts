import type { Collector } from '../../collect/collector.ts';
import type { CollectingOptions } from '../connectors/make-collector.ts';
import type { Part } from '../part.ts';
import type { Parts } from '../parts.ts';
import { type Forgetting, Maintenance } from './maintenance.ts';
import { createReachabilityWatch } from './reachability.ts';
import { createSourceLog } from './source-log.ts';
import { createSourcePublisher } from './source-publisher.ts';

const sourceLogMs = 5_000;
const publishSourcesMs = 2_000;
const maintenanceMs = 60_000;
// How long rows can be held back before items are forgotten another time
const restTimeout = 20_000;

export type UpkeepOptions = CollectingOptions & {
  /** Whether no other process writes to the store; where one does, no items are forgotten. */
  readonly isAlone: boolean;
};

/** What the process that collects does for all readers: telling the state of the sources, and maintenance of book and store. */
export function createUpkeep(options: UpkeepOptions, parts: Parts, health: Collector['health']): Part {
  const { config, connectors, log, now } = options;
  const { book, writer, publisher, hasPast } = parts;
  const stopping = new AbortController();
  const logChanges = createSourceLog(log);
  const watchReachability = createReachabilityWatch(log);
  const publishSources = createSourcePublisher(publisher, hasPast);
  const settings = { keepHours: config['collect.keepHours'], dataFolder: config['data.folder'] };
  const shared = { book, writer, publisher, connectors, health, now, signal: stopping.signal };
  const maintenance = new Maintenance({ ...shared, ...settings, forgetting: forgettingIn(options, parts) });
  let maintaining = Promise.resolve();
  const maintain = () => {
    maintaining = maintenance.run().catch((error: unknown) => {
      log.error({ error: String(error) }, 'maintenance failed; retried within a minute');
    });
  };
  const tell = () => {
    const sources = health();
    watchReachability(sources);
    publishSources(sources);
  };
  return {
    tasks: [
      { everyMs: sourceLogMs, run: () => logChanges(health()) },
      { everyMs: publishSourcesMs, run: tell },
      { everyMs: maintenanceMs, run: maintain },
    ],
    stop: async () => {
      stopping.abort();
      await maintaining;
    },
  };
}

function forgettingIn({ config, log, isAlone }: UpkeepOptions, { store, writer }: Parts): Forgetting | null {
  const everyDays = config['store.itemDays'];
  if (everyDays === 0 || !isAlone || !store.keepsPast) return null;
  const forget = async () => {
    const items = await store.forgetItems();
    if (items > 0) log.info({ items }, 'items without stored rows forgotten');
  };
  return { everyDays, forget: () => writer.atRest(forget, restTimeout) };
}
