import type { PollableSource, Source } from '../contract/connector.ts';
import type { Clock } from '../runtime/clock.ts';
import { wait } from '../runtime/clock.ts';
import { type Game, games, marketplaceWithSlug } from '../schema/index.ts';
import type { CollectorOptions } from './collector-options.ts';
import { listenOnce } from './feed/listen-once.ts';
import { type OnceResult, pollOnce } from './poll/poll-once.ts';
import { createPolledRunner } from './polled-runner.ts';
import type { PreparedSource } from './prepare-source.ts';
import { createHttpClient } from './request/http-client.ts';
import { defaultLimits } from './request/response-body.ts';
import type { SourceCompleteness } from './schedule/completeness-watch.ts';
import type { HealthState, SourceHealth } from './schedule/health.ts';
import { ItemNumbers } from './schedule/item-table.ts';
import { Lateness } from './schedule/lateness.ts';
import { createRecentRequests, type RecentRequests } from './schedule/recent-requests.ts';
import { connectOf, createSharedFeedRunner, isShared, type RequestParts } from './shared-feed.ts';
import { groupsOf, SourceGroup } from './source-group.ts';
import { type Runner, whyOffHere } from './source-parts.ts';

export type { CollectorOptions } from './collector-options.ts';
export type { OnceResult } from './poll/poll-once.ts';
export type { CollectLog } from './poll/source-poller.ts';
export type { CompleteUntil, SourceCompleteness } from './schedule/completeness-watch.ts';
export type { Sink } from './sink.ts';

export type Collector = {
  readonly start: () => void;
  /** Resolves when nothing is in progress any more, or after 5 s. */
  readonly stop: () => Promise<void>;
  /**
   * Restarts the marketplaces whose credentials or proxy settings have changed, and resolves to their slugs once they
   * have started; a source that had no credential runs from then on. What counted against their budgets still counts.
   */
  readonly renew: () => Promise<readonly string[]>;
  readonly health: () => readonly SourceHealth[];
  /** Up to when each running source is complete; to be passed as `lastCompleteness` at the next start. */
  readonly completeness: () => readonly SourceCompleteness[];
  /** Notes that a reader of the API requested this item at one marketplace, or at all of them when null. */
  readonly itemRequested: (game: Game, name: string, marketplaceId: number | null) => void;
  /**
   * Waits for the lookups of an item's offers that the marketplace's budget allows within `milliseconds`: resolves when
   * they have ended, after that time at the latest, and at once where there is nothing to wait for. The wait is shorter
   * while the event loop is being blocked, so that the answer is still sent in time.
   */
  readonly offersLookedUp: (marketplaceId: number, game: Game, name: string, milliseconds: number) => Promise<void>;
  /** Makes one request of a source, or listens to a feed for a while, enabled or not; nothing goes to the sink. */
  readonly runOnce: (
    slug: string,
    source: string,
    game: Game,
    item?: string,
    listenSeconds?: number,
  ) => Promise<OnceResult>;
};

const stopSeconds = 5;
/** How often the event loop can be blocked for a waiting answer: at the end of the wait, and before the answer is sent. */
const turnsOfAnAnswer = 2;
/** States of a source that can be expected to answer. */
const serving: ReadonlySet<HealthState> = new Set(['starting', 'live', 'stale']);
// Lists come before lookups, which need the names they bring; feeds come before lists, so that nothing is missed between.
// Within a kind game by game, so that a slow machine soon has one game complete
const kindOrder: readonly Source['kind'][] = ['feed', 'bulk', 'walk', 'lookup'];

type SourceGame = { readonly one: PreparedSource; readonly game: Game };

/** Everything that runs, in start order; a feed once for all its games and all sources that share its connection. */
const sourceGamesOf = (prepared: readonly PreparedSource[]): SourceGame[] =>
  prepared
    .filter((one, at) => !prepared.slice(0, at).some((previous) => isShared(previous.source, one.source)))
    .flatMap((one) => (one.source.kind === 'feed' ? one.games.slice(0, 1) : one.games).map((game) => ({ one, game })))
    .sort(
      (a, b) =>
        kindOrder.indexOf(a.one.source.kind) - kindOrder.indexOf(b.one.source.kind) ||
        games.indexOf(a.game) - games.indexOf(b.game),
    );

/** A source for a game (or a feed), with its group and its runner. */
type Member = SourceGame & { readonly group: SourceGroup; readonly runner: Runner };

const isServing = ({ views }: Runner, until: number): boolean =>
  views().some(({ state, nextAskAt }) => serving.has(state) && nextAskAt !== null && nextAskAt <= until);

const sourceGameKey = (marketplaceId: number, game: Game): string => `${marketplaceId} ${game}`;

