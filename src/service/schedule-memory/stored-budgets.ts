import { maxHold } from '../../collect/schedule/back-off.ts';
import { isOutcome } from '../../collect/schedule/outcome.ts';
import type { BudgetState, SourceState } from '../../collect/schedule/schedule-memory.ts';

/** `uses` are the times of answers; `underWay` counts requests that are not answered yet; `notedAt` dates the waits. */
export type StoredBudget = BudgetState & {
  readonly windowMs: number;
  readonly underWay: number;
  readonly notedAt: number;
};
export type StoredSource = SourceState & { readonly notedAt: number };

/** One line of the file: the first names what it is about, the second is the key. */
export type Line =
  | readonly ['salt', string]
  | readonly ['budget', string, StoredBudget]
  | readonly ['source', string, StoredSource | null]
  /** A request was sent. */
  | readonly ['sent', string]
  /** One was answered, at this time. */
  | readonly ['answered', string, number]
  /** One that was noted as sent was not. */
  | readonly ['unused', string];

export const freshBudget = (windowMs: number, now: number): StoredBudget => ({
  windowMs,
  uses: [],
  underWay: 0,
  heldUntil: 0,
  restsUntil: 0,
  holdsInARow: 0,
  notedAt: now,
});

/** Times in a row are forgotten this long after their wait ended. */
const forgottenAfter = maxHold;

/**
 * What is left of a wait, in milliseconds: at most its whole length, even if the clock was set back since it was noted, and
 * at most the longest that a marketplace can impose.
 */
const leftOf = (until: number, notedAt: number, now: number): number =>
  Math.max(0, Math.min(until - now, until - notedAt, maxHold));

/** The uses that still count at a time; all where the window is not known. */
export const countingAt = ({ uses, windowMs }: StoredBudget, now: number): readonly number[] =>
  windowMs === 0 ? uses : uses.filter((at) => at + windowMs > now);

/** Whether anything of a budget matters to a later run. */
export const isCounting = ({ uses, heldUntil, restsUntil, holdsInARow }: StoredBudget): boolean =>
  uses.length + heldUntil + restsUntil + holdsInARow > 0;

/** The same budget as of now: what no longer counts is left out, and what was under way counts from now on. */
export function budgetAt(stored: StoredBudget, now: number): StoredBudget {
  const { windowMs, uses, underWay, heldUntil, restsUntil, notedAt } = stored;
  const isRecent = now - Math.max(heldUntil, notedAt) < forgottenAfter;
  const ends = [heldUntil, restsUntil]
    .map((until) => leftOf(until, notedAt, now))
    .map((left) => (left > 0 ? now + left : 0));
  return {
    windowMs,
    // A use in the future is one from before the clock was set back
    uses: [
      ...countingAt({ ...stored, uses: uses.map((at) => Math.min(at, now)) }, now),
      ...Array.from({ length: underWay }, () => now),
    ],
    underWay: 0,
    heldUntil: ends[0] ?? 0,
    restsUntil: ends[1] ?? 0,
    holdsInARow: isRecent ? stored.holdsInARow : 0,
    notedAt: now,
  };
}

/** The same wait as of now; null when it ended so long ago that nothing follows from it. */
export function sourceAt(stored: StoredSource, now: number): StoredSource | null {
  const left = leftOf(stored.until, stored.notedAt, now);
  if (left === 0 && now - Math.max(stored.until, stored.notedAt) >= forgottenAfter) return null;
  return { ...stored, until: left > 0 ? now + left : Math.min(stored.until, now), notedAt: now };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const areNumbers = (of: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.every((name) => isNumber(of[name]));

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

function isBudget(value: unknown): value is StoredBudget {
  const fields = fieldsOf(value);
  const { uses } = fields;
  const names = ['windowMs', 'underWay', 'heldUntil', 'restsUntil', 'holdsInARow', 'notedAt'];
  return areNumbers(fields, names) && Array.isArray(uses) && uses.every(isNumber);
}

function isSource(value: unknown): value is StoredSource | null {
  if (value === null) return true;
  const fields = fieldsOf(value);
  const { outcome, detail } = fields;
  if (detail !== null && typeof detail !== 'string') return false;
  return isOutcome(outcome) && areNumbers(fields, ['until', 'notedAt', 'failures', 'blocks']);
}

const isValid: Readonly<Record<Line[0], (value: unknown) => boolean>> = {
  salt: (value) => value === undefined,
  budget: isBudget,
  source: isSource,
  sent: (value) => value === undefined,
  answered: isNumber,
  unused: (value) => value === undefined,
};

/** Null for a line that is cut off or was written by something else. */
export function lineIn(text: string): Line | null {
  try {
    const content: unknown = JSON.parse(text);
    if (!Array.isArray(content)) return null;
    const [word, key, value] = content as readonly unknown[];
    if (typeof word !== 'string' || typeof key !== 'string' || !Object.hasOwn(isValid, word)) return null;
    return isValid[word as Line[0]](value) ? (content as unknown as Line) : null;
  } catch {
    return null;
  }
}
