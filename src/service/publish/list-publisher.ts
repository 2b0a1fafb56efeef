import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamHead } from '../../api/lists/list.ts';
import { priceList } from '../../api/lists/price-list.ts';
import { type ListFormat, listFormats } from '../../api/lists/price-rows.ts';
import type { Metric } from '../../api/metrics/metrics.ts';
import type { Book } from '../../book/book.ts';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Pause } from '../../runtime/waiting.ts';
import { type Currency, currencies, type Game, games } from '../../schema/index.ts';
import type { BucketCopy } from './bucket-copy.ts';
import {
  linkAs,
  makeFolderForAll,
  type PublishedBytes,
  releaseFolder,
  writeListFiles,
  writeManifest,
} from './list-files.ts';

/** One file of a version, as in the manifest. */
type PublishedFile = PublishedBytes & {
  readonly game: Game;
  readonly currency: Currency;
  readonly format: ListFormat;
  readonly epoch: string | null;
  readonly sequence: number | null;
};

const versionPattern = /^\d{8}T\d{6}Z$/;
const maxVersions = 3;
const againMs = 60_000;

type PublishedListKind = { readonly game: Game; readonly currency: Currency; readonly format: ListFormat };

/** The files that the settings ask for. */
function listKindsOf(config: Config): PublishedListKind[] {
  const formats = listFormats.filter((format) => config['publish.formats'].includes(format));
  const chosen = currencies.filter((currency) => config['publish.currencies'].includes(currency));
  const collected = games.filter((game) => config['collect.games'].includes(game));
  return collected.flatMap((game) =>
    chosen.flatMap((currency) => formats.map((format) => ({ game, currency, format }))),
  );
}

/** Writes all price lists into a folder at intervals, for any web server to serve. */
export class ListPublisher {
  readonly #folder: string;
  readonly #everyMs: number;
  readonly #kinds: readonly PublishedListKind[];
  readonly #parts;
  readonly #stopping = new AbortController();
  /** The interval in which this publisher began. */
  readonly #firstSlot: number;
  /** The interval of the last version; null until the folder was read. */
  #slot: number | null = null;
  #running: Promise<void> | null = null;
  /** The pause before the version of this interval is tried again; null unless it failed. */
  #pause: Pause | null = null;
  /** When the version was begun that is in the folder but not in the bucket yet, in epoch milliseconds. */
  #uncopied: number | null = null;
  #publishedAt: number | null = null;

  constructor(
    config: Config,
    parts: {
      readonly book: Pick<Book, 'copyPrices' | 'itemTest'>;
      readonly stream: StreamHead;
      readonly now: Clock['now'];
      readonly version: string;
      /** Whether the sources were read since the start, or enough time was given to them. */
      readonly isBookRead: () => boolean;
      /** Called for each version, with the current settings and credentials; null where there is no bucket. */
      readonly copy: () => BucketCopy | null;
    },
  ) {
    this.#folder = config['publish.folder'];
    this.#everyMs = config['publish.minutes'] * 60_000;
    this.#kinds = listKindsOf(config);
    this.#parts = parts;
    this.#firstSlot = this.#present;
  }

