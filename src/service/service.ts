import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Alerts } from '../alerts/alerts.ts';
import { type Api, createApi } from '../api/create-api.ts';
import type { Keys } from '../api/keys.ts';
import { readDashboard } from '../api/pages/dashboard.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createHttpClient } from '../collect/request/http-client.ts';
import { imageLimits, readImage } from '../collect/request/image.ts';
import { publicLookup } from '../collect/request/public-address.ts';
import type { Connector } from '../contract/connector.ts';
import { guarded } from '../guarded.ts';
import type { Log } from '../log.ts';
import { createMcpDoor } from '../mcp/http.ts';
import { marketplaceWithSlug, StartRefused } from '../schema/index.ts';
import type { Config } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import { createLineage, type Lineage } from '../upstream/lineage.ts';
import { inTime } from '../waiting.ts';
import { alertMetrics, openAlerts } from './alerts/open-alerts.ts';
import { createBackupSource, dropOutgoing } from './backup-source.ts';
import type { ClusterNode, Gathering } from './cluster/node.ts';
import { openCollecting } from './collecting.ts';
import { availabilityOf } from './connectors/availability.ts';
import { chosenConnectors, isSwitchedOn } from './connectors/chosen-connectors.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { folderMetrics } from './folder-metrics.ts';
import { limitsOf } from './limits.ts';
import { createMaintenance } from './maintenance.ts';
import { createSourceTeller } from './open-hub.ts';
import { openParts, type Parts, storedByAnother, storeSettings } from './open-parts.ts';
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
};

export type Service = {
  readonly origin: string;
  /** Opens the dashboard as the operator, once. */
  readonly dashboard: string;
  /** The key made because there was none, readable this once; null on every later start. */
  readonly firstKey: string | null;
  readonly keys: Keys;
  /** Answers what was asked, writes what is left, gives the data folder free. */
  readonly stop: () => Promise<void>;
};

/** Builds every part, puts back what the store kept, and begins to collect and to serve. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  if (config['cluster.nats'].length === 0) return await startWith(options, null);
  const node = await joinCluster(options);
  return await startWith(options, node).catch(async (error: unknown) => {
    await node.leave();
    throw error;
  });
}

async function startWith(options: ServiceOptions, node: ClusterNode | null): Promise<Service> {
  const { config, log, now } = options;
  const chosen = { ...options, connectors: chosenConnectors(options.connectors, config), node };
  const parts = await openParts(chosen);
  const opening = node?.isReplica === true ? Promise.resolve(node.told) : openCollecting(chosen, parts);
  const collecting: Gathering = await opening.catch(async (error: unknown) => {
    await closeParts(parts);
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

/** Nothing of NATS is loaded before it is wanted. */
async function joinCluster(options: ServiceOptions): Promise<ClusterNode> {
  const { config, log, now, signal = new AbortController().signal } = options;
  const { openNode } = await import('./cluster/open-node.ts');
  return await openNode({ ...options, signal, openStore: () => openStore(storeSettings(config, now, log)) });
}

/** Tells and writes what is left; nobody may tell anything any more. */
async function closeParts({ recorder, writer, tape, store }: Parts): Promise<void> {
  try {
    await recorder.close();
    await writer.stop(shutdownPatience);
  } finally {
    // A disk that hangs must not keep the database from being closed
    await inTime(tape.close(), shutdownPatience, systemClock.after).finally(store.close);
  }
}

class RunningService {
  readonly #options: ServiceOptions;
  readonly #parts: Parts;
  readonly #collecting: Gathering;
  readonly #node: ClusterNode | null;
  readonly #stopping = new AbortController();
  readonly #pictureAsk;
  readonly #storeMetrics: StoreMetrics;
  readonly #ticking: NodeJS.Timeout[] = [];
  readonly #publisher: Publisher | null;
  #api: Api | null = null;
  /** Null where another node keeps them. */
  #alerts: Alerts | null = null;
  #upkeeping: Promise<void> = Promise.resolve();
  #isReady = false;
  #origin = '';

