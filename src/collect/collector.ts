import { setMaxListeners } from 'node:events';
import type { Connector, HasItem, Polled, Source } from '../contract/connector.ts';
import { type Game, games, marketplaceWithSlug } from '../schema/index.ts';
import { type AnyFeed, type Connect } from './feed/connect.ts';
import { createConnect } from './feed/feed-connection.ts';
import { createFeedUnit } from './feed/feed-runner.ts';
import { createDesk } from './feed/feed-subscriber.ts';
import { listenOnce } from './feed/listen-once.ts';
import type { Dial } from './feed/protocols/protocol.ts';
import { dialOf } from './feed/protocols/protocol-of.ts';
import { createBulkStep } from './poll/bulk.ts';
import { createLookupStep } from './poll/lookup.ts';
import { createLookupsUnderWay } from './poll/pending-lookups.ts';
import { askOnce, type OnceResult } from './poll/poll-once.ts';
import { createStep } from './poll/poll-step.ts';
import { createShrinkGuard } from './poll/shrink-guard.ts';
import { type CollectLog, createUnit } from './poll/source-poller.ts';
import { createWalkStep } from './poll/walk.ts';
import { type Prepared, prepare, whyOff } from './prepare-source.ts';
import { createAsk } from './request/http-client.ts';
import { defaultLimits, type Limits } from './request/response-body.ts';
import { createHealth, type HealthBook, type HealthState, type SourceHealth } from './schedule/health.ts';
import { createInterest } from './schedule/item-scheduler.ts';
import { createPacing } from './schedule/poll-schedule.ts';
import { useOf } from './schedule/rate-limiter.ts';
import { type Asked, createAsked } from './schedule/recent-requests.ts';
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
  readonly asked: (game: Game, name: string) => void;
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
type Running = {
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly views: () => readonly SourceHealth[];
  readonly isOff: boolean;
  /** Of a source that looks up the offers of an item: the end of that, null where it is not to come. */
  readonly offersOf?: (name: string) => Promise<void> | null;
};

