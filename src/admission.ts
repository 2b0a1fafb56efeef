import { guarded } from './guarded.ts';

/** Streams that are begun in one turn of the event loop, each of which takes about 0.1 ms. */
export const streamsPerTurn = 8;

/** Connections of a front worker that are begun in one turn, each of which takes some microseconds. */
export const readersPerTurn = 64;

/**
 * Lets so many begin in a turn of the event loop. Of those above, what is to be called comes in later turns, in their order:
 * what thousands have sent at once Node hands on before anything else has its turn, which takes half a second where all of
 * it is done right then. The result says whether one may begin now; then nothing is called.
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
