import type { Game } from '../../schema/index.ts';
import type { ReadBook } from '../scope/read-book.ts';

/** The state of an item at an instant, or why it is not available. Instants are epoch milliseconds. */
export type ItemThen =
  | { readonly kind: 'kept'; readonly book: ReadBook }
  /** Before the first kept instant; null while nothing is kept. */
  | { readonly kind: 'before'; readonly earliest: number | null }
  /** Within a period that is not kept completely; `to` is null while it lasts. */
  | { readonly kind: 'hole'; readonly from: number; readonly to: number | null };

/** Reads past states. */
export type PastReader = {
  /** The result is a book that holds only this item. */
  readonly at: (game: Game, name: string, at: number) => Promise<ItemThen>;
  readonly earliest: () => number | null;
};
