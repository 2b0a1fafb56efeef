import type { GapError } from './errors.ts';
import type { Position } from './resume-point.ts';

/** How a stream continued after its connection was lost. */
export type Reconnection = {
  /**
   * `resumed`: nothing was missed. `restarted`: the service has begun a new epoch, and what followed the last message was
   * missed. `late`: the service no longer keeps what was missed. `anew`: an interrupted snapshot starts over.
   */
  readonly outcome: 'resumed' | 'restarted' | 'late' | 'anew';
  /** The missing part of the stream; null if nothing is missing. */
  readonly gap: GapError | null;
  /** The same as a sentence for users, without a full stop. */
  readonly summary: string;
};

/** Describes a subscription that was confirmed again. */
export function reconnectionOf(isRecovered: boolean, gap: GapError | null, isShowing: boolean): Reconnection {
  if (isRecovered) return { outcome: 'resumed', gap: null, summary: 'connected again; nothing was missed' };
  if (gap === null) {
    const then = isShowing ? '; the snapshot starts over' : '';
    return { outcome: 'anew', gap, summary: `connected again${then}` };
  }
  const { after, next } = gap;
  const then = isShowing ? '; a snapshot of what is on sale follows' : '';
  return isLate(after, next)
    ? {
        outcome: 'late',
        gap,
        summary: `connected again, but too late: changes ${after.sequence + 1} to ${next.sequence} are no longer kept and were missed${then}`,
      }
    : {
        outcome: 'restarted',
        gap,
        summary: `connected again, but the service has begun a new epoch: changes after ${after.sequence} of the previous one were missed${then}`,
      };
}

const isLate = (after: Position, next: Position | null): next is Position => next?.epoch === after.epoch;
