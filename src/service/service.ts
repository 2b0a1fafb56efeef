import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Alerts } from '../alerts/alerts.ts';
import type { RuleActions } from '../alerts/rule-actions.ts';
import { type Api, createApi } from '../api/create-api.ts';
import { KeysReadOnly } from '../api/key-file.ts';
import type { Keys } from '../api/keys.ts';
import type { Metric } from '../api/metrics/metrics.ts';
import { readDashboard } from '../api/pages/dashboard.ts';
import { openPricer } from '../api/shapes/tf2autobot/open-pricer.ts';
import type { Pricer } from '../api/shapes/tf2autobot/pricer-routes.ts';
import { createBook } from '../book/create-book.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createHttpClient } from '../collect/request/http-client.ts';
import { imageLimits, readImage } from '../collect/request/image.ts';
import { publicLookup } from '../collect/request/public-address.ts';
import type { ReadConfig } from '../config.ts';
import type { Connector } from '../contract/connector.ts';
import { backlog } from '../front/limits.ts';
import { Fronts, listenRefusal } from '../front/main-process/fronts.ts';
import type { Log } from '../log.ts';
import { createMcpDoor } from '../mcp/http.ts';
import { type Game, marketplaceWithSlug } from '../schema/index.ts';
import type { Config } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import type { WriterStats } from '../store/writer.ts';
import { createLineage, type Lineage } from '../upstream/lineage.ts';
import { inTime } from '../waiting.ts';
import { alertMetrics, openAlerts, waysOf } from './alerts/open-alerts.ts';
import { type BackupSource, createBackupSource, dropOutgoing } from './backup-source.ts';
import { closeParts, shutdownPatience } from './close-parts.ts';
import type { ClusterNode, Gathering } from './cluster/node.ts';
import { openCollecting } from './collecting.ts';
import { availabilityOf } from './connectors/availability.ts';
import { chosenConnectors, isSwitchedOn } from './connectors/chosen-connectors.ts';
import { requireSettings } from './connectors/require-settings.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { limitsOf } from './limits.ts';
import { SettingsInForce } from './live/live-settings.ts';
import { folderMetrics } from './metrics/folder-metrics.ts';
import { frontMetrics } from './metrics/front-metrics.ts';
import { StoreMetrics } from './metrics/store-metrics.ts';
import { totalOf, writerMetrics } from './metrics/writer-metrics.ts';
import { openParts, type Parts, storeSettings } from './open-parts.ts';
import { type AcceptedReads, acceptedReads } from './past/accepted-reads.ts';
import { createPastReader } from './past/item-then.ts';
import { StateKeeper } from './past/state-keeper.ts';
import { RecurringTasks } from './recurring-tasks.ts';
import { restoreBook } from './restore-book.ts';
import { serviceIdOf } from './service-id.ts';
import { tapeMetrics } from './tape/tape-metrics.ts';
import { dashboardFolder, frontWorker, userAgentIn, version } from './version.ts';

export type ServiceOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
  readonly random: () => number;
  /** Whether the marketplaces are simulated on this machine, which every page then says. */
  readonly isPlayed: boolean;
  /** Aborts a start that is no longer wanted, such as that of a node that waits for its turn. */
  readonly signal?: AbortSignal;
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
type RunningOptions = ServiceOptions & { readonly live: SettingsInForce; readonly pricer: Pricer | null };

/** Builds every part, restores what the store holds, and begins to collect and to serve. */
export async function startService(given: ServiceOptions): Promise<Service> {
  const { config, settings } = given;
  const again = settings?.again ?? null;
  const live = new SettingsInForce({ ...given, given: given.secrets, origins: settings?.origins ?? null, again });
  requireSettings(given.connectors, { config, secrets: live.secrets });
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
  const opening = node?.isReplica === true ? Promise.resolve(node.gathering) : openCollecting(chosen, parts);
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
    else await restoreBook({ ...parts, now, log, ...(node !== null && { skewMs: node.skewMs }) });
    await untilStored(parts);
    return await service.begin();
  } catch (error) {
    await service.stop();
    throw error;
  }
}

// A start waits for that much to be in the store, so that what was published before is there when it is ready
const mostAwaited = 200_000;

/** Resolves when the store has taken what it lacked, unless that takes long. */
async function untilStored({ storeFollower, tape }: Parts): Promise<void> {
  if (storeFollower === null || tape.head - storeFollower.lastTaken > mostAwaited) return;
  await inTime(storeFollower.reached(tape.head), storedPatience, systemClock.after);
}

const pricerOf = async (config: Config): Promise<Pricer | null> =>
  config['api.shapes'].includes('tf2autobot')
    ? await openPricer(config['api.tf2Schema'], config['api.tf2Marketplaces'])
    : null;

/** Joins the cluster; NATS is loaded only here. */
async function joinCluster(options: ServiceOptions): Promise<ClusterNode> {
  const { config, log, now, signal = new AbortController().signal } = options;
  const { openNode } = await import('./cluster/open-node.ts');
  return await openNode({ ...options, signal, openStore: () => openStore(storeSettings(config, now, log)) });
}

