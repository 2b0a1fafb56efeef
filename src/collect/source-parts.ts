import { runsUnasked } from '../contract/connector.ts';
import { type Game, marketplaceWithSlug } from '../schema/index.ts';
import type { CollectorOptions } from './collector-options.ts';
import { type PreparedSource, whyOff } from './prepare-source.ts';
import type { CompleteUntil, SourceCompleteness } from './schedule/completeness-watch.ts';
import { createHealth, type HealthBook, type SourceHealth } from './schedule/health.ts';
import { consequences } from './schedule/outcome.ts';
import { createPollSchedule } from './schedule/poll-schedule.ts';
import { budgetUseOf } from './schedule/rate-limiter.ts';

/** A polled source for one game, or a feed for all of its games. */
export type Runner = {
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly views: () => readonly SourceHealth[];
  readonly completeness: () => readonly SourceCompleteness[];
  readonly isOff: boolean;
  /**
   * Only of a source that looks up offers: for an item without listed offers, a function that waits for its next lookup;
   * null when none is coming.
   */
  readonly offersOf?: (name: string) => (() => Promise<void>) | null;
};

/** Up to when a source was complete before this start; null when unknown. */
export const storedCompleteness = (
  { slug, source, game }: Omit<SourceCompleteness, 'completeness'>,
  { lastCompleteness }: Pick<CollectorOptions, 'lastCompleteness'>,
): CompleteUntil | null => lastCompleteness?.(slug, source, game) ?? null;

/**
 * How long a list that was read before this start is still young enough, in milliseconds: until it is due, and at most as long
 * as that was from its reading, even if the clock was set back since.
 */
export function freshMsOf(stored: CompleteUntil | null, { scheduleMemory, clock }: CollectorOptions): number {
  if (scheduleMemory == null || stored === null || stored.reason !== null) return 0;
  const now = clock.now();
  return Math.max(0, Math.min(stored.dueAt - now, stored.dueAt - stored.at));
}

/** Why a source does not run here; null when it does. */
export const whyOffHere = (one: PreparedSource, { isOn }: Pick<CollectorOptions, 'isOn'>): string | null => {
  const { slug, sources } = one.connector;
  const choiceOf = (name: string) => isOn?.(slug, name) ?? null;
  const off = whyOff(one, choiceOf(one.source.name));
  if (off !== null) return off;
  const other = sources.find((source) => source.kind === 'walk' && source.insteadOf === one.source.name);
  const isReplaced = other !== undefined && (choiceOf(other.name) ?? runsUnasked(other));
  return isReplaced ? `${slug}/${other.name} reads the same list, and turns to this source where it cannot` : null;
};

/**
 * Health, schedule and credential state of a source, which polled sources and feeds have in common. `game` is null for a
 * feed, which has one schedule for all its games.
 */
export function sharedPartsOf(one: PreparedSource, everySeconds: number, options: CollectorOptions, game: Game | null) {
  const { connector, source, budget, budgetKey, limiter, missingCredential, refused } = one;
  const { random, clock, log, scheduleMemory = null } = options;
  const { slug, standing = null } = connector;
  const { name, kind, evidence, permission, yields, credential, seen = null } = source;
  const off = whyOffHere(one, options);
  // A signature can contain the time, so a clock that is wrong for a while is refused like a wrong key
  const isSigned = connector.credentials.some(({ env, carry }) => env === credential && carry.in === 'signature');
  const refusable = isSigned ? undefined : credential;
  const use = () => budgetUseOf(source.budget, budget, limiter);
  const memory = scheduleMemory?.source([budgetKey, name, ...(game === null ? [] : [game])].join(' ')) ?? null;
  const stored = memory?.stored() ?? null;
  const waitsMs = stored === null ? 0 : Math.max(0, stored.until - clock.now());
  const healthOf = (game: Game): HealthBook => {
    const named = { slug, source: name, kind, game, evidence, permission, yields, standing, seen };
    const fixed = { ...named, everySeconds, missingCredential };
    const health = createHealth(fixed, use, clock);
    if (stored !== null && waitsMs > 0) health.turn(consequences[stored.outcome].health, stored.detail);
    if (off !== null) health.turn('off', off);
    return health;
  };
  const schedule = createPollSchedule({
    kind,
    everySeconds,
    budget,
    hasCredential: refusable !== undefined,
    clock,
    random,
    memory,
  });
  const refusal = () => (refusable === undefined ? null : (refused.get(refusable) ?? null));
  const refuse = (detail: string) => void (refusable !== undefined && refused.set(refusable, detail));
  const marketplaceId = marketplaceWithSlug(slug).id;
  return {
    healthOf,
    isOff: off !== null,
    /** What is left of a wait that began before this start, in milliseconds. */
    waitsMs,
    shared: { slug, marketplaceId, schedule, refusal, refuse, log, clock },
  };
}
