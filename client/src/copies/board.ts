import { type ListenOptions, listen, type SubscribeOptions } from '../listen.ts';
import type { BestMessage, DealMessage, StreamMessage } from '../messages.ts';
import type { ListenSettings } from '../transport.ts';
import { type CopyOptions, type CopyState, Following } from './following.ts';

/** How something stands now, or stood last. */
export type BoardChange =
  | { readonly kind: 'best'; readonly message: BestMessage }
  | { readonly kind: 'deal'; readonly message: DealMessage };

export type BoardSubscribeOptions = Omit<SubscribeOptions, 'channels' | 'snapshot' | 'events' | 'newFloorOnly'> & {
  readonly channels: 'best' | 'deals' | readonly ('best' | 'deals')[];
};

export type BoardOptions = CopyOptions;

/** A local copy of how things stand, kept up to date until it is stopped. */
export type Board = {
  /**
   * The best prices of an item, or of a variant of it; undefined where none were told.
   *
   * @example
   * const ask = board.best('CS2', 'AK-47 | Redline (Field-Tested)')?.ask;
   */
  readonly best: (game: string, name: string, phase?: string | null) => BestMessage['data'] | undefined;
  /**
   * All best prices that were told, by their id.
   *
   * @example
   * const crossed = [...board.bests().values()].filter(({ data }) => data.crossed);
   */
  readonly bests: () => ReadonlyMap<string, BestMessage>;
  /**
   * The deals there are, the highest profit first, or the highest percentage where `sort` asks for it.
   *
   * @example
   * const [first] = board.deals();
   */
  readonly deals: () => readonly DealMessage['data'][];
  /**
   * `loading` until all that stands has come; `waiting` while the connection is lost.
   *
   * @example
   * const isTrusted = board.state() === 'live';
   */
  readonly state: () => CopyState;
  /** Resolves once the copy is whole; rejects when it never will be. */
  readonly ready: Promise<void>;
  /** Resolves when the board was stopped; rejects when it cannot go on, as when its key was revoked. */
  readonly ended: Promise<void>;
  /**
   * Tells every message from now on that changed the copy; the result ends it. What the watcher throws is thrown for the
   * process to see.
   *
   * @example
   * const forget = board.watch(({ kind, message }) => console.log(kind, message.id));
   */
  readonly watch: (told: (change: BoardChange) => void) => () => void;
  /**
   * Ends the connection; what was copied can still be read.
   *
   * @example
   * board.stop();
   */
  readonly stop: () => void;
};

class FollowingBoard implements Board {
  readonly ready: Board['ready'];
  readonly ended: Board['ended'];
  readonly state: Board['state'];
  readonly watch: Board['watch'];
  readonly stop: Board['stop'];
  readonly #following: Following<BoardChange>;
  readonly #bests = new Map<string, BestMessage>();
  readonly #deals = new Map<string, DealMessage>();
  readonly #isByPercent: boolean;
  /** Ids that what stands at the beginning of a connection has named; null once that has ended. */
  #named: Set<string> | null = null;

  constructor(settings: ListenSettings, subscription: BoardSubscribeOptions, options: BoardOptions) {
    this.#isByPercent = subscription.sort === 'percent';
    this.#following = new Following(options, async (following) => {
      // How things stand is told anew on every connection, so that nothing can be missing
      const everyStand: ListenOptions = { ...following, gaps: 'continue' };
      for await (const message of listen(settings, { ...subscription, snapshot: true }, everyStand))
        this.#hear(message);
    });
    ({ ready: this.ready, ended: this.ended, state: this.state, watch: this.watch, stop: this.stop } = this.#following);
  }

  readonly best: Board['best'] = (game, name, phase = null) =>
    this.#bests.get(`${game}:${name}${phase === null ? '' : `:${phase}`}`)?.data;

  readonly bests: Board['bests'] = () => new Map(this.#bests);

  readonly deals: Board['deals'] = () => {
    const keyOf = ({ profit, profitPercent }: DealMessage['data']) =>
      this.#isByPercent ? profitPercent : (profit ?? 0);
    return [...this.#deals.values()].map(({ data }) => data).sort((a, b) => keyOf(b) - keyOf(a));
  };

  #hear(message: StreamMessage): void {
    if (message.type === 'subscribed') this.#named = new Set();
    else if (message.type === 'best') this.#setBest(message);
    else if (message.type === 'deal') this.#setDeal(message);
    else if (message.type === 'snapshotEnd') this.#endShowing();
  }

  #setBest(message: BestMessage): void {
    this.#named?.add(message.id);
    this.#bests.set(message.id, message);
    this.#following.tell({ kind: 'best', message });
  }

  #setDeal(message: DealMessage): void {
    this.#named?.add(message.id);
    if (message.eventType === 'Removed') this.#deals.delete(message.id);
    else this.#deals.set(message.id, message);
    this.#following.tell({ kind: 'deal', message });
  }

  /** What was not named stands no more. */
  #endShowing(): void {
    for (const [id, message] of this.#deals) {
      if (this.#named?.has(id) !== false) continue;
      this.#deals.delete(id);
      this.#following.tell({ kind: 'deal', message: { ...message, eventType: 'Removed' } });
    }
    for (const id of this.#bests.keys()) if (this.#named?.has(id) === false) this.#bests.delete(id);
    this.#named = null;
    this.#following.complete();
  }
}

/** Begins a board; every connection begins with how everything stands. */
export const startBoard = (
  settings: ListenSettings,
  subscription: BoardSubscribeOptions,
  options: BoardOptions = {},
): Board => new FollowingBoard(settings, subscription, options);
