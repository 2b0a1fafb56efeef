import { guarded } from '../../guarded.ts';

/** Goes on in the order of waiting. */
const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(guarded(next));
}

/**
 * Resolves when the next rows of a list may be read: one list at a time in each turn of the event loop, so that however many
 * are read at once, whatever else waits comes between any two steps. Immediates of their own would all run in the same turn.
 */
export const listTurn = (): Promise<void> =>
  new Promise((go) => {
    waiting.push(go);
    if (waiting.length === 1) setImmediate(guarded(next));
  });
