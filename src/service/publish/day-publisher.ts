import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Pause } from '../../runtime/waiting.ts';
import { boundsOfDay, dayFolder, dayOfFolder } from '../../schema/index.ts';
import type { StoreCopies } from '../../store/open-store.ts';
import type { Writer } from '../../store/writer.ts';
import type { ReadBook } from '../backup/standing-rows.ts';
import { writeDay } from '../backup/write-day.ts';
import { Lake } from './lake.ts';
import { makeFolderForAll, releaseFolder, writeManifest } from './list-files.ts';

const dayMs = 86_400_000;
// Marketplaces report the last sales of a day some time after its end
const settleMs = 3_600_000;
const againMs = 600_000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Writes each day that has ended as Parquet, once, into the subfolder `days` of publish.folder. */
export class DayPublisher {
  readonly #folder: string;
  readonly #days: number;
  readonly #parts;
  readonly #lake: Lake | null;
  #pause: Pause | null = null;
  /** What has to be in the store before a day is written: the rows pushed when it became due. Null when none is due. */
  #awaited: number | null = null;
  #isStopping = false;
  #running: Promise<void> | null = null;

  constructor(
    config: Config,
    parts: {
      readonly copies: Pick<
        StoreCopies,
        'exportDayFile' | 'exportStanding' | 'columnTypes' | 'addToLake' | 'writeLakeDatabase'
      >;
      readonly book: ReadBook;
      readonly now: Clock['now'];
      readonly version: string;
      readonly writer: Pick<Writer, 'stats'>;
    },
  ) {
    this.#folder = join(config['publish.folder'], 'days');
    this.#days = config['publish.days'];
    this.#parts = parts;
    const months = config['publish.months'];
    this.#lake = months === 0 ? null : new Lake(join(config['publish.folder'], 'lake'), months, parts);
  }

  /** Writes missing days; called every few seconds. */
  async runWhenDue(): Promise<void> {
    const at = this.#parts.now();
    if (this.#running !== null) return;
    if (this.#pause?.isOver(at) === false || !this.#isStored()) return;
    // Wait before the next try if this one fails
    this.#pause = new Pause(at, at + againMs);
    this.#running = this.#publish(at).finally(() => {
      this.#running = null;
    });
    await this.#running;
    this.#pause = new Pause(at, Math.floor((at - settleMs) / dayMs + 1) * dayMs + settleMs);
  }

  /** Stops after the day that is being written. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running?.catch(() => {});
  }

  /** Whether the store has everything: a day is written once, so it would lack rows that still wait for the disk for good. */
  #isStored(): boolean {
    const { pushed, settled } = this.#parts.writer.stats();
    this.#awaited ??= pushed;
    if (settled < this.#awaited) return false;
    this.#awaited = null;
    return true;
  }

  async #publish(at: number): Promise<void> {
    await makeFolderForAll(this.#folder);
    const found = await this.#found(at);
    const missing = this.#missing(found, Math.floor((at - settleMs) / dayMs) - 1);
    for (const day of missing) {
      if (this.#isStopping) return;
      await this.#write(day);
    }
    const retained = [...found, ...missing];
    await this.#writeIndex(retained.slice(-this.#days));
    for (const day of retained) {
      if (this.#isStopping) return;
      await this.#lake?.add(day, join(this.#folder, dayFolder(day)));
    }
    for (const day of retained.slice(0, -this.#days))
      await rm(join(this.#folder, dayFolder(day)), { recursive: true, force: true });
  }

  /** The days in the folder, oldest first. A day that has not ended was written while the clock ran ahead, and is removed. */
  async #found(at: number): Promise<string[]> {
    const names = await readdir(this.#folder);
    const isAhead = (name: string): boolean => (boundsOfDay(dayOfFolder(name) ?? '')?.until ?? 0) > at;
    for (const name of names.filter((one) => one.startsWith('.making-') || isAhead(one)))
      await rm(join(this.#folder, name), { recursive: true, force: true });
    return names.flatMap((name) => (isAhead(name) ? [] : (dayOfFolder(name) ?? []))).sort();
  }

  /** The days after the newest one up to the last that has ended; only that one where there are none. */
  #missing(found: readonly string[], last: number): string[] {
    const newest = boundsOfDay(found.at(-1) ?? '');
    const first = newest === null ? last : Math.max(newest.until / dayMs, last - this.#days + 1);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => dayOf((first + nth) * dayMs));
  }

  async #write(day: string): Promise<void> {
    const making = join(this.#folder, `.making-${day}`);
    const { copies, book, now, version: serviceVersion } = this.#parts;
    await mkdir(making);
    try {
      await writeDay({ copies, book, day, folder: making, now, serviceVersion });
      await releaseFolder(making, join(this.#folder, dayFolder(day)));
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  }

  async #writeIndex(days: readonly string[]): Promise<void> {
    const listed = days.map((day) => ({ day, manifest: `${dayFolder(day)}/manifest.json` }));
    await writeManifest(this.#folder, { format: 1, days: listed });
  }
}
