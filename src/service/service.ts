import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Alerts } from '../alerts/alerts.ts';
import { type Api, createApi } from '../api/create-api.ts';
import type { Keys } from '../api/keys.ts';
import type { Metric } from '../api/metrics/metrics.ts';
import { readDashboard } from '../api/pages/dashboard.ts';
import { openPricer } from '../api/shapes/tf2autobot/open-pricer.ts';
import type { Pricer } from '../api/shapes/tf2autobot/pricer-routes.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createHttpClient } from '../collect/request/http-client.ts';
import { imageLimits, readImage } from '../collect/request/image.ts';
import { publicLookup } from '../collect/request/public-address.ts';
import type { ReadConfig } from '../config.ts';
import type { Connector } from '../contract/connector.ts';
import { backlog } from '../front/backlog.ts';
import { guarded } from '../guarded.ts';
import type { Log } from '../log.ts';
import { createMcpDoor } from '../mcp/http.ts';
import { marketplaceWithSlug } from '../schema/index.ts';
import { type Config, settingKeys } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import { createLineage, type Lineage } from '../upstream/lineage.ts';
import { inTime } from '../waiting.ts';
import { alertMetrics, openAlerts, waysOf } from './alerts/open-alerts.ts';
import { type BackupSource, createBackupSource, dropOutgoing } from './backup-source.ts';
import { ScheduledBackups } from './backups/scheduled-backups.ts';
import type { ClusterNode, Gathering } from './cluster/node.ts';
import { openCollecting } from './collecting.ts';
import { availabilityOf } from './connectors/availability.ts';
import { chosenConnectors, isSwitchedOn } from './connectors/chosen-connectors.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { folderMetrics } from './folder-metrics.ts';
import { Fronts, portTaken } from './fronts/fronts.ts';
import { limitsOf } from './limits.ts';
import { SettingsInForce } from './live/live-settings.ts';
import { createMaintenance } from './maintenance.ts';
import { createSourceTeller } from './open-hub.ts';
import { openParts, type Parts, storedByAnother, storeSettings } from './open-parts.ts';
import { createPastReader } from './past/item-then.ts';
import { StateKeeper } from './past/state-keeper.ts';
import { bucketCopyOf } from './publish/bucket-copy.ts';
import { DayPublisher } from './publish/day-publisher.ts';
import { Publisher, publisherMetrics } from './publish/publisher.ts';
import { createReachabilityWatch } from './reachability.ts';
import { restoreBook } from './restore-book.ts';
import { serviceIdOf } from './service-id.ts';
import { createSourceLog } from './source-log.ts';
import { StoreMetrics } from './store-metrics.ts';
import { tapeMetrics } from './tape/tape-metrics.ts';
import { dashboardFolder, userAgent, version } from './version.ts';
import { writerMetrics } from './writer-metrics.ts';

export type ServiceOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
  readonly random: () => number;
  /** The marketplaces are played on this machine: every page says so. */
  readonly isPlayed: boolean;
  /** Aborts when the start is no longer wanted, for one that waits for its turn. */
  readonly signal?: AbortSignal;
  /** Missing where nothing is taken from another service. */
  readonly lineage?: Lineage;
  /** Where each setting comes from, and what reads them again, where that may be. */
  readonly settings?: { readonly origins: ReadConfig['origins']; readonly again?: () => ReadConfig };
};

export type Service = {
  readonly origin: string;
  /** Opens the dashboard as the operator, once. */
  readonly dashboard: string;
  /** The key made because there was none, readable this once; null on every later start. */
  readonly firstKey: string | null;
  readonly keys: Keys;
  /** Reads settings and credentials again, and tells the log what came of it. */
  readonly reload: () => Promise<void>;
  /** Answers what was asked, writes what is left, gives the data folder free; what a fault stops leaves no dump of the book. */
  readonly stop: (isFault?: boolean) => Promise<void>;
};

/** With settings and credentials that change while it runs. */
type RunningOptions = ServiceOptions & { readonly live: SettingsInForce; readonly pricer: Pricer | null };

/** Builds every part, puts back what the store kept, and begins to collect and to serve. */
export async function startService(given: ServiceOptions): Promise<Service> {
  const { config, settings } = given;
  const again = settings?.again ?? null;
  const live = new SettingsInForce({ ...given, given: given.secrets, origins: settings?.origins ?? null, again });
  const options = { ...given, secrets: live.secrets, live, pricer: await pricerOf(config) };
  if (config['cluster.nats'].length === 0) return await startWith(options, null);
  const node = await joinCluster(options);
  return await startWith(options, node).catch(async (error: unknown) => {
    await node.leave();
    throw error;
  });
}

