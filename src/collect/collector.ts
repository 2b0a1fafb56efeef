import { setMaxListeners } from 'node:events';
import type { Connector, HasItem, Polled, Source } from '../contract/connector.ts';
import { type Game, games, marketplaceWithSlug } from '../schema/index.ts';
import type { AnyFeed, Connect } from './feed/connect.ts';
import { createConnect } from './feed/feed-connection.ts';
import { createFeedRunner } from './feed/feed-runner.ts';
import { createSubscriber } from './feed/feed-subscriber.ts';
import { listenOnce } from './feed/listen-once.ts';
import type { OpenProtocol } from './feed/protocols/protocol.ts';
import { protocolOf } from './feed/protocols/protocol-of.ts';
import { createBulkStep } from './poll/bulk.ts';
import { createLookupStep } from './poll/lookup.ts';
import { createPendingLookups } from './poll/pending-lookups.ts';
import { type OnceResult, pollOnce } from './poll/poll-once.ts';
import { createPollStep } from './poll/poll-step.ts';
import { createShrinkGuard } from './poll/shrink-guard.ts';
import { type CollectLog, createSourcePoller } from './poll/source-poller.ts';
import { createWalkStep } from './poll/walk.ts';
import { type Prepared, prepareSources, whyOff } from './prepare-source.ts';
import { createHttpClient } from './request/http-client.ts';
import { defaultLimits, type Limits } from './request/response-body.ts';
import { createHealth, type HealthBook, type HealthState, type SourceHealth } from './schedule/health.ts';
import { createItemScheduler } from './schedule/item-scheduler.ts';
import { createPollSchedule } from './schedule/poll-schedule.ts';
import { budgetUseOf } from './schedule/rate-limiter.ts';
import { createRecentRequests, type RecentRequests } from './schedule/recent-requests.ts';
import { type Timers, wait } from './schedule/timers.ts';
import type { Sink } from './sink.ts';

export type { OnceResult } from './poll/poll-once.ts';
export type { CollectLog } from './poll/source-poller.ts';
export type { Sink } from './sink.ts';

export type CollectorOptions = {
  readonly connectors: readonly Connector[];
  /** The secret of an environment name, null when it is not set. */
  readonly secrets: (env: string) => string | null;
  readonly sink: Sink;
  readonly now: () => number;
  readonly random: () => number;
  readonly timers: Timers;
  /** Address of a stage that plays the marketplaces, such as http://127.0.0.1:9700; null asks them themselves. */
  readonly relay: string | null;
  readonly log: CollectLog;
  /** Every name worth asking for. */
  readonly names: (game: Game) => Iterable<string>;
  /** For rows of feeds that go by their name; nothing is known unless it is given. */
  readonly hasItem?: HasItem;
  /** What an item is worth, in any one unit; null is nothing. */
  readonly valueOf: (game: Game, name: string) => number | null;
  readonly marketplaceItemId: (marketplaceId: number, game: Game, name: string) => string | null;
  /** Whether a source is switched on; null leaves it to its declaration: inferred and costly ones are off. */
  readonly isOn?: (slug: string, source: string) => boolean | null;
  /** Rows of the last complete reading before this start, null when unknown. */
  readonly lastCount?: (slug: string, source: string, game: Game) => number | null;
  readonly limits?: Partial<Limits>;
  readonly userAgent?: string;
  /** Over how long the first requests are spread. */
  readonly spreadSeconds?: number;
};

export type Collector = {
  readonly start: () => void;
  /** Resolves when nothing is under way any more, or after 5 s. */
  readonly stop: () => Promise<void>;
  readonly health: () => readonly SourceHealth[];
  /** A reader of the API asked for this item. */
  readonly itemRequested: (game: Game, name: string) => void;
  /**
   * Resolves when the look-ups of an item's offers that its marketplace's budget lets out within so many milliseconds have
   * ended, after that time at the latest, and at once where there is none to wait for.
   */
  readonly offersLookedUp: (marketplaceId: number, game: Game, name: string, milliseconds: number) => Promise<void>;
  /** Makes one request of a source, whether or not it is switched on; nothing goes to the sink. */
  readonly runOnce: (
    slug: string,
    source: string,
    game: Game,
    item?: string,
    listenSeconds?: number,
  ) => Promise<OnceResult>;
};

