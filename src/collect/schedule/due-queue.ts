/** An item a lookup can choose. `turn` tells an entry of a queue from an older one of the same item, which is void. */
export type ScheduledItem = {
  readonly name: string;
  value: number;
  standing: 'due' | 'waiting' | 'parked' | 'unknown';
  turn: number;
  round: number;
  /** As the clock had elapsed at its last turn. */
  chosenAt: number;
  /** The turn for which it stands among the wanted. */
  wantedTurn: number;
  /** The turn for which it stands among those asked about at this very marketplace. */
  ownTurn: number;
  /** The rank of the latest question that it was chosen for; 0 for none. */
  chosenRank: number;
};
export type QueueEntry = { readonly item: ScheduledItem; readonly turn: number; readonly dueAt: number };

export const isValid = ({ item, turn }: Pick<QueueEntry, 'item' | 'turn'>): boolean => item.turn === turn;

/** First in, first out; void entries stay until they come to the front or are cleared up. */
export function createDueQueue() {
  let entries: QueueEntry[] = [];
  let head = 0;
  return {
    push: (entry: QueueEntry) => void entries.push(entry),
    peek: (): QueueEntry | undefined => entries[head],
    shift: (): QueueEntry | undefined => {
      const entry = entries[head];
      if (entry === undefined) return undefined;
      head += 1;
      if (head > 1024 && head * 2 > entries.length) {
        entries = entries.slice(head);
        head = 0;
      }
      return entry;
    },
    keep: (isKept: (entry: QueueEntry) => boolean) => {
      entries = entries.slice(head).filter(isKept);
      head = 0;
      return entries;
    },
  };
}
