import { TapeError } from './errors.ts';
import type { Position } from './resume-point.ts';

type Message = {
  readonly type?: unknown;
  readonly epoch?: unknown;
  readonly sequence?: unknown;
  readonly recovered?: unknown;
};

/** The position of a message; null if the stream cannot be resumed from it. */
export function positionIn({ type, epoch, sequence }: Message): Position | null {
  // A `lagging` message names a position that is still ahead
  if (type === 'lagging') return null;
  return typeof epoch === 'string' && typeof sequence === 'number' ? { epoch, sequence } : null;
}

/** Throws for a malformed position: the service would ignore it and begin with new messages. */
export function checkPosition(position: Position): void {
  const { epoch, sequence } = position;
  if (/^[\w-]+$/.test(epoch) && Number.isSafeInteger(sequence) && sequence >= 0) return;
  throw new TapeError(`${idOf(position)} is not a stream position; use the epoch and sequence of a message`);
}

/** A position in the form of the id of a server-sent event. */
export const idOf = ({ epoch, sequence }: Position): string => `${epoch}:${sequence}`;

/** The position in an id; null if there is none, as in the id of something else. */
export function positionOf(id: string | null): Position | null {
  const [, epoch, sequence] = /^([\w-]+):(\d+)$/.exec(id ?? '') ?? [];
  return epoch === undefined ? null : { epoch, sequence: Number(sequence) };
}

/** Tracks the position of a reader in the stream, over any number of connections. */
export type PositionTracker = {
  /** Where the next connection resumes; null if it has to start from the beginning. */
  readonly position: () => Position | null;
  /** Whether a snapshot is in progress. */
  readonly isShowing: () => boolean;
  /** Records a message and its position. */
  readonly take: (message: Message, position: Position | null) => void;
};

/** Tracks a subscription with or without a snapshot, from the beginning or from the position of an earlier run. */
export function createPositionTracker(hasSnapshot: boolean, resume: Position | null = null): PositionTracker {
  let latest = resume;
  let isShowing = hasSnapshot && resume === null;
  return {
    position: () => latest,
    isShowing: () => isShowing,
    take({ type, recovered }, position) {
      if (type === 'subscribed') {
        isShowing = hasSnapshot && recovered !== true;
        // An interrupted snapshot cannot be resumed, so there is no position until its end
        if (isShowing) latest = null;
      }
      if (type === 'snapshotEnd') isShowing = false;
      if (!isShowing) latest = position ?? latest;
    },
  };
}
