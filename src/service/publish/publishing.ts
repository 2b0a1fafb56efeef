import type { Metric } from '../../api/metrics/metrics.ts';
import { type PendingPublication, positionOf } from '../../api/stream/stream-endpoints.ts';
import type { SourceHealth } from '../../collect/schedule/health.ts';
import { type Config, settingKeys } from '../../config/settings.ts';
import type { CollectingOptions } from '../connectors/make-collector.ts';
import type { Part } from '../part.ts';
import type { Parts } from '../parts.ts';
import { version } from '../version.ts';
import { bucketCopyOf } from './bucket-copy.ts';
import { DayPublisher } from './day-publisher.ts';
import { ListPublisher, publisherMetrics } from './list-publisher.ts';

type PublishingOptions = Pick<CollectingOptions, 'config' | 'secrets' | 'log' | 'now'>;

type PublishedParts = Pick<Parts, 'book' | 'hub' | 'store' | 'writer'> & {
  readonly health: () => readonly SourceHealth[];
  readonly pending: PendingPublication;
};

const lookMs = 2_000;
// Some sources are read for the first time long after the start, or never
const firstReadingsMs = 600_000;

/** Publishes files, as the settings ask for them: lists of prices, and days. */
export class Publishing implements Part {
  readonly #options: PublishingOptions;
  readonly #parts: PublishedParts;
  readonly #createdAt = performance.now();
  #config: Config;
  #lists: ListPublisher | null;
  #days: DayPublisher | null;
  readonly tasks: Part['tasks'];

  constructor(options: PublishingOptions, parts: PublishedParts) {
    this.#options = options;
    this.#parts = parts;
    this.#config = options.config;
    this.#lists = this.#createLists();
    this.#days = this.#createDays();
    this.tasks = [
      { everyMs: lookMs, run: () => this.#lists?.runWhenDue().catch(this.#failed('price lists')) },
      { everyMs: lookMs, run: () => this.#days?.runWhenDue().catch(this.#failed('days')) },
    ];
  }

  async change(config: Config): Promise<void> {
    const before = this.#config;
    this.#config = config;
    if (settingKeys.every((key) => !key.startsWith('publish.') || String(config[key]) === String(before[key]))) return;
    await this.stop();
    this.#lists = this.#createLists();
    this.#days = this.#createDays();
  }

  metrics(): Metric[] {
    return publisherMetrics(this.#lists);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#lists?.stop(), this.#days?.stop()]);
  }

  /** Published files do not concern the book, so the next start can trust it. */
  #failed(files: string): (error: unknown) => void {
    const { log } = this.#options;
    return (error) => log.error({ files, error: String(error) }, 'publishing of files failed; retried later');
  }

  readonly #isBookRead = (): boolean =>
    performance.now() - this.#createdAt >= firstReadingsMs ||
    this.#parts.health().every(({ state }) => state !== 'starting');

  #createLists(): ListPublisher | null {
    const config = this.#config;
    if (config['publish.folder'] === '') return null;
    const { book, hub, pending } = this.#parts;
    const { secrets, now } = this.#options;
    const stream = { position: () => positionOf(hub, pending), untilPublished: pending.untilPublished };
    const copy = () => bucketCopyOf(this.#config, secrets);
    return new ListPublisher(config, { book, stream, now, version, copy, isBookRead: this.#isBookRead });
  }

  #createDays(): DayPublisher | null {
    const config = this.#config;
    const { book, store, writer } = this.#parts;
    const { copies } = store;
    if (config['publish.folder'] === '' || config['publish.days'] === 0 || copies === null) return null;
    return new DayPublisher(config, { copies, book, writer, now: this.#options.now, version });
  }
}