const stopSeconds = 5;
/** How a source is that answers when it is asked. */
const serving: ReadonlySet<HealthState> = new Set(['starting', 'live', 'stale']);
// Lists early, since they bring the names that lookups ask for; feeds before them, so that nothing falls in between.
// Within a kind one game after the other, so that a slow machine soon has one of them whole
const kindOrder: readonly Source['kind'][] = ['feed', 'bulk', 'walk', 'lookup'];

/** What runs by itself: a polled source for one game, or a feed for all of its games. */
type Runner = {
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly views: () => readonly SourceHealth[];
  readonly isOff: boolean;
  /** Of a source that looks up the offers of an item: the end of that, null where it is not to come. */
  readonly offersOf?: (name: string) => Promise<void> | null;
};

type SourceGame = { readonly one: Prepared; readonly game: Game };

/** Whether two feeds have one connection. */
const isShared = (one: Source, other: Source): boolean =>
  one.kind === 'feed' && other.kind === 'feed' && one.shared !== undefined && one.shared === other.shared;

export function createCollector(options: CollectorOptions): Collector {
  const { sink, now, random, timers, log } = options;
  const stopping = new AbortController();
  // Every source and every timer listens, and each takes its leave
  setMaxListeners(0, stopping.signal);
  const userAgent = options.userAgent ?? 'itemtape';
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const client = createHttpClient({
    relay: options.relay,
    limits,
    userAgent,
    now,
    timers,
  });
  const directClient = createHttpClient({ relay: null, takesPlain: true, limits, userAgent, now, timers });
  const clientOf = ({ isDirect }: Connector) => (isDirect ? directClient : client).send;
  const recentRequests = new Map<Game, RecentRequests>(
    games.map((game) => [game, createRecentRequests(timers.elapsed)]),
  );

  /** The steps of a source for one game, and when to look again where it found nothing to ask. */
  function stepOf({ connector, sendRequest, sendLate }: Prepared, source: Polled, game: Game, marketplaceId: number) {
    const guard = createShrinkGuard(options.lastCount?.(connector.slug, source.name, game) ?? null);
    const setup = { game, sendRequest, now, marketplaceId, sink, guard };
    if (source.kind === 'bulk')
      return {
        step: createBulkStep(createPollStep({ source, ...setup })),
        idleUntil: timers.elapsed,
        comingLookup: undefined,
      };
    if (source.kind === 'walk')
      return {
        step: createWalkStep(createPollStep({ source, ...setup })),
        idleUntil: timers.elapsed,
        comingLookup: undefined,
      };
    const marketplaceItemId = (name: string) => options.marketplaceItemId(marketplaceId, game, name);
    const scheduler = createItemScheduler({
      clock: timers.elapsed,
      names: () => options.names(game),
      worth: (name) => options.valueOf(game, name),
      everySeconds: source.everySeconds,
      recentRequests: recentRequests.get(game) ?? createRecentRequests(timers.elapsed),
      isAskable: (item) => source.request({ game, item, marketplaceItemId: marketplaceItemId(item) }) !== null,
    });
    const pendingLookups = createPendingLookups();
    const step = createLookupStep({
      step: createPollStep({ source, ...setup }),
      sendLate,
      scheduler,
      marketplaceId,
      marketplaceItemId,
      sweepItem: sink.sweepItem,
      clock: timers.elapsed,
      pendingLookups,
    });
    return {
      step,
      idleUntil: scheduler.nextAt,
      comingLookup: (name: string) =>
        pendingLookups.has(name) || scheduler.isItemDue(name) ? pendingLookups.end(name) : null,
    };
  }

  const whyOffHere = (one: Prepared): string | null =>
    whyOff(one, options.isOn?.(one.connector.slug, one.source.name) ?? null);

  /** Health, order and pace of a source, which differ neither for what is polled nor for what is pushed. */
  function sharedParts(one: Prepared, everySeconds: number) {
    const { connector, source, budget, limiter, missingCredential, refused } = one;
    const { slug, standing = null } = connector;
    const { name, kind, evidence, yields, credential } = source;
    const seen = connector.seen?.[name] ?? null;
    const off = whyOffHere(one);
    const use = () => budgetUseOf(source.budget, budget, limiter);
    const healthOf = (game: Game): HealthBook => {
      const named = { slug, source: name, kind, game, evidence, yields, standing, seen };
      const fixed = { ...named, everySeconds, missingCredential };
      const health = createHealth(fixed, use, now, timers.elapsed);
      if (off !== null) health.turn('off', off);
      return health;
    };
    const schedule = createPollSchedule({
      kind,
      everySeconds,
      budget,
      hasCredential: credential !== undefined,
      clock: timers.elapsed,
      random,
    });
    const refusal = () => (credential === undefined ? null : (refused.get(credential) ?? null));
    const refuse = (detail: string) => void (credential !== undefined && refused.set(credential, detail));
    const marketplaceId = marketplaceWithSlug(slug).id;
    return {
      healthOf,
      isOff: off !== null,
      shared: { slug, marketplaceId, schedule, refusal, refuse, log, now, timers },
    };
  }

  function polledRunner(one: Prepared, source: Polled, game: Game, startDelay: number): Runner {
    const { limiter, redact } = one;
    const { healthOf, isOff, shared } = sharedParts(one, source.everySeconds);
    const own = { source, game, health: healthOf(game), limiter, startDelay, redact, ran: sink.ran };
    const { step, idleUntil, comingLookup } = stepOf(one, source, game, shared.marketplaceId);
    const runner = createSourcePoller({ ...shared, ...own, step, idleUntil });
    const polled = { run: runner.run, views: () => [runner.view()], isOff };
    return comingLookup !== undefined && source.yields.includes('offer')
      ? { ...polled, offersOf: comingLookup }
      : polled;
  }

  function connectOf({ connector, games, access, sendRequest, limiter, redact }: Prepared, source: AnyFeed): Connect {
    const takesPlain = connector.isDirect === true;
    const relay = takesPlain ? null : options.relay;
    let openProtocol: Promise<OpenProtocol> | null = null;
    return createConnect({
      source,
      games,
      access,
      // Kept for all connections: it may know where the last one ended
      openProtocol: () => {
        openProtocol ??= protocolOf(source.dialect, timers);
        return openProtocol;
      },
      sendRequest,
      limiter,
      relay,
      takesPlain,
      userAgent,
      limits,
      redact,
      now,
      timers,
    });
  }

  /** What one marketplace makes of a connection of the feed. */
  function subscriberOf(one: Prepared, source: AnyFeed) {
    const { reader, games: covered } = one;
    const { healthOf, isOff, shared } = sharedParts(one, source.silenceSeconds);
    const healths = new Map(covered.map((game) => [game, healthOf(game)]));
    return {
      isOff,
      shared,
      subscriber: createSubscriber({
        ...shared,
        source,
        healths,
        reader,
        sink,
        hasItem: options.hasItem ?? (() => false),
      }),
    };
  }

  function feedRunner(one: Prepared, source: AnyFeed, startDelay: number): Runner {
    const sharing = prepared.filter((other) => other === one || isShared(other.source, source));
    const all = sharing.map((other) => subscriberOf(other, other.source as AnyFeed));
    const [first = subscriberOf(one, source)] = all;
    const running = all.filter(({ isOff }) => !isOff).map(({ subscriber }) => subscriber);
    const own = { source, subscribers: running, connect: connectOf(one, source), startDelay };
    const runner = createFeedRunner({ ...first.shared, ...own });
    return {
      run: runner.run,
      views: () => all.flatMap(({ subscriber }) => subscriber.views()),
      isOff: running.length === 0,
    };
  }

  const runnerOf = ({ one, game }: SourceGame, startDelay: number): Runner =>
    one.source.kind === 'feed'
      ? feedRunner(one, one.source, startDelay)
      : polledRunner(one, one.source, game, startDelay);

  const prepared = options.connectors.flatMap((connector) =>
    prepareSources(connector, { secrets: options.secrets, clientOf, signal: stopping.signal, now, timers }),
  );
  const sourceGames = prepared
    .filter((one, at) => !prepared.slice(0, at).some((former) => isShared(former.source, one.source)))
    .flatMap((one) => (one.source.kind === 'feed' ? one.games.slice(0, 1) : one.games).map((game) => ({ one, game })))
    .sort(
      (a, b) =>
        kindOrder.indexOf(a.one.source.kind) - kindOrder.indexOf(b.one.source.kind) ||
        games.indexOf(a.game) - games.indexOf(b.game),
    );
  const spread = ((options.spreadSeconds ?? 5) * 1000) / Math.max(1, sourceGames.length);
  const runners = sourceGames.map((sourceGame, index) => runnerOf(sourceGame, (index + random()) * spread));
  const sourceGameKey = (marketplaceId: number, game: Game) => `${marketplaceId} ${game}`;
  const offerLookups = new Map<string, Runner[]>();
  for (const [at, runner] of runners.entries()) {
    const sourceGame = sourceGames[at];
    if (sourceGame === undefined || runner.isOff || runner.offersOf === undefined) continue;
    const key = sourceGameKey(marketplaceWithSlug(sourceGame.one.connector.slug).id, sourceGame.game);
    offerLookups.set(key, [...(offerLookups.get(key) ?? []), runner]);
  }
  const isServing = ({ views }: Runner, until: number): boolean =>
    views().some(({ state, nextAskAt }) => serving.has(state) && nextAskAt !== null && nextAskAt <= until);
  let running: Promise<unknown> = Promise.resolve();

  return {
    start: () => {
      const loops = runners.filter(({ isOff }) => !isOff).map((runner) => runner.run(stopping.signal));
      running = Promise.all(loops);
    },
    stop: async () => {
      stopping.abort();
      const patience = new AbortController();
      await Promise.race([running, wait(timers, stopSeconds * 1000, patience.signal)]);
      patience.abort();
      client.close();
      directClient.close();
    },
    health: () => runners.flatMap(({ views }) => views()),
    itemRequested: (game, name) => recentRequests.get(game)?.add(name),
    offersLookedUp: async (marketplaceId, game, name, milliseconds) => {
      const until = now() + milliseconds;
      const able = (offerLookups.get(sourceGameKey(marketplaceId, game)) ?? []).filter((runner) =>
        isServing(runner, until),
      );
      const coming = able.flatMap(({ offersOf }) => offersOf?.(name) ?? []);
      if (coming.length === 0) return;
      const patience = new AbortController();
      await Promise.race([Promise.all(coming), wait(timers, milliseconds, patience.signal)]);
      patience.abort();
    },
    runOnce: async (slug, sourceName, game, item, seconds) => {
      const found = prepared.find(({ connector, source }) => connector.slug === slug && source.name === sourceName);
      if (found === undefined) throw new Error(`there is no source "${slug}/${sourceName}"`);
      const { source, games: covered, sendRequest, reader, redact, missingCredential } = found;
      if (missingCredential !== null) throw new Error(`${slug}/${sourceName} is off: ${whyOffHere(found)}`);
      if (!covered.includes(game)) throw new Error(`${slug}/${sourceName} does not cover ${game}`);
      const signal = stopping.signal;
      if (source.kind === 'feed')
        return await listenOnce({
          source,
          game,
          connect: connectOf(found, source),
          reader,
          redact,
          signal,
          timers,
          seconds,
        });
      const { id } = marketplaceWithSlug(slug);
      const marketplaceItemId = (name: string) => options.marketplaceItemId(id, game, name);
      return await pollOnce({
        source,
        game,
        sendRequest,
        redact,
        item: item ?? null,
        names: options.names,
        marketplaceItemId,
        signal,
      });
    },
  };
}
