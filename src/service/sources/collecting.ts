import { setTimeout as sleep } from 'node:timers/promises';
import type { Collector } from '../../collect/collector.ts';
import type { Sink } from '../../collect/sink.ts';
import type { Connector } from '../../contract/connector.ts';
import { ratedCurrencies } from '../../normalise/exchange-rates.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readConnectors } from '../connectors/chosen-connectors.ts';
import { type CollectingOptions, collectorMaker, type MakeCollector } from '../connectors/make-collector.ts';
import type { Part } from '../part.ts';
import type { Parts } from '../parts.ts';
import { ScheduleMemoryFile } from '../schedule-memory/memory-file.ts';
import { publishReconverted } from '../snapshots/restore-book.ts';
import { createIntake } from './intake.ts';
import { loadRates, type RateLoading } from './load-rates.ts';
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

const rateTimeout = 3_000;

const writeDaysMs = 60_000;
const storeCompletenessMs = 5_000;

type Reading = {
  readonly parts: Parts;
  readonly collector: SharedCollecting;
  readonly rateLoading: RateLoading;
  readonly completeness: StoredCompleteness;
  readonly completeElsewhere: Sharing['completeness'];
  readonly days: SourceDays;
  readonly upkeep: Part;
  /** Null where the marketplaces are played. */
  readonly scheduleMemory: ScheduleMemoryFile | null;
  readonly stopping: AbortController;
  readonly now: Clock['now'];
};

/** Reads the marketplaces, and the publishers of the exchange rates for their prices. */
class Collecting implements Sources {
  readonly collector: SharedCollecting;
  readonly tasks: Part['tasks'];
  readonly #reading: Reading;
  #daysWrittenAt = Number.NEGATIVE_INFINITY;

  constructor(reading: Reading) {
    const { collector, upkeep } = reading;
    this.#reading = reading;
    this.collector = collector;
    this.tasks = [...upkeep.tasks, { everyMs: storeCompletenessMs, run: () => this.#storeCompleteness() }];
  }

  start(failed: (error: unknown) => void): void {
    const { parts, collector, rateLoading, now, stopping } = this.#reading;
    const ratesLoaded = rateLoading.start();
    // Prices read before the rates are known stay unconverted until they are read again, which can take hours
    if (ratedCurrencies.every((currency) => parts.rates.trouble(currency) === null)) collector.start();
    else {
      const rated = Promise.race([ratesLoaded, sleep(rateTimeout, undefined, { ref: false })]);
      rated.then(collector.start).catch(failed);
      // So would prices restored without rates
      ratesLoaded.then(() => publishReconverted(parts, now, stopping.signal)).catch(failed);
    }
  }

  async #storeCompleteness(): Promise<void> {
    this.#noteDays();
    await this.#reading.completeness.keep(this.#completeness());
  }

  #completeness(): Parameters<StoredCompleteness['keep']>[0] {
    return [...this.#reading.completeElsewhere(), ...this.collector.completeness()];
  }

  /** Notes the condition of the sources, and writes it at intervals. */
  #noteDays(writeEveryMs = writeDaysMs): void {
    const { parts, days } = this.#reading;
    const now = this.#reading.now();
    const isAnyNew = days.note(notedOf(this.collector), now);
    if (!isAnyNew && Math.abs(now - this.#daysWrittenAt) < writeEveryMs) return;
    this.#daysWrittenAt = now;
    parts.writer.push(days.changed().map((row) => ({ table: 'sourceDays', row })));
  }

  async storeLastCompleteness(): Promise<void> {
    await this.#reading.completeness.close(this.#completeness());
  }

  async stop(): Promise<void> {
    const { stopping, collector, rateLoading, upkeep, scheduleMemory } = this.#reading;
    stopping.abort();
    await Promise.all([collector.stop(), rateLoading.stop(), upkeep.stop()]);
    this.#noteDays(0);
    await scheduleMemory?.close();
  }
}

/** Opens the reading of the sources; other processes read none of them unless `sharing` is given. */
export async function openCollecting(
  options: CollectingOptions & { readonly isPlayed: boolean },
  parts: Parts,
  sharing?: Sharing,
): Promise<Sources> {
  const { config, connectors, log, now, isPlayed } = options;
  const { share, completeUntil, completeness: completeElsewhere, spreadSeconds } = sharing ?? readAll;
  const completeness = new StoredCompleteness(config['data.folder'], log);
  const stopping = new AbortController();
  const sink = createIntake({ ...parts, signal: stopping.signal });
  const scheduleMemory = isPlayed ? null : new ScheduleMemoryFile({ ...options, folder: config['data.folder'] });
  const make = await collectorMaker(options, {
    ...parts,
    sinkOf: () => sink,
    lastCompleteness: newestOf(completeness.of, completeUntil),
    scheduleMemory,
    ...(spreadSeconds !== undefined && { spreadSeconds }),
  });
  const collector = share({
    connectors: readConnectors(connectors, options),
    make,
    sink,
    untilPublished: () => parts.recorder.flush(),
  });
  const rateLoading = loadRates(options, parts);
  const days = new SourceDays(await parts.store.newestSourceDays());
  const upkeep = createUpkeep({ ...options, isAlone: sharing === undefined }, parts, collector.health);
  const stored = { completeness, completeElsewhere, days, scheduleMemory };
  return new Collecting({ parts, collector, rateLoading, upkeep, ...stored, stopping, now });
}

/** Up to when a source was complete by either account. */
const newestOf =
  (...accounts: readonly StoredCompleteness['of'][]): StoredCompleteness['of'] =>
  (slug, source, game) => {
    const found = accounts.flatMap((account) => account(slug, source, game) ?? []);
    return found.sort((one, other) => other.at - one.at)[0] ?? null;
  };
