import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Alerts } from '../alerts/alerts.ts';
import type { RuleActions } from '../alerts/rule-actions.ts';
import { type Api, createApi } from '../api/create-api.ts';
import type { ReadInventory } from '../api/holdings/inventory-answer.ts';
import type { Keys } from '../api/keys.ts';
import type { Metric } from '../api/metrics/metrics.ts';
import type { AuditAction } from '../api/operator/audit.ts';
import { readDashboard } from '../api/pages/dashboard.ts';
import type { PendingPublication } from '../api/stream/stream-endpoints.ts';
import { Book } from '../book/book.ts';
import { createHttpClient } from '../collect/request/http-client.ts';
import { imageLimits, readImage } from '../collect/request/image.ts';
import { publicLookup } from '../collect/request/public-address.ts';
import type { ReadConfig } from '../config/config.ts';
import { describedSettings } from '../config/described-settings.ts';
import type { Config } from '../config/settings.ts';
import type { Connector } from '../contract/connector.ts';
import { backlog } from '../front/limits.ts';
import { Fronts, listenRefusal } from '../front/main-process/fronts.ts';
import { createMcpHandler } from '../mcp/http.ts';
import { fadesAhead } from '../names/fade.ts';
import { type Clock, systemClock } from '../runtime/clock.ts';
import { guarded } from '../runtime/guarded.ts';
import type { Log } from '../runtime/log.ts';
import { inTime } from '../runtime/waiting.ts';
import { type Game, marketplaceWithSlug } from '../schema/index.ts';
import { openStore } from '../store/open-store.ts';
import type { WriterStats } from '../store/writer.ts';
import { createLineage, type Lineage } from '../upstream/lineage.ts';
import { type AcceptedReads, acceptedReads } from './as-of/accepted-reads.ts';
import { createPastReader } from './as-of/item-then.ts';
import { StateKeeper } from './as-of/state-keeper.ts';
import { AuditFile } from './audit-file.ts';
import { ScheduledBackups } from './backup/scheduled-backups.ts';
import { type BackupSource, createBackupSource, dropOutgoing } from './backup/source.ts';
import { closeParts, shutdownTimeout } from './close-parts.ts';
import { availabilityOf } from './connectors/availability.ts';
import { chosenConnectors, isSwitchedOn } from './connectors/chosen-connectors.ts';
import { requireSettings } from './connectors/require-settings.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { limits, limitsOf } from './limits.ts';
import { SettingsInForce } from './live/live-settings.ts';
import { folderMetrics } from './metrics/folder-metrics.ts';
import { frontMetrics } from './metrics/front-metrics.ts';
import { createStoreLagWatch } from './metrics/store-lag.ts';
import { StoreMetrics } from './metrics/store-metrics.ts';
import { writerMetrics } from './metrics/writer-metrics.ts';
import type { Node } from './node/node.ts';
import { soloNode } from './node/solo-node.ts';
import { alertMetrics, openAlerts, waysOf } from './open-alerts.ts';
import { type Inventories, openInventories } from './open-inventories.ts';
import { openParts, storeSettings } from './open-parts.ts';
import type { Part } from './part.ts';
import type { Parts } from './parts.ts';
import { printedCommands } from './printed-commands.ts';
import { Publishing } from './publish/publishing.ts';
import { serviceIdOf } from './service-id.ts';
import { openSinks, type Sinks } from './sinks/open-sinks.ts';
import type { Sources } from './sources/sources.ts';
import { tapeMetrics } from './tape/tape-metrics.ts';
import { dashboardFolder, frontWorker, userAgentIn, version } from './version.ts';

export type ServiceOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  /** Data about items that is read like marketplaces; none by default. */
  readonly dataSets?: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
  readonly random: () => number;
  /** Whether the marketplaces are simulated on this machine, which every page then says. */
  readonly isPlayed: boolean;
  /** Aborts a start that is no longer wanted, such as that of a node that waits for its turn. */
  readonly signal?: AbortSignal;
  /** Stops the process because of an error; only a node of a cluster calls it, when it has lost its place there. */
  readonly fatal?: (error: unknown) => void;
  /** Missing where no marketplace is read from another service. */
  readonly lineage?: Lineage;
  /** The origin of each setting, and how to read them again where that is possible. */
  readonly settings?: { readonly origins: ReadConfig['origins']; readonly again?: () => ReadConfig };
};

