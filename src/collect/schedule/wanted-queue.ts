import { createDueQueue } from './due-queue.ts';
import { type ItemNumbers, type ItemTable, itemOf } from './item-table.ts';
import { createPriorityQueue } from './priority-queue.ts';
import { isOwn, ownAbove, type RequestsAt } from './recent-requests.ts';
import type { Urgency } from './request-queue.ts';

/** A reader's request that was not looked up since. */
type Question = { readonly entry: number; readonly rank: number };

/** State of an item that readers requested. */
type WantedItem = {
  /** Its entry in `longest`. */
  entry: number;
  /** Its entry in `ownByWait`. */
  ownEntry: number;
  /** Rank of the latest request for which it was chosen; 0 for none. */
  chosenRank: number;
};

/** Several times as many as can be valid: at most a thousand requested names are kept. */
const maxQuestions = 4000;
const maxWanted = 4000;

/** State of the requested items; that of an item no longer requested can be dropped. */
function createWanted(isWanted: (item: number) => boolean): (item: number) => WantedItem {
  const wanted = new Map<number, WantedItem>();
  return (item) => {
    const found = wanted.get(item) ?? { entry: -1, ownEntry: -1, chosenRank: 0 };
    wanted.set(item, found);
    if (wanted.size > maxWanted) for (const other of wanted.keys()) if (!isWanted(other)) wanted.delete(other);
    return found;
  };
}

/**
 * Chooses among the items that are due and that readers requested. First comes the item requested last and not looked up
 * since, as its reader is still waiting; requests at this marketplace come before others. Every third turn, and whenever no
 * such request is open, goes to the item that has been due longest, so that none starves; every third turn prefers the
 * items requested at this marketplace.
 */
export function createWantedQueue(recentRequests: RequestsAt, table: ItemTable, numbers: ItemNumbers) {
  const questions = createPriorityQueue<Question>((a, b) => a.rank > b.rank);
  const byWait = createDueQueue();
  const ownByWait = createDueQueue();
  let picks = 0;

  const rankOf = (item: number): number | null => recentRequests.rank(numbers.name(item));
  const wantedFor = createWanted((item) => rankOf(item) !== null);
  const isOpen = ({ entry, rank }: Question): boolean => table.isValid(entry) && rankOf(itemOf(entry)) === rank;

  function firstOpen(): number | null {
    for (let top = questions.peek(); top !== undefined; top = questions.peek()) {
      if (isOpen(top)) return itemOf(top.entry);
      questions.pop();
    }
    return null;
  }

  function firstAbove(queue: typeof byWait, min: number): number | null {
    for (let entry = queue.peek(); entry !== undefined; entry = queue.peek()) {
      if (table.isValid(entry) && (rankOf(itemOf(entry)) ?? 0) > min) return itemOf(entry);
      queue.shift();
    }
    return null;
  }

  const firstDue = () => firstAbove(byWait, 0);

  return {
    /** Adds the entry of a due item, if readers requested the item. */
    add: (entry: number): void => {
      const item = itemOf(entry);
      const rank = rankOf(item);
      if (rank === null) return;
      const known = wantedFor(item);
      if (known.entry !== entry) byWait.push(entry, 0);
      known.entry = entry;
      if (isOwn(rank) && known.ownEntry !== entry) ownByWait.push(entry, 0);
      if (isOwn(rank)) known.ownEntry = entry;
      if (rank <= known.chosenRank) return;
      questions.push({ entry, rank });
      if (questions.size() > maxQuestions) questions.keep(isOpen);
    },
    urgency: (): Urgency => {
      if (firstDue() === null) return 0;
      const open = firstOpen();
      return open !== null && isOwn(rankOf(open) ?? 0) ? 2 : 1;
    },
    next: (): number | null => {
      const item = firstDue();
      if (item === null) return null;
      picks += 1;
      const chosen = picks % 3 === 0 ? (firstAbove(ownByWait, ownAbove) ?? item) : (firstOpen() ?? item);
      wantedFor(chosen).chosenRank = rankOf(chosen) ?? 0;
      return chosen;
    },
  };
}
