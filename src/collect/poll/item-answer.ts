import type { Made, MarketRecord } from '../../schema/index.ts';
import type { Take } from '../request/read-response.ts';
import { isPriceless } from './held-quotes.ts';

type Waiting = { readonly record: MarketRecord; readonly name: string; readonly at: number; readonly made: Made };

const nameOf = (record: MarketRecord): string | null => ('name' in record ? record.name : null);

/**
 * The records of one answer about items. Quotes that say that nothing is on sale wait until it is known whether the answer
 * is believed; everything else is passed on.
 */
export class ItemAnswer {
  readonly #take;
  readonly #waiting: Waiting[] = [];
  readonly #offered = new Set<string>();
  /** How many records say something else than that nothing is on sale. */
  useful = 0;

  constructor(take: Take) {
    this.#take = take;
  }

  readonly take: Take = async (records, at, made) => {
    const passed: MarketRecord[] = [];
    for (const record of records) {
      const name = nameOf(record);
      if (record.kind === 'quote' && isPriceless(record)) {
        this.#waiting.push({ record, name: record.name, at, made });
        continue;
      }
      passed.push(record);
      if (name !== null && ['offer', 'quote', 'buyOrder'].includes(record.kind)) this.#offered.add(name);
    }
    this.useful += passed.length;
    if (passed.length > 0) await this.#take(passed, at, made);
  };

  /** Whether it has an offer, a price or a buy order of the item; `isOnly` where the whole answer is about that one. */
  has(item: string, isOnly: boolean): boolean {
    return isOnly ? this.#offered.size > 0 : this.#offered.has(item);
  }

  /** Passes on what waits, except what it says of the items that are kept as they were. */
  async release(kept: ReadonlySet<string>, isOnly: boolean): Promise<void> {
    if (isOnly && kept.size > 0) return;
    for (const { record, name, at, made } of this.#waiting) if (!kept.has(name)) await this.#take([record], at, made);
  }
}

/** Items whose last answer had nothing although something is known of them, with when it was requested on `clock.elapsed`. */
export class EmptiedItems {
  readonly #interval;
  readonly #since = new Map<string, number>();

  constructor(everySeconds: number) {
    this.#interval = everySeconds * 1000;
  }

  /** Whether an earlier answer, at least an interval before this one was requested, said the same. */
  isConfirmed(item: string, chosenAt: number): boolean {
    const since = this.#since.get(item);
    if (since === undefined) this.#since.set(item, chosenAt);
    return since !== undefined && chosenAt - since >= this.#interval;
  }

  isNew(item: string): boolean {
    return !this.#since.has(item);
  }

  forget(item: string): void {
    this.#since.delete(item);
  }
}
