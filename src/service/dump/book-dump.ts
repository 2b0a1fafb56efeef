import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import type { Book } from '../../book/book.ts';
import { dumpFormat } from '../../book/dump/part.ts';
import { systemClock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import {
  currencies,
  games,
  type KnownFees,
  type KnownTerms,
  marketplaces,
  nativeCurrencies,
  phases,
} from '../../schema/index.ts';
import type { Store } from '../../store/store.ts';
import type { Tape } from '../../tape/tape.ts';
import { turn } from '../../turn.ts';
import { inTime } from '../../waiting.ts';
import { version } from '../version.ts';
import { DumpDamaged, DumpFile, type DumpTerms, writeDumpFile } from './dump-file.ts';

export const dumpIn = (dataFolder: string): string => join(dataFolder, 'book.dump');

type Parts = {
  readonly dataFolder: string;
  readonly book: Pick<Book, 'save' | 'load' | 'memory'>;
  readonly tape: Pick<Tape, 'epoch' | 'head'>;
  readonly store: Pick<Store, 'markOf'>;
  readonly fees: KnownFees;
  readonly terms: KnownTerms;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** The dump of the book that a stop writes, so that the next start need not read the book from the database. */
export class BookDump {
  readonly #parts: Parts;
  readonly #path: string;
  #isDue = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#path = dumpIn(parts.dataFolder);
  }

  /**
   * Loads the dump if it matches the tape and the database, and returns its counts; null if the database has to be read.
   * The dump is removed in any case, since it is outdated for any later start.
   */
  async load(storedTo: number): Promise<{ readonly offers: number; readonly buyOrders: number } | null> {
    const { book, log } = this.#parts;
    try {
      const file = await DumpFile.take(this.#path);
      if (file === null) return null;
      try {
        const why = this.#unfitness(file.terms, storedTo);
        if (why === null) return await book.load(() => file.next(), turn);
        log.info({ why }, 'the dump of the book does not fit; the database is read');
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(this.#path, { force: true }).catch(() => {});
      log.warn({ why: wordsOf(error) }, 'the dump of the book cannot be used; the database is read');
    }
    return null;
  }

  /** The book matches the database: the stop can write a dump of it. */
  due(): void {
    this.#isDue = true;
  }

  /** The book no longer matches what a start from the database would load. */
  notDue(): void {
    this.#isDue = false;
  }

  /** Call once nothing more is published and everything is stored. A failure only slows down the next start. */
  async write(patienceMs: number): Promise<void> {
    if (!this.#isDue) return;
    const { log } = this.#parts;
    const late = performance.now() + patienceMs;
    const check = () => {
      if (performance.now() > late) throw new Error('it took too long');
    };
    try {
      check();
      if (!(await inTime(this.#write(check), patienceMs, systemClock.after))) throw new Error('it took too long');
    } catch (error) {
      log.warn({ why: wordsOf(error) }, 'no dump of the book was written; the next start reads the database');
    }
  }

  async #write(check: () => void): Promise<void> {
    const { book, tape, store, log } = this.#parts;
    const startedAt = performance.now();
    const { epoch, head: sequence } = tape;
    if ((await store.markOf(epoch)) !== sequence) throw new Error('the database lacks some of what was published');
    const expectedBytes = Object.values(book.memory()).reduce((sum, bytes) => sum + bytes, 0);
    const terms = { ...this.#terms(), epoch, sequence };
    const bytes = await writeDumpFile(this.#path, terms, book.save(), { expectedBytes, check });
    log.info({ bytes, milliseconds: Math.round(performance.now() - startedAt) }, 'dump of the book written');
  }

  #terms(): Omit<DumpTerms, 'epoch' | 'sequence'> {
    const { fees, terms } = this.#parts;
    const known = [fees, terms].map((facts) => [...facts].sort(([a], [b]) => a - b));
    const ids = marketplaces.map(({ id }) => id);
    const meaning = JSON.stringify([known, games, phases, currencies, nativeCurrencies, ids]);
    const digest = createHash('sha1').update(meaning).digest('hex');
    return { format: dumpFormat, version, order: endianness(), meaning: digest };
  }

  /** Why a dump cannot be used; null if it can. */
  #unfitness({ epoch, sequence, ...made }: DumpTerms, storedTo: number): string | null {
    const { tape } = this.#parts;
    const own = this.#terms();
    if (made.format !== own.format) return `it has format ${made.format}, and this release writes ${own.format}`;
    if (made.version !== own.version) return `release ${made.version} wrote it`;
    if (made.order !== own.order) return 'another kind of machine wrote it';
    if (made.meaning !== own.meaning) return 'fees, terms or lists were different';
    if (epoch !== tape.epoch) return 'it is of another epoch of the tape';
    if (sequence !== tape.head) return `it is of sequence ${sequence}, and the tape goes up to ${tape.head}`;
    return storedTo === tape.head ? null : `the database has the tape only up to ${storedTo}`;
  }
}

const wordsOf = (error: unknown): string => {
  if (error instanceof DumpDamaged) return `it is damaged: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
};
