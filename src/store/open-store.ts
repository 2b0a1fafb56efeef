import type { Clock } from '../clock.ts';
import { type DayFile, type ExportRequest, type PastTable, type StandingTable, StartRefused } from '../schema/index.ts';
import { createAppend, createMark } from './append.ts';
import type { Engine, ServerAddress } from './engine.ts';
import { exportDayFile } from './exports/export-day.ts';
import { exportStanding, exportTable } from './exports/export-table.ts';
import type { StandingRows } from './exports/standing-file.ts';
import { claimFolder, noteOwner, openingFailure } from './folder.ts';
import { clusterLayout, type Layout, plainLayout } from './layout.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/steps.ts';
import { embeddedEngine, serverEngine } from './open-engine.ts';
import { queryAskCandles, queryBidCandles, querySaleCandles } from './queries/candles.ts';
import { queryConditions, queryNewestSourceDays } from './queries/conditions.ts';
import { queryCoverage } from './queries/coverage.ts';
import { queryDamagedParts } from './queries/damaged-parts.ts';
import { forgetItems } from './queries/forget-items.ts';
import { queryLastRates } from './queries/last-rates.ts';
import { queryLastReadings } from './queries/last-readings.ts';
import { queryPriceHistory } from './queries/price-history.ts';
import { querySaleCounts } from './queries/sale-counts.ts';
import { querySales } from './queries/sales.ts';
import { queryTapeMark } from './queries/tape-mark.ts';
import { queryUsage } from './queries/usage.ts';
import { dropSnapshot, type StoreSnapshot, takeSnapshot } from './snapshot.ts';
import { KeptStates } from './states/past-states.ts';
import type { Store, StoreUsage } from './store.ts';
import { applyTableSettings } from './table-settings.ts';

export type StoreLog = {
  readonly info: (data: object, text: string) => void;
  readonly warn: (data: object, text: string) => void;
};

export type StorePlace =
  | { readonly folder: string }
  | (ServerAddress & { readonly database?: string; readonly cluster?: string });

export type StoreSettings = {
  /** Folder of the embedded engine, or address of a server. */
  readonly at: StorePlace;
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
  /** Deletes the items of which nothing else is stored; resolves with their number. Nothing may be appended meanwhile. */
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
};

type Opened = { readonly engine: Engine; readonly layout: Layout; readonly release: () => Promise<void> };

const defaultDatabase = 'itemtape';

const openFolder = async (folder: string, now: Clock['now'], memoryMegabytes: number | undefined): Promise<Opened> => {
  const { enginePath, release } = await claimFolder(folder);
  const engine = await embeddedEngine(enginePath, memoryMegabytes).catch(async (error) => {
    throw error instanceof StartRefused ? error : await openingFailure(folder, error);
  });
  try {
    await noteOwner(folder, now);
    return { engine, layout: plainLayout(defaultDatabase), release };
  } catch (error) {
    await engine.close();
    throw error;
  }
};

const openServer = ({
  database = defaultDatabase,
  cluster,
  ...address
}: Exclude<StorePlace, { folder: string }>): Opened => ({
  engine: serverEngine(address, cluster !== undefined),
  layout: cluster === undefined ? plainLayout(database) : clusterLayout(database, cluster),
  release: async () => {},
});

const copiesOf = ({ engine, layout }: Opened, now: Clock['now']): StoreCopies => ({
  snapshot: (atRest) => takeSnapshot(engine, layout, now, atRest),
  exportTo: (request, file) => exportTable(engine, layout, request, file),
  exportStanding: (request, rows, file) => exportStanding(engine, request, rows, file),
  exportDayFile: (request, path) => exportDayFile(engine, layout, request, path),
});

