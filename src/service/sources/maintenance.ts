import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Book } from '../../book/book.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import type { Connector } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { turn } from '../../runtime/turn.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import type { Writer } from '../../store/writer.ts';
import type { TapePublisher } from '../tape/tape-publisher.ts';

const hour = 3_600_000;
const day = 24 * hour;
const rowsAtOnce = 5_000;

type MaintenanceOptions = {
  readonly book: Book;
  readonly writer: Pick<Writer, 'pushUnlessFull'>;
  readonly publisher: Pick<TapePublisher, 'publish' | 'ready'>;
  /** Null where items are kept for ever. */
  readonly forgetting: Forgetting | null;
  readonly connectors: readonly Connector[];
  readonly health: () => readonly ReadableSource[];
  readonly keepHours: number;
  /** Where the day of the last forgetting is noted: many machines never run at midnight. */
  readonly dataFolder: string;
  readonly now: Clock['now'];
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
};

/** How items are forgotten of which the store keeps nothing, and in how many days once. */
export type Forgetting = { readonly everyDays: number; readonly forget: () => Promise<void> };

/** What decides whether a marketplace is being read. */
export type ReadableSource = Pick<SourceHealth, 'slug' | 'game' | 'yields' | 'state' | 'lastReadAt'>;

const expiring = ['offer', 'buyOrder'] as const;

/** Whether every source of offers and buy orders that was ever read, and any at all, is being read now. */
const isRead = (sources: readonly ReadableSource[]): boolean => {
  const telling = sources.filter(
    ({ yields, lastReadAt }) => lastReadAt !== null && expiring.some((kind) => yields.includes(kind)),
  );
  return telling.length > 0 && telling.every(({ state }) => state === 'live');
};

/** Timed work: price points of all asks and bids every hour, dropping unconfirmed offers, and forgetting items. */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #forgotten: string;
  #pointsHour: number;
  /** Null before the first day of a data folder. */
  #forgetDay: string | null;
  #running: Promise<void> | null = null;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#pointsHour = Math.floor(options.now() / hour);
    this.#forgotten = join(options.dataFolder, 'items-forgotten');
    this.#forgetDay = dayIn(this.#forgotten);
  }

  /** Does what is due, never twice at a time; called about once a minute. */
  run(): Promise<void> {
    this.#running ??= this.#doWhatIsDue().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #keep(rows: readonly StoredRow[]): Promise<void> {
    this.#options.writer.pushUnlessFull(rows);
    await turn();
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
    for (const floor of this.#options.book.floors())
      yield { table: 'pricePoints', row: { at: this.#options.now(), ...floor } };
    for (const topBid of this.#options.book.topBids())
      yield { table: 'bidPoints', row: { at: this.#options.now(), ...topBid } };
  }

  #noteRead(): void {
    const sources = this.#options.health();
    for (const { slug, games } of this.#options.connectors) {
      const own = sources.filter((source) => source.slug === slug);
      for (const game of games)
        if (isRead(own.filter((source) => source.game === game)))
          this.#options.book.noteRead(marketplaceWithSlug(slug).id, game, this.#options.now());
    }
  }

  async #expire(): Promise<void> {
    for (const connector of this.#options.connectors) {
      for (const game of connector.games) {
        const marketplaceId = marketplaceWithSlug(connector.slug).id;
        const seenBefore = this.#options.book.readSince(marketplaceId, game, this.#options.keepHours * hour);
        if (seenBefore === null) continue;
        const scope = { marketplaceId, game, kinds: expiring, seenBefore, at: this.#options.now() };
        for (const changes of this.#options.book.expire(scope, 'expired')) {
          this.#options.publisher.publish(changes);
          await Promise.all([this.#options.publisher.ready(), turn()]);
          // The rest expires after the next start
          if (this.#options.signal.aborted) return;
        }
      }
    }
  }

  async #doWhatIsDue(): Promise<void> {
    this.#noteRead();
    await this.#expire();
    if (this.#options.signal.aborted) return;
    const thisHour = Math.floor(this.#options.now() / hour);
    if (thisHour !== this.#pointsHour) {
      await this.#writePoints();
      this.#pointsHour = thisHour;
    }
    if (this.#options.forgetting !== null) await this.#forgetIfDue(this.#options.forgetting);
  }

  async #forgetIfDue({ everyDays, forget }: Forgetting): Promise<void> {
    const today = dayOf(this.#options.now());
    const last = this.#forgetDay;
    if (last !== null && Math.abs(Date.parse(today) - Date.parse(last)) < everyDays * day) return;
    if (last !== null) await forget();
    this.#forgetDay = today;
    await writeFile(this.#forgotten, `${today}\n`);
  }
}

/** Such as 2026-01-31. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day noted in a file; null if there is none. */
function dayIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
