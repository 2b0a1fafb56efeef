import type { Change, Confirmation, Game, Stamp, Variant } from '../schema/index.ts';
import type { BookRecord } from './book-record.ts';

type PendingConfirmations = {
  readonly offers: string[];
  readonly orders: string[];
  readonly quotes: (readonly [name: string, phase: Variant | null])[];
};

/** What a feed tells again without a change, by game: other nodes and later starts learn from it how old that is. */
export class RetoldByFeed {
  readonly #stamp: Stamp;
  readonly #told = new Map<Game, PendingConfirmations>();

  constructor(stamp: Stamp) {
    this.#stamp = stamp;
  }

  /** Notes a record that was applied, unless it brought one of the changes from `before` on. */
  note(record: BookRecord, changes: readonly Change[], before: number): void {
    for (let at = before; at < changes.length; at += 1) if (changes[at]?.kind !== 'removed') return;
    if (record.kind === 'offer' || record.kind === 'repricing') this.#of(record.game).offers.push(record.offerId);
    else if (record.kind === 'buyOrder') this.#of(record.game).orders.push(record.orderId);
    else if (record.kind === 'quote') this.#of(record.game).quotes.push([record.name, record.phase]);
  }

  confirmations(): Confirmation[] {
    const { marketplaceId, source, at, asOf: seenAt = at } = this.#stamp;
    const about = { name: null, kinds: [], source, seenAt, earliest: seenAt };
    return [...this.#told].map(([game, only]) => ({ marketplaceId, game, ...about, only, at }));
  }

  #of(game: Game): PendingConfirmations {
    const known = this.#told.get(game);
    if (known !== undefined) return known;
    const told: PendingConfirmations = { offers: [], orders: [], quotes: [] };
    this.#told.set(game, told);
    return told;
  }
}
