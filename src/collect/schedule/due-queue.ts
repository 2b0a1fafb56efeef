/** A first-in, first-out queue of `ItemTable` entries. Invalid ones remain until they reach the front or `keep` drops them. */
export function createDueQueue() {
  let entries: number[] = [];
  let dueAts: number[] = [];
  let head = 0;
  return {
    push: (entry: number, dueAt: number): void => {
      entries.push(entry);
      dueAts.push(dueAt);
    },
    peek: (): number | undefined => entries[head],
    /** When the first entry is due. */
    dueAt: (): number => dueAts[head] ?? Number.POSITIVE_INFINITY,
    shift: (): number | undefined => {
      const entry = entries[head];
      if (entry === undefined) return undefined;
      head += 1;
      if (head > 1024 && head * 2 > entries.length) {
        entries = entries.slice(head);
        dueAts = dueAts.slice(head);
        head = 0;
      }
      return entry;
    },
    keep: (isRetained: (entry: number) => boolean): readonly number[] => {
      const from = head;
      dueAts = dueAts.filter((_, at) => at >= from && isRetained(entries[at] as number));
      entries = entries.filter((entry, at) => at >= from && isRetained(entry));
      head = 0;
      return entries;
    },
  };
}
