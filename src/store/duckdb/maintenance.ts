import type { Clock } from '../../runtime/clock.ts';
import { listOf, quoted } from '../engine.ts';
import { daysFor, type Keeping } from '../keeping.ts';
import type { Table } from '../rows/table.ts';
import { tables } from '../rows/tables.ts';
import type { DuckEngine } from './engine.ts';
import { arrived, lastOf, sorted } from './schema.ts';

const dayMs = 86_400_000;

/** Rows that are read whole for any question about one item, in the order in which they came. */
const maxArrived = 2_000_000;
/** Up to so many, all rows of a table are sorted anew; beyond that, those that arrived become a run of their own. */
const maxResorted = 2_000_000;
/** With fewer rows, or a smaller share of those that are sorted, sorting anew is not worth its work. */
const min = 1_000;
const minShare = 1 / 8;

type MaintenanceSettings = {
  readonly engine: DuckEngine;
  readonly keeping: Keeping;
  readonly now: Clock['now'];
  readonly warn: (data: object, text: string) => void;
};

/** Deletes what is older than it is kept, and sorts what has arrived, so that what is asked of one item is read in few places. */
export class Maintenance {
  readonly #settings: MaintenanceSettings;
  readonly #arrived = new Map<string, number>();
  #dueAt = 0;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(settings: MaintenanceSettings) {
    this.#settings = settings;
    settings.engine.onWritten = this.#wrote;
  }

  /** Deletes what has expired, and looks at what there is to sort. */
  async begin(): Promise<void> {
    const { engine, now } = this.#settings;
    await this.#expire();
    for (const { name } of tables) this.#arrived.set(name, await countOf(engine, arrived(name)));
    this.#dueAt = now() + dayMs;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  readonly #wrote = (table: string, rows: number): void => {
    const count = (this.#arrived.get(table) ?? 0) + rows;
    this.#arrived.set(table, count);
    if (this.#running !== null || this.#isStopped) return;
    const isDue = this.#settings.now() >= this.#dueAt;
    if (!isDue && count < maxArrived) return;
    this.#running = this.#run(isDue)
      .catch((error: unknown) => this.#settings.warn({ error: String(error) }, 'the past could not be put in order'))
      .finally(() => {
        this.#running = null;
      });
  };

  async #run(isDue: boolean): Promise<void> {
    const { engine, now } = this.#settings;
    if (isDue) {
      this.#dueAt = now() + dayMs;
      await this.#expire();
    }
    for (const table of tables) {
      if (this.#isStopped) return;
      const count = this.#arrived.get(table.name) ?? 0;
      const inOrder = await countOf(engine, sorted(table.name));
      const isSmall = inOrder <= maxResorted;
      if (count < (isDue && isSmall ? Math.max(min, inOrder * minShare) : maxArrived)) continue;
      this.#arrived.set(table.name, 0);
      await engine.command(...(isSmall ? sortAnew(table) : sortArrived(table)));
    }
  }

  async #expire(): Promise<void> {
    const { engine, keeping, now } = this.#settings;
    for (const { name, agesFrom } of tables) {
      const days = daysFor(name, keeping);
      if (agesFrom === undefined || days === undefined) continue;
      await engine.remove(name, `${quoted(agesFrom)} < ${engine.sql.instant(now() - days * dayMs)}`);
    }
  }
}

const countOf = async (engine: DuckEngine, name: string): Promise<number> => {
  const [found] = await engine.ask<readonly [number]>(`SELECT count() FROM ${name}`);
  return found?.[0] ?? 0;
};

const sortArrived = (table: Table<never>): readonly string[] => [
  `INSERT INTO ${sorted(table.name)} SELECT * FROM (${lastOf(table, arrived(table.name), 'rowid DESC')}) ORDER BY ${listOf(table.key)}`,
  `DELETE FROM ${arrived(table.name)}`,
];

/** Statements that sort all rows of a table, and keep the last of each key. */
const sortAnew = (table: Table<never>): readonly string[] => [
  `CREATE OR REPLACE TEMP TABLE sorting AS SELECT * FROM ${table.name}Last ORDER BY ${listOf(table.key)}`,
  ...[sorted(table.name), arrived(table.name)].map((part) => `DELETE FROM ${part}`),
  `INSERT INTO ${sorted(table.name)} SELECT * FROM sorting`,
  'DROP TABLE sorting',
];
