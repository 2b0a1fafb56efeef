import type { Lookup, PollableSource } from '../contract/connector.ts';
import { attributesOfGame, type Game } from '../schema/index.ts';
import type { CollectorOptions } from './collector-options.ts';
import { DriftWatch } from './drift/drift-watch.ts';
import { createBulkStep } from './poll/bulk.ts';
import { withFallback } from './poll/fallback.ts';
import { isOfItems } from './poll/item-answer.ts';
import { ItemIds } from './poll/item-ids.ts';
import { createLookupStep } from './poll/lookup.ts';
import { createPendingLookups } from './poll/pending-lookups.ts';
import { createPollStep, type PollerStep, type PollStep } from './poll/poll-step.ts';
import { createShrinkGuard } from './poll/shrink-guard.ts';
import { createSourcePoller } from './poll/source-poller.ts';
import { createWalkStep } from './poll/walk.ts';
import type { PreparedSource } from './prepare-source.ts';
import { ReadingWatch } from './schedule/completeness-watch.ts';
import { createItemScheduler } from './schedule/item-scheduler.ts';
import type { ItemNumbers } from './schedule/item-table.ts';
import type { RecentRequests } from './schedule/recent-requests.ts';
import { freshMsOf, type Runner, sharedPartsOf, storedCompleteness } from './source-parts.ts';

export type PolledSource = {
  readonly one: PreparedSource;
  readonly source: PollableSource;
  readonly game: Game;
  /** The walk that this one replaces. */
  readonly previous: PreparedSource | null;
  /** Items that readers of the API requested recently. */
  readonly recentRequests: RecentRequests;
  /** The item numbers of the game. */
  readonly itemNumbers: ItemNumbers;
  /** Aborts when the source has to stop. */
  readonly signal: AbortSignal;
  /** Whether its settings have changed, so that what it read before does not matter. */
  readonly isRenewed: boolean;
};

type SourceStep = {
  readonly step: PollerStep;
  readonly drift: DriftWatch;
  /** When to look again after finding nothing to request. */
  readonly idleUntil: () => number;
  /** Lookups only: for an item without listings, a function that waits for its next lookup; null when none is coming. */
  readonly comingLookup?: (name: string) => (() => Promise<void>) | null;
  /** Why there was never anything to request. */
  readonly whyIdle?: () => string | null;
  /** Sets a listener that is called when a reader's request makes an item due. */
  readonly onWanted?: (listener: () => void) => void;
};

/**
 * Whether all that a source could tell of an item is known. What is true of every copy of an item does not change, so a source
 * of nothing else is then not asked of it.
 */
function settledBy(source: Lookup<never>, game: Game, { itemAttributes }: CollectorOptions): (name: string) => boolean {
  if (itemAttributes === undefined || !isOfItems(source)) return () => false;
  return (name) => {
    const known = itemAttributes(game, name);
    return attributesOfGame[game].every((attribute) => known[attribute] !== null);
  };
}

/** The step of a lookup source, with the scheduler that chooses its items. */
function lookupStepOf(
  { one, game, recentRequests, itemNumbers, signal }: PolledSource,
  step: PollStep<Lookup<never>>,
  marketplaceId: number,
  options: CollectorOptions,
): SourceStep {
  const { source } = step;
  const { names, sink, clock } = options;
  const { sendRequest } = one;
  const itemIds = source.itemIds === undefined ? null : new ItemIds({ list: source.itemIds, game, sendRequest, clock });
  const marketplaceItemId = (name: string) =>
    options.marketplaceItemId(marketplaceId, game, name) ?? itemIds?.of(name) ?? null;
  const scheduler = createItemScheduler({
    clock,
    names: () => names(game),
    worth: (name) => options.valueOf(game, name),
    everySeconds: source.everySeconds,
    recentRequests: recentRequests.at(marketplaceId, signal),
    numbers: itemNumbers,
    isSettled: settledBy(source, game, options),
    isAskable: (item) => source.request({ game, item, marketplaceItemId: marketplaceItemId(item) }) !== null,
  });
  const pendingLookups = createPendingLookups();
  const lookupStep = createLookupStep({
    step,
    sendLate: one.sendLate,
    scheduler,
    marketplaceId,
    marketplaceItemId,
    sink,
    known: (name) => options.knownAt?.(marketplaceId, game, name) ?? null,
    pendingLookups,
  });
  return {
    step: (signal, admitted) => (itemIds?.isDue() ? itemIds.read(signal) : lookupStep.run(signal, admitted)),
    drift: step.drift,
    whyIdle: lookupStep.whyIdle,
    idleUntil: () => Math.min(scheduler.nextAt(), itemIds?.dueAt() ?? Number.POSITIVE_INFINITY),
    onWanted: scheduler.onWanted,
    comingLookup: (name) => {
      const isComing = pendingLookups.has(name) || scheduler.recall(name);
      return isComing ? () => pendingLookups.end(name) : null;
    },
  };
}

