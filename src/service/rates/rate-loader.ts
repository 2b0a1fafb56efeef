import type { HttpClient } from '../../collect/request/http-client.ts';
import { bytesOf } from '../../collect/request/response-body.ts';
import type { WireRequest } from '../../contract/connector.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import { parseCbrTable, parseEcbTable } from '../../normalise/rate-tables.ts';
import { type Clock, wait } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { isPublic, isTf2Unit, type Rate } from '../../schema/index.ts';
import { createRateAcceptor } from './accept-rates.ts';

type RateSource = {
  readonly name: string;
  readonly request: WireRequest;
  /** Throws when the text is not the publisher's table. */
  readonly parse: (text: string) => Rate[];
};

const ecb: RateSource = {
  name: 'European Central Bank',
  request: { url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' },
  parse: parseEcbTable,
};

const cbr: RateSource = {
  name: 'Bank of Russia',
  request: { url: 'https://www.cbr.ru/scripts/XML_daily.asp' },
  parse: parseCbrTable,
};

const minute = 60_000;
const hour = 60 * minute;
const afterFailure = 5 * minute;

type RateLoaderOptions = {
  readonly ask: HttpClient['send'];
  readonly rates: ExchangeRates;
  readonly keep: (rates: readonly Rate[]) => void;
  /** Called when the rates differ from those of the last call, or at creation. */
  readonly moved: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** The current bank rates. The worth of keys changes more often and has its own loader. */
const ratedIn = (rates: Pick<ExchangeRates, 'usable'>): string =>
  JSON.stringify(
    rates
      .usable()
      .filter(({ currency }) => !isTf2Unit(currency))
      .map(({ currency, perUsd }) => [currency, perUsd]),
  );

/** Requests rates of the two central banks every hour; the last good rates stay in force while the banks cannot be reached. */
export class RateLoader {
  readonly #options: RateLoaderOptions;
  readonly #ending = new AbortController();
  readonly #take: (rates: readonly Rate[]) => void;
  #running: Promise<void> = Promise.resolve();
  #rated: string;

  constructor(options: RateLoaderOptions) {
    this.#options = options;
    this.#rated = ratedIn(options.rates);
    this.#take = createRateAcceptor({ ...options, dated: (instant) => instant.slice(0, 10) });
  }

  /** Requests rates once and resolves to whether both banks answered. */
  async load(): Promise<boolean> {
    const [european, russian] = await Promise.all([this.#tableOf(ecb), this.#tableOf(cbr)]);
    if (european !== null) this.#take(european);
    if (russian !== null) this.#takeRussian(russian);
    await this.#publishMoved();
    return european !== null && russian !== null;
  }

  /** Starts the hourly requests; resolves after the first one, whether or not it succeeded. */
  async start(): Promise<void> {
    let loading = this.load();
    this.#running = (async () => {
      while (!this.#ending.signal.aborted) {
        const isComplete = await loading;
        await this.#pause(isComplete ? hour : afterFailure);
        if (!this.#ending.signal.aborted) loading = this.load();
      }
    })();
    await loading;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** The rates of currencies without a usable one of the European Central Bank, if the two banks agree on euro and yuan. */
  #takeRussian(russian: readonly Rate[]): void {
    const { rates, log } = this.#options;
    const european = rates.usable().filter(({ source }) => source === 'ecb');
    const compared = russian.filter(({ currency }) => isPublic(currency));
    const disagreeing = compared.filter((rate) => !agrees(rate, european));
    if (disagreeing.length === 0) {
      this.#take(russian.filter((rate) => sameCurrency(rate, european) === undefined));
      return;
    }
    const known = disagreeing.map((rate) => sameCurrency(rate, european));
    log.warn(
      { disagreeing, known },
      'exchange rates of the Bank of Russia rejected: they disagree with the European ones',
    );
  }

  /** Ends early when the clock shows another time: timers stand still while a machine sleeps, and rates lapse in that time. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#ending;
    const { clock } = this.#options;
    const since = clock.now();
    const due = clock.elapsed() + milliseconds;
    while (!signal.aborted && Math.abs(clock.now() - since) < milliseconds) {
      const left = due - clock.elapsed();
      if (left <= 0) return;
      await wait(clock, Math.min(left, minute), signal);
    }
  }

  async #publishMoved(): Promise<void> {
    const rated = ratedIn(this.#options.rates);
    if (rated === this.#rated) return;
    this.#rated = rated;
    await this.#options.moved(this.#ending.signal);
  }

  async #tableOf({ name, request, parse }: RateSource): Promise<readonly Rate[] | null> {
    const { ask, log } = this.#options;
    try {
      const answer = await ask(request, { secret: null, signal: this.#ending.signal, again: async () => true });
      // The Bank of Russia writes windows-1251; everything read of it is ASCII
      return parse((await bytesOf(answer.body)).toString('latin1'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.#ending.signal.aborted)
        log.warn({ publisher: name, reason }, 'exchange rates not read; the last good ones stay in use');
      return null;
    }
  }
}

const largestDisagreement = 0.02;

const sameCurrency = (rate: Rate, known: readonly Rate[]): Rate | undefined =>
  known.find(({ currency }) => currency === rate.currency);

/** Whether a second publisher's rate is close to the known one of the same currency, or there is none to compare with. */
const agrees = (rate: Rate, known: readonly Rate[]): boolean => {
  const other = sameCurrency(rate, known);
  return other === undefined || Math.abs(rate.perUsd / other.perUsd - 1) <= largestDisagreement;
};
