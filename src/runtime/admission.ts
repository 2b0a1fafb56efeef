import { guarded } from './guarded.ts';

/** Streams that can begin in one turn of the event loop; each takes about 0.1 ms. */
export const streamsPerTurn = 8;

/** Connections of a front worker that can begin in one turn; each takes a few microseconds. */
export const readersPerTurn = 64;

/**
 * Admits `perTurn` callers in each turn of the event loop. The result says whether a caller can begin now; if not, its
 * callback is called in a later turn, in order of arrival. Node delivers what thousands of clients have sent at once before
 * anything else gets a turn: half a second if all of it is handled immediately.
 */
export function createAdmission(perTurn: number): (begin: () => void) => boolean {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isDue = false;

  const nextTurn = (): void => {
    isDue = false;
    begun = 0;
    while (waiting.length > 0 && begun < perTurn) {
      const begin = waiting.shift() as () => void;
      count();
      begin();
    }
  };
  const count = (): void => {
    begun += 1;
    if (isDue) return;
    isDue = true;
    setImmediate(guarded(nextTurn));
  };

  return (begin) => {
    if (begun >= perTurn || waiting.length > 0) {
      waiting.push(begin);
      return false;
    }
    count();
    return true;
  };
}
