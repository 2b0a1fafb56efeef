import type { StreamEvent } from '../log/entry.ts';
import type { BestSubscription, DealSubscription, FoundSubscription } from './live-query.ts';

/** The current state of one thing, as a message. */
export type LiveRow = {
  readonly type: string;
  /** null for messages without an event. */
  readonly event: StreamEvent | null;
  /** The same for all changes of that thing. */
  readonly id: string;
  /** The message as JSON from its id on, closing brace included. */
  readonly tail: string;
};

/** The rows of one standing subscription, followed as they change. */
export type LiveView = {
  /** The next rows that differ from those taken before; `isMore` when there may be others. */
  readonly take: () => { readonly rows: readonly LiveRow[]; readonly isMore: boolean };
  /** All current rows; null wherever others can get a turn. */
  readonly standing: () => Iterable<LiveRow | null>;
  readonly close: () => void;
};

/** Provides the views; `touched` is called when there may be rows to take. */
export type LiveReader = {
  readonly best: (subscription: BestSubscription, touched: () => void) => LiveView;
  readonly deals: (subscription: DealSubscription, touched: () => void) => LiveView;
  readonly found: (subscription: FoundSubscription, touched: () => void) => LiveView;
};
