import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock.ts';
import { wait } from '../clock.ts';
import type { Connector, Polled, Source } from '../contract/connector.ts';
import { type Game, games, marketplaceWithSlug } from '../schema/index.ts';
import type { CollectorOptions } from './collector-options.ts';
import { listenOnce } from './feed/listen-once.ts';
import { type OnceResult, pollOnce } from './poll/poll-once.ts';
import { createPolledRunner } from './polled-runner.ts';
import { type Prepared, prepareSources } from './prepare-source.ts';
import { createHttpClient, type HttpClient } from './request/http-client.ts';
import { defaultLimits } from './request/response-body.ts';
import type { HealthState, SourceHealth } from './schedule/health.ts';
import { createRecentRequests, type RecentRequests } from './schedule/recent-requests.ts';
import { type Asking, connectOf, createSharedFeedRunner, isShared } from './shared-feed.ts';
import { type Runner, type SourceTold, whyOffHere } from './source-parts.ts';

export type { CollectorOptions } from './collector-options.ts';
export type { OnceResult } from './poll/poll-once.ts';
export type { CollectLog } from './poll/source-poller.ts';
export type { ToldTo } from './schedule/told-watch.ts';
export type { Sink } from './sink.ts';
export type { SourceTold } from './source-parts.ts';

