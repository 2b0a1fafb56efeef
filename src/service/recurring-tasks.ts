import type { Metric } from '../api/metrics/metrics.ts';
import { type PendingPublication, positionOf } from '../api/stream/stream-endpoints.ts';
import type { Clock } from '../clock.ts';
import type { Connector } from '../contract/connector.ts';
import { guarded } from '../guarded.ts';
import type { Log } from '../log.ts';
import { type Config, settingKeys } from '../settings.ts';
import type { WriterStats } from '../store/writer.ts';
import type { BackupSource } from './backup-source.ts';
import { ScheduledBackups } from './backups/scheduled-backups.ts';
import type { ClusterNode, Gathering } from './cluster/node.ts';
import { createMaintenance, type Forgetting } from './maintenance.ts';
import { createStoreLagWatch } from './metrics/store-lag.ts';
import { createSourcePublisher } from './open-hub.ts';
import type { Parts } from './open-parts.ts';
import type { StateKeeper } from './past/state-keeper.ts';
import { bucketCopyOf } from './publish/bucket-copy.ts';
import { DayPublisher } from './publish/day-publisher.ts';
import { ListPublisher, publisherMetrics } from './publish/list-publisher.ts';
import { createReachabilityWatch } from './reachability.ts';
import { createSourceLog } from './source-log.ts';
import { version } from './version.ts';

const sourceLogMs = 5_000;
const publishLookMs = 2_000;
// Some sources are read for the first time long after the start, or never
const firstReadingsMs = 600_000;
const backupLookMs = 2_000;
const storeCompletenessMs = 5_000;
const keepStatesMs = 10_000;
const storeLagMs = 5_000;
const snapshotLookMs = 5_000;

type TaskOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
};

type TaskParts = {
  readonly parts: Parts;
  readonly collecting: Gathering;
  readonly node: ClusterNode | null;
  readonly copies: BackupSource;
  /** Null where past states are not kept. */
  readonly stateKeeper: StateKeeper | null;
  /** Changes in the book that the stream has not published yet; null in a node that follows the tape. */
  readonly pending: PendingPublication | null;
  readonly writerStats: () => WriterStats;
  /** Runs a task while the store holds back writes. */
  readonly atRest: (task: () => Promise<void>) => Promise<void>;
};

/** Recurring tasks of a running service: publishing lists, backups and, where it collects, maintenance. */
export class RecurringTasks {
  readonly #options: TaskOptions;
  readonly #with: TaskParts;
  readonly #backups: ScheduledBackups;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #createdAt = performance.now();
  #config: Config;
  #publisher: ListPublisher | null;
  #dayPublisher: DayPublisher | null;
  readonly #stopping = new AbortController();
  #maintaining: Promise<void> = Promise.resolve();

  constructor(options: TaskOptions, parts: TaskParts) {
    this.#options = options;
    this.#config = options.config;
    this.#with = parts;
    this.#backups = new ScheduledBackups(options.config, { ...options, source: parts.copies });
    this.#publisher = this.#createListPublisher();
    this.#dayPublisher = this.#createDayPublisher();
  }

