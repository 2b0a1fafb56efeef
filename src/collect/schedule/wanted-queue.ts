import { createDueQueue, type Entry, type Item, isValid } from './due-queue.ts';
import { createHeap } from './priority-queue.ts';
import type { Asked } from './recent-requests.ts';

type Question = Pick<Entry, 'item' | 'turn'> & { readonly rank: number };

/** Many times as many as can be valid: no more names are kept as asked for than a thousand. */
const mostQuestions = 4000;

/**
 * Whose turn it is among the items that are due and that readers asked for. First the one asked for last and not looked up since,
 * for its reader still waits; every third turn, and where no question is open, the one that has been due longest, so that none is
 * passed over for ever.
 */
export function createWanted(asked: Asked) {
  const questions = createHeap<Question>((a, b) => a.rank > b.rank);
  const longest = createDueQueue();
  let picks = 0;

  const isOpen = (question: Question): boolean => isValid(question) && asked.rank(question.item.name) === question.rank;

  function firstOpen(): Item | null {
    for (let top = questions.peek(); top !== undefined; top = questions.peek()) {
      if (isOpen(top)) return top.item;
      questions.pop();
    }
    return null;
  }

  function longestDue(): Item | null {
    for (let entry = longest.peek(); entry !== undefined; entry = longest.peek()) {
      if (isValid(entry) && asked.rank(entry.item.name) !== null) return entry.item;
      longest.shift();
    }
    return null;
  }

  return {
    /** Takes up an item that is due, where readers asked for it. */
    add: (item: Item): void => {
      const { turn, chosenRank } = item;
      const rank = asked.rank(item.name);
      if (rank === null) return;
      if (item.wantedTurn !== turn) longest.push({ item, turn, dueAt: 0 });
      item.wantedTurn = turn;
      if (rank <= chosenRank) return;
      questions.push({ item, turn, rank });
      if (questions.size() > mostQuestions) questions.keep(isOpen);
    },
    isEmpty: () => longestDue() === null,
    next: (): Item | null => {
      const item = longestDue();
      if (item === null) return null;
      picks += 1;
      const chosen = picks % 3 === 0 ? item : (firstOpen() ?? item);
      chosen.chosenRank = asked.rank(chosen.name) ?? 0;
      return chosen;
    },
  };
}
