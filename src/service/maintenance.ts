import type { Book } from '../book/book.ts';
import type { Clock } from '../clock.ts';
import type { Connector } from '../contract/connector.ts';
import { marketplaceWithSlug } from '../schema/index.ts';
import type { StoredRow } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import { turn } from '../turn.ts';
import type { TapePublisher } from './tape/tape-publisher.ts';

const hour = 3_600_000;
const day = 24 * hour;
const rowsAtOnce = 5_000;

/** Timed work: price points of all asks and bids every hour, dropping unconfirmed offers, tidying the store once a day. */
export type Maintenance = {
  /** Does what is due, never twice at a time; called about once a minute. */
  readonly run: () => Promise<void>;
};

type MaintenanceOptions = {
  readonly book: Book;
  readonly writer: Pick<Writer, 'push' | 'ready'>;
  readonly publisher: Pick<TapePublisher, 'publish' | 'ready'>;
  readonly store: { readonly tidy: () => Promise<void> };
  readonly connectors: readonly Connector[];
  readonly keepHours: number;
  readonly now: Clock['now'];
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
};

class RepeatedMaintenance implements Maintenance {
  readonly #book;
  readonly #writer;
  readonly #publisher;
  readonly #store;
  readonly #connectors;
  readonly #keepHours;
  readonly #now;
  readonly #signal;
  #pointsHour;
  #tidyDay;
  #running: Promise<void> | null = null;

  constructor(options: MaintenanceOptions) {
    const { book, writer, publisher, store, connectors, keepHours, now, signal } = options;
    this.#book = book;
    this.#writer = writer;
    this.#publisher = publisher;
    this.#store = store;
    this.#connectors = connectors;
    this.#keepHours = keepHours;
    this.#now = now;
    this.#signal = signal;
    this.#pointsHour = Math.floor(now() / hour);

    this.#tidyDay = Math.floor(now() / day);
  }

  readonly run: Maintenance['run'] = () => {
    this.#running ??= this.#doWhatIsDue().finally(() => {
      this.#running = null;
    });
    return this.#running;
  };

  async #keep(rows: readonly StoredRow[]): Promise<void> {
    this.#writer.push(rows);
    await this.#writer.ready();
  }

  async #writePoints(): Promise<void> {
    let rows: StoredRow[] = [];
    for (const row of this.#points()) {
      rows.push(row);
      if (rows.length < rowsAtOnce) continue;
      await this.#keep(rows);
      rows = [];
    }
    await this.#keep(rows);
  }

  *#points(): Generator<StoredRow> {
    for (const floor of this.#book.floors()) yield { table: 'pricePoints', row: { at: this.#now(), ...floor } };
    for (const topBid of this.#book.topBids()) yield { table: 'bidPoints', row: { at: this.#now(), ...topBid } };
  }

  async #expire(): Promise<void> {
    for (const connector of this.#connectors) {
      for (const game of connector.games) {
        const scope = {
          marketplaceId: marketplaceWithSlug(connector.slug).id,
          game,
          kinds: ['offer', 'buyOrder'] as const,
          seenBefore: this.#now() - this.#keepHours * hour,
          at: this.#now(),
        };
        for (const changes of this.#book.expire(scope, 'expired')) {
          this.#publisher.publish(changes);
          await Promise.all([this.#publisher.ready(), this.#writer.ready(), turn()]);
          // The rest expires after the next start
          if (this.#signal.aborted) return;
        }
      }
    }
  }

  async #doWhatIsDue(): Promise<void> {
    await this.#expire();
    const thisHour = Math.floor(this.#now() / hour);
    if (thisHour !== this.#pointsHour) {
      await this.#writePoints();
      this.#pointsHour = thisHour;
    }
    const today = Math.floor(this.#now() / day);
    if (today !== this.#tidyDay) {
      await this.#store.tidy();
      this.#tidyDay = today;
    }
  }
}

export const createMaintenance = (options: MaintenanceOptions): Maintenance => new RepeatedMaintenance(options);
