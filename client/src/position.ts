import { TapeError } from './errors.ts';
import type { Position } from './resume-point.ts';

type Message = {
  readonly type?: unknown;
  readonly epoch?: unknown;
  readonly sequence?: unknown;
  readonly recovered?: unknown;
};

/** The place that a message names; null where it names none to go on from. */
export function positionIn({ type, epoch, sequence }: Message): Position | null {
  // A summary names a place that is still to come
  if (type === 'lagging') return null;
  return typeof epoch === 'string' && typeof sequence === 'number' ? { epoch, sequence } : null;
}

/** Refuses what the service could not read: it would begin with what is new. */
export function checkPosition(position: Position): void {
  const { epoch, sequence } = position;
  if (/^[\w-]+$/.test(epoch) && Number.isSafeInteger(sequence) && sequence >= 0) return;
  throw new TapeError(`${idOf(position)} is no place in the stream; resume from what a message said`);
}

/** The id of the message at a position, as server-sent events have it. */
export const idOf = ({ epoch, sequence }: Position): string => `${epoch}:${sequence}`;

/** The position that an id names. */
export function positionOf(id: string): Position {
  const [epoch = '', sequence] = id.split(':');
  return { epoch, sequence: Number(sequence) };
}

/** Where in the stream a reader is, over any number of connections. */
export type PositionTracker = {
  /** Where the next connection goes on from; null when it has to begin anew. */
  readonly position: () => Position | null;
  /** Whether a snapshot is under way. */
  readonly isShowing: () => boolean;
  /** Takes in a message and the place it names. */
  readonly take: (message: Message, position: Position | null) => void;
};

/** Tracks a subscription with or without a snapshot, from the beginning or from where an earlier run was. */
export function createPositionTracker(hasSnapshot: boolean, resume: Position | null = null): PositionTracker {
  let place = resume;
  let isShowing = hasSnapshot && resume === null;
  return {
    position: () => place,
    isShowing: () => isShowing,
    take({ type, recovered }, position) {
      if (type === 'subscribed') {
        isShowing = hasSnapshot && recovered !== true;
        // A snapshot that breaks off cannot be resumed, so until its end there is no place
        if (isShowing) place = null;
      }
      if (type === 'snapshotEnd') isShowing = false;
      if (!isShowing) place = position ?? place;
    },
  };
}