export type Service = {
  readonly origin: string;
  /** Address that opens the dashboard as the operator, once. */
  readonly dashboard: string;
  /** The key created because there was none, readable only this once; null on every later start. */
  readonly firstKey: string | null;
  readonly keys: Keys;
  /** Reads settings and credentials again and logs the result. */
  readonly reload: () => Promise<void>;
  /** Finishes open requests, writes what is left and releases the data folder; after a fault no snapshot of the book is written. */
  readonly stop: (isFault?: boolean) => Promise<void>;
};

/** Options with settings and credentials that can change while the service runs. */
type RunningOptions = ServiceOptions & { readonly live: SettingsInForce };

/** Builds every part, restores what the store holds, and begins to collect and to serve. */
export async function startService(given: ServiceOptions): Promise<Service> {
  const { config, settings } = given;
  const again = settings?.again ?? null;
  const live = new SettingsInForce({ ...given, given: given.secrets, origins: settings?.origins ?? null, again });
  requireSettings(given.connectors, { config, secrets: live.secrets });
  const options = { ...given, secrets: live.secrets, live };
  const node = config['cluster.nats'].length === 0 ? soloNode(options) : await joinCluster(options);
  return await startWith(options, node).catch(async (error: unknown) => {
    await node.leave();
    throw error;
  });
}

async function startWith(options: RunningOptions, node: Node): Promise<Service> {
  const { config, log } = options;
  const chosen = { ...options, connectors: chosenConnectors(options.connectors, config), node };
  const parts = await openParts(chosen);
  const sources = await node.openSources(chosen, parts).catch(async (error: unknown) => {
    await closeParts(parts, log);
    throw error;
  });
  const service = new RunningService(chosen, parts, sources);
  try {
    await service.openAlerts();
    await dropOutgoing(config['data.folder']);
    await service.listen();
    parts.rates.accept(await parts.store.lastRates());
    await node.restore(parts);
    await untilStored(parts);
    return await service.begin();
  } catch (error) {
    await service.stop();
    throw error;
  }
}

// A start waits for that much to be in the store, so that what was published before is there when it is ready
const maxAwaited = 200_000;

/** Resolves when the store has taken what it lacked, unless that takes long. */
async function untilStored({ storeFollower, tape }: Parts): Promise<void> {
  if (storeFollower === null || tape.head - storeFollower.lastTaken > maxAwaited) return;
  await inTime(storeFollower.reached(tape.head), storedTimeout, systemClock.after);
}

/** Joins the cluster; NATS is loaded only here. */
async function joinCluster(options: RunningOptions): Promise<Node> {
  const { config, log, now, signal = new AbortController().signal, fatal = rethrow } = options;
  const { openNode } = await import('./cluster/open-node.ts');
  return await openNode({ ...options, signal, fatal, openStore: () => openStore(storeSettings(config, now, log)) });
}

const rethrow = (error: unknown): never => {
  throw error;
};

class RunningService {
  readonly #options: RunningOptions & { readonly node: Node };
  readonly #parts: Parts;
  readonly #sources: Sources;
  readonly #node: Node;
  readonly #stopping = new AbortController();
  readonly #pictureAsk;
  readonly #inventories: Inventories;
  readonly #sinks: Sinks;
  readonly #audit: AuditFile;
  readonly #storeMetrics: StoreMetrics;
  readonly #reads: AcceptedReads;
  readonly #copies: BackupSource;
  readonly #backups: ScheduledBackups;
  /** What works by itself, until it is stopped. */
  readonly #features: readonly Part[];
  readonly #timers: NodeJS.Timeout[] = [];
  /** Changes in the book that the stream has not published yet. */
  readonly #pending: PendingPublication;
  /** Null where past states are not kept. */
  readonly #stateKeeper: StateKeeper | null;
  #api: Api | null = null;
  /** Null where readers connect to this process directly. */
  readonly #fronts: Fronts | null;
  /** Null where another node runs the alerts, and once they have stopped. */
  #alerts: Alerts | null = null;
  #isReady = false;
  #origin = '';

