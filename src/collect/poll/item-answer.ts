import { listTurn } from '../../runtime/turn.ts';
import { type Age, areNone, type MarketRecord, type Money, type RecordKind } from '../../schema/index.ts';
import { askOf, lowerOf } from '../drift/price-drift.ts';
import type { Take } from '../request/read-response.ts';
import { isPriceless } from './held-quotes.ts';

type Batch = { readonly records: readonly MarketRecord[]; readonly at: number; readonly made: Age };

/** Whether the record tells what an item has there now, rather than what it had. */
const isOfState = ({ kind }: MarketRecord): boolean => kind === 'offer' || kind === 'quote' || kind === 'buyOrder';

/** Whether a source tells only of items themselves, and nothing of what is on sale, wanted or sold. */
export const isOfItems = ({ yields }: { readonly yields: readonly RecordKind[] }): boolean =>
  yields.every((kind) => kind === 'item');

const nameOf = (record: MarketRecord): string | null => ('name' in record ? record.name : null);

/** The records of one answer about items, which are passed on once it is known of which items the answer is believed. */
export class ItemAnswer {
  readonly #note: (records: readonly MarketRecord[]) => void;
  readonly #isOfItems: boolean;
  readonly #batches: Batch[] = [];
  readonly #offered = new Set<string>();
  readonly #asks = new Map<string, Money>();
  /** How many records say something else than that nothing is on sale, or, of a source of items themselves, anything. */
  useful = 0;

  constructor(source: Parameters<typeof isOfItems>[0], note: (records: readonly MarketRecord[]) => void) {
    this.#isOfItems = isOfItems(source);
    this.#note = note;
  }

  readonly take: Take = async (records, at, made) => {
    this.#batches.push({ records, at, made });
    this.#note(records);
    for (const record of records) {
      if (!this.#isUseful(record)) continue;
      this.useful += 1;
      const name = nameOf(record);
      if (name === null || !isOfState(record)) continue;
      this.#offered.add(name);
      const ask = askOf(record);
      if (ask !== null) this.#asks.set(name, lowerOf(this.#asks.get(name), ask));
    }
  };

  /** What is told of an item itself does not show that a list of offers is there. */
  #isUseful(record: MarketRecord): boolean {
    return record.kind === 'item' ? this.#isOfItems && !areNone(record.itemAttributes) : !isPriceless(record);
  }

  /** Whether it has an offer, a price or a buy order of the item; `isOnly` where the whole answer is about that one. */
  has(item: string, isOnly: boolean): boolean {
    return isOnly ? this.#offered.size > 0 : this.#offered.has(item);
  }

  /** The lowest price that it has of the item; null if none. */
  lowestOf(item: string): Money | null {
    return this.#asks.get(item) ?? null;
  }

  /** Passes on its records, except for what the items in `kept` have now. */
  async release(take: Take, retained: ReadonlySet<string>, isOnly: boolean): Promise<void> {
    const isRetained = (record: MarketRecord): boolean =>
      retained.size > 0 && isOfState(record) && (isOnly || retained.has(nameOf(record) ?? ''));
    for (const [index, { records, at, made }] of this.#batches.entries()) {
      const passed = records.filter((record) => !isRetained(record));
      if (passed.length > 0) await take(passed, at, made);
      if (index + 1 < this.#batches.length) await listTurn();
    }
  }
}

/** Items whose last answer contradicts what is known of them, with when it was requested on `clock.elapsed`. */
export class ContradictedItems {
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