export type Collector = {
  readonly start: () => void;
  /** Resolves when nothing is under way any more, or after 5 s. */
  readonly stop: () => Promise<void>;
  readonly health: () => readonly SourceHealth[];
  /** How far the sources that run have told everything, to be given back at the next start. */
  readonly told: () => readonly SourceTold[];
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

type SourceGame = { readonly one: Prepared; readonly game: Game };

/** What runs, in the order of its beginning: a feed once for all of its games and for all who share its connection. */
const sourceGamesOf = (prepared: readonly Prepared[]): SourceGame[] =>
  prepared
    .filter((one, at) => !prepared.slice(0, at).some((former) => isShared(former.source, one.source)))
    .flatMap((one) => (one.source.kind === 'feed' ? one.games.slice(0, 1) : one.games).map((game) => ({ one, game })))
    .sort(
      (a, b) =>
        kindOrder.indexOf(a.one.source.kind) - kindOrder.indexOf(b.one.source.kind) ||
        games.indexOf(a.game) - games.indexOf(b.game),
    );

const isServing = ({ views }: Runner, until: number): boolean =>
  views().some(({ state, nextAskAt }) => serving.has(state) && nextAskAt !== null && nextAskAt <= until);

const sourceGameKey = (marketplaceId: number, game: Game): string => `${marketplaceId} ${game}`;

class SourceCollector implements Collector {
  readonly #options;
  readonly #asking: Asking;
  readonly #stopping = new AbortController();
  readonly #client;
  readonly #directClient;
  readonly #recentRequests: Readonly<Record<Game, RecentRequests>>;
  readonly #prepared: readonly Prepared[];
  readonly #runners: readonly Runner[];
  readonly #offerLookups = new Map<string, Runner[]>();
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: CollectorOptions) {
    // Every source and every timer listens, and each takes its leave
    setMaxListeners(0, this.#stopping.signal);
    this.#options = options;
    const { relay, secrets, random, clock, userAgent = 'itemtape', spreadSeconds = 5 } = options;
    this.#asking = { userAgent, limits: { ...defaultLimits, ...options.limits } };
    this.#client = createHttpClient({ ...this.#asking, relay, clock });
    this.#directClient = createHttpClient({ ...this.#asking, relay: null, takesPlain: true, clock });
    this.#recentRequests = recentRequestsOf(clock);
    const { mayAsk = () => true } = options;
    const clientOf = ({ isDirect }: Connector): HttpClient['send'] => {
      const { send } = isDirect ? this.#directClient : this.#client;
      return async (...request) => {
        if (!mayAsk()) throw new Error('another node asks this marketplace now');
        return await send(...request);
      };
    };
    const { signal } = this.#stopping;
    this.#prepared = options.connectors.flatMap((connector) =>
      prepareSources(connector, { secrets, clientOf, signal, clock }),
    );
    const sourceGames = sourceGamesOf(this.#prepared);
    const spread = (spreadSeconds * 1000) / Math.max(1, sourceGames.length);
    this.#runners = sourceGames.map((sourceGame, index) => {
      const runner = this.#runnerOf(sourceGame, (index + random()) * spread);
      this.#noteLookups(sourceGame, runner);
      return runner;
    });
  }

  readonly start: Collector['start'] = () => {
    const loops = this.#runners.filter(({ isOff }) => !isOff).map((runner) => runner.run(this.#stopping.signal));
    this.#running = Promise.all(loops);
  };

  readonly stop: Collector['stop'] = async () => {
    this.#stopping.abort();
    await this.#within(stopSeconds * 1000, this.#running);
    this.#client.close();
    this.#directClient.close();
  };

  readonly health: Collector['health'] = () => this.#runners.flatMap(({ views }) => views());

  readonly told: Collector['told'] = () =>
    this.#runners.filter(({ isOff }) => !isOff).flatMap((runner) => runner.told());

  readonly itemRequested: Collector['itemRequested'] = (game, name) => this.#recentRequests[game].add(name);

  readonly offersLookedUp: Collector['offersLookedUp'] = async (marketplaceId, game, name, milliseconds) => {
    const until = this.#options.clock.now() + milliseconds;
    const lookups = this.#offerLookups.get(sourceGameKey(marketplaceId, game)) ?? [];
    const coming = lookups
      .filter((runner) => isServing(runner, until))
      .flatMap(({ offersOf }) => offersOf?.(name) ?? []);
    if (coming.length > 0) await this.#within(milliseconds, Promise.all(coming));
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
    const connect = connectOf(found, source, this.#asking, this.#options);
    return await listenOnce({ ...found, source, game, connect, signal, clock, seconds });
  };

  async #pollOnce(one: Prepared, source: Polled, game: Game, item: string | null): Promise<OnceResult> {
    const { names, marketplaceItemId } = this.#options;
    const { id } = marketplaceWithSlug(one.connector.slug);
    return await pollOnce({
      ...one,
      source,
      game,
      item,
      names,
      marketplaceItemId: (name) => marketplaceItemId(id, game, name),
      signal: this.#stopping.signal,
    });
  }

  #runnerOf({ one, game }: SourceGame, startDelay: number): Runner {
    const { source } = one;
    if (source.kind === 'feed')
      return createSharedFeedRunner(one, source, this.#prepared, startDelay, this.#asking, this.#options);
    const recentRequests = this.#recentRequests[game];
    return createPolledRunner({ one, source, game, recentRequests }, startDelay, this.#options);
  }

  #noteLookups({ one, game }: SourceGame, runner: Runner): void {
    if (runner.isOff || runner.offersOf === undefined) return;
    const key = sourceGameKey(marketplaceWithSlug(one.connector.slug).id, game);
    this.#offerLookups.set(key, [...(this.#offerLookups.get(key) ?? []), runner]);
  }

  /** Waits for the work, and so many milliseconds at most. */
  async #within(milliseconds: number, work: Promise<unknown>): Promise<void> {
    const patience = new AbortController();
    await Promise.race([work, wait(this.#options.clock, milliseconds, patience.signal)]);
    patience.abort();
  }
}

const recentRequestsOf = (clock: Clock): Readonly<Record<Game, RecentRequests>> => ({
  CS2: createRecentRequests(clock),
  Dota2: createRecentRequests(clock),
  Rust: createRecentRequests(clock),
  TF2: createRecentRequests(clock),
});

export const createCollector = (options: CollectorOptions): Collector => new SourceCollector(options);