async function startWith(options: RunningOptions, node: ClusterNode | null): Promise<Service> {
  const { config, log, now } = options;
  const chosen = { ...options, connectors: chosenConnectors(options.connectors, config), node };
  const parts = await openParts(chosen);
  const opening = node?.isReplica === true ? Promise.resolve(node.told) : openCollecting(chosen, parts);
  const collecting: Gathering = await opening.catch(async (error: unknown) => {
    await closeParts(parts, log);
    throw error;
  });
  const service = new RunningService(chosen, parts, collecting, node);
  try {
    if (node?.isReplica !== true) await service.openAlerts();
    await dropOutgoing(config['data.folder']);
    await service.listen();
    parts.rates.accept(await parts.store.lastRates());
    if (node?.isReplica === true) await node.follow(parts);
    else await restoreBook({ ...parts, now, log, writer: node === null ? parts.writer : storedByAnother });
    return await service.begin();
  } catch (error) {
    await service.stop();
    throw error;
  }
}

const pricerOf = async (config: Config): Promise<Pricer | null> =>
  config['api.shapes'].includes('tf2autobot')
    ? await openPricer(config['api.tf2Schema'], config['api.tf2Marketplaces'])
    : null;

/** Nothing of NATS is loaded before it is wanted. */
async function joinCluster(options: ServiceOptions): Promise<ClusterNode> {
  const { config, log, now, signal = new AbortController().signal } = options;
  const { openNode } = await import('./cluster/open-node.ts');
  return await openNode({ ...options, signal, openStore: () => openStore(storeSettings(config, now, log)) });
}

/**
 * Writes what is left; whether all of it was. A store that is only slow loses nothing: the next start writes what stands
 * on the tape.
 */
async function writeRest({ recorder, writer }: Parts, log: Log): Promise<boolean> {
  try {
    await writer.stop(shutdownPatience);
    return true;
  } catch (error) {
    const { waiting: rows, notWritingSince } = writer.stats();
    if (notWritingSince !== null || recorder.stats().notKeptSince !== null) throw error;
    log.warn({ rows }, 'the store was too slow for what was left; the next start writes it from the tape');
    return false;
  }
}

/** Tells and writes what is left; nobody may tell anything any more. By `dumpBy`, as of `performance.now`, the dump is written or given up. */
async function closeParts(
  parts: Parts,
  log: Log,
  { stateKeeper = null, dumpBy = 0 }: { readonly stateKeeper?: StateKeeper | null; readonly dumpBy?: number } = {},
): Promise<void> {
  const { recorder, tape, store, dump } = parts;
  let isStored = false;
  try {
    await recorder.close();
    isStored = await writeRest(parts, log);
    // Without it the last seconds cannot be asked for
    if (isStored) await stateKeeper?.stop().catch(() => {});
  } finally {
    // A disk that hangs must not keep the database from being closed
    await inTime(tape.close(), shutdownPatience, systemClock.after)
      .then(async (isClosed) => {
        if (isStored && isClosed) await dump?.write(dumpBy - performance.now());
      })
      .finally(store.close);
  }
}

class RunningService {
  readonly #options: RunningOptions;
  readonly #parts: Parts;
  readonly #collecting: Gathering;
  readonly #node: ClusterNode | null;
  readonly #stopping = new AbortController();
  readonly #pictureAsk;
  readonly #storeMetrics: StoreMetrics;
  readonly #ticking: NodeJS.Timeout[] = [];
  #publisher: Publisher | null;
  #dayPublisher: DayPublisher | null;
  readonly #copies: BackupSource;
  readonly #backups: ScheduledBackups;
  /** Null where what stood in the past is not kept. */
  readonly #stateKeeper: StateKeeper | null;
  #api: Api | null = null;
  /** Null where readers are connected to this process itself. */
  readonly #fronts: Fronts | null;
  /** Null where another node keeps them. */
  #alerts: Alerts | null = null;
  #upkeeping: Promise<void> = Promise.resolve();
  #followed: Config;
  #isReady = false;
  #origin = '';