type StepSetup = Omit<Parameters<typeof createPollStep>[0], 'source'>;

/** What the former source reads counts as read by the one that replaces it, so that either confirms and removes the same. */
function withPrevious(own: PollerStep, { source, previous }: PolledSource, setup: StepSetup): PollerStep {
  if (previous?.source.kind !== 'walk') return own;
  const renamed = { ...previous.source, name: source.name };
  const step = createWalkStep(createPollStep({ ...setup, source: renamed, sendRequest: previous.sendRequest }));
  return withFallback(own, step, previous.source.name);
}

function stepOf(polled: PolledSource, marketplaceId: number, options: CollectorOptions): SourceStep {
  const { one, source, game } = polled;
  const { connector, sendRequest } = one;
  const { sink, clock } = options;
  const known = (name: string) => options.knownAt?.(marketplaceId, game, name) ?? null;
  const drift = new DriftWatch({ source, known, clock });
  const guard = createShrinkGuard(options.lastReading?.(connector.slug, source.name, game) ?? null);
  const setup = { game, sendRequest, clock, marketplaceId, sink, guard, drift };
  if (source.kind === 'bulk')
    return { step: createBulkStep(createPollStep({ source, ...setup })), drift, idleUntil: clock.elapsed };
  if (source.kind === 'walk') {
    const own = createWalkStep(createPollStep({ source, ...setup }));
    return { step: withPrevious(own, polled, setup), drift, idleUntil: clock.elapsed };
  }
  return lookupStepOf(polled, createPollStep({ source, ...setup }), marketplaceId, options);
}

/** Polls a source for one game on its own schedule, first after `startDelay` milliseconds, or later if it waits. */
export function createPolledRunner(polled: PolledSource, startDelay: number, options: CollectorOptions): Runner {
  const { one, source, game, isRenewed } = polled;
  const { limiter, redact } = one;
  const { healthOf, isOff, waitsMs, shared } = sharedPartsOf(one, source.everySeconds, options, game);
  const health = healthOf(game);
  const about = { slug: shared.slug, source: source.name, game };
  const stored = storedCompleteness(about, options);
  const freshMs = isRenewed || source.kind === 'lookup' ? 0 : freshMsOf(stored, options);
  if (stored !== null && freshMs > 0 && waitsMs === 0 && !isOff) health.readBefore(stored.at);
  const delay = Math.max(startDelay, waitsMs, freshMs);
  const own = { source, game, health, limiter, startDelay: delay, redact, sink: options.sink };
  const { step, drift, idleUntil, whyIdle, comingLookup, onWanted } = stepOf(polled, shared.marketplaceId, options);
  const watch = new ReadingWatch(source.everySeconds, stored, options.clock);
  const poller = createSourcePoller({ ...shared, ...own, step, idleUntil, whyIdle, watch, drift });
  onWanted?.(poller.wake);
  const completeness = () => [{ ...about, completeness: watch.completeness() }];
  const runner = { run: poller.run, views: () => [poller.view()], completeness, isOff };
  return comingLookup !== undefined && source.yields.includes('offer') ? { ...runner, offersOf: comingLookup } : runner;
}
