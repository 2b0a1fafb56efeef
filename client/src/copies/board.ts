import type { Game, GamesName } from '../game.ts';
import { type ListenOptions, listen, type NamedGames, type SubscribedPart } from '../listen.ts';
import type { BestMessage, DealMessage, FoundMessage, StreamMessage } from '../messages.ts';
import type { ListenSettings } from '../transport.ts';
import { type CopyOptions, type CopyState, Following } from './following.ts';

/** A message that changed the board. */
export type BoardChange<InGame extends Game = Game> =
  | { readonly kind: 'best'; readonly message: BestMessage<InGame> }
  | { readonly kind: 'deal'; readonly message: DealMessage<InGame> }
  | { readonly kind: 'found'; readonly message: FoundMessage<InGame> };

export type BoardSubscribeOptions<Named extends GamesName = GamesName> = Omit<
  SubscribedPart,
  'channels' | 'snapshot' | 'events' | 'newFloorOnly'
> &
  NamedGames<Named> & {
    readonly channels: BoardChannel | readonly BoardChannel[];
  };

type BoardChannel = 'best' | 'deals' | 'found';

export type BoardOptions = CopyOptions;

/** A local copy of the current state, kept up to date until it is stopped. */
export type Board<InGame extends Game = Game> = {
  /**
   * The best prices of an item, or of a variant of it, which is a phase or an effect; undefined if none were received.
   *
   * @example
   * const ask = board.best('CS2', 'AK-47 | Redline (Field-Tested)')?.ask;
   */
  readonly best: (game: Game, name: string, variant?: string | null) => BestMessage<InGame>['data'] | undefined;
  /**
   * All best prices, by their id.
   *
   * @example
   * const crossed = [...board.bests().values()].filter(({ data }) => data.crossed);
   */
  readonly bests: () => ReadonlyMap<string, BestMessage<InGame>>;
  /**
   * The current deals, highest profit first, or highest percentage if `sort` says so.
   *
   * @example
   * const [first] = board.deals();
   */
  readonly deals: () => readonly DealMessage<InGame>['data'][];
  /**
   * The single offers of the search, in the order of `sort`, by default cheapest first.
   *
   * @example
   * const [first] = board.found();
   */
  readonly found: () => readonly FoundMessage<InGame>['data'][];
  /**
   * `loading` until the complete state has arrived; `waiting` while the connection is lost.
   *
   * @example
   * const isTrusted = board.state() === 'live';
   */
  readonly state: () => CopyState;
  /** Resolves once the copy is complete; rejects if it never will be. */
  readonly ready: Promise<void>;
  /** Resolves when the board was stopped; rejects if it cannot continue, for example because its key was revoked. */
  readonly ended: Promise<void>;
  /**
   * Calls the watcher with every message from now on that changes the copy; call the result to stop it. What disappeared
   * while the connection was lost is reported as `Removed`, or for best prices as one without an ask and a bid. An error
   * thrown by the watcher becomes an uncaught error of the process.
   *
   * @example
   * const forget = board.watch(({ kind, message }) => console.log(kind, message.id));
   */
  readonly watch: (watcher: (change: BoardChange<InGame>) => void) => () => void;
  /**
   * Closes the connection; the copy can still be read.
   *
   * @example
   * board.stop();
   */
  readonly stop: () => void;
};

const positionOf = (game: string, name: string, variant: string | null): string => `${game}:${variant}:${name}`;

class FollowingBoard implements Board {
  readonly ready: Board['ready'];
  readonly ended: Board['ended'];
  readonly state: Board['state'];
  readonly watch: Board['watch'];
  readonly stop: Board['stop'];
  readonly #following: Following<BoardChange>;
  readonly #bests = new Map<string, BestMessage>();
  /** Ids of best prices by name: an item keeps its id when its name is spelt better. */
  readonly #bestIds = new Map<string, string>();
  readonly #deals = new Map<string, DealMessage>();
  readonly #found = new Map<string, FoundMessage>();
  readonly #sort: BoardSubscribeOptions['sort'];
  /** Ids in the snapshot at the beginning of a connection; null once it has ended. */
  #named: Set<string> | null = null;

