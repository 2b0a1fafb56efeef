/** How much readers wait for a request: not at all; as they asked for an item; or as they asked for its offers at this very marketplace. */
export type Urgency = 0 | 1 | 2;

/** What a request is for. */
export type PermitRequest = {
  /** A list, a page or a connection, of which one at a time is fetched; or an item, of which there is always another. */
  readonly kind: 'whole' | 'item';
  /** Asked whenever something may go out. */
  readonly urgency: () => Urgency;
};

export type Waiter<RequestUse> = {
  /** A hop goes on with an exchange that has begun. */
  readonly kind: PermitRequest['kind'] | 'hop';
  readonly urgency: () => Urgency;
  /** On the clock of the budget. */
  readonly since: number;
  /** How often it was its turn and another went first. */
  passed: number;
  readonly give: (use: RequestUse) => void;
};

/** However many readers ask, every fourth request is what would have been next without them. */
const mostPassed = 3;

/**
 * Whose turn it is: what has begun, then what readers wait for most, then lists (which are rare, and tell of every item),
 * then items in the order of asking. Null when only items wait and theirs is not the time.
 */
export function nextOf<RequestUse>(
  waiting: readonly Waiter<RequestUse>[],
  areItemsDue: boolean,
): Waiter<RequestUse> | null {
  const ready = areItemsDue ? waiting : waiting.filter(({ kind }) => kind !== 'item');
  const hop = ready.find(({ kind }) => kind === 'hop');
  if (hop !== undefined) return hop;
  const [oldest] = ready;
  if (oldest === undefined) return null;
  if (oldest.passed >= mostPassed) return oldest;
  const next = mostUrgent(ready) ?? ready.find(({ kind }) => kind === 'whole') ?? oldest;
  if (next !== oldest) oldest.passed += 1;
  return next;
}

function mostUrgent<RequestUse>(ready: readonly Waiter<RequestUse>[]): Waiter<RequestUse> | null {
  let most: Waiter<RequestUse> | null = null;
  let reached: Urgency = 0;
  for (const waiter of ready) {
    const urgency = waiter.urgency();
    if (urgency <= reached) continue;
    most = waiter;
    reached = urgency;
  }
  return most;
}
