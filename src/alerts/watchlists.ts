import type { Game, Phase } from '../schema/index.ts';
import { Refusal } from '../stream/refusal.ts';

/** An item, or one variant of it. */
export type WatchedItem = { readonly game: Game; readonly name: string; readonly phase: Phase | null };

/** An item of a watchlist; epoch milliseconds. */
export type WatchlistEntry = WatchedItem & { readonly addedAt: number };

const maxWatched = 1_000;

const keyOf = ({ game, name, phase }: WatchedItem): string => `${game}\n${name}\n${phase ?? ''}`;

/** The watchlist of each key. */
export class Watchlists {
  readonly #entries = new Map<string, Map<string, WatchlistEntry>>();

  /** Newest first. */
  of(keyId: string): readonly WatchlistEntry[] {
    return [...(this.#entries.get(keyId)?.values() ?? [])].reverse();
  }

  entry(keyId: string, item: WatchedItem): WatchlistEntry | undefined {
    return this.#entries.get(keyId)?.get(keyOf(item));
  }

  requireRoom(keyId: string): void {
    if ((this.#entries.get(keyId)?.size ?? 0) < maxWatched) return;
    throw new Refusal(`this watchlist has ${maxWatched} items, the most that one may have; remove one first`);
  }

  add(keyId: string, entry: WatchlistEntry): void {
    const entries = this.#entries.get(keyId) ?? new Map<string, WatchlistEntry>();
    this.#entries.set(keyId, entries.set(keyOf(entry), entry));
  }

  remove(keyId: string, item: WatchedItem): void {
    const entries = this.#entries.get(keyId);
    entries?.delete(keyOf(item));
    if (entries?.size === 0) this.#entries.delete(keyId);
  }

  *all(): Generator<readonly [keyId: string, entry: WatchlistEntry]> {
    for (const [keyId, entries] of this.#entries) for (const entry of entries.values()) yield [keyId, entry];
  }
}