type Place = { readonly one: Prepared; readonly game: Game };

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
  const asking = createAsk({
    relay: options.relay,
    limits,
    userAgent,
    now,
    timers,
  });
  const askingDirectly = createAsk({ relay: null, takesPlain: true, limits, userAgent, now, timers });
  const askOf = ({ isDirect }: Connector) => (isDirect ? askingDirectly : asking).ask;
  const asked = new Map<Game, Asked>(games.map((game) => [game, createAsked(timers.elapsed)]));

  /** The steps of a source for one game, and when to look again where it found nothing to ask. */
  function stepOf({ connector, exchange, late }: Prepared, source: Polled, game: Game, marketplaceId: number) {
    const guard = createShrinkGuard(options.lastCount?.(connector.slug, source.name, game) ?? null);
    const setup = { game, exchange, now, marketplaceId, sink, guard };
    if (source.kind === 'bulk')
      return {
        step: createBulkStep(createStep({ source, ...setup })),
        idleUntil: timers.elapsed,
        comingLookup: undefined,
      };
    if (source.kind === 'walk')
      return {
        step: createWalkStep(createStep({ source, ...setup })),
        idleUntil: timers.elapsed,
        comingLookup: undefined,
      };
    const marketplaceItemId = (name: string) => options.marketplaceItemId(marketplaceId, game, name);
    const interest = createInterest({
      clock: timers.elapsed,
      names: () => options.names(game),
      worth: (name) => options.valueOf(game, name),
      everySeconds: source.everySeconds,
      asked: asked.get(game) ?? createAsked(timers.elapsed),
      isAskable: (item) => source.request({ game, item, marketplaceItemId: marketplaceItemId(item) }) !== null,
    });
    const underWay = createLookupsUnderWay();
    const step = createLookupStep({
      step: createStep({ source, ...setup }),
      late,
      interest,
      marketplaceId,
      marketplaceItemId,
      sweepItem: sink.sweepItem,
      clock: timers.elapsed,
      underWay,
    });
    return {
      step,
      idleUntil: interest.nextAt,
      comingLookup: (name: string) => (underWay.has(name) || interest.isItemDue(name) ? underWay.end(name) : null),
    };
  }

  const whyOffHere = (one: Prepared): string | null =>
    whyOff(one, options.isOn?.(one.connector.slug, one.source.name) ?? null);

  /** Health, order and pace of a source, which differ neither for what is polled nor for what is pushed. */
  function framed(one: Prepared, everySeconds: number) {
    const { connector, source, budget, meter, missingCredential, refused } = one;
    const { slug, standing = null } = connector;
    const { name, kind, evidence, yields, credential } = source;
    const seen = connector.seen?.[name] ?? null;
    const off = whyOffHere(one);
    const use = () => useOf(source.budget, budget, meter);
    const healthOf = (game: Game): HealthBook => {
      const told = { slug, source: name, kind, game, evidence, yields, standing, seen };
      const fixed = { ...told, everySeconds, missingCredential };
      const health = createHealth(fixed, use, now, timers.elapsed);
      if (off !== null) health.turn('off', off);
      return health;
    };
    const pacing = createPacing({
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
      shared: { slug, marketplaceId, pacing, refusal, refuse, log, now, timers },
    };
  }

  function polledUnit(one: Prepared, source: Polled, game: Game, startDelay: number): Running {
    const { meter, redact } = one;
    const { healthOf, isOff, shared } = framed(one, source.everySeconds);
    const own = { source, game, health: healthOf(game), meter, startDelay, redact, ran: sink.ran };
    const { step, idleUntil, comingLookup } = stepOf(one, source, game, shared.marketplaceId);
    const unit = createUnit({ ...shared, ...own, step, idleUntil });
    const polled = { run: unit.run, views: () => [unit.view()], isOff };
    return comingLookup !== undefined && source.yields.includes('offer')
      ? { ...polled, offersOf: comingLookup }
      : polled;
  }

  function connectOf({ connector, games, access, exchange, meter, redact }: Prepared, source: AnyFeed): Connect {
    const takesPlain = connector.isDirect === true;
    const relay = takesPlain ? null : options.relay;
    let dial: Promise<Dial> | null = null;
    return createConnect({
      source,
      games,
      access,
      // Kept for all connections: it may know where the last one ended
      dial: () => {
        dial ??= dialOf(source.dialect, timers);
        return dial;
      },
      exchange,
      meter,
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
  function deskOf(one: Prepared, source: AnyFeed) {
    const { reader, games: covered } = one;
    const { healthOf, isOff, shared } = framed(one, source.silenceSeconds);
    const healths = new Map(covered.map((game) => [game, healthOf(game)]));
    return {
      isOff,
      shared,
      desk: createDesk({ ...shared, source, healths, reader, sink, hasItem: options.hasItem ?? (() => false) }),
    };
  }

  function feedUnit(one: Prepared, source: AnyFeed, startDelay: number): Running {
    const sharing = prepared.filter((other) => other === one || isShared(other.source, source));
    const all = sharing.map((other) => deskOf(other, other.source as AnyFeed));
    const [first = deskOf(one, source)] = all;
    const running = all.filter(({ isOff }) => !isOff).map(({ desk }) => desk);
    const own = { source, desks: running, connect: connectOf(one, source), startDelay };
    const unit = createFeedUnit({ ...first.shared, ...own });
    return { run: unit.run, views: () => all.flatMap(({ desk }) => desk.views()), isOff: running.length === 0 };
  }

  const unitOf = ({ one, game }: Place, startDelay: number): Running =>
    one.source.kind === 'feed' ? feedUnit(one, one.source, startDelay) : polledUnit(one, one.source, game, startDelay);

  const prepared = options.connectors.flatMap((connector) =>
    prepare(connector, { secrets: options.secrets, askOf, signal: stopping.signal, now, timers }),
  );
  const places = prepared
    .filter((one, at) => !prepared.slice(0, at).some((former) => isShared(former.source, one.source)))
    .flatMap((one) => (one.source.kind === 'feed' ? one.games.slice(0, 1) : one.games).map((game) => ({ one, game })))
    .sort(
      (a, b) =>
        kindOrder.indexOf(a.one.source.kind) - kindOrder.indexOf(b.one.source.kind) ||
        games.indexOf(a.game) - games.indexOf(b.game),
    );
  const spread = ((options.spreadSeconds ?? 5) * 1000) / Math.max(1, places.length);
  const units = places.map((place, index) => unitOf(place, (index + random()) * spread));
  const placeName = (marketplaceId: number, game: Game) => `${marketplaceId} ${game}`;
  const offerLookups = new Map<string, Running[]>();
  for (const [at, unit] of units.entries()) {
    const place = places[at];
    if (place === undefined || unit.isOff || unit.offersOf === undefined) continue;
    const key = placeName(marketplaceWithSlug(place.one.connector.slug).id, place.game);
    offerLookups.set(key, [...(offerLookups.get(key) ?? []), unit]);
  }
  const isServing = ({ views }: Running, until: number): boolean =>
    views().some(({ state, nextAskAt }) => serving.has(state) && nextAskAt !== null && nextAskAt <= until);
  let running: Promise<unknown> = Promise.resolve();

  return {
    start: () => {
      const loops = units.filter(({ isOff }) => !isOff).map((unit) => unit.run(stopping.signal));
      running = Promise.all(loops);
    },
    stop: async () => {
      stopping.abort();
      const patience = new AbortController();
      await Promise.race([running, wait(timers, stopSeconds * 1000, patience.signal)]);
      patience.abort();
      asking.close();
      askingDirectly.close();
    },
    health: () => units.flatMap(({ views }) => views()),
    asked: (game, name) => asked.get(game)?.add(name),
    offersLookedUp: async (marketplaceId, game, name, milliseconds) => {
      const until = now() + milliseconds;
      const able = (offerLookups.get(placeName(marketplaceId, game)) ?? []).filter((unit) => isServing(unit, until));
      const coming = able.flatMap(({ offersOf }) => offersOf?.(name) ?? []);
      if (coming.length === 0) return;
      const patience = new AbortController();
      await Promise.race([Promise.all(coming), wait(timers, milliseconds, patience.signal)]);
      patience.abort();
    },
    runOnce: async (slug, sourceName, game, item, seconds) => {
      const found = prepared.find(({ connector, source }) => connector.slug === slug && source.name === sourceName);
      if (found === undefined) throw new Error(`there is no source "${slug}/${sourceName}"`);
      const { source, games: covered, exchange, reader, redact, missingCredential } = found;
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
      return await askOnce({
        source,
        game,
        exchange,
        redact,
        item: item ?? null,
        names: options.names,
        marketplaceItemId,
        signal,
      });
    },
  };
}
