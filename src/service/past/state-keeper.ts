import type { Clock } from '../../clock.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { statesOfPast } from '../../store/row-keys.ts';
import type { PastStates } from '../../store/store.ts';
import type { Writer } from '../../store/writer.ts';
import type { Recorder } from '../../tape/recorder.ts';

type KeeperParts = {
  readonly states: PastStates;
  readonly writer: Pick<Writer, 'atRest' | 'flush' | 'stats'>;
  readonly recorder: Pick<Recorder, 'flush'>;
  readonly rates: Pick<ExchangeRates, 'current'>;
  readonly now: Clock['now'];
  /** How far bases are apart at least, over starts, too. */
  readonly basesApartMs?: number;
  readonly log: { readonly info: (data: object, text: string) => void };
};

const dayMs = 86_400_000;
// A base copies all that stands, which a service that starts again and again must not do each time
const usualBasesApartMs = 600_000;
/** How long rows may be held back before it is tried again. */
const restPatienceMs = 20_000;

const dayOf = (at: number): number => Math.floor(at / dayMs);

const sumOf = (counts: Readonly<Record<string, number>>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);

const presentTables = ['offers', 'buyOrders', 'quotes', 'figures'] as const;

/**
 * Sees to it that what stood at any instant can be asked for: lays a base at the start and once a day, notes up to when
 * all is kept, and lays another base where something was lost.
 */
export class StateKeeper {
  readonly #parts: KeeperParts;
  #running: Promise<void> | null = null;
  #hasBegun = false;
  /** Its instant may be of the day before, when something was told last, and of the next where the clock ran ahead. */
  #laidOn = Number.NEGATIVE_INFINITY;
  #lost = 0;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /**
   * Does what is due, once at a time; called every few seconds, and for the first time once the store has all there is.
   * What fails is told to the call that began it alone.
   */
  run(): Promise<void> {
    if (this.#running !== null) return this.#running.catch(() => {});
    this.#running = this.#doWhatIsDue().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Whether all that was told since the last base is kept. */
  isWhole(): boolean {
    this.#noteLosses();
    return this.#parts.states.isOpen();
  }

  /** Once everything that was told is stored. */
  async stop(): Promise<void> {
    await this.#running?.catch(() => {});
    const { states, now } = this.#parts;
    this.#noteLosses();
    await states.keptTo(this.#hasBegun ? now() : 0);
  }

  async #doWhatIsDue(): Promise<void> {
    const { states, writer, recorder, now } = this.#parts;
    this.#noteLosses();
    if (writer.stats().notWritingSince !== null) return;
    if (this.#isBaseDue()) return await this.#layBase();
    if (!states.isOpen()) return;
    const at = now();
    await recorder.flush();
    await writer.flush();
    this.#noteLosses();
    await states.keptTo(at);
  }

  #isBaseDue(): boolean {
    const { states, writer, now, basesApartMs = usualBasesApartMs } = this.#parts;
    const last = states.bases().at(-1);
    // Until it is told again, or read from the tape by the next start, the store lacks what the book has
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