  constructor(options: RunningOptions, parts: Parts, collecting: Gathering, node: ClusterNode | null) {
    this.#options = options;
    this.#followed = options.config;
    this.#node = node;
    this.#parts = parts;
    this.#collecting = collecting;
    this.#storeMetrics = new StoreMetrics(parts.store.usage, options.now);
    this.#publisher = this.#createPublisher(options.config);
    this.#stateKeeper = parts.keepsStates
      ? new StateKeeper({ ...parts, ...options, states: parts.store.states })
      : null;
    this.#fronts = options.config['http.workers'] === 0 ? null : new Fronts({ ...options, keys: parts.keys });
    this.#dayPublisher = this.#createDayPublisher(options.config);
    this.#copies = this.#createCopies();
    this.#backups = new ScheduledBackups(options.config, { ...options, source: this.#copies });
    this.#pictureAsk = createHttpClient({
      relay: options.config['collect.relay'] || null,
      lookup: publicLookup(),
      limits: imageLimits,
      userAgent,
      clock: { ...systemClock, now: options.now },
    });
  }

  /** Before anything is told, so that nothing is missed. */
  async openAlerts(): Promise<void> {
    this.#alerts = await openAlerts(this.#options, this.#parts, this.#collecting.collector.health);
  }

  /** Answers from now on; that it is not ready, until it is, but to those who read the tape alone. */
  async listen(): Promise<void> {
    const { config } = this.#options;
    if (this.#node === null) this.#parts.hub.loads();
    this.#api = await this.#createApi();
    const { server, countHits } = this.#api;
    const port = await (this.#fronts === null ? listen(server, config) : this.#fronts.open(server, countHits));
    this.#origin = originOf(config['http.host'], port);
  }

  async begin(): Promise<Service> {
    const { keys } = this.#parts;
    const { log } = this.#options;
    const failed = (error: unknown) => {
      // Whatever it has left behind, the next start has the book from the database
      this.#parts.dump?.notDue();
      log.error({ error: String(error) }, 'a task of the service failed');
    };
    await this.#storeMetrics.refresh();
    await this.#stateKeeper?.run().catch(failed);
    this.#isReady = true;
    const { hub } = this.#parts;
    hub.loaded();
    const { log: told } = hub;
    const place = () => ({ epoch: told.epoch, sequence: told.head });
    this.#node?.begin({ place });
    this.#alerts?.start();
    this.#collecting.start(failed);
    this.#tick(failed);
    this.#options.live.follow((config) => this.#follow(config));
    const token = this.#api?.issueToken().token ?? '';
    const dashboard = dashboardAddress(this.#origin, token);
    const firstKey = await firstKeyOf(keys);
    const stop = (isFault?: boolean) => this.stop(isFault);
    return { origin: this.#origin, dashboard, keys, firstKey, reload: () => this.#reload(), stop };
  }

  async #reload(): Promise<void> {
    const { live, log } = this.#options;
    await live.reload().catch((error: unknown) => {
      const found = error instanceof Error ? error.message : String(error);
      log.error({ found }, 'settings and credentials stay as they were');
    });
  }

  /** Goes by settings that have changed; resolves to the marketplaces that were begun anew. */
  async #follow(config: Config): Promise<readonly string[]> {
    const { log, live } = this.#options;
    const before = this.#followed;
    this.#followed = config;
    log.level = config['log.level'];
    this.#backups.config = config;
    this.#alerts?.change(waysOf(config, live.secrets));
    if (settingKeys.some((key) => key.startsWith('publish.') && String(config[key]) !== String(before[key]))) {
      await Promise.all([this.#publisher?.stop(), this.#dayPublisher?.stop()]);
      this.#publisher = this.#createPublisher(config);
      this.#dayPublisher = this.#createDayPublisher(config);
    }
    return await this.#collecting.collector.renew();
  }

  async stop(isFault = false): Promise<void> {
    const dumpBy = performance.now() + dumpPatience;
    if (isFault) this.#parts.dump?.notDue();
    for (const timer of this.#ticking) clearInterval(timer);
    this.#node?.stopping(shutdownPatience);
    this.#parts.hub.stop();
    this.#stopping.abort();
    // Nobody may tell or push anything any more when the recorder and the writer stop
    await Promise.all([
      this.#fronts?.stop(),
      this.#api?.close(),
      this.#collecting.stop(),
      this.#upkeeping,
      this.#publisher?.stop(),
      this.#dayPublisher?.stop(),
      this.#backups.stop(),
    ]);
    this.#pictureAsk.close();
    await this.#alerts?.stop();
    await closeParts(this.#parts, this.#options.log, { stateKeeper: this.#stateKeeper, dumpBy });
    await this.#collecting.keepLastTold();
    await this.#node?.leave();
  }

  #tick(failed: (error: unknown) => void): void {
    const { log, config, connectors, now } = this.#options;
    const { book, writer, teller, hasPast } = this.#parts;
    const { collector } = this.#collecting;
    const keepHours = config['collect.keepHours'];
    const maintenance = createMaintenance({ book, writer, teller, store: this.#tidied(), connectors, keepHours, now });
    const watchReachability = createReachabilityWatch(log);
    const tellChanges = createSourceLog(log);
    const tellSources = createSourceTeller(teller, hasPast);
    const runMaintenance = () => {
      this.#upkeeping = maintenance.run().catch((error: unknown) => {
        log.error({ error: String(error) }, 'upkeep failed; it is tried again within a minute');
      });
    };
    const tellHealth = () => {
      const sources = collector.health();
      watchReachability(sources);
      tellSources(sources);
    };
    const every = (call: () => unknown, milliseconds: number) =>
      this.#ticking.push(setInterval(guarded(call, failed), milliseconds));
    every(() => this.#publisher?.runWhenDue(), publishLookMs);
    every(() => this.#dayPublisher?.runWhenDue(), publishLookMs);
    every(() => this.#backups.runWhenDue(), backupLookMs);
    // The node that collects does the rest, too
    if (this.#node?.isReplica === true) return;
    every(() => tellChanges(collector.health()), sourceLogMs);
    every(runMaintenance, 60_000);
    every(tellHealth, 2_000);
    every(() => void this.#collecting.keepTold(), keepToldMs);
    every(() => this.#stateKeeper?.run(), keepStatesMs);
  }

  /** What the book has and the stream has not told yet; what follows the tape has none of it. */
  get #pending() {
    const { recorder } = this.#parts;
    if (this.#node?.isReplica === true) return null;
    return { last: () => recorder.last, told: () => recorder.flush() };
  }

  get #past() {
    const { config, now } = this.#options;
    const keeper = this.#stateKeeper;
    if (keeper === null) return null;
    const keptDays = config['store.statesDays'];
    const states = this.#parts.store.states;
    return createPastReader({ ...this.#parts, states, isWhole: () => keeper.isWhole(), keptDays, now });
  }

  #createPublisher(config: Config): Publisher | null {
    const { now } = this.#options;
    if (config['publish.folder'] === '') return null;
    const { book, hub } = this.#parts;
    const place = () => ({ epoch: hub.log.epoch, sequence: this.#pending?.last() ?? hub.log.head });
    const told = async () => await this.#pending?.told();
    const copy = bucketCopyOf(config, this.#options.secrets);
    return new Publisher(config, { book, places: { place, told }, now, version, copy });
  }

  #createDayPublisher(config: Config): DayPublisher | null {
    const { now } = this.#options;
    const { copies } = this.#parts.store;
    if (config['publish.folder'] === '' || config['publish.days'] === 0 || copies === null) return null;
    return new DayPublisher(config, { ...copies, now, version });
  }

  /** What is done to the store once a day. In a cluster others write to it, too, and no item may be forgotten meanwhile. */
  #tidied(): { readonly tidy: () => Promise<void> } {
    const { config, log, now } = this.#options;
    const { store, writer, dump } = this.#parts;
    const days = config['store.itemDays'];
    const forget = async () => {
      const items = await store.forgetItems(now() - days * 86_400_000);
      if (items === 0) return;
      dump?.notDue();
      log.info({ items, days }, 'items forgotten that nothing was told of');
    };
    const tidy = async () => {
      await store.tidy();
      if (days > 0 && this.#node === null) await writer.atRest(forget, restPatience);
    };
    return { tidy };
  }

  #metrics(): Metric[] {
    const { config, now, connectors } = this.#options;
    const { writer, teller, tape, recorder } = this.#parts;
    return [
      ...writerMetrics(writer.stats()),
      ...this.#storeMetrics.metrics(),
      teller.gaps.metric(connectors.map(({ slug }) => marketplaceWithSlug(slug).id)),
      ...tapeMetrics(tape, recorder, now()),
      ...folderMetrics(config['data.folder']),
      ...publisherMetrics(this.#publisher),
      ...this.#backups.metrics(),
      ...(this.#fronts?.metrics() ?? []),
      ...alertMetrics(this.#alerts),
    ];
  }

  #createCopies(): BackupSource {
    const { config, now } = this.#options;
    const { store, writer } = this.#parts;
    const atRest = (task: () => Promise<void>) => writer.atRest(task, restPatience);
    const cluster = this.#node && config['cluster.name'];
    return createBackupSource({ copies: store.copies, dataFolder: config['data.folder'], atRest, now, cluster });
  }

  #createApi(): Promise<Api> {
    const { config, log, now, isPlayed, connectors, pricer } = this.#options;
    const { book, store, keys, writer, rates, fees, hub, recorder } = this.#parts;
    const { collector } = this.#collecting;
    const node = this.#node;
    const dataFolder = config['data.folder'];
    const lineage = this.#options.lineage ?? createLineage(serviceIdOf(dataFolder, true));
    return createApi({
      book,
      store,
      keys,
      availability: connectors.map((connector) =>
        availabilityOf(connector, (source) => isSwitchedOn(config, connector.slug, source)),
      ),
      health: collector.health,
      isReady: () => this.#isReady,
      writer: writer.stats,
      recorder: () => recorder.stats(),
      rates: rates.usable,
      fees,
      past: this.#past,
      asked: collector.itemRequested,
      offersLookedUp: (marketplaceId, game, name) =>
        collector.offersLookedUp(marketplaceId, game, name, config['api.lookupMilliseconds']),
      isPlayed,
      version,
      now,
      log,
      stream: {
        hub,
        settings: { ...streamSettingsOf(config), ...(node !== null && { elsewhere: node.nodes.connections }) },
        ...(this.#pending !== null && { pending: this.#pending }),
        // A node of a cluster knows only then where the tape stands
        isOpen: () => this.#isReady || node === null,
      },
      settings: {
        cacheSeconds: config['api.cacheSeconds'],
        cacheMegabytes: config['api.cacheMegabytes'],
        openMetrics: config['http.openMetrics'],
        openStatus: config['http.openStatus'],
        shapes: config['api.shapes'],
      },
      ...(pricer !== null && { pricer }),
      lineage: lineage.header,
      metrics: () => this.#metrics(),
      limits: limitsOf(config),
      liveSettings: this.#options.live,
      ...(this.#fronts !== null && { fronts: this.#fronts }),
      ...(node !== null && { nodes: () => node.nodes.list(), usedElsewhere: node.uses }),
      dashboard: readDashboard(dashboardFolder),
      readPicture: (address) => readImage(this.#pictureAsk.send, address, this.#stopping.signal),
      alerts: this.#alerts,
      keyUseFile: join(dataFolder, 'key-use.json'),
      copies: this.#copies,
      backups: () => this.#backups.report(),
      mcp: createMcpDoor({ origin: () => this.#origin, version, now }),
    });
  }
}

// With the 5 s that answers and requests under way may take, below the 10 s after which supervisors kill
const shutdownPatience = 4_000;

// Since the stop began, so that closing what is left is done within the 9 s after which it is killed
const dumpPatience = 7_000;

const sourceLogMs = 5_000;

const publishLookMs = 2_000;

const backupLookMs = 2_000;

const keepToldMs = 5_000;

const keepStatesMs = 10_000;

// How long rows may be held back before a backup gives up
const restPatience = 20_000;

const streamSettingsOf = (config: Config) => ({
  connectionsPerKey: config['stream.connectionsPerKey'],
  requireDeflate: config['stream.requireDeflate'],
  outboxBytes: config['stream.outboxKilobytes'] * 1024,
});

/** Resolves to the port. */
async function listen(server: Server, config: Config): Promise<number> {
  const host = config['http.host'];
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: config['http.port'], host, backlog }, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw portTaken(config);
  });
  return (server.address() as AddressInfo).port;
}

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

async function firstKeyOf(keys: Keys): Promise<string | null> {
  if (keys.list().length > 0) return null;
  try {
    return (await keys.create({ name: 'first', websocketAccess: true })).text;
  } catch (error) {
    // Another node of the cluster has begun at the same moment
    if (keys.list().length > 0) return null;
    throw error;
  }
}