const storeOver = (
  { engine, layout, release }: Opened,
  now: Clock['now'],
  states: KeptStates,
): Omit<OpenStore, 'copies'> => {
  const { append, forgetNames } = createAppend(engine, layout, states);
  const mark = createMark(engine, layout);
  return {
    keepsPast: true,
    append,
    states,
    forgetItems: () => forgetItems(engine, layout).finally(forgetNames),
    mark: async (position) => {
      await states.noteEnd();
      await mark(position);
    },
    markOf: (epoch) => queryTapeMark(engine, layout, epoch),
    lastRates: () => queryLastRates(engine, layout),
    lastReadings: () => queryLastReadings(engine, layout),
    candles: (query, unwritten = []) => queryAskCandles(engine, layout, query, unwritten),
    bidCandles: (query, unwritten = []) => queryBidCandles(engine, layout, query, unwritten),
    saleCandles: (query, unwritten = []) => querySaleCandles(engine, layout, query, unwritten),
    sales: (series, since, unwritten = []) => querySales(engine, layout, series, since, unwritten),
    saleCounts: (...query) => querySaleCounts(engine, layout, ...query),
    priceHistory: (series, since, until, points, current = null, unwritten = []) =>
      queryPriceHistory(engine, layout, series, { since, until, points }, { current, unwritten }),
    conditions: (query, unwritten = []) => queryConditions(engine, layout, query, now(), unwritten),
    newestSourceDays: () => queryNewestSourceDays(engine, layout, now()),
    coverage: () => queryCoverage(engine, layout, now),
    usage: () => queryUsage(engine, layout),
    ping: () => engine.ping(),
    close: async () => {
      await engine.close();
      await release();
    },
  };
};

/** Where the store is, without user and password. */
function placeShown(at: StorePlace): { readonly folder?: string; readonly url?: string; readonly database?: string } {
  if ('folder' in at) return at;
  const { origin, pathname } = new URL(at.url);
  const { database = defaultDatabase, cluster } = at;
  return { url: origin + pathname, database, ...(cluster !== undefined && { cluster }) };
}

const ofEarlierRelease = (at: StorePlace): Error =>
  new Error(
    `${'folder' in at ? `the data folder ${at.folder}` : 'the database'} was written by an earlier release; copy it with that release, or start the service of this release on it first (the earlier release can then no longer open it)`,
  );

/** Opens the store and migrates its schema; resolves when it can be written and queried. */
export const openStore = async (settings: StoreSettings): Promise<OpenStore> => {
  const { at, now, log, fsync = false, priceHistoryDays, salesDays = 0, sourceRunDays = 30 } = settings;
  const { staysAsItIs = false } = settings;
  const startedAt = performance.now();
  const isFolder = 'folder' in at;
  const opened = isFolder ? await openFolder(at.folder, now, settings.memoryMegabytes) : openServer(at);
  try {
    if (isFolder) await dropSnapshot(opened.engine);
    const applied = await migrate(opened.engine, opened.layout, now, migrations, (steps) => {
      if (staysAsItIs) throw ofEarlierRelease(at);
      log?.info({ steps }, 'the database is migrated');
    });
    if (!staysAsItIs)
      await applyTableSettings(opened.engine, opened.layout, {
        ...{ fsync, priceHistoryDays, sourceRunDays },
        salesDays: salesDays === 0 ? undefined : salesDays,
        statesDays: settings.statesDays,
      });
    const states = await KeptStates.open(opened.engine, opened.layout, now);
    log?.info({ ...placeShown(at), applied, milliseconds: Math.round(performance.now() - startedAt) }, 'store open');
    if (isFolder)
      for (const damaged of await queryDamagedParts(opened.engine, opened.layout))
        log?.warn(
          damaged,
          'damaged files of a table were set aside, and their rows are missing: restore a backup, or delete the files to end this warning',
        );
    return { ...storeOver(opened, now, states), copies: isFolder ? copiesOf(opened, now) : null };
  } catch (error) {
    await opened.engine.close();
    await opened.release();
    if (isFolder || error instanceof StartRefused) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the ClickHouse server at ${placeShown(at).url} cannot be used: ${why}`, { cause: error });
  }
};
