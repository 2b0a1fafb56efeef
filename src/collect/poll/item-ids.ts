import type { ItemIdList } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';
import { errorText } from '../error-text.ts';
import type { SourceRequest } from '../request/source-request.ts';
import { type PollResult, pollResultOf } from './poll-step.ts';

type ItemIdsSetup = {
  readonly list: ItemIdList;
  readonly game: Game;
  readonly sendRequest: SourceRequest;
  readonly clock: Clock;
};

/** The marketplace's own ids of the items of a game, from the list that it publishes. */
export class ItemIds {
  readonly #setup;
  #ids: ReadonlyMap<string, string> = new Map();
  #dueAt = Number.NEGATIVE_INFINITY;

  constructor(setup: ItemIdsSetup) {
    this.#setup = setup;
  }

  /** null where the list has no such name, or was not read yet. */
  readonly of = (name: string): string | null => this.#ids.get(name) ?? null;

  /** When the list is to be read next, on `clock.elapsed`. */
  readonly dueAt = (): number => this.#dueAt;

  readonly isDue = (): boolean => this.#setup.clock.elapsed() >= this.#dueAt;

  /** Reads the list. After a failure the former ids stay in use, and the list stays due. */
  readonly read = async (signal: AbortSignal): Promise<PollResult> => {
    const { list, game, sendRequest, clock } = this.#setup;
    const result = await sendRequest({
      request: list.request({ game }),
      about: { game, item: null, marketplaceItemId: null },
      signal,
      isIndex: true,
      take: async () => undefined,
    });
    const pollResult = pollResultOf(result);
    if (result.outcome !== 'read') return pollResult;
    try {
      const ids = new Map(list.idsIn(result.payload));
      if (ids.size === 0) throw new Error('it names no item');
      this.#ids = ids;
      this.#dueAt = clock.elapsed() + list.everySeconds * 1000;
      return { ...pollResult, rows: ids.size, records: ids.size };
    } catch (error) {
      return { ...pollResult, outcome: 'changed', detail: `the list of item ids cannot be read: ${errorText(error)}` };
    }
  };
}
