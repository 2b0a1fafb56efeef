import type { Game } from '../../schema/index.ts';
import type { ReadBook } from '../sight/read-book.ts';

/** How an item stood at an instant, or why that cannot be told. Instants are epoch milliseconds. */
export type ItemThen =
  | { readonly kind: 'kept'; readonly book: ReadBook }
  /** Null where nothing is kept yet. */
  | { readonly kind: 'before'; readonly earliest: number | null }
  /** Not everything of that time is kept; null while that goes on. */
  | { readonly kind: 'hole'; readonly from: number; readonly to: number | null }
  /** It is not stored yet. */
  | { readonly kind: 'late' };

/** What stood at instants of the past. */
export type PastReader = {
  /** As of a book that holds this item alone. */
  readonly at: (game: Game, name: string, at: number) => Promise<ItemThen>;
  readonly earliest: () => number | null;
};
