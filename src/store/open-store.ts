import type { Clock } from '../runtime/clock.ts';
import { type DayFile, type ExportRequest, type PastTable, type StandingTable, StartRefused } from '../schema/index.ts';
import { createAppend, createMark } from './append.ts';
import { clusterLayout, plainLayout } from './clickhouse/layout.ts';
import { migrate } from './clickhouse/migrate.ts';
import { migrations } from './clickhouse/migrations/steps.ts';
import { applyTableSettings } from './clickhouse/table-settings.ts';
import type { DuckEngine } from './duckdb/engine.ts';
import { exportDayFile } from './duckdb/exports/export-day.ts';
import { exportStanding, exportTable, type StandingRows } from './duckdb/exports/export-table.ts';
import { addToLake, type LakeAddition } from './duckdb/exports/lake.ts';
import { type LakeTable, parquetTypes, writeLakeDatabase } from './duckdb/exports/lake-views.ts';
import { Maintenance } from './duckdb/maintenance.ts';
import { openDuck, refuseOldStore } from './duckdb/open.ts';
import { type StoreSnapshot, takeSnapshot } from './duckdb/snapshot.ts';
import { type Engine, ofEarlierRelease, type ServerAddress } from './engine.ts';
import { claimFolder, noteOwner, oldStoreIn, openingFailure } from './folder.ts';
import type { Keeping } from './keeping.ts';
import { queryAskCandles, queryBidCandles, querySaleCandles } from './queries/candles.ts';
import { queryConditions, queryNewestSourceDays } from './queries/conditions.ts';
import { queryCoverage } from './queries/coverage.ts';
import { queryDailyWorths } from './queries/daily-worths.ts';
import { forgetItems } from './queries/forget-items.ts';
import { queryHistoryStart, queryItemHistory } from './queries/item-history.ts';
import { queryLastRates } from './queries/last-rates.ts';
import { queryLastReadings } from './queries/last-readings.ts';
import { queryPastRates } from './queries/past-rates.ts';
import { queryPriceHistory } from './queries/price-history.ts';
import { queryRemovals } from './queries/removals.ts';
import { findSales } from './queries/sales/find-sales.ts';
import { querySaleCounts } from './queries/sales/sale-counts.ts';
import { querySales } from './queries/sales/sales.ts';
import { queryTapeMark } from './queries/tape-mark.ts';
import { StoredStates } from './states/past-states.ts';
import type { Store, StoreUsage } from './store.ts';

export type StoreLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
};

export type StoreLocation =
  | { readonly folder: string }
  | (ServerAddress & { readonly database?: string; readonly cluster?: string });

export type StoreSettings = {
  /** Folder of the embedded engine, or address of a server. */
  readonly at: StoreLocation;
  readonly now: Clock['now'];
  readonly log?: StoreLog;
  /** Whether acknowledged rows survive a power cut; writing then runs at about a third of the rate. */
  readonly fsync?: boolean;
  /** Days after which price points are removed; kept forever when missing. */
  readonly priceHistoryDays?: number;
  /** Days after which sales are removed; kept forever when missing or 0. */
  readonly salesDays?: number;
  readonly sourceRunDays?: number;
  /** Days for which past states can be asked for; 1 by default. */
  readonly statesDays?: number;
  /** Memory limit of the embedded engine. */
  readonly memoryMegabytes?: number;
  /** Whether it is only copied from: then it is not migrated, but refused if older, and its retention is not changed. */
  readonly staysAsItIs?: boolean;
};

export type OpenStore = Store & {
  /** Deletes the items of which nothing else is stored; resolves with their number. Nothing may be appended until then. */
  readonly forgetItems: () => Promise<number>;
  readonly usage: () => Promise<StoreUsage>;
  /** Snapshots and exports; null for a server, which can only write to its own disks. */
  readonly copies: StoreCopies | null;
};

export type StoreCopies = {
  /** Takes a snapshot of all tables at one instant; `atRest` runs a task while nothing is appended. One at a time. */
  readonly snapshot: (atRest: (task: () => Promise<void>) => Promise<void>) => Promise<StoreSnapshot>;
  /** Exports a table for analysis to a new file. */
  readonly exportTo: (request: ExportRequest<PastTable>, file: string) => Promise<void>;
  /** The same for rows that are not in the database. */
  readonly exportStanding: (request: ExportRequest<StandingTable>, rows: StandingRows, file: string) => Promise<void>;
  /** Writes one file of a day to a new file. */
  readonly exportDayFile: (request: { readonly day: string; readonly file: DayFile }, path: string) => Promise<void>;
  /** The type of each column of a Parquet file. */
  readonly columnTypes: (path: string) => Promise<ReadonlyMap<string, string>>;
  /** Adds a file of a day to the files of its month; resolves with the rows of the files that were written, by bucket. */
  readonly addToLake: (addition: LakeAddition) => Promise<ReadonlyMap<string, number>>;
  /** Writes the views of a lake, whose files are in `root`, to a new database file. */
  readonly writeLakeDatabase: (
    tables: readonly LakeTable[],
    to: { readonly path: string; readonly root: string },
  ) => Promise<void>;
};

/** A database whose tables are there. */
type OpenResult = {
  readonly engine: Engine;
  readonly copies: StoreCopies | null;
  /** Names of the steps by which it was migrated. */
  readonly applied: readonly string[];
  /** Closes it, and lets others have it. */
  readonly close: () => Promise<void>;
};

type Opening = { readonly settings: StoreSettings; readonly keeping: Keeping };

const defaultDatabase = 'itemtape';

