import { createDueQueue, isValid, type QueueEntry, type ScheduledItem } from './due-queue.ts';
import { createPriorityQueue } from './priority-queue.ts';
import type { RecentRequests } from './recent-requests.ts';

type Question = Pick<QueueEntry, 'item' | 'turn'> & { readonly rank: number };

/** Many times as many as can be valid: no more names are kept as asked for than a thousand. */
const mostQuestions = 4000;

/**
 * Whose turn it is among the items that are due and that readers asked for. First the one asked for last and not looked up since,
 * for its reader still waits; every third turn, and where no question is open, the one that has been due longest, so that none is
 * passed over for ever.
 */
export function createWantedQueue(recentRequests: RecentRequests) {
  const questions = createPriorityQueue<Question>((a, b) => a.rank > b.rank);
  const longest = createDueQueue();
  let picks = 0;

  const isOpen = (question: Question): boolean =>
    isValid(question) && recentRequests.rank(question.item.name) === question.rank;

  function firstOpen(): ScheduledItem | null {
    for (let top = questions.peek(); top !== undefined; top = questions.peek()) {
      if (isOpen(top)) return top.item;
      questions.pop();
    }
    return null;
  }

  function longestDue(): ScheduledItem | null {
    for (let entry = longest.peek(); entry !== undefined; entry = longest.peek()) {
      if (isValid(entry) && recentRequests.rank(entry.item.name) !== null) return entry.item;
      longest.shift();
    }
    return null;
  }

  return {
    /** Takes up an item that is due, where readers asked for it. */
    add: (item: ScheduledItem): void => {
      const { turn, chosenRank } = item;
      const rank = recentRequests.rank(item.name);
      if (rank === null) return;
      if (item.wantedTurn !== turn) longest.push({ item, turn, dueAt: 0 });
      item.wantedTurn = turn;
      if (rank <= chosenRank) return;
      questions.push({ item, turn, rank });
      if (questions.size() > mostQuestions) questions.keep(isOpen);
    },
    isEmpty: () => longestDue() === null,
    next: (): ScheduledItem | null => {
      const item = longestDue();
      if (item === null) return null;
      picks += 1;
      const chosen = picks % 3 === 0 ? item : (firstOpen() ?? item);
      chosen.chosenRank = recentRequests.rank(chosen.name) ?? 0;
      return chosen;
    },
  };
}
