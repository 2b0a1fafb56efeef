import type { StreamEvent } from '../log/entry.ts';
import type { BestWish, DealWish, FoundWish } from './wish.ts';

/** How one thing stands. */
export type StandingRow = {
  readonly type: string;
  /** Null where it has none: it is what it is. */
  readonly event: StreamEvent | null;
  /** Stays the same over all changes of it. */
  readonly id: string;
  /** The message as JSON from its id on, closing brace included. */
  readonly tail: string;
};

/** What somebody wants to have told, followed as it changes. */
export type StandingView = {
  /** The next that differ from what was told; whether there may be more. */
  readonly take: () => { readonly rows: readonly StandingRow[]; readonly isMore: boolean };
  /** Everything as it stands, and null wherever others may have their turn. */
  readonly standing: () => Iterable<StandingRow | null>;
  readonly close: () => void;
};

/** Whoever knows what stands; `touched` is called when there may be something to take. */
export type StandingReader = {
  readonly best: (wish: BestWish, touched: () => void) => StandingView;
  readonly deals: (wish: DealWish, touched: () => void) => StandingView;
  readonly found: (wish: FoundWish, touched: () => void) => StandingView;
};
