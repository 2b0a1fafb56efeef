import { type Game, marketplaceWithSlug } from '../schema/index.ts';
import type { CollectorOptions } from './collector-options.ts';
import { type Prepared, whyOff } from './prepare-source.ts';
import type { CompleteUntil, SourceCompleteness } from './schedule/completeness-watch.ts';
import { createHealth, type HealthBook, type SourceHealth } from './schedule/health.ts';
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
export const keptOf = (
  { slug, source, game }: Omit<SourceCompleteness, 'completeness'>,
  { lastCompleteness }: Pick<CollectorOptions, 'lastCompleteness'>,
): CompleteUntil | null => lastCompleteness?.(slug, source, game) ?? null;

/** Why a source does not run here; null when it does. */
export const whyOffHere = (one: Prepared, { isOn }: Pick<CollectorOptions, 'isOn'>): string | null =>
  whyOff(one, isOn?.(one.connector.slug, one.source.name) ?? null);

/** Health, schedule and credential state of a source, which polled sources and feeds have in common. */
export function sharedPartsOf(one: Prepared, everySeconds: number, options: CollectorOptions) {
  const { connector, source, budget, limiter, missingCredential, refused } = one;
  const { random, clock, log } = options;
  const { slug, standing = null } = connector;
  const { name, kind, evidence, yields, credential } = source;
  const seen = connector.seen?.[name] ?? null;
  const off = whyOffHere(one, options);
  // A signature can contain the time, so a clock that is wrong for a while is refused like a wrong key
  const isSigned = connector.credentials.some(({ env, carry }) => env === credential && carry.in === 'signature');
  const refusable = isSigned ? undefined : credential;
  const use = () => budgetUseOf(source.budget, budget, limiter);
  const healthOf = (game: Game): HealthBook => {
    const named = { slug, source: name, kind, game, evidence, yields, standing, seen };
    const fixed = { ...named, everySeconds, missingCredential };
    const health = createHealth(fixed, use, clock);
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
  });
  const refusal = () => (refusable === undefined ? null : (refused.get(refusable) ?? null));
  const refuse = (detail: string) => void (refusable !== undefined && refused.set(refusable, detail));
  const marketplaceId = marketplaceWithSlug(slug).id;
  return {
    healthOf,
    isOff: off !== null,
    shared: { slug, marketplaceId, schedule, refusal, refuse, log, clock },
  };
}