  constructor(options: ServiceOptions, parts: Parts, collecting: Gathering, node: ClusterNode | null) {
    this.#options = options;
    this.#node = node;
    this.#parts = parts;
    this.#collecting = collecting;
    this.#storeMetrics = new StoreMetrics(parts.store.usage, options.now);
    this.#publisher = this.#createPublisher();
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

  /** Answers from now on; that it is not ready, until it is. */
  async listen(): Promise<void> {
    this.#api = await this.#createApi();
    this.#origin = await listen(this.#api.server, this.#options.config);
  }

  async begin(): Promise<Service> {
    const { keys } = this.#parts;
    const { log } = this.#options;
    const failed = (error: unknown) => log.error({ error: String(error) }, 'a task of the service failed');
    await this.#storeMetrics.refresh();
    this.#isReady = true;
    const { log: told } = this.#parts.hub;
    const place = () => ({ epoch: told.epoch, sequence: told.head });
    this.#node?.begin({ place });
    this.#alerts?.start();
    this.#collecting.start(failed);
    this.#tick(failed);
    const token = this.#api?.issueToken().token ?? '';
    const dashboard = dashboardAddress(this.#origin, token);
    return { origin: this.#origin, dashboard, keys, firstKey: await firstKeyOf(keys), stop: () => this.stop() };
  }

  async stop(): Promise<void> {
    for (const timer of this.#ticking) clearInterval(timer);
    this.#node?.stopping(shutdownPatience);
    this.#parts.hub.stop();
    this.#stopping.abort();
    // Nobody may tell or push anything any more when the recorder and the writer stop
    await Promise.all([this.#api?.close(), this.#collecting.stop(), this.#upkeeping, this.#publisher?.stop()]);
    this.#pictureAsk.close();
    await this.#alerts?.stop();
    await closeParts(this.#parts);
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
    // The node that collects does the rest, too
    if (this.#node?.isReplica === true) return;
    every(() => tellChanges(collector.health()), sourceLogMs);
    every(runMaintenance, 60_000);
    every(tellHealth, 2_000);
    every(() => void this.#collecting.keepTold(), keepToldMs);
  }

  /** What the book has and the stream has not told yet; what follows the tape has none of it. */
  get #pending() {
    const { recorder } = this.#parts;
    if (this.#node?.isReplica === true) return null;
    return { last: () => recorder.last, told: () => recorder.flush() };
  }

  #createPublisher(): Publisher | null {
    const { config, now } = this.#options;
    if (config['publish.folder'] === '') return null;
    const { book, hub } = this.#parts;
    const place = () => ({ epoch: hub.log.epoch, sequence: this.#pending?.last() ?? hub.log.head });
    const told = async () => await this.#pending?.told();
    return new Publisher(config, { book, places: { place, told }, now, version });
  }

  /** What is done to the store once a day. In a cluster others write to it, too, and no item may be forgotten meanwhile. */
  #tidied(): { readonly tidy: () => Promise<void> } {
    const { config, log, now } = this.#options;
    const { store, writer } = this.#parts;
    const days = config['store.itemDays'];
    const forget = async () => {
      const items = await store.forgetItems(now() - days * 86_400_000);
      if (items > 0) log.info({ items, days }, 'items forgotten that nothing was told of');
    };
    const tidy = async () => {
      await store.tidy();
      if (days > 0 && this.#node === null) await writer.atRest(forget, restPatience);
    };
    return { tidy };
  }

  #createApi(): Promise<Api> {
    const { config, log, now, isPlayed, connectors } = this.#options;
    const { book, store, keys, writer, rates, fees, hub, tape, recorder, teller } = this.#parts;
    const { collector } = this.#collecting;
    const node = this.#node;
    const dataFolder = config['data.folder'];
    const lineage = this.#options.lineage ?? createLineage(serviceIdOf(dataFolder, true));
    const atRest = (task: () => Promise<void>) => writer.atRest(task, restPatience);
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
      },
      settings: {
        cacheSeconds: config['api.cacheSeconds'],
        cacheMegabytes: config['api.cacheMegabytes'],
        openMetrics: config['http.openMetrics'],
        shapes: config['api.shapes'],
      },
      lineage: lineage.header,
      metrics: () => [
        ...writerMetrics(writer.stats()),
        ...this.#storeMetrics.metrics(),
        teller.gaps.metric(connectors.map(({ slug }) => marketplaceWithSlug(slug).id)),
        ...tapeMetrics(tape, recorder, now()),
        ...folderMetrics(dataFolder),
        ...publisherMetrics(this.#publisher),
        ...alertMetrics(this.#alerts),
      ],
      limits: limitsOf(config),
      ...(node !== null && { nodes: () => node.nodes.list() }),
      dashboard: readDashboard(dashboardFolder),
      readPicture: (address) => readImage(this.#pictureAsk.send, address, this.#stopping.signal),
      alerts: this.#alerts,
      keyUseFile: join(dataFolder, 'key-use.json'),
      copies: createBackupSource({ copies: store.copies, dataFolder, atRest, cluster: node && config['cluster.name'] }),
      mcp: createMcpDoor({ origin: () => this.#origin, version, now }),
    });
  }
}

// With the 5 s that answers and requests under way may take, below the 10 s after which supervisors kill
const shutdownPatience = 4_000;

const sourceLogMs = 5_000;

const publishLookMs = 2_000;

const keepToldMs = 5_000;

// How long rows may be held back before a backup gives up
const restPatience = 20_000;

const streamSettingsOf = (config: Config) => ({
  connectionsPerKey: config['stream.connectionsPerKey'],
  requireDeflate: config['stream.requireDeflate'],
  outboxBytes: config['stream.outboxKilobytes'] * 1024,
});

async function listen(server: Server, config: Config): Promise<string> {
  const host = config['http.host'];
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config['http.port'], host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartRefused(
      `port ${config['http.port']} of ${host} is taken; stop what listens there or choose another with --http-port`,
    );
  });
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

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