async function openFolder(folder: string, { settings, keeping }: Opening): Promise<OpenResult> {
  const { now, log, memoryMegabytes, staysAsItIs = false } = settings;
  const { pastPath, release } = await claimFolder(folder);
  refuseOldStore(oldStoreIn(folder), folder);
  const engine = await openDuck({ path: pastPath, memoryMegabytes, staysAsItIs }).catch(async (error) => {
    throw error instanceof StartRefused ? error : await openingFailure(folder, error);
  });
  const maintenance = staysAsItIs ? null : new Maintenance({ engine, keeping, now, warn: log?.warn ?? (() => {}) });
  const close = async () => {
    await maintenance?.stop();
    await engine.close();
    await release();
  };
  try {
    await noteOwner(folder, now);
    await maintenance?.begin();
    return { engine, copies: copiesOf(engine, now), applied: [], close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServer(at: Exclude<StoreLocation, { folder: string }>, opening: Opening): Promise<OpenResult> {
  const { database = defaultDatabase, cluster, ...address } = at;
  const { now, log, staysAsItIs = false } = opening.settings;
  // Its client is many files, which are read only where it is needed
  const { ClickHouseEngine } = await import('./clickhouse/engine.ts');
  const layout = cluster === undefined ? plainLayout(database) : clusterLayout(database, cluster);
  const engine = new ClickHouseEngine(address, layout);
  try {
    const applied = await migrate(engine, now, migrations, (steps) => {
      if (staysAsItIs) throw new Error(ofEarlierRelease);
      log?.info({ steps }, 'the database is migrated');
    });
    if (!staysAsItIs) await applyTableSettings(engine, opening.keeping);
    return { engine, copies: null, applied, close: () => engine.close() };
  } catch (error) {
    await engine.close();
    if (error instanceof StartRefused) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the ClickHouse server at ${locationText(at).url} cannot be used: ${why}`, { cause: error });
  }
}

const copiesOf = (engine: DuckEngine, now: Clock['now']): StoreCopies => ({
  snapshot: (atRest) => takeSnapshot(engine, now, atRest),
  exportTo: (request, file) => exportTable(engine, request, file),
  exportStanding: (request, rows, file) => exportStanding(engine, request, rows, file),
  exportDayFile: (request, path) => exportDayFile(engine, request, path),
  columnTypes: (path) => parquetTypes(engine, path),
  addToLake: (addition) => addToLake(engine, addition),
  writeLakeDatabase: (tables, to) => writeLakeDatabase(engine, tables, to),
});

const storeOver = (
  { engine, close }: OpenResult,
  now: Clock['now'],
  states: StoredStates,
): Omit<OpenStore, 'copies'> => {
  const { append, forgetNames } = createAppend(engine, states);
  const mark = createMark(engine);
  return {
    keepsPast: true,
    append,
    states,
    forgetItems: () => forgetItems(engine).finally(forgetNames),
    mark: async (position) => {
      await states.noteEnd();
      await mark(position);
    },
    markOf: (epoch) => queryTapeMark(engine, epoch),
    lastRates: () => queryLastRates(engine),
    lastReadings: () => queryLastReadings(engine),
    candles: (query, unwritten = []) => queryAskCandles(engine, query, unwritten),
    bidCandles: (query, unwritten = []) => queryBidCandles(engine, query, unwritten),
    saleCandles: (query, unwritten = []) => querySaleCandles(engine, query, unwritten),
    historyStart: (item, unwritten = []) => queryHistoryStart(engine, item, unwritten),
    itemHistory: (query, unwritten = []) => queryItemHistory(engine, query, unwritten),
    sales: (series, since, unwritten = []) => querySales(engine, series, since, unwritten),
    findSales: (query, unwritten = []) => findSales(engine, query, unwritten),
    removals: (query, unwritten = []) => queryRemovals(engine, query, unwritten),
    saleCounts: (...query) => querySaleCounts(engine, ...query),
    priceHistory: (series, since, until, points, current = null, unwritten = []) =>
      queryPriceHistory(engine, series, { since, until, points }, { current, unwritten }),
    dailyWorths: (query) => queryDailyWorths(engine, query),
    pastRates: () => queryPastRates(engine),
    conditions: (query, unwritten = []) => queryConditions(engine, query, now(), unwritten),
    newestSourceDays: () => queryNewestSourceDays(engine, now()),
    coverage: () => queryCoverage(engine, now),
    usage: () => engine.usage(),
    ping: () => engine.ping(),
    close,
  };
};

/** Where the store is, without user and password. */
function locationText(at: StoreLocation): {
  readonly folder?: string;
  readonly url?: string;
  readonly database?: string;
} {
  if ('folder' in at) return at;
  const { origin, pathname } = new URL(at.url);
  const { database = defaultDatabase, cluster } = at;
  return { url: origin + pathname, database, ...(cluster !== undefined && { cluster }) };
}

/** Opens the store and migrates its schema; resolves when it can be written and queried. */
export const openStore = async (settings: StoreSettings): Promise<OpenStore> => {
  const { at, now, log, fsync = false, priceHistoryDays, salesDays = 0, sourceRunDays = 30, statesDays } = settings;
  const startedAt = performance.now();
  const keeping = { fsync, priceHistoryDays, sourceRunDays, statesDays, salesDays: salesDays || undefined };
  const opening = { settings, keeping };
  const opened = 'folder' in at ? await openFolder(at.folder, opening) : await openServer(at, opening);
  try {
    const states = await StoredStates.open(opened.engine, now);
    const milliseconds = Math.round(performance.now() - startedAt);
    log?.info({ ...locationText(at), applied: opened.applied, milliseconds }, 'store open');
    return { ...storeOver(opened, now, states), copies: opened.copies };
  } catch (error) {
    await opened.close();
    throw error;
  }
};