  constructor(options: RunningOptions & { readonly node: Node }, parts: Parts, sources: Sources) {
    this.#options = options;
    this.#node = options.node;
    this.#audit = new AuditFile(options.config['data.folder'], options.log);
    this.#parts = parts;
    this.#sources = sources;
    this.#reads = acceptedReads(parts.store, parts.writer);
    this.#storeMetrics = new StoreMetrics(parts.store.usage, options.now);
    const { hub, recorder, keepsStates, storeFollower, store } = parts;
    this.#pending = { last: () => hub.last, untilPublished: () => recorder.flush() };
    const keeping = { ...parts, ...options, states: store.states, signal: this.#stopping.signal };
    this.#stateKeeper = keepsStates && storeFollower !== null ? new StateKeeper({ ...keeping, storeFollower }) : null;
    this.#fronts =
      options.config['http.workers'] === 0
        ? null
        : new Fronts({
            ...options,
            keys: parts.keys,
            script: frontWorker,
            cacheMegabytes: limits.cacheMegabytes,
          });
    this.#copies = this.#createCopies();
    this.#backups = new ScheduledBackups(options.config, { ...options, source: this.#copies });
    const { health } = sources.collector;
    const publishing = new Publishing(options, { ...parts, health, pending: this.#pending });
    this.#sinks = openSinks(options, parts);
    this.#features = [sources, publishing, this.#backups, this.#keeping(), this.#sinks];
    this.#inventories = openInventories({ ...options, signal: this.#stopping.signal });
    this.#pictureAsk = createHttpClient({
      relay: options.config['collect.relay'] || null,
      lookup: publicLookup(),
      limits: imageLimits,
      userAgent: userAgentIn(options.config),
      clock: { ...systemClock, now: options.now },
    });
  }

  /** Call before anything is published, so that alerts miss nothing. */
  async openAlerts(): Promise<void> {
    const journal = await this.#node.openJournal();
    const { health } = this.#sources.collector;
    if (journal !== null) this.#alerts = await openAlerts(this.#options, this.#parts, health, journal);
  }

  /** Listens from now on; until the service is ready, only requests that read nothing but the tape are served. */
  async listen(): Promise<void> {
    const { config } = this.#options;
    this.#parts.hub.beginLoading();
    this.#api = await this.#createApi();
    const port = await (this.#fronts === null ? listen(this.#api.server, config) : this.#fronts.open(this.#api));
    this.#origin = originOf(config['http.host'], port);
  }

  async begin(): Promise<Service> {
    const { keys } = this.#parts;
    const { log } = this.#options;
    const failed = (error: unknown) => {
      // The book may be inconsistent now, so the next start has to read what was published
      this.#parts.keeper.distrust();
      log.error({ error: String(error) }, 'task failed');
    };
    await this.#storeMetrics.refresh();
    void this.#stateKeeper?.run().catch(failed);
    this.#isReady = true;
    const { hub } = this.#parts;
    hub.endLoading();
    const { log: streamLog } = hub;
    const position = () => ({ epoch: streamLog.epoch, sequence: streamLog.head });
    this.#node.begin({ position, alerts: this.#alerts });
    this.#alerts?.start();
    this.#sinks.begin();
    this.#sources.start(failed);
    this.#makeFades(failed);
    for (const { everyMs, run } of this.#features.flatMap(({ tasks }) => tasks))
      this.#timers.push(setInterval(guarded(run, failed), everyMs));
    this.#options.live.follow((config) => this.#follow(config));
    const token = this.#api?.issueToken().token ?? '';
    const dashboard = dashboardAddress(this.#origin, token);
    const firstKey = await this.#node.createFirstKey(keys);
    if (firstKey !== null) await this.#writeAudit('key.create', { name: 'first' });
    const stop = (isFault?: boolean) => this.stop(isFault);
    return { origin: this.#origin, dashboard, keys, firstKey, reload: () => this.#reload(), stop };
  }

  /** Of what nobody requested from outside. */
  #writeAudit(action: AuditAction, about: object): Promise<void> {
    return this.#audit.writeLocal({ at: this.#options.now(), action, about: { ...about } });
  }

  /** Makes one table of fades a second, since a start has more urgent things to compute. */
  #makeFades(failed: (error: unknown) => void): void {
    const fades = fadesAhead();
    const makeNext = () => {
      if (fades.next().done === true) clearInterval(timer);
    };
    const timer = setInterval(guarded(makeNext, failed), msPerFade);
    this.#timers.push(timer);
  }

  async #reload(): Promise<void> {
    const { live, log } = this.#options;
    try {
      const about = { ...(await live.reload()), signal: 'SIGHUP' };
      await this.#writeAudit('settings.reload', about);
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error);
      log.error({ found }, 'settings and credentials not reloaded');
    }
  }

  /** Applies changed settings; resolves to the marketplaces that were restarted. */
  async #follow(config: Config): Promise<readonly string[]> {
    const { log, live } = this.#options;
    log.level = config['log.level'];
    this.#alerts?.change(waysOf(config, live.secrets));
    await Promise.all(this.#features.map((feature) => feature.change?.(config)));
    return await this.#sources.collector.renew();
  }

  async stop(isFault = false): Promise<void> {
    const snapshotBy = performance.now() + snapshotTimeout;
    if (isFault) this.#parts.keeper.distrust();
    this.#node.stopping(shutdownTimeout);
    this.#parts.hub.stop();
    this.#stopping.abort();
    // What waits is written while responses are finished
    void this.#parts.writer.flush();
    // All that publish or push have to stop before the recorder and the writer do
    await Promise.all([this.#fronts?.stop(), this.#api?.close(), this.#stopPublishing()]);
    this.#pictureAsk.close();
    this.#inventories.close();
    await this.#stopAlerts();
    await closeParts(this.#parts, this.#options.log, { stateKeeper: this.#stateKeeper, snapshotBy });
    await this.#sources.storeLastCompleteness();
    await this.#node.leave();
  }

  /** Hands the tape over immediately: readers that are still answered and rows that are still stored need not delay the next writer. */
  async #stopPublishing(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#features.map((feature) => feature.stop()));
    await this.#node.handOver(async () => {
      await this.#parts.recorder.close();
      // The next writer goes on with the alerts
      await this.#stopAlerts();
    });
  }

  async #stopAlerts(): Promise<void> {
    const alerts = this.#alerts;
    this.#alerts = null;
    await alerts?.stop();
  }