/** The runners that look up offers, by marketplace and game. */
function lookupsAmong(members: readonly Member[]): ReadonlyMap<string, readonly Runner[]> {
  const found = new Map<string, Runner[]>();
  for (const { one, game, runner } of members) {
    if (runner.isOff || runner.offersOf === undefined) continue;
    const key = sourceGameKey(marketplaceWithSlug(one.connector.slug).id, game);
    found.set(key, [...(found.get(key) ?? []), runner]);
  }
  return found;
}

class SourceCollector implements Collector {
  readonly #options;
  readonly #requestParts: RequestParts;
  readonly #stopping = new AbortController();
  readonly #client;
  readonly #directClient;
  readonly #lateness;
  readonly #recentRequests: Readonly<Record<Game, RecentRequests>>;
  readonly #itemNumbers: Readonly<Record<Game, ItemNumbers>> = {
    CS2: new ItemNumbers(),
    Dota2: new ItemNumbers(),
    Rust: new ItemNumbers(),
    TF2: new ItemNumbers(),
  };
  #members: readonly Member[] = [];
  #groups: readonly SourceGroup[];
  #offerLookups: ReadonlyMap<string, readonly Runner[]> = new Map();
  readonly #running = new Map<SourceGroup, Promise<unknown>>();
  #renewing: Promise<unknown> = Promise.resolve();
  #isStarted = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
    const { relay, random, clock, userAgent, spreadSeconds = 5 } = options;
    this.#requestParts = { userAgent, limits: { ...defaultLimits, ...options.limits } };
    this.#client = createHttpClient({ ...this.#requestParts, relay, clock });
    this.#directClient = createHttpClient({ ...this.#requestParts, relay: null, takesPlain: true, clock });
    this.#lateness = new Lateness();
    this.#recentRequests = recentRequestsOf(clock);
    const clients = { main: this.#client, direct: this.#directClient };
    const parts = { options, requestParts: this.#requestParts, clients, limiters: new Map() };
    this.#groups = groupsOf(options.connectors).map((connectors) => new SourceGroup(connectors, parts));
    const sourceGames = sourceGamesOf(this.#prepared);
    const spread = (spreadSeconds * 1000) / Math.max(1, sourceGames.length);
    this.#setMembers(
      sourceGames.map((sourceGame, index) =>
        this.#memberOf(sourceGame, this.#groupOf(sourceGame), (index + random()) * spread),
      ),
    );
  }

  readonly start: Collector['start'] = () => {
    this.#isStarted = true;
    this.#lateness.start();
    for (const group of this.#groups) this.#run(group);
  };

  readonly stop: Collector['stop'] = async () => {
    this.#stopping.abort();
    this.#lateness.stop();
    for (const group of this.#groups) group.stop();
    await this.#within(stopSeconds * 1000, Promise.all([...this.#running.values(), this.#renewing]));
    for (const client of [this.#client, this.#directClient, ...this.#groups]) client.close();
  };

  readonly renew: Collector['renew'] = () => {
    const work = this.#renewing.then(() => this.#renewAll());
    this.#renewing = work.catch(() => []);
    return work;
  };

  readonly health: Collector['health'] = () => this.#runners.flatMap(({ views }) => views());

  readonly completeness: Collector['completeness'] = () =>
    this.#runners.filter(({ isOff }) => !isOff).flatMap((runner) => runner.completeness());

  readonly itemRequested: Collector['itemRequested'] = (game, name, marketplaceId) =>
    this.#recentRequests[game].add(name, marketplaceId);

  readonly offersLookedUp: Collector['offersLookedUp'] = async (marketplaceId, game, name, milliseconds) => {
    const timeout = Math.max(milliseconds - turnsOfAnAnswer * this.#lateness.worst(), milliseconds / 2);
    const until = this.#options.clock.now() + timeout;
    const lookups = this.#offerLookups.get(sourceGameKey(marketplaceId, game)) ?? [];
    const coming = lookups.flatMap((runner) => {
      const end = runner.offersOf?.(name) ?? null;
      return end !== null && isServing(runner, until) ? [end()] : [];
    });
    if (coming.length > 0) await this.#within(timeout, Promise.all(coming));
  };

  readonly runOnce: Collector['runOnce'] = async (slug, sourceName, game, item, seconds) => {
    const found = this.#prepared.find(({ connector, source }) => connector.slug === slug && source.name === sourceName);
    if (found === undefined) throw new Error(`there is no source "${slug}/${sourceName}"`);
    const { source, games: covered, missingCredential } = found;
    if (missingCredential !== null)
      throw new Error(`${slug}/${sourceName} is off: ${whyOffHere(found, this.#options)}`);
    if (!covered.includes(game)) throw new Error(`${slug}/${sourceName} does not cover ${game}`);
    const { signal } = this.#stopping;
    if (source.kind !== 'feed') return await this.#pollOnce(found, source, game, item ?? null);
    const { clock } = this.#options;
    const connect = connectOf(found, source, this.#requestParts, this.#options);
    return await listenOnce({ ...found, source, game, connect, signal, clock, seconds });
  };

  get #prepared(): readonly PreparedSource[] {
    return this.#groups.flatMap(({ prepared }) => prepared);
  }

  get #runners(): readonly Runner[] {
    return this.#members.map(({ runner }) => runner);
  }

  #groupOf({ one }: SourceGame): SourceGroup {
    const found = this.#groups.find(({ prepared }) => prepared.includes(one));
    if (found === undefined) throw new Error(`${one.connector.slug}/${one.source.name} belongs to no group`);
    return found;
  }

  #memberOf(
    sourceGame: SourceGame,
    group: SourceGroup,
    delay: number,
    renewal: CollectorOptions | null = null,
  ): Member {
    return { ...sourceGame, group, runner: this.#runnerOf(sourceGame, group, delay, renewal) };
  }

  #setMembers(members: readonly Member[]): void {
    this.#members = members;
    this.#offerLookups = lookupsAmong(members);
  }

  #run(group: SourceGroup): void {
    const own = this.#members.filter((member) => member.group === group && !member.runner.isOff);
    this.#running.set(group, Promise.all(own.map(({ runner }) => runner.run(group.signal))));
  }

  async #renewAll(): Promise<readonly string[]> {
    if (this.#stopping.signal.aborted) return [];
    const outdated = this.#groups.filter(({ isOutdated }) => isOutdated);
    await Promise.all(outdated.map((group) => this.#renewGroup(group)));
    return outdated.flatMap(({ connectors }) => connectors.map(({ slug }) => slug));
  }

  /** Stops a group and starts it again with current settings; the new one knows up to when the old one was complete. */
  async #renewGroup(previous: SourceGroup): Promise<void> {
    const group = previous.renewed();
    previous.stop();
    await this.#within(stopSeconds * 1000, this.#running.get(previous) ?? Promise.resolve());
    previous.close();
    if (this.#stopping.signal.aborted) return group.close();
    this.#running.delete(previous);
    const completeness = this.#members
      .filter((one) => one.group === previous)
      .flatMap(({ runner }) => runner.completeness());
    const lastCompleteness = (slug: string, source: string, game: Game) =>
      completeness.find((one) => one.slug === slug && one.source === source && one.game === game)?.completeness ??
      this.#options.lastCompleteness?.(slug, source, game) ??
      null;
    const coming = sourceGamesOf(group.prepared).map((sourceGame) =>
      this.#memberOf(sourceGame, group, this.#options.random() * 1000, { ...this.#options, lastCompleteness }),
    );
    this.#groups = this.#groups.map((one) => (one === previous ? group : one));
    // The connectors are the same, so each member replaces its predecessor
    this.#setMembers(this.#members.map((one) => (one.group === previous ? (coming.shift() ?? one) : one)));
    if (this.#isStarted) this.#run(group);
  }

  async #pollOnce(one: PreparedSource, source: PollableSource, game: Game, item: string | null): Promise<OnceResult> {
    const { names, marketplaceItemId, clock } = this.#options;
    const { id } = marketplaceWithSlug(one.connector.slug);
    return await pollOnce({
      ...one,
      source,
      game,
      item,
      names,
      marketplaceItemId: (name) => marketplaceItemId(id, game, name),
      signal: this.#stopping.signal,
      clock,
    });
  }

  /** `renewal` are the options of a runner that replaces one; null at the start. */
  #runnerOf({ one, game }: SourceGame, group: SourceGroup, delay: number, renewal: CollectorOptions | null): Runner {
    const { source } = one;
    const options = renewal ?? this.#options;
    const { prepared, signal } = group;
    if (source.kind === 'feed')
      return createSharedFeedRunner(one, source, prepared, delay, this.#requestParts, options);
    const recentRequests = this.#recentRequests[game];
    const itemNumbers = this.#itemNumbers[game];
    const replaced = source.kind === 'walk' ? source.insteadOf : undefined;
    const previous = prepared.find((other) => other.source.name === replaced) ?? null;
    const isRenewed = renewal !== null;
    const polled = { one, source, game, previous, recentRequests, itemNumbers, signal, isRenewed };
    return createPolledRunner(polled, delay, options);
  }

  /** Waits for the work, for `milliseconds` at most. */
  async #within(milliseconds: number, work: Promise<unknown>): Promise<void> {
    const timeout = new AbortController();
    await Promise.race([work, wait(this.#options.clock, milliseconds, timeout.signal)]);
    timeout.abort();
  }
}

const recentRequestsOf = (clock: Clock): Readonly<Record<Game, RecentRequests>> => ({
  CS2: createRecentRequests(clock),
  Dota2: createRecentRequests(clock),
  Rust: createRecentRequests(clock),
  TF2: createRecentRequests(clock),
});

export const createCollector = (options: CollectorOptions): Collector => new SourceCollector(options);
