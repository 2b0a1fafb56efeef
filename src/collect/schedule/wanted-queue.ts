import { createDueQueue, isValid, type QueueEntry, type ScheduledItem } from './due-queue.ts';
import { createPriorityQueue } from './priority-queue.ts';
import { isOwn, ownAbove, type RequestsAt } from './recent-requests.ts';
import type { Urgency } from './request-queue.ts';

type Question = Pick<QueueEntry, 'item' | 'turn'> & { readonly rank: number };

/** Many times as many as can be valid: no more names are kept as asked for than a thousand. */
const mostQuestions = 4000;

/**
 * Whose turn it is among the items that are due and that readers asked for. First the one asked for last and not looked up since,
 * for its reader still waits, at this marketplace before others; every third turn the one that has been due longest of those asked
 * about at this marketplace, or else anywhere, and that one too where no question is open: so that none is passed over for ever.
 */
export function createWantedQueue(recentRequests: RequestsAt) {
  const questions = createPriorityQueue<Question>((a, b) => a.rank > b.rank);
  const longest = createDueQueue();
  const longestOwn = createDueQueue();
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

  function firstAbove(queue: typeof longest, least: number): ScheduledItem | null {
    for (let entry = queue.peek(); entry !== undefined; entry = queue.peek()) {
      if (isValid(entry) && (recentRequests.rank(entry.item.name) ?? 0) > least) return entry.item;
      queue.shift();
    }
    return null;
  }

  const longestDue = () => firstAbove(longest, 0);

  return {
    /** Takes up an item that is due, where readers asked for it. */
    add: (item: ScheduledItem): void => {
      const { turn, chosenRank } = item;
      const rank = recentRequests.rank(item.name);
      if (rank === null) return;
      if (item.wantedTurn !== turn) longest.push({ item, turn, dueAt: 0 });
      item.wantedTurn = turn;
      if (isOwn(rank) && item.ownTurn !== turn) longestOwn.push({ item, turn, dueAt: 0 });
      if (isOwn(rank)) item.ownTurn = turn;
      if (rank <= chosenRank) return;
      questions.push({ item, turn, rank });
      if (questions.size() > mostQuestions) questions.keep(isOpen);
    },
    urgency: (): Urgency => {
      if (longestDue() === null) return 0;
      const open = firstOpen();
      return open !== null && isOwn(recentRequests.rank(open.name) ?? 0) ? 2 : 1;
    },
    next: (): ScheduledItem | null => {
      const item = longestDue();
      if (item === null) return null;
      picks += 1;
      const chosen = picks % 3 === 0 ? (firstAbove(longestOwn, ownAbove) ?? item) : (firstOpen() ?? item);
      chosen.chosenRank = recentRequests.rank(chosen.name) ?? 0;
      return chosen;
    },
  };
}
