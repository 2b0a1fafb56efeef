/** How urgently readers wait for a request: 0 not at all, 1 for an item, 2 for its offers at this very marketplace. */
export type Urgency = 0 | 1 | 2;

/** What a request is for. */
export type PermitRequest = {
  /** `whole` is a list, a page or a connection, fetched one at a time; `item` is a lookup, of which there is always another. */
  readonly kind: 'whole' | 'item';
  /** Called whenever a request is allowed. */
  readonly urgency: () => Urgency;
};

export type Waiter<RequestUse> = {
  /** A `hop` continues an exchange, for example after a redirect. */
  readonly kind: PermitRequest['kind'] | 'hop';
  readonly urgency: () => Urgency;
  /** When it began to wait, on `clock.elapsed`. */
  readonly since: number;
  /** How often another was served although this one had waited longest. */
  passed: number;
  readonly give: (use: RequestUse) => void;
};

/** However many readers wait, every fourth request at least is the one that has waited longest. */
const maxSkipped = 3;

/**
 * The waiter to serve next: an exchange that has begun, then what readers wait for most urgently, then lists (which are rare
 * and cover every item), then items in the order in which they came. null when only items wait and none is due yet.
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
  if (oldest.passed >= maxSkipped) return oldest;
  const next = firstUrgent(ready) ?? ready.find(({ kind }) => kind === 'whole') ?? oldest;
  if (next !== oldest) oldest.passed += 1;
  return next;
}

function firstUrgent<RequestUse>(ready: readonly Waiter<RequestUse>[]): Waiter<RequestUse> | null {
  let urgent: Waiter<RequestUse> | null = null;
  let reached: Urgency = 0;
  for (const waiter of ready) {
    const urgency = waiter.urgency();
    if (urgency <= reached) continue;
    urgent = waiter;
    reached = urgency;
  }
  return urgent;
}
