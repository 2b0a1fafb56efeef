import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompleteUntil, SourceCompleteness } from '../../collect/collector.ts';
import { type Game, gapReasons } from '../../schema/index.ts';

type CompletenessLine = Pick<SourceCompleteness, 'slug' | 'source' | 'game'> & CompleteUntil;

/** A source with the instant up to which it is complete; null before its first complete reading. */
type SourceState = Pick<SourceCompleteness, 'slug' | 'source' | 'game'> & {
  readonly completeness: CompleteUntil | null;
};

type WarningLog = { readonly warn: (data: object, text: string) => void };

const isInstant = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

function isStored(value: unknown): value is CompletenessLine {
  const { slug, source, game, at, dueAt, reason } = (value ?? {}) as {
    readonly [Name in keyof CompletenessLine]?: unknown;
  };
  return (
    [slug, source, game].every((text) => typeof text === 'string') &&
    isInstant(at) &&
    isInstant(dueAt) &&
    (reason === null || gapReasons.some((word) => word === reason))
  );
}

/**
 * The instant up to which each source was complete when the service last ran, in `sources.json` of the data folder. It
 * lags a few seconds, so that everything it covers is already on the tape.
 */
export class StoredCompleteness {
  readonly #file: string;
  readonly #log: WarningLog;
  /** Includes sources that do not run now. */
  readonly #stored = new Map<string, CompletenessLine>();
  #waiting: readonly SourceState[] = [];
  #hasFailed = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string, log: WarningLog) {
    this.#file = join(folder, 'sources.json');
    this.#log = log;
    for (const one of this.#read()) this.#stored.set(keyOf(one), one);
  }

  readonly of = (slug: string, source: string, game: Game): CompleteUntil | null => {
    const found = this.#stored.get(keyOf({ slug, source, game }));
    return found === undefined ? null : completenessOf(found);
  };

  /** Remembers the given state, and writes that of the call before. */
  async keep(completeness: readonly SourceState[]): Promise<void> {
    const before = this.#waiting;
    this.#waiting = completeness;
    await this.#writeNext(before);
  }

  /** Writes the given state; call once everything is on the tape. */
  async close(completeness: readonly SourceState[]): Promise<void> {
    await this.#writeNext(completeness);
  }

  /** In sequence, since all write the same file. */
  #writeNext(completeness: readonly SourceState[]): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(completeness));
    return this.#writing;
  }

  async #write(completeness: readonly SourceState[]): Promise<void> {
    for (const { completeness: to, ...about } of completeness)
      if (to !== null) this.#stored.set(keyOf(about), { ...about, ...completenessOf(to) });
    if (this.#stored.size === 0) return;
    const text = `${JSON.stringify({ version: 1, sources: [...this.#stored.values()] })}\n`;
    try {
      await writeFile(`${this.#file}.new`, text);
      await rename(`${this.#file}.new`, this.#file);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) this.#log.warn({ error: String(error) }, 'completeness of sources not saved');
      this.#hasFailed = true;
    }
  }

  #read(): CompletenessLine[] {
    try {
      const content: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      const { sources } = (content ?? {}) as { readonly sources?: unknown };
      if (Array.isArray(sources) && sources.every(isStored)) return sources;
      this.#warnUnread();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#warnUnread({ error: String(error) });
    }
    return [];
  }

  #warnUnread(reason: object = {}): void {
    this.#log.warn(
      { file: this.#file, ...reason },
      'completeness of sources not read; gaps during the stop are not reported',
    );
  }
}

const completenessOf = ({ at, dueAt, reason }: CompleteUntil): CompleteUntil => ({ at, dueAt, reason });

const keyOf = ({ slug, source, game }: Pick<SourceCompleteness, 'slug' | 'source' | 'game'>): string =>
  `${slug}/${source}/${game}`;
