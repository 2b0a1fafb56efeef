import type { Position } from '../../schema/index.ts';

/** Where the stream is now. */
export type StreamHead = {
  readonly position: () => Position;
  /** Resolves once everything that can be read now has been published. */
  readonly untilPublished: () => Promise<void> | null;
};

/** An answer that is produced while the client reads it. */
export type List = {
  readonly type: string;
  readonly tag: (position: Position) => string;
  /** The content is as of the call. */
  readonly read: (position: Position | null) => ListBytes;
};

/** Must be closed even if it was never read. */
export type ListBytes = { readonly bytes: AsyncIterable<Buffer>; readonly close: () => void };
