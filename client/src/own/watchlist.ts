import type { GameName } from '../game.ts';
import type { WatchedItem } from '../generated/rest.ts';
import type { HttpClient } from '../http.ts';

type Options = { readonly signal?: AbortSignal };

type OneItem = {
  readonly game: GameName;
  readonly name: string;
  /** Doppler variant; the whole item if omitted. */
  readonly phase?: string;
};

/** The items that this key watches, at most 1,000; the service stores them, so all programs and browsers of a key share them. */
export type Watchlist = {
  /**
   * Watched items, newest first.
   *
   * @example
   * for (const { game, name } of await tape.watchlist.list()) console.log(game, name);
   *
   * @throws {TapeError} The service's refusal.
   */
  readonly list: (options?: Options) => Promise<WatchedItem[]>;

  /**
   * Adds an item; one that is watched stays as it is.
   *
   * @example
   * await tape.watchlist.add({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' });
   *
   * @throws {TapeError} `NOT_FOUND` for an unknown item, `INVALID_PARAMS` if 1,000 are watched.
   */
  readonly add: (item: OneItem, options?: Options) => Promise<WatchedItem>;

  /**
   * Removes an item; one that is not watched has no effect.
   *
   * @example
   * await tape.watchlist.remove({ game: 'CS2', name: 'AK-47 | Redline (Field-Tested)' });
   *
   * @throws {TapeError} The service's refusal.
   */
  readonly remove: (item: OneItem, options?: Options) => Promise<void>;
};

const path = 'tape/watchlist';

export const createWatchlist = (ask: HttpClient): Watchlist => ({
  list: (options) => ask(path, {}, options?.signal, false),
  add: (item, options) => ask(path, item, options?.signal, false, { method: 'POST' }),
  remove: async (item, options) => {
    await ask(path, item, options?.signal, false, { method: 'DELETE' });
  },
});
