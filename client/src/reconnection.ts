import type { GapError } from './errors.ts';
import type { Position } from './resume-point.ts';

/** How a stream was taken up again after its connection was lost. */
export type Reconnection = {
  /**
   * `resumed`: nothing was missed. `restarted`: the service lives anew, and what followed the last message before was
   * missed. `late`: the service no longer keeps what was missed. `anew`: a snapshot that broke off begins again.
   */
  readonly outcome: 'resumed' | 'restarted' | 'late' | 'anew';
  /** What is missing; null when nothing is. */
  readonly gap: GapError | null;
  /** The same as a sentence for a person, without a full stop. */
  readonly summary: string;
};

/** What to say of a subscription that was confirmed again. */
export function reconnectionOf(isRecovered: boolean, gap: GapError | null, isShowing: boolean): Reconnection {
  if (isRecovered) return { outcome: 'resumed', gap: null, summary: 'connected again; nothing was missed' };
  if (gap === null) {
    const then = isShowing ? '; what is on sale is told from the beginning' : '';
    return { outcome: 'anew', gap, summary: `connected again${then}` };
  }
  const { after, next } = gap;
  const then = isShowing ? '; what is on sale now follows' : '';
  return isLate(after, next)
    ? {
        outcome: 'late',
        gap,
        summary: `connected again, but it was too late: changes ${after.sequence + 1} to ${next.sequence} are no longer kept and were missed${then}`,
      }
    : {
        outcome: 'restarted',
        gap,
        summary: `connected again, but the service was restarted: what happened after change ${after.sequence} of its former life was missed${then}`,
      };
}

const isLate = (after: Position, next: Position | null): next is Position => next?.epoch === after.epoch;
