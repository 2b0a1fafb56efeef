import { copyFile, type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../clock.ts';
import { Waiting } from '../waiting.ts';
import { type JournalLine, Kept } from './kept.ts';

export type JournalLog = { readonly warn: (data: object, text: string) => void };

type JournalParts = {
  readonly file: string;
  readonly timers: Pick<Clock, 'after'>;
  readonly log: JournalLog;
  /** A file of more bytes is rewritten with the current state only. */
  readonly mostBytes?: number;
};

const usualMostBytes = 8 * 2 ** 20;
const retryMs = 1_000;

/** The state in a file, which can end within a line. Lines that cannot be read are left out and counted. */
function keptIn(text: string): { readonly kept: Kept; readonly unreadable: number } {
  const kept = new Kept();
  const lines = text.split('\n');
  // A kill may have cut it
  const last = lines.pop() ?? '';
  const unreadable = lines.filter((line) => !applies(kept, line)).length;
  applies(kept, last);
  return { kept, unreadable };
}

function applies(kept: Kept, line: string): boolean {
  if (line === '') return true;
  try {
    kept.apply(JSON.parse(line) as JournalLine);
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

  constructor(reason: string) {
    super(`the file of alert rules cannot be written now: ${reason}; try again once it can`);
  }
}

/**
 * Stores rules and alerts in an append-only file that is rewritten when it has grown long. Failed writes are repeated until
 * they succeed; `append` resolves only then.
 */
export class Journal {
  readonly kept: Kept;
  readonly #parts: JournalParts;
  #handle: FileHandle | null = null;
  #bytes = 0;
  /** Bytes of the file after the last rewrite. */
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

  private constructor(parts: JournalParts, kept: Kept) {
    this.#parts = parts;
    this.kept = kept;
  }

  static async open(parts: JournalParts): Promise<Journal> {
    await mkdir(dirname(parts.file), { recursive: true });
    const text = await readFile(parts.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const { kept, unreadable } = keptIn(text);
    if (unreadable > 0) {
      const copy = `${parts.file}.damaged`;
      await copyFile(parts.file, copy);
      const warning = 'rules or alerts cannot be read and are left out; the copy has the file as it was';
      parts.log.warn({ file: parts.file, lines: unreadable, copy }, warning);
    }
    const journal = new Journal(parts, kept);
    if (text !== '') await journal.#rewrite();
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
    if (this.#failure !== null) throw new NotWritable(this.#failure);
  }

  #add(line: JournalLine, isSynced: boolean): number {
    this.kept.apply(line);
    this.#queue.push(line);
    this.#isSynced ||= isSynced;
    this.#added += 1;
    this.#begin();
    return this.#added;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#handle?.close();
    this.#handle = null;
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
        if (isFirst) this.#parts.log.warn({ error: String(error) }, 'alerts cannot be kept; trying again');
        this.#waiters.lookAgain();
        if (this.#isClosed) return;
        await new Promise<void>((resolve) => this.#parts.timers.after(retryMs, resolve));
      }
    }
  }

  async #write(lines: readonly JournalLine[]): Promise<void> {
    const most = Math.max(this.#parts.mostBytes ?? usualMostBytes, 2 * this.#baseBytes);
    // `kept` already includes all waiting lines
    if (this.#isBroken || this.#handle === null || this.#bytes > most) return await this.#rewrite();
    const isSynced = this.#isSynced;
    this.#isSynced = false;
    const bytes = Buffer.from(textOf(lines));
    await this.#handle.appendFile(bytes);
    if (isSynced) await this.#handle.datasync();
    this.#bytes += bytes.length;
  }

  async #rewrite(): Promise<void> {
    const { file } = this.#parts;
    const bytes = Buffer.from(textOf(this.kept.lines()));
    await this.#handle?.close();
    this.#handle = null;
    // Mode 0600, since targets contain secrets
    const handle = await open(`${file}.next`, 'w', 0o600);
    try {
      await handle.appendFile(bytes);
      await handle.sync();
      await rename(`${file}.next`, file);
    } catch (error) {
      await handle.close();
      throw error;
    }
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
    this.#handle = handle;
    this.#bytes = bytes.length;
    this.#baseBytes = bytes.length;
    this.#isBroken = false;
  }
}
