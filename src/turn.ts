import { guarded } from './guarded.ts';

/*
 * Long work is done in pieces of a few milliseconds, for which it waits in one of two lines: however much of it there is, a
 * turn of the event loop has a few pieces of all of it together. Immediates of their own would all run in the same turn.
 */

/** What the pieces of a turn take before the rest of it is left to others; one that has begun is done. */
const toldMs = 4;
const allMs = 7;

type Line = (() => void)[];

const told: Line = [];
const lists: Line = [];
let isUnderWay = false;

const waitIn = (line: Line): Promise<void> =>
  new Promise((go) => {
    line.push(go);
    if (isUnderWay) return;
    isUnderWay = true;
    setImmediate(guarded(pass));
  });

/** Resolves when the next piece of what marketplaces tell by themselves, or of what is kept, may be done. */
export const turn = (): Promise<void> => waitIn(told);

/** The same for lists, whose time is left to them by what is told: they come by the hundred thousand rows. */
export const listTurn = (): Promise<void> => waitIn(lists);

async function pass(): Promise<void> {
  const since = performance.now();
  await spend(told, since + toldMs);
  await spend(lists, since + allMs);
  isUnderWay = told.length + lists.length > 0;
  if (isUnderWay) setImmediate(guarded(pass));
}

/** One piece at least, in the order of waiting. */
async function spend(line: Line, until: number): Promise<void> {
  let go = line.shift();
  while (go !== undefined) {
    go();
    await done();
    go = performance.now() < until ? line.shift() : undefined;
  }
}

/** What goes on does so in microtasks, and ticks come behind all of these. */
const done = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
