import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as letOthersWork, setTimeout as sleep } from 'node:timers/promises';
import { createApi } from '../api/create-api.ts';
import { type Keys, openKeys } from '../api/keys.ts';
import { readDashboard } from '../api/pages/dashboard.ts';
import type { Book } from '../book/book.ts';
import { createBook } from '../book/create-book.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createCollector } from '../collect/collector.ts';
import { createHttpClient } from '../collect/request/http-client.ts';
import { imageLimits, readImage } from '../collect/request/image.ts';
import { publicLookup } from '../collect/request/public-address.ts';
import { defaultLimits } from '../collect/request/response-body.ts';
import type { Connector } from '../contract/connector.ts';
import { guarded } from '../guarded.ts';
import type { Log } from '../log.ts';
import { createMcpDoor } from '../mcp/http.ts';
import { createExchangeRates, type ExchangeRates, ratedCurrencies } from '../normalise/exchange-rates.ts';
import {
  type Game,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  marketplaceWithSlug,
  type Rate,
  StartRefused,
} from '../schema/index.ts';
import type { Config } from '../settings.ts';
import { openStore, type StorePlace } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createWriter } from '../store/writer.ts';
import { createLineage, type Lineage } from '../upstream/lineage.ts';
import { createBackupSource, dropOutgoing } from './backup-source.ts';
import { availabilityOf } from './connectors/availability.ts';
import { chosenConnectors, createItemIds, isSwitchedOn } from './connectors/chosen-connectors.ts';
import { knownFees } from './connectors/known-fees.ts';
import { dashboardAddress } from './dashboard-address.ts';
import { folderMetrics } from './folder-metrics.ts';
import { createIntake, rowsOf } from './intake.ts';
import { limitsOf } from './limits.ts';
import { createMaintenance } from './maintenance.ts';
import { createSourceTeller, openHub } from './open-hub.ts';
import { openOperatorToken } from './operator-token.ts';
import { keyInDollars } from './rates/key-in-dollars.ts';
import { createKeyRateLoader } from './rates/key-rates.ts';
import { createRateLoader } from './rates/rate-loader.ts';
import { createReachabilityWatch } from './reachability.ts';
import { serviceIdOf } from './service-id.ts';
import { createSourceLog } from './source-log.ts';
import { StoreMetrics } from './store-metrics.ts';
import { dashboardFolder, userAgent, version } from './version.ts';
import { writerMetrics } from './writer-metrics.ts';

export type ServiceOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  /** The marketplaces are played on this machine: every page says so. */
  readonly isPlayed: boolean;
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

/** The API keys of a data folder. */
export const keysOf = (folder: string, now: () => number, more: { log?: Log; operatorToken?: string } = {}): Keys => {
  mkdirSync(folder, { recursive: true });
  return openKeys({ file: join(folder, 'keys.json'), now, ...more });
};

/** The API keys of a data folder with the token of its operator, which is made where there is none to rely on. */
async function operatedKeys(config: Config, now: () => number, log: Log): Promise<Keys> {
  const { token, remark } = openOperatorToken(config['data.folder']);
  if (remark !== null) log.warn({ remark }, 'operator token');
  return keysOf(config['data.folder'], now, { log, operatorToken: token });
}

