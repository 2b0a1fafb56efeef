import type { Book } from '../../book/book.ts';
import { type Collector, createCollector, type Sink } from '../../collect/collector.ts';
import type { CollectorOptions } from '../../collect/collector-options.ts';
import { defaultLimits, type Limits } from '../../collect/request/response-body.ts';
import type { ScheduleMemory } from '../../collect/schedule/schedule-memory.ts';
import type { Config } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { marketplaceWithSlug, sourceKeyOf } from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';
import { userAgentIn } from '../version.ts';
import { openItemIds } from './item-ids.ts';

export type CollectingOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  /** Data about items that is read like marketplaces, which nothing else knows of; none by default. */
  readonly dataSets?: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
  readonly random: () => number;
};

/** The sink for records that were read; can be a different one for each collector. */
export type SinkOf = (mayAsk: () => boolean) => Sink;

/** Creates a collector that reads the marketplaces of some connectors, as long as `mayAsk` returns true. */
export type MakeCollector = (connectors: readonly Connector[], mayAsk?: () => boolean) => Collector;

/**
 * A stage answers requests one at a time, and shares the processor with the service: on a busy machine, requests would time
 * out just before their turn and be sent again, so that the stage would work for nothing.
 */
export const limitsWith = (relay: string | null): Limits =>
  relay === null ? defaultLimits : { ...defaultLimits, headSeconds: 900 };

/** Returns a function that creates collectors according to the settings. */
export async function collectorMaker(
  options: CollectingOptions,
  parts: {
    readonly book: Pick<Book, 'names' | 'hasItem' | 'highestAskUsd' | 'marketplaceItemId' | 'known' | 'itemAttributes'>;
    readonly store: Pick<Store, 'lastReadings'>;
    readonly sinkOf: SinkOf;
    readonly lastCompleteness?: NonNullable<CollectorOptions['lastCompleteness']>;
    readonly spreadSeconds?: number;
    readonly scheduleMemory?: ScheduleMemory | null;
  },
): Promise<MakeCollector> {
  const { config, secrets, log, now, random } = options;
  const { book, store, sinkOf, lastCompleteness, spreadSeconds, scheduleMemory = null } = parts;
  const itemIds = openItemIds(config['collect.itemIds']);
  const relay = config['collect.relay'] || null;
  const lastReading = await lastReadingIn(store);
  return (connectors, mayAsk = () => true) =>
    createCollector({
      connectors,
      secrets,
      sink: sinkOf(mayAsk),
      mayAsk,
      random,
      clock: { ...systemClock, now },
      relay,
      limits: limitsWith(relay),
      log,
      names: (game) => book.names(game),
      hasItem: (game, name) => book.hasItem(game, name),
      valueOf: (game, name) => book.highestAskUsd(game, name),
      marketplaceItemId: (id, game, name) => book.marketplaceItemId(id, game, name) ?? itemIds(id, game, name),
      knownAt: (id, game, name) => book.known(id, game, name),
      itemAttributes: (game, name) => book.itemAttributes(game, name),
      isOn: (slug, source) =>
        config['collect.enable'].some((name) => name === 'all' || name === `${slug}/${source}`) || null,
      lastReading,
      ...(lastCompleteness !== undefined && { lastCompleteness }),
      userAgent: userAgentIn(config),
      scheduleMemory,
      ...(spreadSeconds !== undefined && { spreadSeconds }),
    });
}

/** The size of each list when it was last read in full, so that a smaller one is also doubted after a restart. */
async function lastReadingIn(
  store: Pick<Store, 'lastReadings'>,
): Promise<NonNullable<CollectorOptions['lastReading']>> {
  const found = await store.lastReadings();
  const readings = new Map(found.map((one) => [sourceKeyOf(one), one]));
  return (slug, source, game) =>
    readings.get(sourceKeyOf({ marketplaceId: marketplaceWithSlug(slug).id, source, game })) ?? null;
}
