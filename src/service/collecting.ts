import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../clock.ts';
import { type Collector, createCollector } from '../collect/collector.ts';
import { createHttpClient } from '../collect/request/http-client.ts';
import { defaultLimits } from '../collect/request/response-body.ts';
import type { Connector } from '../contract/connector.ts';
import type { Log } from '../log.ts';
import { ratedCurrencies } from '../normalise/exchange-rates.ts';
import { type Game, marketplaceWithSlug, type Rate } from '../schema/index.ts';
import type { Config } from '../settings.ts';
import type { Store } from '../store/store.ts';
import { createItemIds } from './connectors/chosen-connectors.ts';
import { createIntake } from './intake.ts';
import type { Parts } from './open-parts.ts';
import { keyInDollars } from './rates/key-in-dollars.ts';
import { createKeyRateLoader, type KeyRateLoader } from './rates/key-rates.ts';
import { createRateLoader, type RateLoader } from './rates/rate-loader.ts';
import { tellReconverted } from './restore-book.ts';
import { KeptTold } from './tape/kept-told.ts';
import { userAgent } from './version.ts';

export type CollectingOptions = {
  readonly config: Config;
  readonly connectors: readonly Connector[];
  readonly secrets: (name: string) => string | null;
  readonly log: Log;
  readonly now: Clock['now'];
  readonly random: () => number;
};

const ratePatience = 3_000;

/** What asks marketplaces, and those who publish the rates that their prices are converted at. */
export class Collecting {
  readonly collector: Collector;
  readonly #parts: Parts;
  readonly #keptTold: KeptTold;
  readonly #now: Clock['now'];
  readonly #stopping = new AbortController();
  readonly #readsTf2: boolean;
  readonly #rateAsk;
  readonly #rateLoader: RateLoader;
  readonly #keyRateLoader: KeyRateLoader;

  constructor(options: CollectingOptions, parts: Parts, collector: Collector, keptTold: KeptTold) {
    const { config, secrets, log, now, connectors } = options;
    this.collector = collector;
    this.#parts = parts;
    this.#keptTold = keptTold;
    this.#now = now;
    this.#readsTf2 = connectors.some(({ games }) => games.includes('TF2'));
    const relay = config['collect.relay'] || null;
    const clock: Clock = { ...systemClock, now };
    this.#rateAsk = createHttpClient({ relay, limits: defaultLimits, userAgent, clock });
    const { rates, writer, book } = parts;
    const loading = {
      ask: this.#rateAsk.send,
      rates,
      keep: (accepted: readonly Rate[]) => writer.push(accepted.map((row) => ({ table: 'rates', row }))),
      clock,
      log,
    };
    this.#rateLoader = createRateLoader(loading);
    this.#keyRateLoader = createKeyRateLoader({
      ...loading,
      secrets,
      keyInDollars: () => keyInDollars(book, now()),
      moved: (signal) => tellReconverted(this.#parts, now, signal),
    });
  }

  /** Begins to ask; what fails later is told. */
  start(failed: (error: unknown) => void): void {
    const { rates } = this.#parts;
    const { collector } = this;
    const ratesAsked = Promise.all([this.#rateLoader.start(), this.#readsTf2 && this.#keyRateLoader.start()]);
    // What is read before any rate is known stays unconverted until it is read again, which may be hours
    if (ratedCurrencies.every((currency) => rates.trouble(currency) === null)) collector.start();
    else {
      const rated = Promise.race([ratesAsked, sleep(ratePatience, undefined, { ref: false })]);
      rated.then(collector.start).catch(failed);
      // What was put back without rates would stay unknown as long
      ratesAsked.then(() => tellReconverted(this.#parts, this.#now, this.#stopping.signal)).catch(failed);
    }
  }

  /** Keeps how far the sources have told everything; called every few seconds. */
  async keepTold(): Promise<void> {
    await this.#keptTold.keep(this.collector.told());
  }

  /** Keeps how far they came, once it has stopped and everything is on the tape. */
  async keepLastTold(): Promise<void> {
    await this.#keptTold.close(this.collector.told());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.collector.stop(), this.#rateLoader.stop(), this.#keyRateLoader.stop()]);
    this.#rateAsk.close();
  }
}

export async function openCollecting(options: CollectingOptions, parts: Parts): Promise<Collecting> {
  const { config, connectors, secrets, log, now, random } = options;
  const { book, rates, writer, teller, store } = parts;
  const itemIds = createItemIds(config['collect.itemIds']);
  const keptTold = new KeptTold(config['data.folder'], log);
  const collector = createCollector({
    connectors,
    secrets,
    sink: createIntake({ book, rates, writer, teller }),
    random,
    clock: { ...systemClock, now },
    relay: config['collect.relay'] || null,
    log,
    names: book.names,
    hasItem: book.hasItem,
    valueOf: book.highestAskUsd,
    marketplaceItemId: (id, game, name) => book.marketplaceItemId(id, game, name) ?? itemIds(id, game, name),
    isOn: (slug, source) =>
      config['collect.enable'].some((name) => name === 'all' || name === `${slug}/${source}`) || null,
    lastCount: await lastCountIn(store),
    lastTold: keptTold.of,
    userAgent,
  });
  return new Collecting(options, parts, collector, keptTold);
}

/** How long each list was when it was last read in full, so that a short one is doubted after a restart too. */
async function lastCountIn(store: Store): Promise<(slug: string, source: string, game: Game) => number | null> {
  const key = (marketplaceId: number, source: string, game: Game) => `${marketplaceId} ${source} ${game}`;
  const found = await store.lastRowCounts();
  const counts = new Map(found.map((one) => [key(one.marketplaceId, one.source, one.game), one.rows]));
  return (slug, source, game) => counts.get(key(marketplaceWithSlug(slug).id, source, game)) ?? null;
}
