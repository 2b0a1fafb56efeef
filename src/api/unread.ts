import type { SourceHealth } from '../collect/schedule/health.ts';
import { counted } from '../schema/index.ts';
import { inFull, type TellFailure } from './failure-class.ts';

const maxReasons = 2;

/** A sentence on why nothing is known yet; null once any marketplace has been read. */
export function unreadText(health: readonly SourceHealth[], tell: TellFailure = inFull): string | null {
  const running = health.filter(({ state }) => state !== 'off');
  if (running.some(({ lastReadAt }) => lastReadAt !== null)) return null;
  if (running.length === 0) return 'No marketplace is read: every source is off';
  const tried = running.filter(({ lastOutcome }) => lastOutcome !== null);
  const start = `No marketplace has been read yet: ${tried.length} of ${counted(running.length, 'source')} tried`;
  if (tried.length === 0) return start;
  const reasons = reasonsOf(tried, tell).slice(0, maxReasons).join('; ');
  return `${start}, all failed${reasons === '' ? '' : `: ${reasons}`}`;
}

// A detail consists of request, result and advice, separated by "; ". Only the result is alike among sources
function reasonIn(detail: string): string {
  const [first = '', reason = first] = detail.split('; ');
  return reason.replace(/ to \S+?(?=: |$)/, '');
}

/** Reasons of failure, most frequent first. */
export function reasonsOf(sources: readonly Pick<SourceHealth, 'detail'>[], tell: TellFailure = inFull): string[] {
  const counts = new Map<string, number>();
  for (const { detail } of sources) {
    const found = detail === null ? '' : reasonIn(detail);
    const reason = found === '' ? '' : tell(found);
    if (reason !== '') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([reason]) => reason);
}