  constructor(settings: ListenSettings, subscription: BoardSubscribeOptions, options: BoardOptions) {
    this.#sort = subscription.sort;
    this.#following = new Following(options, async (following) => {
      // Every connection begins with the complete state, so nothing can be missing
      const everyStand: ListenOptions = { ...following, gaps: 'continue' };
      for await (const message of listen(settings, { ...subscription, snapshot: true }, everyStand))
        this.#receive(message);
    });
    ({ ready: this.ready, ended: this.ended, state: this.state, watch: this.watch, stop: this.stop } = this.#following);
  }

  readonly best: Board['best'] = (game, name, variant = null) =>
    this.#bests.get(this.#bestIds.get(positionOf(game, name, variant)) ?? '')?.data;

  readonly bests: Board['bests'] = () => new Map(this.#bests);

  readonly deals: Board['deals'] = () => {
    const keyOf = ({ profit, profitPercent }: DealMessage['data']) =>
      this.#sort === 'percent' ? profitPercent : (profit ?? 0);
    return [...this.#deals.values()].map(({ data }) => data).sort((a, b) => keyOf(b) - keyOf(a));
  };

  readonly found: Board['found'] = () => {
    const rankOf = ranks[this.#sort ?? 'price'] ?? ranks.price;
    return [...this.#found.values()].map(({ data }) => data).sort((a, b) => rankOf(a) - rankOf(b));
  };

  #receive(message: StreamMessage): void {
    if (message.type === 'subscribed') this.#named = new Set();
    else if (message.type === 'best') this.#setBest(message);
    else if (message.type === 'deal') this.#setDeal(message);
    else if (message.type === 'found') this.#setFound(message);
    else if (message.type === 'snapshotEnd') this.#endShowing();
  }

  #setBest(message: BestMessage): void {
    this.#named?.add(message.id);
    this.#bests.set(message.id, message);
    const { name, itemPhase, unusualEffect } = message.data;
    this.#bestIds.set(positionOf(message.game, name, itemPhase ?? unusualEffect ?? null), message.id);
    this.#following.notify({ kind: 'best', message });
  }

  #setDeal(message: DealMessage): void {
    this.#named?.add(message.id);
    if (message.eventType === 'Removed') this.#deals.delete(message.id);
    else this.#deals.set(message.id, message);
    this.#following.notify({ kind: 'deal', message });
  }

  #setFound(message: FoundMessage): void {
    this.#named?.add(message.id);
    if (message.eventType === 'Removed') this.#found.delete(message.id);
    else this.#found.set(message.id, message);
    this.#following.notify({ kind: 'found', message });
  }

  /** Removes what the snapshot did not contain. */
  #endShowing(): void {
    for (const message of this.#unnamed(this.#deals))
      this.#following.notify({ kind: 'deal', message: { ...message, eventType: 'Removed' } });
    for (const message of this.#unnamed(this.#found))
      this.#following.notify({ kind: 'found', message: { ...message, eventType: 'Removed' } });
    for (const message of this.#unnamed(this.#bests)) {
      const { name, itemPhase, unusualEffect } = message.data;
      this.#following.notify({
        kind: 'best',
        message: { ...message, data: { name, itemPhase, unusualEffect, ...nothing } },
      });
    }
    this.#named = null;
    this.#following.complete();
  }

  /** Removes the messages that the snapshot did not contain, and returns them. */
  #unnamed<Message>(held: Map<string, Message>): Message[] {
    const gone = [...held].filter(([id]) => this.#named?.has(id) === false);
    for (const [id] of gone) held.delete(id);
    return gone.map(([, message]) => message);
  }
}

const nothing = {
  ask: null,
  bid: null,
  askAfterFees: null,
  bidAfterFees: null,
  variantAsks: null,
  variantBids: null,
  spread: null,
  spreadPercent: null,
  locked: false,
  crossed: false,
  offerCount: 0,
  asking: 0,
  buyOrderCount: 0,
  bidding: 0,
};

const ranks: Partial<Record<string, (data: FoundMessage['data']) => number>> & {
  readonly price: (data: FoundMessage['data']) => number;
} = {
  price: ({ price }) => price ?? 0,
  priceDown: ({ price }) => -(price ?? 0),
  newest: ({ foundAt }) => -foundAt,
  float: ({ float }) => float ?? 0,
  floatDown: ({ float }) => -(float ?? 0),
};

/** Starts a board. */
export const startBoard = (
  settings: ListenSettings,
  subscription: BoardSubscribeOptions,
  options: BoardOptions = {},
): Board => new FollowingBoard(settings, subscription, options);
