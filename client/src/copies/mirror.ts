import { GapError } from '../errors.ts';
import type { Game, GamesName } from '../game.ts';
import { type ListenOptions, listen, type NamedGames, type OfferSubscribeOptions } from '../listen.ts';
import type { OfferMessage, StreamMessage } from '../messages.ts';
import type { ListenSettings } from '../transport.ts';
import { createPace } from '../wait.ts';
import { type CopyOptions, type CopyState, Following } from './following.ts';

/** An offer that is on sale now; `timestamp` is that of the last message about it. */
export type MirroredOffer<InGame extends Game = Game> = InGame extends Game
  ? Pick<OfferMessage<InGame>, 'marketplace' | 'game' | 'phase' | 'timestamp' | 'data' | 'id'>
  : never;

export type MirrorChange<InGame extends Game = Game> =
  | { readonly kind: 'set'; readonly offer: MirroredOffer<InGame>; readonly before: MirroredOffer<InGame> | null }
  | { readonly kind: 'removed'; readonly offer: MirroredOffer<InGame> };

export type MirrorSubscribeOptions<Named extends GamesName = GamesName> = Omit<
  OfferSubscribeOptions,
  'games' | 'snapshot' | 'events' | 'newFloorOnly'
> &
  NamedGames<Named>;

export type MirrorOptions = CopyOptions;

/** A local copy of what is on sale, kept up to date until it is stopped. */
export type Mirror<InGame extends Game = Game> = {
  /**
   * All offers on sale, in the order in which they were first received.
   *
   * @example
   * const prices = mirror.offers().map(({ data }) => data.priceUSD);
   */
  readonly offers: () => readonly MirroredOffer<InGame>[];
  /**
   * The offer with this id; undefined if it is not on sale.
   *
   * @example
   * const price = mirror.get('1:CS2:abc')?.data.priceUSD;
   */
  readonly get: (id: string) => MirroredOffer<InGame> | undefined;
  /**
   * How many offers are on sale.
   *
   * @example
   * const isEmpty = mirror.size() === 0;
   */
  readonly size: () => number;
  /**
   * `loading` until all offers have arrived, and again after a gap; `waiting` while the connection is lost.
   *
   * @example
   * const isTrusted = mirror.state() === 'live';
   */
  readonly state: () => CopyState;
  /** Resolves once the copy is complete; rejects if it never will be. */
  readonly ready: Promise<void>;
  /** Resolves when the mirror was stopped; rejects if it cannot continue, for example because its key was revoked. */
  readonly ended: Promise<void>;
  /**
   * Calls the watcher with every change from now on; call the result to stop it. An error thrown by the watcher becomes an
   * uncaught error of the process.
   *
   * @example
   * const forget = mirror.watch(({ kind, offer }) => console.log(kind, offer.id));
   */
  readonly watch: (watcher: (change: MirrorChange<InGame>) => void) => () => void;
  /**
   * Closes the connection; the copy can still be read.
   *
   * @example
   * mirror.stop();
   */
  readonly stop: () => void;
};

/** The offers of a mirror. Offers that a snapshot no longer contains are removed. */
function createCopy(notify: (change: MirrorChange) => void) {
  const standing = new Map<string, MirroredOffer>();
  /** Ids in the snapshot in progress; null if there is none. */
  let named: Set<string> | null = null;

  function set({ marketplace, game, phase, timestamp, data }: OfferMessage, id: string): void {
    const before = standing.get(id) ?? null;
    // Of one message, so that game and data belong together
    const offer = { id, marketplace, game, phase, timestamp, data } as MirroredOffer;
    standing.set(id, offer);
    if (before === null || JSON.stringify(before.data) !== JSON.stringify(data)) notify({ kind: 'set', offer, before });
  }

  function remove(id: string): void {
    const offer = standing.get(id);
    if (offer !== undefined && standing.delete(id)) notify({ kind: 'removed', offer });
  }

  return {
    standing,
    beginSnapshot: () => {
      named = new Set();
    },
    endSnapshot: () => {
      for (const id of [...standing.keys()]) if (named?.has(id) === false) remove(id);
      named = null;
    },
    take(message: OfferMessage): void {
      const { id, timestamp } = message;
      // Changes made during a snapshot follow it, including those that it already contained
      const isOld = named === null && timestamp < (standing.get(id)?.timestamp ?? 0);
      if (isOld) return;
      named?.add(id);
      if (message.eventType === 'Removed') remove(id);
      else set(message, id);
    },
  };
}

class FollowingMirror implements Mirror {
  readonly ready: Mirror['ready'];
  readonly ended: Mirror['ended'];
  readonly state: Mirror['state'];
  readonly watch: Mirror['watch'];
  readonly stop: Mirror['stop'];
  readonly #following: Following<MirrorChange>;
  readonly #copy = createCopy((change) => this.#following.notify(change));

  constructor(settings: ListenSettings, subscription: MirrorSubscribeOptions, options: MirrorOptions) {
    this.#following = new Following(options, (following) => this.#follow(settings, subscription, following));
    ({ ready: this.ready, ended: this.ended, state: this.state, watch: this.watch, stop: this.stop } = this.#following);
  }

  readonly offers: Mirror['offers'] = () => [...this.#copy.standing.values()];

  readonly get: Mirror['get'] = (id) => this.#copy.standing.get(id);

  readonly size: Mirror['size'] = () => this.#copy.standing.size;

  #receive(message: StreamMessage): void {
    if (message.type === 'offer') this.#copy.take(message);
    if (message.type === 'subscribed' && message.recovered !== true) this.#copy.beginSnapshot();
    if (message.type !== 'snapshotEnd') return;
    this.#copy.endSnapshot();
    this.#following.complete();
  }

  async #follow(
    settings: ListenSettings,
    subscription: MirrorSubscribeOptions,
    following: ListenOptions,
  ): Promise<void> {
    const all = { ...subscription, snapshot: true, events: ['Added', 'Updated', 'Removed'] } as const;
    // One pace across gaps, so that a service that restarts repeatedly is not flooded with snapshots
    const pace = createPace();
    for (;;) {
      try {
        for await (const message of listen(settings, all, following, pace)) this.#receive(message);
      } catch (error) {
        if (!(error instanceof GapError)) throw error;
        this.#following.startOver();
      }
    }
  }
}

/** Starts a mirror. After a gap it compares its copy with a new snapshot. */
export const startMirror = (
  settings: ListenSettings,
  subscription: MirrorSubscribeOptions,
  options: MirrorOptions = {},
): Mirror => new FollowingMirror(settings, subscription, options);
