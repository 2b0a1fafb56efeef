import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type ExportRequest, isStandingTable, NoDatabase } from '../../schema/index.ts';
import { hasDatabase, holdFolder } from '../../store/folder.ts';
import { noStore } from '../../store/no-store.ts';
import { type OpenStore, openStore, type StoreCopies } from '../../store/open-store.ts';
import type { SnapshotLog } from '../../tape/snapshot/snapshot.ts';
import { version } from '../version.ts';
import { lineFrame } from './frames.ts';
import { packBackup } from './pack.ts';
import { packDay, packExport } from './pack-export.ts';
import { type ReadBook, standingRows } from './standing-rows.ts';
import { stoppedBook } from './stopped-book.ts';
import { writeDay } from './write-day.ts';

/** Backups and exports as frames; one at a time. */
export type BackupSource = {
  /** Throws BackupRefused when no backup can be made now. */
  readonly backup: () => AsyncIterable<Uint8Array>;
  readonly export: (request: ExportRequest) => AsyncIterable<Uint8Array>;
  /** The files of a day such as 2026-01-31. */
  readonly exportDay: (day: string) => AsyncIterable<Uint8Array>;
};

/** A backup or export cannot be made; the message says why. */
export class BackupRefused extends Error {
  override readonly name = 'CopyRefused';
}

type AtRest = Parameters<StoreCopies['snapshot']>[0];

type SourceOptions = {
  readonly store: Pick<OpenStore, 'copies' | 'keepsPast'>;
  readonly dataFolder: string;
  readonly atRest: AtRest;
  /** Resolves when everything accepted is written, or cannot be for now. */
  readonly written: () => Promise<void>;
  readonly book: () => Promise<ReadBook>;
  readonly now: Clock['now'];
  /** The name of the cluster of this node; null or missing outside a cluster. */
  readonly cluster?: string | null;
};

export const createBackupSource = (options: SourceOptions): BackupSource => {
  const { store, dataFolder, atRest, written, now } = options;
  const scratch = join(dataFolder, 'outgoing');
  const copying = new Copying();
  return {
    backup() {
      copying.requireIdle();
      const hasPast = store.keepsPast || hasDatabase(dataFolder);
      const copies = hasPast ? requireCopies(options) : null;
      const tables = copies && (() => copies.snapshot(atRest));
      return copying.alone(packBackup({ tables, scratch, dataFolder, now, serviceVersion: version }));
    },
    export(request) {
      copying.requireIdle();
      const copies = requireCopies(options);
      if (request.table === 'catalogue' && request.since !== null)
        throw new BackupRefused('the catalogue is what is known now, not since some instant; leave out since');
      const name = `${request.table}.${request.format === 'json' ? 'jsonl' : request.format}`;
      return copying.alone(packExport(name, scratch, (path) => exportTo(copies, options, request, path)));
    },
    exportDay(day) {
      copying.requireIdle();
      const copies = requireCopies(options);
      const write = async (folder: string) =>
        writeDay({ copies, book: await options.book(), day, folder, now, serviceVersion: version });
      return copying.alone(packDay(day, scratch, (folder) => written().then(() => write(folder))));
    },
  };
};

function requireCopies({ store, cluster = null }: SourceOptions): StoreCopies {
  if (store.copies !== null) return store.copies;
  if (!store.keepsPast) throw new NoDatabase();
  if (cluster !== null) throw new BackupRefused(copiedOtherwise(cluster));
  throw new BackupRefused(
    "the database is a separate server, whose files this service cannot reach; back it up with ClickHouse's BACKUP DATABASE … TO Disk(…) or TO S3(…), together with keys.json of the data folder",
  );
}

async function exportTo(
  copies: StoreCopies,
  { written, book }: SourceOptions,
  { table, ...rest }: ExportRequest,
  path: string,
): Promise<void> {
  if (isStandingTable(table))
    return await copies.exportStanding({ table, ...rest }, standingRows(await book(), table), path);
  await written();
  await copies.exportTo({ table, ...rest }, path);
}

/** The copy that is under way. */
class Copying {
  #isBusy = false;

  requireIdle(): void {
    if (this.#isBusy) throw new BackupRefused('another backup or export is under way; try again when it is done');
  }

  async *alone(frames: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#isBusy = true;
    // A client that has the last frame may request the next copy at once, so hold that frame until this one has ended
    const held: Uint8Array[] = [];
    try {
      for await (const frame of frames) {
        yield* held.splice(0);
        held.push(frame);
      }
    } catch (error) {
      held.push(lineFrame({ error: error instanceof Error ? error.message : String(error) }));
    } finally {
      this.#isBusy = false;
    }
    yield* held;
  }
}

const copiedOtherwise = (cluster: string): string =>
  `this is a node of a cluster, whose data is elsewhere: back up ClickHouse with its BACKUP DATABASE, then the snapshots, the tape and the keys with \`nats stream backup\` (streams ${cluster}-snapshot, ${cluster} and KV_${cluster}-keys); docs/cluster.md gives the order`;

/** Removes what a process that was killed during a copy left behind. */
export const dropOutgoing = (dataFolder: string): Promise<void> =>
  rm(join(dataFolder, 'outgoing'), { recursive: true, force: true });

/**
 * Opens the data folder only for copies, while no service uses it. It stays as it is, since `config` may differ from that of the
 * service.
 */
export const openBackupSource = async (
  config: Config,
  now: Clock['now'],
  log: SnapshotLog,
): Promise<BackupSource & { readonly close: () => Promise<void> }> => {
  const dataFolder = config['data.folder'];
  const store = hasDatabase(dataFolder)
    ? await openStore({ at: { folder: dataFolder }, now, staysAsItIs: true })
    : { ...noStore, close: await holdFolder(dataFolder, now) };
  await dropOutgoing(dataFolder);
  const copies = createBackupSource({
    store,
    dataFolder,
    atRest: (task) => task(),
    written: async () => {},
    book: () => stoppedBook({ dataFolder, scratch: join(dataFolder, 'outgoing'), now, log }),
    now,
  });
  return { ...copies, close: store.close };
};
