import type { Game, MarketRecord } from '../../schema/index.ts';
import { createRowTally, type RowTally, rejectionOf } from '../decode/row-reader.ts';

/** Both counts in one, of which either can be missing, with the samples of the first that has any. */
export const sumOf = (one = createRowTally(), other = createRowTally()): RowTally => ({
  rows: one.rows + other.rows,
  rejected: one.rejected + other.rejected,
  unreadable: one.unreadable + other.unreadable,
  records: one.records + other.records,
  rejectedRows: [...(one.rejectedRows.length > 0 ? one : other).rejectedRows],
  samples: [...(one.samples.length > 0 ? one : other).samples],
});

/** What has arrived of the snapshot with which a connection begins. */
export class Snapshot {
  readonly #tallies = new Map<Game, RowTally>();
  readonly #games = new Set<Game>();

  took(records: readonly MarketRecord[]): void {
    for (const record of records) if (record.kind === 'offer') this.#games.add(record.game);
  }

  /** Adds the rows of a time that has been reported on. */
  counted(game: Game, tally: RowTally | undefined): void {
    this.#tallies.set(game, sumOf(this.#tallies.get(game), tally));
  }

  /**
   * The games of which it held offers, given the rows since the last report. With too many rows that could not be read, it
   * lists less than there is.
   */
  games(since: ReadonlyMap<Game, RowTally>): { readonly game: Game; readonly isRead: boolean }[] {
    const isRead = (game: Game) => rejectionOf(sumOf(this.#tallies.get(game), since.get(game))) === null;
    return [...this.#games].map((game) => ({ game, isRead: isRead(game) }));
  }
}
