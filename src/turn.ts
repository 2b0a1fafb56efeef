import { guarded } from './guarded.ts';

/*
 * Long work is done in pieces of a few milliseconds, for which it waits in one of two lines: however much of it there is, a
 * turn of the event loop has a few pieces of all of it together. Immediates of their own would all run in the same turn.
 */

/** What the pieces of a turn take before the rest of it is left to others; one that has begun is done. */
const toldMs = 4;
const allMs = 7;

type Waiter = { readonly go: () => void; readonly dueAt: number };

const told: Waiter[] = [];
const lists: Waiter[] = [];
let isUnderWay = false;
let listPieces = 0;

const waitIn = (line: Waiter[], dueAt: number): Promise<void> =>
  new Promise((go) => {
    line.push({ go, dueAt });
    if (isUnderWay) return;
    isUnderWay = true;
    setImmediate(guarded(pass));
  });

/** Resolves when the next piece of what marketplaces tell by themselves, or of what is kept, may be done. */
export const turn = (): Promise<void> => waitIn(told, 0);

/**
 * The same for lists, whose time is left to them by what is told: they come by the hundred thousand rows. Every other piece is
 * of the list that was due first, in milliseconds that have elapsed: however often short ones come again meanwhile, on a
 * machine that cannot keep up with all of them each long one comes to its end in its turn.
 */
export const listTurn = (dueAt = performance.now()): Promise<void> => waitIn(lists, dueAt);

async function pass(): Promise<void> {
  const since = performance.now();
  await spend(() => told.shift(), since + toldMs);
  await spend(nextList, since + allMs);
  isUnderWay = told.length + lists.length > 0;
  if (isUnderWay) setImmediate(guarded(pass));
}

function nextList(): Waiter | undefined {
  listPieces += 1;
  if (listPieces % 2 === 0) return lists.shift();
  let first = 0;
  for (const [at, { dueAt }] of lists.entries()) if (dueAt < (lists[first]?.dueAt ?? dueAt)) first = at;
  return lists.splice(first, 1)[0];
}

/** One piece at least. */
async function spend(next: () => Waiter | undefined, until: number): Promise<void> {
  let waiter = next();
  while (waiter !== undefined) {
    waiter.go();
    await done();
    waiter = performance.now() < until ? next() : undefined;
  }
}

/** What goes on does so in microtasks, and ticks come behind all of these. */
const done = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
