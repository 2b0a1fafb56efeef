import { guarded } from './guarded.ts';

/*
 * Long work is split into pieces of a few milliseconds, each of which waits in one of two queues. However much work there
 * is, one turn of the event loop runs only a few pieces of it; separate immediates would all run in the same turn.
 */

/** Milliseconds into a turn of the event loop after which no further piece of `turn` begins, and none at all. */
const pieceMs = 4;
const allMs = 7;

/**
 * While connections keep arriving, this many turns of the event loop pass between two with work: a turn accepts only one
 * connection, so two thousand that arrive at once would otherwise wait for two thousand turns with work, some 13 s.
 */
const turnsBetween = 63;

type Waiter = { readonly go: () => void; readonly dueAt: number };

const pieces: Waiter[] = [];
const lists: Waiter[] = [];
let isUnderWay = false;
let listPieces = 0;
let hasArrived = false;
let passedOver = 0;

/** To be called for every connection that a server accepts. */
export const connectionArrived = (): void => {
  hasArrived = true;
};

const waitIn = (line: Waiter[], dueAt: number): Promise<void> =>
  new Promise((go) => {
    line.push({ go, dueAt });
    if (isUnderWay) return;
    isUnderWay = true;
    setImmediate(guarded(pass));
  });

/** Resolves when the next piece of work can run, on anything but lists of marketplaces. */
export const turn = (): Promise<void> => waitIn(pieces, 0);

/** Does work in pieces, each of which waits for its turn except the first. */
export async function inTurns<Result>(pieces: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
    await turn();
  }
}

/**
 * Like `turn`, for lists of hundreds of thousands of rows, which get the time that is left after it. Every other piece goes
 * to the list that was due first (`dueAt` in elapsed milliseconds), so that long lists finish even on a machine that cannot
 * keep up with the short ones that keep coming.
 */
export const listTurn = (dueAt = performance.now()): Promise<void> => waitIn(lists, dueAt);

async function pass(): Promise<void> {
  const isCrowded = hasArrived && passedOver < turnsBetween;
  hasArrived = false;
  passedOver = isCrowded ? passedOver + 1 : 0;
  if (isCrowded) {
    setImmediate(guarded(pass));
    return;
  }
  const since = performance.now();
  await spend(() => pieces.shift(), since + pieceMs);
  await spend(nextList, since + allMs);
  isUnderWay = pieces.length + lists.length > 0;
  if (isUnderWay) setImmediate(guarded(pass));
}

function nextList(): Waiter | undefined {
  listPieces += 1;
  if (listPieces % 2 === 0) return lists.shift();
  let first = 0;
  for (const [at, { dueAt }] of lists.entries()) if (dueAt < (lists[first]?.dueAt ?? dueAt)) first = at;
  return lists.splice(first, 1)[0];
}

/** Runs pieces until the time is over, but at least one. */
async function spend(next: () => Waiter | undefined, until: number): Promise<void> {
  let waiter = next();
  while (waiter !== undefined) {
    waiter.go();
    await done();
    waiter = performance.now() < until ? next() : undefined;
  }
}

/** Resolves when the piece is done: it continues in microtasks, and a tick runs after all of them. */
const done = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