class RunningService {
  readonly #options: RunningOptions;
  readonly #parts: Parts;
  readonly #collecting: Gathering;
  readonly #node: ClusterNode | null;
  readonly #stopping = new AbortController();
  readonly #pictureAsk;
  readonly #storeMetrics: StoreMetrics;
  readonly #reads: AcceptedReads;
  readonly #copies: BackupSource;
  readonly #tasks: RecurringTasks;
  /** Null where past states are not kept. */
  readonly #stateKeeper: StateKeeper | null;
  #api: Api | null = null;
  /** Null where readers connect to this process directly. */
  readonly #fronts: Fronts | null;
  /** Null where another node runs the alerts. */
  #alerts: Alerts | null = null;
  #isReady = false;
  #origin = '';

  constructor(options: RunningOptions, parts: Parts, collecting: Gathering, node: ClusterNode | null) {
    this.#options = options;
    this.#node = node;
    this.#parts = parts;
    this.#collecting = collecting;
    this.#reads = acceptedReads(parts.store, parts.writer);
    this.#storeMetrics = new StoreMetrics(parts.store.usage, options.now);
    const { keepsStates, storeFollower, store } = parts;
    const keeping = { ...parts, ...options, states: store.states, signal: this.#stopping.signal };
    this.#stateKeeper = keepsStates && storeFollower !== null ? new StateKeeper({ ...keeping, storeFollower }) : null;
    this.#fronts =
      options.config['http.workers'] === 0 ? null : new Fronts({ ...options, keys: parts.keys, script: frontWorker });
    this.#copies = this.#createCopies();
    const writerStats = this.#writerStats;
    const shared = { copies: this.#copies, stateKeeper: this.#stateKeeper, pending: this.#pending, writerStats };
    this.#tasks = new RecurringTasks(options, { parts, collecting, node, atRest: this.#atRest, ...shared });
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
    this.#alerts = await openAlerts(this.#options, this.#parts, this.#collecting.collector.health, this.#node);
  }

  /** Listens from now on; until the service is ready, only requests that read nothing but the tape are served. */
  async listen(): Promise<void> {
    const { config } = this.#options;
    if (this.#node === null) this.#parts.hub.loads();
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
    hub.loaded();
    const { log: streamLog } = hub;
    const position = () => ({ epoch: streamLog.epoch, sequence: streamLog.head });
    this.#node?.begin({ position });
    this.#alerts?.start();
    if (this.#alerts !== null) this.#node?.answerForRules(this.#alerts);
    this.#collecting.start(failed);
    this.#tasks.begin(failed);
    this.#options.live.follow((config) => this.#follow(config));
    const token = this.#api?.issueToken().token ?? '';
    const dashboard = dashboardAddress(this.#origin, token);
    // A node that reads nothing may have no right to create one
    const firstKey = this.#node?.isReplica === true ? null : await firstKeyOf(keys);
    const stop = (isFault?: boolean) => this.stop(isFault);
    return { origin: this.#origin, dashboard, keys, firstKey, reload: () => this.#reload(), stop };
  }

  async #reload(): Promise<void> {
    const { live, log } = this.#options;
    await live.reload().catch((error: unknown) => {
      const found = error instanceof Error ? error.message : String(error);
      log.error({ found }, 'settings and credentials not reloaded');
    });
  }

  /** Applies changed settings; resolves to the marketplaces that were restarted. */
  async #follow(config: Config): Promise<readonly string[]> {
    const { log, live } = this.#options;
    log.level = config['log.level'];
    this.#alerts?.change(waysOf(config, live.secrets));
    await this.#tasks.change(config);
    return await this.#collecting.collector.renew();
  }

  async stop(isFault = false): Promise<void> {
    const snapshotBy = performance.now() + snapshotPatience;
    if (isFault) this.#parts.keeper.distrust();
    this.#node?.stopping(shutdownPatience);
    this.#parts.hub.stop();
    this.#stopping.abort();
    // What waits is written while responses are finished
    void this.#parts.writer.flush();
    // All that publish or push have to stop before the recorder and the writer do
    await Promise.all([this.#fronts?.stop(), this.#api?.close(), this.#stopPublishing()]);
    this.#pictureAsk.close();
    if (this.#node === null) await this.#alerts?.stop();
    await closeParts(this.#parts, this.#options.log, { stateKeeper: this.#stateKeeper, snapshotBy });
    await this.#collecting.storeLastCompleteness();
    await this.#node?.leave();
  }

  /** Hands the tape over immediately: readers that are still answered and rows that are still stored need not delay the next writer. */
  async #stopPublishing(): Promise<void> {
    await Promise.all([this.#collecting.stop(), this.#tasks.stop()]);
    if (this.#node === null) return;
    await this.#parts.recorder.close();
    // The next writer goes on with the alerts
    await this.#alerts?.stop();
    await this.#node.handOver();
  }

  readonly #atRest = (task: () => Promise<void>): Promise<void> => this.#parts.writer.atRest(task, restPatience);

  /** Exports of what is written serve better than none, so a failure is only logged. */
  readonly #written = (): Promise<void> =>
    this.#atRest(async () => {}).catch((error: Error) => {
      this.#options.log.warn({ error: error.message }, 'export incomplete: rows not yet written are missing');
    });

  /** Changes in the book that the stream has not published yet; null in a node that follows the tape, which has none. */
  get #pending() {
    const { recorder } = this.#parts;
    if (this.#node?.isReplica === true) return null;
    return { last: () => recorder.last, untilPublished: () => recorder.flush() };
  }

  get #past() {
    const { config, now } = this.#options;
    const { storeFollower, recorder } = this.#parts;
    if (this.#stateKeeper === null || storeFollower === null) return null;
    const untilPushed = () => inTime(storeFollower.reached(recorder.last), pushedPatience, systemClock.after);
    const keptDays = config['store.statesDays'];
    const states = this.#parts.store.states;
    const reads = this.#reads;
    const { fees, terms, itemPages } = this.#parts;
    const emptyBook = () => createBook(fees, terms, itemPages);
    return createPastReader({ states, reads, emptyBook, untilPushed, keptDays, now });
  }

  /** A node of a cluster can write rows of two kinds: those of the tape, and those that are not on it. */
  readonly #writerStats = (): WriterStats => {
    const own = this.#parts.writer.stats();
    const storing = this.#node?.storing() ?? null;
    return storing === null ? own : totalOf(own, storing);
  };

  #metrics(): Metric[] {
    const { config, now, connectors } = this.#options;
    const { publisher, tape, recorder } = this.#parts;
    return [
      ...writerMetrics(this.#writerStats(), now()),
      ...this.#storeMetrics.metrics(),
      publisher.gaps.metric(connectors.map(({ slug }) => marketplaceWithSlug(slug).id)),
      ...tapeMetrics(tape, recorder, now()),
      ...folderMetrics(config['data.folder']),
      ...this.#tasks.metrics(),
      ...(this.#fronts === null ? [] : frontMetrics(this.#fronts.figures())),
      ...alertMetrics(this.#alerts),
    ];
  }

  /** The rules, whichever node evaluates them. */
  #ruleActions(): { readonly alerts?: RuleActions } {
    const alerts = this.#alerts ?? this.#node?.rules;
    return alerts === undefined ? {} : { alerts };
  }

  #createCopies(): BackupSource {
    const { config, now } = this.#options;
    const { store, book } = this.#parts;
    const cluster = this.#node && config['cluster.name'];
    const parts = { store, dataFolder: config['data.folder'], book: async () => book };
    return createBackupSource({ ...parts, atRest: this.#atRest, written: this.#written, now, cluster });
  }

  /** Waits for a lookup; none is made before the service is ready. */
  readonly #offersLookedUp = async (marketplaceId: number, game: Game, name: string): Promise<void> => {
    const patience = this.#options.config['api.lookupMilliseconds'];
    if (this.#isReady) await this.#collecting.collector.offersLookedUp(marketplaceId, game, name, patience);
  };

  #createApi(): Promise<Api> {
    const { config, log, now, isPlayed, connectors, pricer } = this.#options;
    const { book, keys, rates, fees, terms, hub, recorder } = this.#parts;
    const { collector } = this.#collecting;
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
      rates: rates.usable,
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
        settings: { ...streamSettingsOf(config), ...(node !== null && { elsewhere: node.nodes.connections }) },
        ...(this.#pending !== null && { pending: this.#pending }),
        // A node of a cluster does not know the head of the tape before it is ready
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
      liveTerms: this.#parts.liveTerms,
      ...(this.#fronts !== null && { fronts: this.#fronts }),
      ...(node !== null && { nodes: () => node.nodes.list(), usedElsewhere: node.uses }),
      dashboard: readDashboard(dashboardFolder),
      readPicture: (address) => readImage(this.#pictureAsk.send, address, this.#stopping.signal),
      ...this.#ruleActions(),
      keyUseFile: join(dataFolder, 'key-use.json'),
      copies: this.#copies,
      backups: this.#tasks.backups,
      mcp: createMcpDoor({ origin: () => this.#origin, version, now }),
    });
  }
}

// Counted from the beginning of the stop; the rest has to be closed before the process is killed after 9 s
const snapshotPatience = 7_000;

// A store that takes nothing does not hold up a start
const storedPatience = 5_000;

// A request of the past waits that long for what was published before it; where the store is behind, it is refused
const pushedPatience = 2_000;

// How long rows can be held back before a backup gives up
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
    throw listenRefusal(config, error.code) ?? error;
  });
  return (server.address() as AddressInfo).port;
}

const originOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

async function firstKeyOf(keys: Keys): Promise<string | null> {
  if (keys.list().length > 0) return null;
  try {
    return (await keys.create({ name: 'first', websocketAccess: true })).text;
  } catch (error) {
    // Another node of the cluster created one at the same moment, or has to
    if (keys.list().length > 0 || error instanceof KeysReadOnly) return null;
    throw error;
  }
}
