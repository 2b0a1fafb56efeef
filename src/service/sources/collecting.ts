import { setTimeout as sleep } from 'node:timers/promises';
import type { Collector } from '../../collect/collector.ts';
import { createHttpClient } from '../../collect/request/http-client.ts';
import { wayOutOf } from '../../collect/request/way-out.ts';
import type { Sink } from '../../collect/sink.ts';
import type { Connector } from '../../contract/connector.ts';
import { ratedCurrencies } from '../../normalise/exchange-rates.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import type { Rate } from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import {
  type CollectingOptions,
  collectorMaker,
  limitsWith,
  type MakeCollector,
} from '../connectors/make-collector.ts';
import type { Part } from '../part.ts';
import type { Parts } from '../parts.ts';
import { PatienceFile } from '../patience/patience-file.ts';
import { keyInDollars } from '../rates/key-in-dollars.ts';
import { KeyRateLoader } from '../rates/key-rates.ts';
import { RateLoader } from '../rates/rate-loader.ts';
import { publishReconverted } from '../snapshots/restore-book.ts';
import { userAgentIn } from '../version.ts';
import { createIntake } from './intake.ts';
import { notedOf, SourceDays } from './source-days.ts';
import type { Sources } from './sources.ts';
import { StoredCompleteness } from './stored-completeness.ts';
import { createUpkeep } from './upkeep.ts';

/** A collector without the single request of the commands `check` and `record`. */
export type SharedCollecting = Omit<Collector, 'runOnce'>;

/** How the sources are shared with other processes that read them. */
export type Sharing = {
  /** Divides the sources, and receives what other processes read. */
  readonly share: (reading: {
    readonly connectors: readonly Connector[];
    readonly make: MakeCollector;
    readonly sink: Sink;
    /** Resolves when everything that the sink has received is on the tape. */
    readonly untilPublished: () => Promise<void>;
  }) => SharedCollecting;
  /** Up to when sources are complete that others read. */
  readonly completeUntil: StoredCompleteness['of'];
  readonly completeness: () => Parameters<StoredCompleteness['keep']>[0];
  readonly spreadSeconds?: number;
};

const readAll: Sharing = {
  share: ({ connectors, make }) => make(connectors),
  completeUntil: () => null,
  completeness: () => [],
};

const ratePatience = 3_000;

const writeDaysMs = 60_000;
const storeCompletenessMs = 5_000;

/** Reads the marketplaces, and the publishers of the exchange rates for their prices. */
class Collecting implements Sources {
  readonly collector: SharedCollecting;
  readonly tasks: Part['tasks'];
  readonly #parts: Parts;
  readonly #storedCompleteness: StoredCompleteness;
  readonly #completeElsewhere: Sharing['completeness'];
  readonly #days: SourceDays;
  #daysWrittenAt = Number.NEGATIVE_INFINITY;
  readonly #now: Clock['now'];
  readonly #stopping;
  /** Null where the marketplaces are played. */
  readonly #patience: PatienceFile | null;
  readonly #readsTf2: boolean;
  readonly #rateAsk;
  readonly #rateLoader: RateLoader;
  readonly #keyRateLoader: KeyRateLoader;
  readonly #upkeep: Part;

