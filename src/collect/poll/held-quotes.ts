import { listTurn } from '../../runtime/turn.ts';
import type { Age, MarketRecord, Quote, RecordKind } from '../../schema/index.ts';
import { knownPerTurn, rowsPerTurn, type SeeAgain, type Take } from '../request/read-response.ts';

/** About 10 MB. Further ones are as good as missing: if the reading is believed, the sweep empties them. */
const maxHeld = 20_000;

type HeldQuote = { readonly record: MarketRecord; readonly at: number; readonly made: Age; readonly digest: number };

/** Digests of known rows of one answer. */
type HeldSeen = { readonly digests: number[]; readonly at: number; readonly made: Age };

type HeldQuotesSetup = {
  readonly yields: readonly RecordKind[];
  readonly take: Take;
  /** Whether a reading with at least this many prices is always believed. */
  readonly isEnough: (priced: number) => boolean;
  /** null for a source whose rows are all read. */
  readonly open: SeeAgain['open'] | null;
};

/** Whether a record says that nothing is on sale. */
export const isPriceless = (record: MarketRecord): record is Quote => record.kind === 'quote' && record.lowest === null;

/** Identifies a series within a reading. */
const seriesOf = (record: MarketRecord): string | null =>
  record.kind === 'quote' ? (record.phase === null ? record.name : `${record.name}\n${record.phase}`) : null;

/**
 * Passes on the records of a list while it is read, but holds quotes that say that nothing is on sale until the list has
 * enough prices to be believed: a marketplace that is rebuilding its prices says so of everything.
 */
export class HeldQuotes {
  readonly #take;
  readonly #believedFrom;
  readonly #isPriced: (record: MarketRecord) => boolean;
  readonly #open;
  readonly #held = new Map<string, HeldQuote>();
  readonly #heldSeen: HeldSeen[] = [];
  /** Digests of rows which, if they come later in the reading, count more than what is held. */
  readonly #superior = new Set<number>();
  #priced = 0;

  constructor({ yields, take, isEnough, open }: HeldQuotesSetup) {
    this.#take = take;
    this.#believedFrom = isEnough;
    this.#open = open;
    const isOfOrders = !yields.includes('quote') && !yields.includes('offer');
    this.#isPriced = isOfOrders
      ? ({ kind }) => kind === 'buyOrder'
      : (record) => record.kind === 'offer' || (record.kind === 'quote' && record.lowest !== null);
  }

  /** How many records with a price the reading has had. */
  get priced(): number {
    return this.#priced;
  }

  /** Whether the reading has enough prices to be believed, so that nothing more is held. */
  get isEnough(): boolean {
    return this.#believedFrom(this.#priced);
  }

  /** Call when a reading begins, and not when it resumes. */
  begin(): void {
    this.#priced = 0;
    this.#forget();
  }

  #forget(): void {
    this.#held.clear();
    this.#heldSeen.length = 0;
    this.#superior.clear();
  }

  /** Whether a known row has to be read all the same, as an earlier row of its series is held. */
  mustBeRead(digest: number): boolean {
    return this.#superior.size > 0 && this.#superior.has(digest);
  }

  /** Holds a known row that says that nothing is on sale. */
  holdSeen(digest: number, at: number, made: Age): void {
    const last = this.#heldSeen.at(-1);
    if (last?.at === at && last.made === made && last.digests.length < knownPerTurn) last.digests.push(digest);
    else this.#heldSeen.push({ digests: [digest], at, made });
  }

  /** Counts quotes with a price that were seen again without being read. */
  notePriced(count: number): void {
    this.#priced += count;
  }

  readonly take: Take = async (records, at, made, digests) => {
    for (const record of records) if (this.#isPriced(record)) this.#priced += 1;
    if (this.isEnough) {
      await this.release();
      await this.#take(records, at, made, digests);
      return;
    }
    const passed: MarketRecord[] = [];
    const ofPassed: number[] = [];
    for (let index = 0; index < records.length; index += 1) {
      const record = records[index] as MarketRecord;
      const digest = digests?.[index] ?? 0;
      if (isPriceless(record)) this.#hold(record, at, made, digest);
      else ofPassed[passed.push(record) - 1] = this.#replacesHeld(record) ? 0 : digest;
    }
    if (passed.length > 0) await this.#take(passed, at, made, digests && ofPassed);
  };

  /** Passes on what is held; call when the reading is believed. */
  async release(): Promise<void> {
    let batch: HeldQuote[] = [];
    for (const held of this.#held.values()) {
      const [first = held] = batch;
      if (batch.length === rowsPerTurn || held.at !== first.at || held.made !== first.made) {
        await this.#pass(batch);
        batch = [];
        await listTurn();
      }
      batch.push(held);
    }
    const seen = this.#heldSeen.splice(0);
    this.#forget();
    await this.#pass(batch);
    await this.#seeAll(seen);
  }

  /** Those whose series has had another row since are no longer known. */
  async #seeAll(all: readonly HeldSeen[]): Promise<void> {
    for (const { digests, at, made } of all) {
      const seeing = this.#open?.(at, made);
      for (const digest of digests) seeing?.see(digest);
      seeing?.end();
      await listTurn();
    }
  }

  async #pass(batch: readonly HeldQuote[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const records = batch.map(({ record }) => record);
    const digests = batch.map(({ digest }) => digest);
    await this.#take(records, first.at, first.made, digests);
  }

  #hold(record: Quote, at: number, made: Age, digest: number): void {
    const series = seriesOf(record);
    if (series === null || (this.#held.size >= maxHeld && !this.#held.has(series))) return;
    this.#held.set(series, { record, at, made, digest });
    const current = this.#open?.(at, made).digestOf(record) ?? 0;
    if (current !== 0) this.#superior.add(current);
  }

  /** The later row of a series counts; it must be read again with the earlier one, so it must not be known by its digest. */
  #replacesHeld(record: MarketRecord): boolean {
    const series = this.#held.size === 0 ? null : seriesOf(record);
    return series !== null && this.#held.delete(series);
  }
}
