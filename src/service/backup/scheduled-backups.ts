import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Metric, singlesOf } from '../../api/metrics/metrics.ts';
import type { BackupReport } from '../../api/wire/health.ts';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Pause } from '../../runtime/waiting.ts';
import type { Part } from '../part.ts';
import { dropUnfinished, openFolderTarget, unfinishedName } from './folder-target.ts';
import { manifestName, totalOf } from './manifest.ts';
import { receiveBackup } from './receive.ts';
import { BackupRefused, type BackupSource } from './source.ts';

type BackupParts = {
  readonly source: Pick<BackupSource, 'backup'>;
  readonly now: Clock['now'];
  readonly log: {
    readonly info: (data: object, text: string) => void;
    readonly warn: (data: object, text: string) => void;
  };
};

const lookMs = 2_000;
const hourMs = 3_600_000;
const afterFailureMs = 600_000;
const whileBusyMs = 60_000;
const namePattern = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z$/;

/** The name of a backup, without colons, which not every file system allows. */
const nameAt = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The instant in the name of a backup, in epoch milliseconds; null for other names. */
function instantOf(name: string): number | null {
  const at = Date.parse(name.replace(namePattern, '$1T$2:$3:$4Z'));
  return namePattern.test(name) && !Number.isNaN(at) ? at : null;
}

type BackupFolder = { readonly name: string; readonly at: number };

/** Backs up into a folder at intervals and keeps the newest ones. Restarts neither skip nor repeat any: the folder shows what is due. */
export class ScheduledBackups implements Part {
  readonly tasks: Part['tasks'] = [{ everyMs: lookMs, run: () => this.runWhenDue() }];
  #config: Config;
  readonly #parts: BackupParts;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #pause: Pause | null = null;
  #last: { readonly bytes: number; readonly seconds: number } | null = null;
  #stored: readonly BackupFolder[] = [];
  #failingSince: number | null = null;
  #lastError: string | null = null;
  #failures = 0;

  constructor(config: Config, parts: BackupParts) {
    this.#config = config;
    this.#parts = parts;
  }

  /** Goes by other settings from the next look on. */
  change(config: Config): void {
    this.#config = config;
    this.#pause = null;
  }

  /** Makes a backup if one is due; called every few seconds. */
  async runWhenDue(): Promise<void> {
    const { now } = this.#parts;
    if (this.#config['backup.folder'] === '' || this.#running !== null || this.#stopping.signal.aborted) return;
    if (this.#pause?.isOver(now()) === false) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /** The state of backups; null where none are configured. */
  report(): BackupReport | null {
    if (this.#config['backup.folder'] === '') return null;
    const newest = this.#stored.at(-1)?.at ?? null;
    // Could be in the future if the clock was set back since
    const failingSince = this.#failingSince === null ? null : Math.min(this.#failingSince, this.#parts.now());
    return { lastAt: newest, kept: this.#stored.length, failingSince, lastError: this.#lastError };
  }

  metrics(): Metric[] {
    const one = singlesOf('itemtape_backup');
    const newest = this.#stored.at(-1);
    return [
      {
        name: 'itemtape_backup_last_timestamp_seconds',
        type: 'gauge',
        help: 'Unix time of the newest backup in backup.folder; absent while there is none.',
        samples: newest === undefined ? [] : [{ value: newest.at / 1000 }],
      },
      one('s_kept', 'gauge', 'Scheduled backups in backup.folder.', this.#stored.length),
      one('_failures_total', 'counter', 'Scheduled backups that failed.', this.#failures),
      one('_failing', 'gauge', 'Whether the last scheduled backup failed.', Number(this.#failingSince !== null)),
      one('_bytes', 'gauge', 'Size of the last backup by this process; 0 before the first.', this.#last?.bytes ?? 0),
      one(
        '_duration_seconds',
        'gauge',
        'Duration of the last backup by this process; 0 before the first.',
        this.#last?.seconds ?? 0,
      ),
    ];
  }

  /** Aborts a running backup; nothing of it remains. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { now, log } = this.#parts;
    const config = this.#config;
    const folder = config['backup.folder'];
    try {
      this.#stored = await storedIn(folder, now());
      const everyMs = config['backup.everyHours'] * hourMs;
      const newest = this.#stored.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      if (newest > now() || now() >= newest + everyMs) await this.#backUp(folder);
      await this.#dropOld(folder, config['backup.keep']);
      this.#pause = new Pause(now(), Math.min((this.#stored.at(-1)?.at ?? now()) + everyMs, now() + hourMs));
      this.#failingSince = null;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      if (error instanceof BackupRefused) {
        this.#pause = new Pause(now(), now() + whileBusyMs);
        return;
      }
      this.#failures += 1;
      this.#failingSince = Math.min(this.#failingSince ?? now(), now());
      this.#lastError = error instanceof Error ? error.message : String(error);
      this.#pause = new Pause(now(), now() + afterFailureMs);
      log.warn({ folder, error: this.#lastError }, 'backup failed; retried in ten minutes');
    }
  }

  async #backUp(folder: string): Promise<void> {
    const { source, now, log } = this.#parts;
    const began = performance.now();
    await dropUnfinished(folder, (name) => instantOf(name) !== null);
    const target = openFolderTarget(join(folder, nameAt(now())));
    const manifest = await receiveBackup(
      async () => source.backup(),
      target,
      this.#stopping.signal,
      () => {},
    );
    const seconds = Math.round(performance.now() - began) / 1000;
    const { bytes, rows } = totalOf(manifest);
    this.#last = { bytes, seconds };
    this.#stored = await storedIn(folder, now());
    log.info({ place: target.name, rows, bytes, seconds }, 'backed up');
  }

  async #dropOld(folder: string, keep: number): Promise<void> {
    for (const { name } of this.#stored.slice(0, -keep)) {
      // A partly removed one must not look like a backup
      const going = join(folder, unfinishedName(name));
      await rename(join(folder, name), going);
      await rm(going, { recursive: true, force: true });
    }
    this.#stored = this.#stored.slice(-keep);
  }
}

/**
 * Complete backups of this service in the order in which they are removed: first those dated in the future by a clock that
 * ran ahead, then oldest first. Other files in the folder belong to somebody else.
 */
async function storedIn(folder: string, now: number): Promise<readonly BackupFolder[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const stored: BackupFolder[] = [];
  for (const name of names.sort()) {
    const at = instantOf(name);
    if (at === null) continue;
    const isWhole = await stat(join(folder, name, manifestName)).then(
      () => true,
      () => false,
    );
    if (isWhole) stored.push({ name, at });
  }
  return [...stored.filter(({ at }) => at > now), ...stored.filter(({ at }) => at <= now)];
}
