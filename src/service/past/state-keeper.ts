import type { Clock } from '../../clock.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { statesOfPast } from '../../store/row-keys.ts';
import type { PastStates } from '../../store/store.ts';
import type { Writer } from '../../store/writer.ts';
import type { Recorder } from '../../tape/recorder.ts';

type KeeperParts = {
  readonly states: PastStates;
  readonly writer: Pick<Writer, 'atRest' | 'stats'>;
  readonly recorder: Pick<Recorder, 'flush'>;
  readonly rates: Pick<ExchangeRates, 'current'>;
  readonly now: Clock['now'];
  /** Least time between bases, also across restarts. */
  readonly basesApartMs?: number;
  readonly log: { readonly info: (data: object, text: string) => void };
};

const dayMs = 86_400_000;
// A base copies the entire present state, too much for every start of a service that restarts again and again
const usualBasesApartMs = 600_000;
/** How long rows can be held back before the base is given up for now. */
const restPatienceMs = 20_000;

const dayOf = (at: number): number => Math.floor(at / dayMs);

const sumOf = (counts: Readonly<Record<string, number>>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);

const presentTables = ['offers', 'buyOrders', 'quotes', 'figures'] as const;

/**
 * Keeps past states available: writes a base, a copy of the present state, at the start and once a day, notes up to when
 * everything is kept, and writes another base after a loss.
 */
export class StateKeeper {
  readonly #parts: KeeperParts;
  #running: Promise<void> | null = null;
  #hasBegun = false;
  /** The day on which the last base was written; the instant of the base itself can be on the day before or after. */
  #laidOn = Number.NEGATIVE_INFINITY;
  #lost = 0;
  /** Instants, and the number of rows pushed by then; oldest first. */
  #pushedBy: { readonly at: number; readonly pushed: number }[] = [];

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /**
   * Does what is due, never twice at a time; called every few seconds, first once the store has everything. A failure
   * rejects only the call that started the work.
   */
  run(): Promise<void> {
    if (this.#running !== null) return this.#running.catch(() => {});
    this.#running = this.#doWhatIsDue().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Whether everything published since the last base is kept. */
  isWhole(): boolean {
    this.#noteLosses();
    return this.#parts.states.isOpen();
  }

  /** Call once everything published is stored. */
  async stop(): Promise<void> {
    await this.#running?.catch(() => {});
    const { states, now } = this.#parts;
    this.#noteLosses();
    await states.keptTo(this.#hasBegun ? now() : 0);
  }

  async #doWhatIsDue(): Promise<void> {
    const { states, writer } = this.#parts;
    this.#noteLosses();
    if (writer.stats().notWritingSince !== null) return;
    if (this.#isBaseDue()) return await this.#layBase();
    if (states.isOpen()) await this.#noteKept();
  }

  /** Notes up to when everything is stored, which is known by the number of rows that had been pushed at earlier calls. */
  async #noteKept(): Promise<void> {
    const { states, writer, recorder, now } = this.#parts;
    const at = now();
    await recorder.flush();
    const { pushed, settled } = writer.stats();
    this.#pushedBy.push({ at, pushed });
    const stored = this.#pushedBy.findLast((one) => one.pushed <= settled);
    if (stored === undefined) return;
    this.#pushedBy = this.#pushedBy.filter((one) => one.pushed > settled);
    this.#noteLosses();
    if (states.isOpen()) await states.keptTo(stored.at);
  }

  #isBaseDue(): boolean {
    const { states, writer, now, basesApartMs = usualBasesApartMs } = this.#parts;
    const last = states.bases().at(-1);
    // The store lacks rows that the book has, until they are published again or the next start reads them from the tape
    if (sumOf(writer.stats().givenUp, presentTables) > 0) return false;
    if (!states.isOpen()) return last === undefined || Math.abs(now() - last.at) >= basesApartMs;
    return dayOf(now()) > this.#laidOn;
  }

  async #layBase(): Promise<void> {
    const { states, writer, rates, now, log } = this.#parts;
    const isStart = !this.#hasBegun || !states.isOpen();
    const began = performance.now();
    await writer.atRest(async () => {
      await states.layBase(rates.current(), isStart);
      this.#hasBegun = true;
      this.#laidOn = dayOf(now());
    }, restPatienceMs);
    log.info({ milliseconds: Math.round(performance.now() - began) }, 'states of the past are kept from here on');
  }

  #noteLosses(): void {
    const { states, writer } = this.#parts;
    const lost = sumOf(writer.stats().givenUp, statesOfPast);
    if (lost > this.#lost) states.breakOff();
    this.#lost = lost;
  }
}