/** Builds every part, puts back what the store kept, and begins to collect and to serve. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, now, random, isPlayed } = options;
  const connectors = chosenConnectors(options.connectors, config);
  const fees = knownFees(connectors, config);
  const store = await openStore({
    at: placeOf(config),
    now,
    log,
    fsync: config['store.fsync'],
    priceHistoryDays: config['store.historyDays'],
    salesDays: config['store.salesDays'],
    memoryMegabytes: config['store.memoryMegabytes'],
  });
  const storeMetrics = new StoreMetrics(store.usage, now);
  // Not before the folder is known to be this process's own
  const keys = await operatedKeys(config, now, log).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const writer = createWriter({ store, log, now });
  const atRest = (task: () => Promise<void>) => writer.atRest(task, restPatience);
  const copies = createBackupSource({ copies: store.copies, dataFolder: config['data.folder'], atRest });
  const book = createBook(fees);
  const hub = openHub({ config, book, connectors, now });
  const rates = createExchangeRates({ now });
  const itemIds = createItemIds(config['collect.itemIds']);
  const relay = config['collect.relay'] || null;
  const lineage = options.lineage ?? createLineage(serviceIdOf(config['data.folder'], true));

  const clock: Clock = { ...systemClock, now };
  const collector = createCollector({
    connectors,
    secrets: options.secrets,
    sink: createIntake({ book, rates, writer, hub }),
    random,
    clock,
    relay,
    log,
    names: book.names,
    hasItem: book.hasItem,
    valueOf: book.highestAskUsd,
    marketplaceItemId: (id, game, name) => book.marketplaceItemId(id, game, name) ?? itemIds(id, game, name),
    isOn: (slug, source) =>
      config['collect.enable'].some((name) => name === 'all' || name === `${slug}/${source}`) || null,
    lastCount: await lastCountIn(store),
    userAgent,
  });
  const rateAsk = createHttpClient({ relay, limits: defaultLimits, userAgent, clock });
  const rateLoading = {
    ask: rateAsk.send,
    rates,
    keep: (accepted: readonly Rate[]) => writer.push(accepted.map((row) => ({ table: 'rates', row }))),
    clock,
    log,
  };
  const rateLoader = createRateLoader(rateLoading);
  const keyRateLoader = createKeyRateLoader({
    ...rateLoading,
    secrets: options.secrets,
    keyInDollars: () => keyInDollars(book, now()),
    moved: async (signal) => {
      for (const changes of book.reconvert(now, rates.toPrices)) {
        if (signal.aborted) return;
        hub.publish(changes);
        writer.push(rowsOf(changes));
        await Promise.all([writer.ready(), letOthersWork()]);
      }
    },
  });
  const readsTf2 = connectors.some(({ games }) => games.includes('TF2'));
  const pictureAsk = createHttpClient({
    relay,
    lookup: publicLookup(),
    limits: imageLimits,
    userAgent,
    clock,
  });
  const stopping = new AbortController();
  const maintenance = createMaintenance({
    book,
    writer,
    hub,
    store,
    connectors,
    keepHours: config['collect.keepHours'],
    now,
  });
  const watchReachability = createReachabilityWatch(log);
  const tellChanges = createSourceLog(log);
  const tellSources = createSourceTeller(hub);

  let isReady = false;
  let origin = '';
  const api = await createApi({
    book,
    store,
    keys,
    availability: connectors.map((connector) =>
      availabilityOf(connector, (source) => isSwitchedOn(config, connector.slug, source)),
    ),
    health: collector.health,
    isReady: () => isReady,
    writer: writer.stats,
    rates: rates.usable,
    fees,
    asked: collector.itemRequested,
    offersLookedUp: (marketplaceId, game, name) =>
      collector.offersLookedUp(marketplaceId, game, name, config['api.lookupMilliseconds']),
    isPlayed,
    version,
    now,
    log,
    stream: { hub, settings: streamSettingsOf(config) },
    settings: {
      cacheSeconds: config['api.cacheSeconds'],
      cacheMegabytes: config['api.cacheMegabytes'],
      openMetrics: config['http.openMetrics'],
    },
    lineage: lineage.header,
    metrics: () => [
      ...writerMetrics(writer.stats()),
      ...storeMetrics.metrics(),
      ...folderMetrics(config['data.folder']),
    ],
    limits: limitsOf(config),
    dashboard: readDashboard(dashboardFolder),
    readPicture: (address) => readImage(pictureAsk.send, address, stopping.signal),
    copies,
    mcp: createMcpDoor({ origin: () => origin, version, now }),
  });

  let upkeeping: Promise<void> = Promise.resolve();
  const runMaintenance = () => {
    upkeeping = maintenance.run().catch((error: unknown) => {
      log.error({ error: String(error) }, 'upkeep failed; it is tried again within a minute');
    });
  };
  const tellHealth = () => {
    const sources = collector.health();
    watchReachability(sources);
    tellSources(sources);
  };
  const failed = (error: unknown) => log.error({ error: String(error) }, 'a task of the service failed');
  const ticking: NodeJS.Timeout[] = [];

  const stop = async () => {
    for (const timer of ticking) clearInterval(timer);
    hub.stop();
    stopping.abort();
    // Nobody may push rows any more when the writer stops
    await Promise.all([api.close(), collector.stop(), rateLoader.stop(), keyRateLoader.stop(), upkeeping]);
    rateAsk.close();
    pictureAsk.close();
    try {
      await writer.stop(shutdownPatience);
    } finally {
      await store.close();
    }
  };

  try {
    await dropOutgoing(config['data.folder']);
    origin = await listen(api.server, config);
    rates.accept(await store.lastRates());
    await restore(book, store, rates, log);
    await storeMetrics.refresh();
    isReady = true;
    const ratesAsked = Promise.all([rateLoader.start(), readsTf2 && keyRateLoader.start()]);
    // What is read before any rate is known stays unconverted until it is read again, which may be hours
    if (ratedCurrencies.every((currency) => rates.trouble(currency) === null)) collector.start();
    else {
      const rated = Promise.race([ratesAsked, sleep(ratePatience, undefined, { ref: false })]);
      rated.then(collector.start).catch(failed);
    }
    ticking.push(
      setInterval(guarded(runMaintenance, failed), 60_000),
      setInterval(guarded(tellHealth, failed), 2_000),
      setInterval(
        guarded(() => tellChanges(collector.health()), failed),
        sourceLogMs,
      ),
    );
    const dashboard = dashboardAddress(origin, api.issueToken().token);
    return { origin, dashboard, keys, firstKey: await firstKeyOf(keys), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

// With the 5 s that answers and requests under way may take, below the 10 s after which supervisors kill
const shutdownPatience = 4_000;

const ratePatience = 3_000;

const sourceLogMs = 5_000;

// How long rows may be held back before a backup gives up
const restPatience = 20_000;

/** How long each list was when it was last read in full, so that a short one is doubted after a restart too. */
async function lastCountIn(store: Store): Promise<(slug: string, source: string, game: Game) => number | null> {
  const key = (marketplaceId: number, source: string, game: Game) => `${marketplaceId} ${source} ${game}`;
  const found = await store.lastRowCounts();
  const counts = new Map(found.map((one) => [key(one.marketplaceId, one.source, one.game), one.rows]));
  return (slug, source, game) => counts.get(key(marketplaceWithSlug(slug).id, source, game)) ?? null;
}

