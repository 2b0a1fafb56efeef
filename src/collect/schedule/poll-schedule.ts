import type { Budget, Source } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { blockedDelay, maxRetryDelay, retryDelay, vainDelay } from './back-off.ts';
import { consequences, type Outcome, type Wait } from './outcome.ts';
import type { SourceMemory } from './schedule-memory.ts';

/** Intervals are lengthened by up to this share, so that sources do not run in step. */
const intervalJitter = 0.05;

/** How a step ended. Times are on `clock.elapsed`. */
type StepEnd = {
  readonly outcome: Outcome;
  /** What was found, as the health of the source says it. */
  readonly detail: string | null;
  readonly begunAt: number;
  readonly retryAt: number | null;
  /** Nothing in it could be used. */
  readonly isBare: boolean;
};

/** The wait after a step. A lookup continues with the next item at the pace of its budget, independently of the last answer. */
function waitOf(kind: Source['kind'], { outcome, isBare }: StepEnd, hasCredential: boolean): Wait {
  const { wait } = consequences[outcome];
  if (wait === 'restart' && !hasCredential) return 'block';
  if (kind === 'lookup' && outcome === 'gone') return 'interval';
  if (isBare && (outcome === 'changed' || outcome === 'shrunk')) return 'vain';
  return kind === 'lookup' && outcome === 'changed' ? 'backoff' : wait;
}

/** Decides from how each step ended when the next one can begin; null when only a restart helps. */
export function createPollSchedule(options: {
  readonly kind: Source['kind'];
  readonly everySeconds: number;
  readonly budget: Budget;
  /** Whether a credential is sent that cannot be accepted later once it was refused. */
  readonly hasCredential: boolean;
  readonly clock: Pick<Clock, 'elapsed' | 'now'>;
  readonly random: () => number;
  readonly memory: SourceMemory | null;
}): (ended: StepEnd) => number | null {
  const { kind, everySeconds, budget, hasCredential, clock, random, memory } = options;
  const interval = 1000 * (kind === 'lookup' ? budget.perSeconds / budget.requests : everySeconds);
  const maxDelay = kind === 'feed' ? maxRetryDelay.connecting : maxRetryDelay.polling;
  const stored = memory?.stored() ?? null;
  let failures = stored?.failures ?? 0;
  let blocks = stored?.blocks ?? 0;
  let vainSince: number | null = null;

  const drawnOut = () => interval * (1 + intervalJitter * random());
  const after: Readonly<Record<Wait, (ended: StepEnd) => number | null>> = {
    // The next item can be requested at once: the budget spreads the requests
    interval: ({ begunAt }) => (kind === 'lookup' ? begunAt : begunAt + drawnOut()),
    vain: ({ begunAt, retryAt }) =>
      Math.max(
        begunAt + drawnOut(),
        clock.elapsed() + vainDelay(clock.elapsed() - (vainSince ?? begunAt)),
        retryAt ?? 0,
      ),
    backoff: ({ retryAt }) => Math.max(clock.elapsed() + retryDelay(failures, maxDelay, random), retryAt ?? 0),
    budget: ({ retryAt }) => retryAt ?? clock.elapsed() + interval,
    block: ({ retryAt }) => Math.max(clock.elapsed() + blockedDelay(blocks), retryAt ?? 0),
    restart: () => null,
  };

  /** Keeps a wait that the marketplace asked for. What an update of ours can end is not among them. */
  const note = (wait: Wait, { outcome, detail, begunAt }: StepEnd, at: number | null): void => {
    if (memory === null || wait === 'restart' || at === null) return;
    const isRead = wait === 'interval' && (kind === 'lookup' || consequences[outcome].health === 'live');
    const until = Math.ceil(clock.now() + (wait === 'vain' ? begunAt + interval : at) - clock.elapsed());
    memory.note(isRead ? null : { until, outcome, detail, failures, blocks });
  };

  return (ended) => {
    const wait = waitOf(kind, ended, hasCredential);
    failures = wait === 'backoff' ? failures + 1 : 0;
    blocks = wait === 'block' ? blocks + 1 : 0;
    if (wait === 'vain') vainSince ??= clock.elapsed();
    else if (wait === 'interval' && !ended.isBare) vainSince = null;
    const at = after[wait](ended);
    note(wait, ended, at);
    return at;
  };
}
