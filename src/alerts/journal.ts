import type { Clock } from '../runtime/clock.ts';
import { Waiting } from '../runtime/waiting.ts';
import { AlertState, type JournalLine } from './alert-state.ts';

export type JournalLog = { readonly warn: (data: object, text: string) => void };

/** Where a journal is stored. A write that fails can have been stored in part, and is followed by `replace`. */
export type JournalStorage = {
  /** What it is, for error messages. */
  readonly location: string;
  /** All lines in it; the last one can be cut. */
  readonly read: () => Promise<string>;
  /** Keeps a copy of what cannot be read, if it can; returns where, for the log. */
  readonly copyDamaged: () => Promise<object>;
  /** Adds lines; they survive a kill and, with `isSynced`, a loss of power. Call `replace` first. */
  readonly append: (text: string, isSynced: boolean) => Promise<void>;
  /** Replaces everything by other lines, as a whole or not at all. */
  readonly replace: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

type JournalParts = {
  readonly storage: JournalStorage;
  readonly timers: Pick<Clock, 'after'>;
  readonly log: JournalLog;
  /** When more bytes than these are stored, they are replaced by the current state. */
  readonly maxBytes?: number;
};

const defaultMaxBytes = 8 * 2 ** 20;
const retryMs = 1_000;

/** The state that lines describe, the last of which can be cut. Those that cannot be read are left out and counted. */
function storedIn(text: string): { readonly stored: AlertState; readonly unreadable: number } {
  const state = new AlertState();
  const lines = text.split('\n');
  // A kill may have cut it
  const last = lines.pop() ?? '';
  const unreadable = lines.filter((line) => !applies(state, line)).length;
  applies(state, last);
  return { stored: state, unreadable };
}

function applies(state: AlertState, line: string): boolean {
  if (line === '') return true;
  try {
    state.apply(JSON.parse(line) as JournalLine);
    return true;
  } catch {
    return false;
  }
}

const textOf = (lines: Iterable<JournalLine>): string => {
  let text = '';
  for (const line of lines) text += `${JSON.stringify(line)}\n`;
  return text;
};

/** Rules and alerts cannot be stored now. */
class NotWritable extends Error {
  override readonly name = 'NotWritable';

  constructor(location: string, reason: string) {
    super(`${location} cannot be written now: ${reason}; try again once it can`);
  }
}

/**
 * Stores rules and alerts as lines that are added, and replaced by the current state when they have become many. Failed
 * writes are repeated until they succeed; `append` resolves only then.
 */
export class Journal {
  readonly stored: AlertState;
  readonly #parts: JournalParts;
  #bytes = 0;
  /** Bytes after the last rewrite. */
  #baseBytes = 0;
  #queue: JournalLine[] = [];
  #isSynced = false;
  #added = 0;
  #written = 0;
  #running: Promise<void> | null = null;
  #isBroken = true;
  /** Why the last write failed; null if it did not. */
  #failure: string | null = null;
  #isClosed = false;
  readonly #waiters = new Waiting();

  private constructor(parts: JournalParts, state: AlertState) {
    this.#parts = parts;
    this.stored = state;
  }

  static async open(parts: JournalParts): Promise<Journal> {
    const { storage, log } = parts;
    const { stored: state, unreadable } = storedIn(await storage.read());
    const journal = new Journal(parts, state);
    if (unreadable > 0) {
      const warning = 'rules or alerts unreadable and skipped; the copy has the file as it was';
      log.warn({ ...(await storage.copyDamaged()), lines: unreadable }, warning);
      await journal.#rewrite();
    }
    return journal;
  }

  /** Takes effect at once; resolves when the line survives a kill and, with `isSynced`, a loss of power. */
  async append(line: JournalLine, isSynced = true): Promise<void> {
    const wanted = this.#add(line, isSynced);
    await this.#waiters.until(() => this.#written >= wanted);
  }

  /** Like `append`, but throws once a write fails; the line stays in effect, and is written when that is possible. */
  async appendAtOnce(line: JournalLine): Promise<void> {
    const wanted = this.#add(line, true);
    await this.#waiters.until(() => this.#written >= wanted || this.#failure !== null);
    if (this.#written < wanted) this.requireWritable();
  }

  /** Throws while writes fail. */
  requireWritable(): void {
    if (this.#failure !== null) throw new NotWritable(this.#parts.storage.location, this.#failure);
  }

  #add(line: JournalLine, isSynced: boolean): number {
    this.stored.apply(line);
    this.#queue.push(line);
    this.#isSynced ||= isSynced;
    this.#added += 1;
    this.#begin();
    return this.#added;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#parts.storage.close();
  }

  #begin(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#queue.length > 0 && !this.#isClosed) this.#begin();
    });
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const lines = this.#queue.splice(0);
      const upTo = this.#added;
      try {
        await this.#write(lines);
        this.#written = upTo;
        this.#failure = null;
        this.#waiters.lookAgain();
      } catch (error) {
        this.#queue.unshift(...lines);
        // Some of the lines may have been written
        this.#isBroken = true;
        const isFirst = this.#failure === null;
        this.#failure = error instanceof Error ? error.message : String(error);
        if (isFirst) this.#parts.log.warn({ error: String(error) }, 'alerts not stored; trying again');
        this.#waiters.lookAgain();
        if (this.#isClosed) return;
        await new Promise<void>((resolve) => this.#parts.timers.after(retryMs, resolve));
      }
    }
  }

  async #write(lines: readonly JournalLine[]): Promise<void> {
    const max = Math.max(this.#parts.maxBytes ?? defaultMaxBytes, 2 * this.#baseBytes);
    // `kept` already includes all waiting lines
    if (this.#isBroken || this.#bytes > max) return await this.#rewrite();
    const isSynced = this.#isSynced;
    this.#isSynced = false;
    const text = textOf(lines);
    await this.#parts.storage.append(text, isSynced);
    this.#bytes += Buffer.byteLength(text);
  }

  async #rewrite(): Promise<void> {
    const text = textOf(this.stored.lines());
    await this.#parts.storage.replace(text);
    this.#bytes = Buffer.byteLength(text);
    this.#baseBytes = this.#bytes;
    this.#isBroken = false;
  }
}