  /** What keeps snapshots and past states, and watches the store. */
  #keeping(): Part {
    const { now, log } = this.#options;
    return {
      tasks: [
        { everyMs: keepStatesMs, run: () => this.#stateKeeper?.run() },
        { everyMs: snapshotLookMs, run: () => this.#parts.keeper.run() },
        { everyMs: storeLagMs, run: createStoreLagWatch(this.#writerStats, now, log) },
      ],
      stop: async () => {},
    };
  }

  readonly #atRest = (task: () => Promise<void>): Promise<void> => this.#parts.writer.atRest(task, restTimeout);

  /** Exports of what is written serve better than none, so a failure is only logged. */
  readonly #written = (): Promise<void> =>
    this.#atRest(async () => {}).catch((error: Error) => {
      this.#options.log.warn({ error: error.message }, 'export incomplete: rows not yet written are missing');
    });

  get #past() {
    const { config, now } = this.#options;
    const { storeFollower, recorder } = this.#parts;
    if (this.#stateKeeper === null || storeFollower === null) return null;
    const untilPushed = () => inTime(storeFollower.reached(recorder.last), pushedTimeout, systemClock.after);
    const retentionDays = config['store.statesDays'];
    const states = this.#parts.store.states;
    const reads = this.#reads;
    const { fees, terms, itemPages } = this.#parts;
    const emptyBook = () => new Book(fees, terms, itemPages);
    return createPastReader({ states, reads, emptyBook, untilPushed, retentionDays, now });
  }

  readonly #writerStats = (): WriterStats => this.#node.writerStats(this.#parts.writer.stats());

  #metrics(): Metric[] {
    const { config, now, connectors } = this.#options;
    const { publisher, tape, recorder } = this.#parts;
    return [
      ...writerMetrics(this.#writerStats(), now()),
      ...this.#storeMetrics.metrics(),
      publisher.gaps.metric(connectors.map(({ slug }) => marketplaceWithSlug(slug).id)),
      ...tapeMetrics(tape, recorder, now()),
      ...folderMetrics(config['data.folder']),
      ...this.#features.flatMap((feature) => feature.metrics?.() ?? []),
      ...(this.#fronts === null ? [] : frontMetrics(this.#fronts.figures())),
      ...alertMetrics(this.#alerts),
    ];
  }

  /** What keys do with what they own, whichever node stores it. */
  #ownActions(): { readonly alerts?: RuleActions; readonly readInventory: ReadInventory } {
    const alerts = this.#alerts ?? this.#node.rules;
    return { readInventory: this.#inventories.read, ...(alerts !== null && { alerts }) };
  }

  #createCopies(): BackupSource {
    const { config, now } = this.#options;
    const { store, book } = this.#parts;
    const { cluster } = this.#node;
    const parts = { store, dataFolder: config['data.folder'], book: async () => book };
    return createBackupSource({ ...parts, atRest: this.#atRest, written: this.#written, now, cluster });
  }

  /** Waits for a lookup; none is made before the service is ready. */
  readonly #offersLookedUp = async (marketplaceId: number, game: Game, name: string): Promise<void> => {
    const timeout = this.#options.config['api.lookupMilliseconds'];
    if (this.#isReady) await this.#sources.collector.offersLookedUp(marketplaceId, game, name, timeout);
  };

  #createApi(): Promise<Api> {
    const { config, log, now, isPlayed, connectors } = this.#options;
    const { book, keys, rates, fees, terms, hub, recorder } = this.#parts;
    const { collector } = this.#sources;
    const node = this.#node;
    const dataFolder = config['data.folder'];
    const lineage = this.#options.lineage ?? createLineage(serviceIdOf(dataFolder, true));
    return createApi({
      book,
      store: this.#reads,
      keys,
      availability: connectors.map((connector) =>
        availabilityOf(connector, (source) => isSwitchedOn(config, connector.slug, source)),
      ),
      health: collector.health,
      isReady: () => this.#isReady,
      isBack: (marketplaceId) => hub.isBack(marketplaceId),
      writer: this.#writerStats,
      recorder: () => recorder.stats(),
      rates: () => rates.usable(),
      fees,
      terms,
      past: this.#past,
      itemRequested: collector.itemRequested,
      offersLookedUp: this.#offersLookedUp,
      isPlayed,
      version,
      now,
      log,
      stream: {
        hub,
        settings: { ...streamSettingsOf(config), ...node.connections },
        pending: this.#pending,
        isOpen: () => this.#isReady || node.isTapeReadable,
      },
      settings: {
        cacheSeconds: config['api.cacheSeconds'],
        cacheMegabytes: limits.cacheMegabytes,
        openMetrics: config['http.openMetrics'],
        openStatus: config['http.openStatus'],
        shapes: config['api.shapes'],
      },
      lineage: lineage.header,
      metrics: () => this.#metrics(),
      ...documentedOf(config),
      liveSettings: this.#options.live,
      liveTerms: this.#parts.liveTerms,
      ...(this.#fronts !== null && { fronts: this.#fronts }),
      ...node.api,
      dashboard: readDashboard(dashboardFolder),
      readPicture: (address) => readImage(this.#pictureAsk.send, address, this.#stopping.signal),
      ...this.#ownActions(),
      auditLog: this.#audit,
      keyUseFile: join(dataFolder, 'key-use.json'),
      copies: this.#copies,
      backups: () => this.#backups.report(),
      signIn: (isHere) => printedCommands(this.#origin, config, isHere ? dataFolder : '<folder>'),
      mcp: createMcpHandler({ origin: () => this.#origin, version, now }),
    });
  }
}

// Counted from the beginning of the stop; the rest has to be closed before the process is killed after 9 s
const snapshotTimeout = 7_000;

// A store that takes nothing does not hold up a start
const storedTimeout = 5_000;

// A request of the past waits that long for what was published before it; where the store is behind, it is refused
const pushedTimeout = 2_000;

const keepStatesMs = 10_000;
const msPerFade = 1_000;
const storeLagMs = 5_000;
const snapshotLookMs = 5_000;

// How long rows can be held back before a backup gives up
const restTimeout = 20_000;

/** What the documents say of this installation. */
const documentedOf = (config: Config) => ({
  limits: limitsOf(config),
  settingsDescribed: describedSettings,
  reached: {
    address: config['http.publicAddress'].replace(/\/+$/, ''),
    securityContact: config['http.securityContact'] || config['collect.contact'],
  },
});

const streamSettingsOf = (config: Config) => ({
  connectionsPerKey: config['stream.connectionsPerKey'],
  requireDeflate: config['stream.requireDeflate'],
  outboxBytes: limits.outboxBytes,
});

/** Resolves to the port. */
async function listen(server: Server, config: Config): Promise<number> {
  const host = config['http.host'];
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: config['http.port'], host, backlog }, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenRefusal(config, error.code) ?? error;
  });
  return (server.address() as AddressInfo).port;
}

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