  /** Publishes if a version is due; called every few seconds. */
  async runWhenDue(): Promise<void> {
    if (this.#running !== null) return;
    this.#running = this.#publishIfDue().finally(() => {
      this.#running = null;
    });
    await this.#running.catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) throw error;
    });
  }

  /** A version that was missed, since the machine was off at its time, waits until the book is read. */
  async #publishIfDue(): Promise<void> {
    this.#slot ??= await this.#lastSlot();
    const present = this.#present;
    const isDue = this.#slot !== present && (present !== this.#firstSlot || this.#parts.isBookRead());
    const at = this.#parts.now();
    if (!isDue && this.#pause?.isOver(at) !== true) return;
    this.#slot = present;
    this.#pause = new Pause(at, at + againMs);
    if (isDue || this.#uncopied === null) await this.publish();
    else await this.#copy(this.#uncopied);
    this.#pause = null;
  }

  /** The interval of the version in the folder; -1 if there is none. */
  async #lastSlot(): Promise<number> {
    try {
      const { publishedAt } = JSON.parse(await readFile(join(this.#folder, 'manifest.json'), 'utf8'));
      return typeof publishedAt === 'number' ? Math.floor((publishedAt * 1000) / this.#everyMs) : -1;
    } catch {
      return -1;
    }
  }

  /** Writes one version of all files; the former one stays intact until the new one is complete. */
  async publish(): Promise<void> {
    const at = this.#parts.now();
    this.#uncopied = null;
    const version = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    const making = join(this.#folder, `.making-${version}`);
    await makeFolderForAll(join(this.#folder, 'latest'));
    try {
      const files = await this.#writeFiles(making);
      await rm(join(this.#folder, version), { recursive: true, force: true });
      await releaseFolder(making, join(this.#folder, version));
      for (const { name } of files) await linkAs(join(this.#folder, version, name), join(this.#folder, 'latest', name));
      await this.#writeManifest(version, at, files);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    await this.#dropOld(version);
    this.#uncopied = at;
    await this.#copy(at);
  }

  async #copy(at: number): Promise<void> {
    await this.#parts.copy()?.bring(this.#stopping.signal);
    this.#uncopied = null;
    this.#publishedAt = at;
  }

  /** When the last complete version was begun, in epoch milliseconds; null before the first one of this process. */
  get publishedAt(): number | null {
    return this.#publishedAt;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.catch(() => {});
  }

  get #present(): number {
    return Math.floor(this.#parts.now() / this.#everyMs);
  }

  async #writeFiles(folder: string): Promise<PublishedFile[]> {
    const { book, stream } = this.#parts;
    await mkdir(folder, { recursive: true });
    // All lists are as of the same position
    const position = stream.position();
    const lists = this.#kinds.map((kind) => ({
      kind,
      list: priceList(book, { ...kind, marketplaceIds: null, filter: null }, position),
    }));
    try {
      await stream.untilPublished();
      const files: PublishedFile[] = [];
      for (const { kind, list } of lists) {
        const name = `${kind.game}-${kind.currency}.${kind.format}`;
        const written = await writeListFiles(join(folder, name), list.bytes, this.#stopping.signal);
        files.push(...written.map((one) => ({ ...one, ...kind, ...position })));
      }
      return files;
    } finally {
      for (const { list } of lists) list.close();
    }
  }

  async #writeManifest(version: string, at: number, files: readonly PublishedFile[]): Promise<void> {
    const manifest = {
      format: 1,
      version,
      publishedAt: Math.floor(at / 1000),
      serviceVersion: this.#parts.version,
      files: files.map(({ name, ...file }) => ({ path: `${version}/${name}`, latest: `latest/${name}`, ...file })),
    };
    await writeManifest(this.#folder, manifest);
  }

  /** Removes old versions, first those dated in the future by a clock that ran ahead. */
  async #dropOld(newest: string): Promise<void> {
    const found = await readdir(this.#folder);
    const all = found.filter((name) => versionPattern.test(name)).sort();
    const versions = [...all.filter((name) => name > newest), ...all.filter((name) => name <= newest)];
    const unfinished = found.filter((name) => name.startsWith('.making-'));
    for (const name of [...versions.slice(0, -maxVersions), ...unfinished])
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }
}

export const publisherMetrics = (publisher: ListPublisher | null): Metric[] => {
  const at = publisher?.publishedAt ?? null;
  return [
    {
      name: 'itemtape_published_timestamp_seconds',
      type: 'gauge',
      help: 'Unix time of the price lists last written to publish.folder; absent before the first.',
      samples: at === null ? [] : [{ value: at / 1000 }],
    },
  ];
};