  constructor(
    options: CollectingOptions,
    parts: Parts,
    collector: SharedCollecting,
    kept: {
      readonly completeness: StoredCompleteness;
      readonly completeElsewhere: Sharing['completeness'];
      readonly days: SourceDays;
      readonly stopping: AbortController;
      readonly patience: PatienceFile | null;
      readonly upkeep: Part;
    },
  ) {
    const { config, secrets, log, now, connectors } = options;
    this.collector = collector;
    this.#parts = parts;
    this.#storedCompleteness = kept.completeness;
    this.#completeElsewhere = kept.completeElsewhere;
    this.#days = kept.days;
    this.#stopping = kept.stopping;
    this.#patience = kept.patience;
    this.#upkeep = kept.upkeep;
    this.tasks = [...kept.upkeep.tasks, { everyMs: storeCompletenessMs, run: () => this.#storeCompleteness() }];
    this.#now = now;
    this.#readsTf2 = connectors.some(({ games }) => games.includes('TF2'));
    const relay = config['collect.relay'] || null;
    const clock: Clock = { ...systemClock, now };
    const wayOut = relay === null ? wayOutOf(null, secrets) : null;
    this.#rateAsk = createHttpClient({
      relay,
      wayOut,
      limits: limitsWith(relay),
      userAgent: userAgentIn(config),
      clock,
    });
    const { rates, writer, book } = parts;
    const loading = {
      ask: this.#rateAsk.send,
      rates,
      keep: (accepted: readonly Rate[]) => writer.push(accepted.flatMap((row) => rateRows(row, now()))),
      clock,
      log,
    };
    this.#rateLoader = new RateLoader({
      ...loading,
      moved: (signal) => publishReconverted(this.#parts, now, signal, true),
    });
    this.#keyRateLoader = new KeyRateLoader({
      ...loading,
      secrets,
      keyInDollars: () => keyInDollars(book, now()),
      moved: (signal) => publishReconverted(this.#parts, now, signal),
    });
  }

  start(failed: (error: unknown) => void): void {
    const { rates } = this.#parts;
    const { collector } = this;
    const ratesLoaded = Promise.all([this.#rateLoader.start(), this.#readsTf2 && this.#keyRateLoader.start()]);
    // Prices read before the rates are known stay unconverted until they are read again, which can take hours
    if (ratedCurrencies.every((currency) => rates.trouble(currency) === null)) collector.start();
    else {
      const rated = Promise.race([ratesLoaded, sleep(ratePatience, undefined, { ref: false })]);
      rated.then(collector.start).catch(failed);
      // So would prices restored without rates
      ratesLoaded.then(() => publishReconverted(this.#parts, this.#now, this.#stopping.signal)).catch(failed);
    }
  }

  async #storeCompleteness(): Promise<void> {
    this.#noteDays();
    await this.#storedCompleteness.keep([...this.#completeElsewhere(), ...this.collector.completeness()]);
  }

  /** Notes the condition of the sources, and writes it at intervals. */
  #noteDays(writeEveryMs = writeDaysMs): void {
    const now = this.#now();
    const isAnyNew = this.#days.note(notedOf(this.collector), now);
    if (!isAnyNew && Math.abs(now - this.#daysWrittenAt) < writeEveryMs) return;
    this.#daysWrittenAt = now;
    this.#parts.writer.push(this.#days.changed().map((row) => ({ table: 'sourceDays', row })));
  }

  async storeLastCompleteness(): Promise<void> {
    await this.#storedCompleteness.close([...this.#completeElsewhere(), ...this.collector.completeness()]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const { collector } = this;
    await Promise.all([collector.stop(), this.#rateLoader.stop(), this.#keyRateLoader.stop(), this.#upkeep.stop()]);
    this.#noteDays(0);
    await this.#patience?.close();
    this.#rateAsk.close();
  }
}

const rateRows = (row: Rate, publishedAt: number): StoredRow[] => [
  { table: 'rates', row },
  { table: 'rateStates', row: { ...row, publishedAt } },
];

/** Opens the reading of the sources; other processes read none of them unless `sharing` is given. */
export async function openCollecting(
  options: CollectingOptions & { readonly isPlayed: boolean },
  parts: Parts,
  sharing?: Sharing,
): Promise<Sources> {
  const { config, connectors, log, isPlayed } = options;
  const { share, completeUntil, completeness, spreadSeconds } = sharing ?? readAll;
  const storedCompleteness = new StoredCompleteness(config['data.folder'], log);
  const stopping = new AbortController();
  const sink = createIntake({ ...parts, signal: stopping.signal });
  const patience = isPlayed ? null : new PatienceFile({ ...options, folder: config['data.folder'] });
  const make = await collectorMaker(options, {
    ...parts,
    sinkOf: () => sink,
    lastCompleteness: newestOf(storedCompleteness.of, completeUntil),
    patience,
    ...(spreadSeconds !== undefined && { spreadSeconds }),
  });
  const collector = share({ connectors, make, sink, untilPublished: () => parts.recorder.flush() });
  const days = new SourceDays(await parts.store.newestSourceDays());
  const upkeep = createUpkeep({ ...options, isAlone: sharing === undefined }, parts, collector.health);
  const kept = { completeness: storedCompleteness, completeElsewhere: completeness, days, stopping, patience, upkeep };
  return new Collecting(options, parts, collector, kept);
}

/** Up to when a source was complete by either account. */
const newestOf =
  (...accounts: readonly StoredCompleteness['of'][]): StoredCompleteness['of'] =>
  (slug, source, game) => {
    const found = accounts.flatMap((account) => account(slug, source, game) ?? []);
    return found.sort((one, other) => other.at - one.at)[0] ?? null;
  };