const streamSettingsOf = (config: Config) => ({
  connectionsPerKey: config['stream.connectionsPerKey'],
  requireDeflate: config['stream.requireDeflate'],
  outboxBytes: config['stream.outboxKilobytes'] * 1024,
});

const placeOf = (config: Config): StorePlace => {
  if (config['store.url'] === '') return { folder: config['data.folder'] };
  const cluster = config['store.cluster'];
  return { url: config['store.url'], database: config['store.database'], ...(cluster !== '' && { cluster }) };
};

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

/** The book as it was when the service last stopped, however it stopped, its prices converted at the rates of now. */
async function restore(book: Book, store: Store, rates: ExchangeRates, log: Log): Promise<void> {
  // In place: the rows are read for nobody else, and copies of millions would take seconds
  const atRates = (row: LiveOffer | LiveBuyOrder | LiveQuote) =>
    Object.assign(row, { prices: rates.toPrices('lowest' in row ? row.lowest : row.price) });
  const counts = { quotes: 0, offers: 0, buyOrders: 0, figures: 0 };
  for (const [what, chunks] of [
    ['quotes', store.quotes()],
    ['offers', store.liveOffers()],
    ['buyOrders', store.liveBuyOrders()],
  ] as const) {
    for await (const rows of chunks) {
      book.restore(rows.map(atRates));
      counts[what] += rows.length;
    }
  }
  for await (const floors of store.figures()) {
    book.restoreFloors(floors);
    counts.figures += floors.length;
  }
  log.info(counts, 'book restored');
}

const firstKeyOf = async (keys: Keys): Promise<string | null> =>
  keys.list().length > 0 ? null : (await keys.create({ name: 'first', websocketAccess: true })).text;
