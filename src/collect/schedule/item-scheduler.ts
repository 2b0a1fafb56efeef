import { createDueQueue, isValid, type QueueEntry, type ScheduledItem } from './due-queue.ts';
import { createPriorityQueue } from './priority-queue.ts';
import type { RecentRequests } from './recent-requests.ts';
import { createWantedQueue } from './wanted-queue.ts';

/**
 * Which item a lookup asks for next: first what readers of the API asked for lately, as `wanted.ts` has it; then, two turns in three, the most valuable and,
 * one turn in three, what was not asked for the longest, so that a scarce budget serves the dear items and forgets none.
 * No item comes again before its interval is over.
 */
export type ItemScheduler = {
  /** The next item, which counts as asked for from now on; null when none is due. */
  readonly next: () => string | null;
  readonly isDue: () => boolean;
  /** Whether the item may be asked for now, when its turn comes. */
  readonly isItemDue: (name: string) => boolean;
  /** Whether the next item is one that readers asked for. */
  readonly isWanted: () => boolean;
  /** The item cannot be asked for: not again before the names are read anew, or a reader asks for it and it can. */
  readonly defer: (name: string) => void;
  /** The marketplace does not know the item: not again for six hours. */
  readonly markUnknown: (name: string) => void;
  /** When looking again is worth while, on the clock it was given. */
  readonly nextAt: () => number;
};

const minute = 60_000;
const namesFor = 10 * minute;
// While lists are still coming in
const newNamesFor = 5000;
const growth = 1.1;
const unknownFor = 360 * minute;
/** Not worth clearing up below this. */
const fewestVoid = 100;
const neverWanted = { wantedTurn: -1, chosenRank: 0 };

export function createItemScheduler(options: {
  /** Milliseconds; it is never set. */
  readonly clock: () => number;
  readonly names: () => Iterable<string>;
  readonly worth: (name: string) => number | null;
  readonly everySeconds: number;
  readonly recentRequests: RecentRequests;
  /** Whether the item can be asked for at all, as far as is known now. */
  readonly isAskable?: (name: string) => boolean;
}): ItemScheduler {
  const { clock, names, worth, recentRequests, isAskable = () => true } = options;
  const items = new Map<string, ScheduledItem>();
  // Every queue has one delay, so that the order of arrival is the order of falling due
  const stalest = createDueQueue();
  const waiting = createDueQueue();
  const unknown = createDueQueue();
  const dearest = createPriorityQueue<QueueEntry>((a, b) => a.item.value > b.item.value);
  const wanted = createWantedQueue(recentRequests);
  let refreshAt = Number.NEGATIVE_INFINITY;
  let round = 0;
  let picks = 0;

  function move(item: ScheduledItem, standing: ScheduledItem['standing'], delay: number): QueueEntry {
    item.standing = standing;
    item.turn += 1;
    return { item, turn: item.turn, dueAt: clock() + delay };
  }

  function makeDue(item: ScheduledItem): void {
    const entry = move(item, 'due', 0);
    stalest.push(entry);
    dearest.push(entry);
    // Void entries of cheap items never come to the top
    if (dearest.size() > fewestVoid + 2 * items.size) dearest.fill(stalest.keep(isValid));
    wanted.add(item);
  }

  function known(name: string): ScheduledItem {
    const item = items.get(name) ?? { name, value: 0, standing: 'parked', turn: 0, round, ...neverWanted };
    items.set(name, item);
    item.value = worth(name) ?? 0;
    item.round = round;
    return item;
  }

  function refresh(): void {
    const former = items.size;
    round += 1;
    const fresh: ScheduledItem[] = [];
    for (const name of names()) {
      const item = known(name);
      if (item.standing === 'parked') fresh.push(item);
    }
    for (const item of items.values()) if (item.round !== round) drop(item);
    for (const item of fresh.sort((a, b) => b.value - a.value)) {
      stalest.push(move(item, 'due', 0));
      wanted.add(item);
    }
    dearest.fill(stalest.keep(isValid));
    const isGrowing = items.size === 0 || items.size > former * growth;
    refreshAt = clock() + (isGrowing ? newNamesFor : namesFor);
  }

  function drop(item: ScheduledItem): void {
    item.turn += 1;
    items.delete(item.name);
  }

  /** Readers may ask for what is known only since the names were last looked through. */
  function takeUp(name: string): ScheduledItem | null {
    if (worth(name) === null) return null;
    const item = known(name);
    makeDue(item);
    return item;
  }

  function fallDue(queue: ReturnType<typeof createDueQueue>): void {
    for (let entry = queue.peek(); entry !== undefined; entry = queue.peek()) {
      if (isValid(entry) && entry.dueAt > clock()) return;
      queue.shift();
      if (isValid(entry)) makeDue(entry.item);
    }
  }

  function firstValid(take: () => QueueEntry | undefined): ScheduledItem | null {
    for (let entry = take(); entry !== undefined; entry = take()) if (isValid(entry)) return entry.item;
    return null;
  }

  function choose(): ScheduledItem | null {
    const first = wanted.next();
    if (first !== null) return first;
    picks += 1;
    return firstValid(picks % 3 === 0 ? stalest.shift : dearest.pop);
  }

  function bringUpToDate(): void {
    if (clock() >= refreshAt) refresh();
    fallDue(waiting);
    fallDue(unknown);
  }

  function hasDue(): boolean {
    for (let entry = stalest.peek(); entry !== undefined; entry = stalest.peek()) {
      if (isValid(entry)) return true;
      stalest.shift();
    }
    return false;
  }

  recentRequests.onRequest((name) => {
    // Before the first look at the names there is nobody to choose for
    if (round === 0) return;
    const item = items.get(name);
    if (item === undefined) takeUp(name);
    else if (item.standing === 'due') wanted.add(item);
    // What it lacked may have been told since
    else if (item.standing === 'parked' && isAskable(name)) makeDue(item);
  });

  return {
    isDue: () => {
      bringUpToDate();
      return hasDue();
    },
    isItemDue: (name) => {
      bringUpToDate();
      return items.get(name)?.standing === 'due';
    },
    isWanted: () => !wanted.isEmpty(),
    next: () => {
      bringUpToDate();
      const item = choose();
      if (item === null) return null;
      waiting.push(move(item, 'waiting', options.everySeconds * 1000));
      return item.name;
    },
    defer: (name) => {
      const item = items.get(name);
      if (item !== undefined) move(item, 'parked', 0);
    },
    markUnknown: (name) => {
      const item = items.get(name);
      if (item !== undefined) unknown.push(move(item, 'unknown', Math.max(unknownFor, options.everySeconds * 1000)));
    },
    nextAt: () =>
      hasDue()
        ? clock()
        : Math.min(refreshAt, ...[waiting.peek(), unknown.peek()].flatMap((entry) => (entry ? [entry.dueAt] : []))),
  };
}
