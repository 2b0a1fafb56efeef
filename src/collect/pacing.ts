import type { Budget, Source } from '../contract/connector.ts';
import { blockedDelay, goneDelay, longestRetryDelay, retryDelay } from './backoff.ts';
import { consequences, type Outcome, type Wait } from './outcome.ts';

/** Intervals are drawn out by up to this share, so that sources do not fall into step. */
const intervalJitter = 0.05;

type Ended = { readonly outcome: Outcome; readonly startedAt: number; readonly retryAt: number | null };

/** A lookup goes on with the next item at the pace of its budget, whatever one item answered. */
function waitOf(kind: Source['kind'], outcome: Outcome, hasCredential: boolean): Wait {
  const { wait } = consequences[outcome];
  if (wait === 'restart' && !hasCredential) return 'block';
  if (kind !== 'lookup') return wait;
  if (outcome === 'gone') return 'interval';
  return outcome === 'changed' ? 'backoff' : wait;
}

/** When a source asks next, from how its requests end; null when only a restart helps. */
export function createPacing(options: {
  readonly kind: Source['kind'];
  readonly everySeconds: number;
  readonly budget: Budget;
  readonly hasCredential: boolean;
  readonly now: () => number;
  readonly random: () => number;
}): (ended: Ended) => number | null {
  const { kind, everySeconds, budget, hasCredential, now, random } = options;
  const interval = 1000 * (kind === 'lookup' ? budget.perSeconds / budget.requests : everySeconds);
  const longest = kind === 'feed' ? longestRetryDelay.connecting : longestRetryDelay.asking;
  let failures = 0;
  let blocks = 0;

  const after: Readonly<Record<Wait, (ended: Ended) => number | null>> = {
    // Another item may be asked for at any moment: the budget spreads the requests
    interval: ({ startedAt }) =>
      kind === 'lookup' ? startedAt : startedAt + interval * (1 + intervalJitter * random()),
    backoff: ({ retryAt }) => Math.max(now() + retryDelay(failures, longest, random), retryAt ?? 0),
    budget: ({ retryAt }) => retryAt ?? now() + interval,
    block: ({ retryAt }) => Math.max(now() + blockedDelay(blocks), retryAt ?? 0),
    hour: () => now() + goneDelay,
    restart: () => null,
  };

  return (ended) => {
    const wait = waitOf(kind, ended.outcome, hasCredential);
    failures = wait === 'backoff' ? failures + 1 : 0;
    blocks = wait === 'block' ? blocks + 1 : 0;
    return after[wait](ended);
  };
}
