import type { Book } from '../../book/book.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Slices } from '../../store/slices.ts';
import type { PastStates, StoredRow } from '../../store/store.ts';
import type { Writer } from '../../store/writer.ts';
import type { Follower } from '../../tape/follower.ts';
import type { Recorder } from '../../tape/recorder.ts';
import { copiesOf } from './states-of.ts';

type KeeperParts = {
  readonly states: PastStates;
  readonly book: Pick<Book, 'parts' | 'standing'>;
  readonly writer: Pick<Writer, 'push' | 'flush' | 'stats'>;
  readonly recorder: Pick<Recorder, 'last'>;
  /** Pushes what is published to the writer. */
  readonly storeFollower: Pick<Follower, 'reached' | 'lastTaken'>;
  readonly rates: Pick<ExchangeRates, 'current'>;
  readonly now: Clock['now'];
  /** Least time between bases, also across restarts. */
  readonly basesApartMs?: number;
  /** Aborts when no more rows may be pushed, or will be. */
  readonly signal: AbortSignal;
  readonly log: { readonly info: (data: object, text: string) => void };
};

const dayMs = 86_400_000;
// A base copies everything that stands, too much for every loss of a service that loses rows again and again
const defaultBasesApartMs = 600_000;
/** Copies that can wait to be written, few enough that nothing else has to wait for them. */
const maxWaiting = 10_000;

const dayOf = (at: number): number => Math.floor(at / dayMs);

/**
 * Keeps past states available: writes a base, a copy of everything that stands in the book, once a day and after a loss,
 * and notes up to when everything is kept.
 */
export class StateKeeper {
  readonly #parts: KeeperParts;
  #running: Promise<void> | null = null;
  #hasRun = false;
  #triedAt = Number.NEGATIVE_INFINITY;
  /** Instants, and the number of rows pushed by then; oldest first. */
  #pushedBy: { readonly at: number; readonly pushed: number }[] = [];
  readonly #aborted: Promise<void>;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#aborted = new Promise((resolve) => parts.signal.addEventListener('abort', () => resolve()));
  }

  /**
   * Does what is due, never twice at a time; called every few seconds, first once the book is restored. A failure rejects
   * only the call that started the work.
   */
  run(): Promise<void> {
    if (this.#running !== null) return this.#running.catch(() => {});
    this.#running = this.#doWhatIsDue().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Call once everything pushed is stored. */
  async stop(): Promise<void> {
    await this.#running?.catch(() => {});
    const { states, recorder, storeFollower, now } = this.#parts;
    if (this.#hasRun && storeFollower.lastTaken >= recorder.last) await states.keptTo(now());
  }

  async #doWhatIsDue(): Promise<void> {
    const { states, writer, now } = this.#parts;
    if (writer.stats().notWritingSince !== null) return;
    // Those of the previous run can be out of date, or not stored
    if (!this.#hasRun && states.isOpen()) this.#pushRates(now());
    this.#hasRun = true;
    if (this.#isBaseDue()) return await this.#layBase();
    if (states.isOpen()) await this.#noteStored();
  }

  /** Notes up to when everything is stored, which is known by the number of rows that had been pushed at earlier calls. */
  async #noteStored(): Promise<void> {
    const { states, writer, now } = this.#parts;
    const at = now();
    if (!(await this.#isPushed())) return;
    const { pushed, settled } = writer.stats();
    this.#pushedBy.push({ at, pushed });
    const stored = this.#pushedBy.findLast((one) => one.pushed <= settled);
    if (stored === undefined) return;
    this.#pushedBy = this.#pushedBy.filter((one) => one.pushed > settled);
    await states.keptTo(stored.at);
  }

  #isBaseDue(): boolean {
    const { states, now, basesApartMs = defaultBasesApartMs } = this.#parts;
    const last = states.spans().at(-1)?.base ?? Number.NEGATIVE_INFINITY;
    if (states.isOpen() && dayOf(now()) <= dayOf(last)) return false;
    return [last, this.#triedAt].every((at) => Math.abs(now() - at) >= basesApartMs);
  }

  async #layBase(): Promise<void> {
    const { states, writer, recorder, now, log } = this.#parts;
    const began = performance.now();
    this.#triedAt = now();
    const base = states.begin(recorder.last);
    this.#pushRates(base);
    if (!(await this.#copyBook(base))) return;
    const since = now();
    if (!(await this.#isPushed())) return;
    await writer.flush();
    await states.lay(since);
    if (states.isOpen())
      log.info({ milliseconds: Math.round(performance.now() - began) }, 'past states stored from now on');
  }

  /** Pushes a copy of everything that stands, in pieces of a few milliseconds; returns whether that was all of it. */
  async #copyBook(base: number): Promise<boolean> {
    const { states, book, writer, signal } = this.#parts;
    const slices = new Slices();
    const isWanted = () => states.begun() === base && !signal.aborted;
    let rows: StoredRow[] = [];
    let waiting = 0;
    for (const row of copiesOf(book, base)) {
      rows.push(row);
      if (!slices.isOver) continue;
      writer.push(rows);
      waiting += rows.length;
      rows = [];
      if (waiting >= maxWaiting) {
        await writer.flush();
        waiting = 0;
      }
      await slices.rest();
      if (!isWanted()) return false;
    }
    writer.push(rows);
    return isWanted();
  }

  /** Waits until everything published before the call is pushed; false if it no longer will be. */
  async #isPushed(): Promise<boolean> {
    const { recorder, storeFollower, signal } = this.#parts;
    await Promise.race([storeFollower.reached(recorder.last), this.#aborted]);
    return !signal.aborted;
  }

  #pushRates(publishedAt: number): void {
    const { writer, rates } = this.#parts;
    writer.push(rates.current().map((rate) => ({ table: 'rateStates', row: { ...rate, publishedAt } })));
  }
}
