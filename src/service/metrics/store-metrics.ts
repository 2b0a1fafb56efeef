import type { Metric } from '../../api/metrics/metrics.ts';
import type { Clock } from '../../runtime/clock.ts';
import { guarded } from '../../runtime/guarded.ts';
import type { StoreUsage } from '../../store/store.ts';

const freshMs = 10_000;

/** Memory and disk use of the store. A request for metrics gets the last known figures, and refreshes them for the next one. */
export class StoreMetrics {
  readonly #usage: () => Promise<StoreUsage>;
  readonly #now: Clock['now'];
  #last: StoreUsage = { memoryBytes: 0, tables: [] };
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(usage: () => Promise<StoreUsage>, now: Clock['now']) {
    this.#usage = usage;
    this.#now = now;
  }

  /** A failure keeps the last figures; other metrics show whether the store answers. */
  async refresh(): Promise<void> {
    this.#refreshedAt = this.#now();
    this.#last = await this.#usage().catch(() => this.#last);
  }

  readonly metrics = (): Metric[] => {
    // `abs`, since the clock can have been set back
    if (Math.abs(this.#now() - this.#refreshedAt) >= freshMs) guarded(() => this.refresh())();
    const { memoryBytes, tables } = this.#last;
    const samples = (value: (table: StoreUsage['tables'][number]) => number) =>
      tables.map((one) => ({ labels: { table: one.table }, value: value(one) }));
    return [
      {
        name: 'itemtape_store_memory_bytes',
        type: 'gauge',
        help: 'Memory of the database by its own account; part of the process when embedded.',
        samples: [{ value: memoryBytes }],
      },
      {
        name: 'itemtape_store_table_bytes',
        type: 'gauge',
        help: 'Disk space, by table.',
        samples: samples(({ bytes }) => bytes),
      },
      {
        name: 'itemtape_store_table_rows',
        type: 'gauge',
        help: 'Rows on disk, by table; outdated states count until parts are merged.',
        samples: samples(({ rows }) => rows),
      },
    ];
  };
}