  begin(failed: (error: unknown) => void): void {
    const every = (call: () => unknown, milliseconds: number) =>
      this.#timers.push(setInterval(guarded(call, failed), milliseconds));
    // Published files do not concern the book, so their failures are not passed to `failed`
    every(() => this.#publisher?.runWhenDue().catch(this.#unpublished('price lists')), publishLookMs);
    every(() => this.#dayPublisher?.runWhenDue().catch(this.#unpublished('days')), publishLookMs);
    every(() => this.#backups.runWhenDue(), backupLookMs);
    const { log, now } = this.#options;
    every(createStoreLagWatch(this.#with.writerStats, now, log), storeLagMs);
    const { node, collecting, stateKeeper } = this.#with;
    // The rest is done by the node that writes the tape
    if (node?.isReplica === true) return;
    const { collector } = collecting;
    const logChanges = createSourceLog(log);
    every(() => logChanges(collector.health()), sourceLogMs);
    every(this.#maintenance(), 60_000);
    every(this.#healthPublisher(), 2_000);
    every(() => collecting.storeCompleteness(), storeCompletenessMs);
    every(() => stateKeeper?.run(), keepStatesMs);
    every(() => this.#with.parts.keeper.run(), snapshotLookMs);
  }

  /** Applies changed settings. */
  async change(config: Config): Promise<void> {
    const before = this.#config;
    this.#config = config;
    this.#backups.config = config;
    if (settingKeys.every((key) => !key.startsWith('publish.') || String(config[key]) === String(before[key]))) return;
    await Promise.all([this.#publisher?.stop(), this.#dayPublisher?.stop()]);
    this.#publisher = this.#createListPublisher();
    this.#dayPublisher = this.#createDayPublisher();
  }

  readonly backups = (): ReturnType<ScheduledBackups['report']> => this.#backups.report();

  metrics(): Metric[] {
    return [...publisherMetrics(this.#publisher), ...this.#backups.metrics()];
  }

  /** Starts nothing more, and waits for running tasks. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#maintaining, this.#publisher?.stop(), this.#dayPublisher?.stop(), this.#backups.stop()]);
  }

  #unpublished(files: string): (error: unknown) => void {
    const { log } = this.#options;
    return (error) => log.error({ files, error: String(error) }, 'publishing of files failed; retried later');
  }

  #maintenance(): () => void {
    const { config, log, connectors, now } = this.#options;
    const { book, writer, publisher } = this.#with.parts;
    const { health } = this.#with.collecting.collector;
    const keepHours = config['collect.keepHours'];
    const { signal } = this.#stopping;
    const shared = { book, writer, publisher, forgetting: this.#forgetting() };
    const dataFolder = config['data.folder'];
    const maintenance = createMaintenance({ ...shared, connectors, health, keepHours, dataFolder, now, signal });
    return () => {
      this.#maintaining = maintenance.run().catch((error: unknown) => {
        log.error({ error: String(error) }, 'maintenance failed; retried within a minute');
      });
    };
  }

  #healthPublisher(): () => void {
    const { parts, collecting } = this.#with;
    const watchReachability = createReachabilityWatch(this.#options.log);
    const publishSources = createSourcePublisher(parts.publisher, parts.hasPast);
    return () => {
      const sources = collecting.collector.health();
      watchReachability(sources);
      publishSources(sources);
    };
  }

  readonly #isBookRead = (): boolean =>
    performance.now() - this.#createdAt >= firstReadingsMs ||
    this.#with.collecting.collector.health().every(({ state }) => state !== 'starting');

  #createListPublisher(): ListPublisher | null {
    const config = this.#config;
    if (config['publish.folder'] === '') return null;
    const { parts, pending } = this.#with;
    const { book, hub } = parts;
    const position = () => positionOf(hub, pending);
    const untilPublished = async () => await pending?.untilPublished();
    const { secrets, now } = this.#options;
    const copy = () => bucketCopyOf(this.#config, secrets);
    const stream = { position, untilPublished };
    return new ListPublisher(config, { book, stream, now, version, copy, isBookRead: this.#isBookRead });
  }

  #createDayPublisher(): DayPublisher | null {
    const config = this.#config;
    const { store, writer } = this.#with.parts;
    const { copies } = store;
    if (config['publish.folder'] === '' || config['publish.days'] === 0 || copies === null) return null;
    return new DayPublisher(config, { ...copies, writer, now: this.#options.now, version });
  }

  /** In a cluster no items are forgotten, since other nodes write to the store, too. */
  #forgetting(): Forgetting | null {
    const { config, log } = this.#options;
    const { parts, node, atRest } = this.#with;
    const everyDays = config['store.itemDays'];
    if (everyDays === 0 || node !== null || !parts.store.keepsPast) return null;
    const forget = async () => {
      const items = await parts.store.forgetItems();
      if (items > 0) log.info({ items }, 'items without stored rows forgotten');
    };
    return { everyDays, forget: () => atRest(forget) };
  }
}
