import type { Secret } from '../../collect/request/credential.ts';
import type { HttpClient, HttpResponse } from '../../collect/request/http-client.ts';
import { bytesOf } from '../../collect/request/response-body.ts';
import type { Credential } from '../../contract/connector.ts';
import type { ExchangeRates } from '../../normalise/exchange-rates.ts';
import {
  type KeyWorth,
  keyRates,
  parseBackpackCurrencies,
  parsePricedbKey,
  parseStnKey,
} from '../../normalise/key-worth.ts';
import { type Clock, wait } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { type Rate, tf2Amount } from '../../schema/index.ts';
import { createRateAcceptor } from './accept-rates.ts';

type Publisher = {
  /** The source of rates from this publisher. */
  readonly name: string;
  readonly url: string;
  /** Throws when the text does not contain the worth of a key. */
  readonly parse: (text: string) => KeyWorth;
  /** The publisher is skipped without it. */
  readonly credential?: Credential;
};

const keyIn = (env: string, name: string, about: string): Credential => ({ env, about, carry: { in: 'query', name } });

/** In order of preference: the first that answers is used. */
const publishers: readonly Publisher[] = [
  {
    name: 'backpack.tf',
    url: 'https://backpack.tf/api/IGetCurrencies/v1',
    parse: parseBackpackCurrencies,
    credential: keyIn('BACKPACK_TF_KEY', 'key', 'Make an API key at backpack.tf/developer/apikey/view.'),
  },
  { name: 'pricedb.io', url: 'https://pricedb.io/api/item/5021;6', parse: parsePricedbKey },
  {
    name: 'stn.tf',
    url: 'https://api.stntrading.eu/GetKeyPrices/v1',
    parse: parseStnKey,
    credential: keyIn('STN_TF_KEY', 'apikey', 'Make a key at stntrading.eu/dev/apikey.'),
  },
];

/** Optional: without a credential its publisher is skipped. */
export const keyRateCredentials: readonly Credential[] = publishers.flatMap(({ credential }) => credential ?? []);

const minute = 60_000;
const hour = 60 * minute;
const afterFailure = 5 * minute;
/** Smaller changes keep the rate, so that all prices are at the same one on every node of a cluster. */
const noticeable = 0.005;

type KeyRateLoaderOptions = {
  readonly ask: HttpClient['send'];
  readonly secrets: (name: string) => string | null;
  /** The price of a key in dollars according to the book, or null. */
  readonly keyInDollars: () => number | null;
  readonly rates: ExchangeRates;
  readonly keep: (rates: readonly Rate[]) => void;
  /** Called when rates have changed, appeared or lapsed, so that prices have to be converted again. */
  readonly moved: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** Keeps the worth of keys and metal: requested every hour, with the dollar price from the book if no publisher has it. */
export class KeyRateLoader {
  readonly #options: KeyRateLoaderOptions;
  readonly #take: (rates: readonly Rate[]) => void;
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #lastWorth: (KeyWorth & { readonly by: string; readonly at: number }) | null = null;
  /** Next request, on the monotonic clock. */
  #askAt = 0;
  /** Last request, on the clock that goes on while a machine sleeps. */
  #askedAt = 0;
  #worth: number | null = null;

  constructor(options: KeyRateLoaderOptions) {
    this.#options = options;
    this.#take = createRateAcceptor({ ...options, dated: (instant) => instant });
  }

  /** Does what is due; called once a minute. */
  async turn(): Promise<void> {
    const { clock, rates } = this.#options;
    const isDue = clock.elapsed() >= this.#askAt || Math.abs(clock.now() - this.#askedAt) >= hour;
    if (isDue) await this.#askPublishers();
    if (this.#ending.signal.aborted) return;
    if (isDue || rates.trouble('KEY') !== null) this.#settle();
    await this.#publishIfMoved();
  }

  async start(): Promise<void> {
    const { clock, rates } = this.#options;
    this.#worth = rates.toPrices(sample).USD;
    const first = this.turn();
    this.#running = (async () => {
      await first;
      while (!this.#ending.signal.aborted) {
        await wait(clock, minute, this.#ending.signal);
        if (!this.#ending.signal.aborted) await this.turn();
      }
    })();
    await first;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  #secretOf({ credential }: Publisher): Secret | null {
    const value = credential === undefined ? null : this.#options.secrets(credential.env);
    return credential === undefined || value === null ? null : { credential, value };
  }

  async #worthOf(publisher: Publisher): Promise<KeyWorth | null> {
    const { name, url, parse } = publisher;
    try {
      const request = { secret: this.#secretOf(publisher), signal: this.#ending.signal, again: async () => true };
      return parse(await textOf(await this.#options.ask({ url }, request)));
    } catch (error) {
      if (!this.#ending.signal.aborted)
        this.#options.log.warn({ publisher: name, reason: reasonOf(error) }, 'worth of keys not read');
      return null;
    }
  }

  async #askPublishers(): Promise<void> {
    this.#askAt = this.#options.clock.elapsed() + afterFailure;
    this.#askedAt = this.#options.clock.now();
    for (const publisher of publishers) {
      if (publisher.credential !== undefined && this.#secretOf(publisher) === null) continue;
      const found = await this.#worthOf(publisher);
      if (found === null) continue;
      this.#lastWorth = { ...found, by: publisher.name, at: this.#options.clock.now() };
      this.#askAt = this.#options.clock.elapsed() + hour;
      return;
    }
  }

  #settle(): void {
    if (this.#lastWorth === null || this.#lastWorth.refPerKey === null) return;
    const { refPerKey, usdPerRef, by } = this.#lastWorth;
    const usdPerKey = usdPerRef === null ? this.#options.keyInDollars() : usdPerRef * refPerKey;
    if (usdPerKey === null) return;
    try {
      const ratedAt = Math.min(this.#lastWorth.since ?? this.#lastWorth.at, this.#lastWorth.at);
      const offered = keyRates(refPerKey, usdPerKey, ratedAt, usdPerRef === null ? `book and ${by}` : by);
      this.#take(this.#steadied(offered));
    } catch (error) {
      this.#options.log.warn({ publisher: by, reason: reasonOf(error) }, 'worth of keys rejected');
    }
    // A refused or outdated answer would not help in a minute either
    if (this.#options.rates.trouble('KEY') !== null) this.#lastWorth = null;
  }

  /** The current rates with a new date if the offered ones hardly differ, else the offered ones. */
  #steadied(offered: readonly Rate[]): readonly Rate[] {
    const inForce = offered.map(({ currency }) =>
      this.#options.rates.current().find((rate) => rate.currency === currency),
    );
    const isNear = ({ perUsd }: Rate, at: number) =>
      Math.abs(perUsd / (inForce[at]?.perUsd ?? Number.NaN) - 1) < noticeable;
    return offered.every(isNear) ? offered.map((rate, at) => ({ ...rate, perUsd: inForce[at]?.perUsd ?? 0 })) : offered;
  }

  async #publishIfMoved(): Promise<void> {
    const present = this.#options.rates.toPrices(sample).USD;
    if (present === this.#worth) return;
    this.#worth = present;
    await this.#options.moved(this.#ending.signal);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function textOf({ status, body }: HttpResponse): Promise<string> {
  const bytes = await bytesOf(body);
  if (status !== 200) throw new Error(`answered ${status}`);
  return bytes.toString('utf8');
}

/** A thousand keys and a thousand refined, so that any change shows in thousandths of a dollar. */
const sample = { amount: tf2Amount(1000, 18_000) ?? 1, currency: 'TF2' } as const;
