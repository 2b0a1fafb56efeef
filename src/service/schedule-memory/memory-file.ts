import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BudgetMemory, ScheduleMemory, SourceMemory } from '../../collect/schedule/schedule-memory.ts';
import {
  budgetAt,
  countingAt,
  freshBudget,
  isCounting,
  type Line,
  lineIn,
  type StoredBudget,
  type StoredSource,
  sourceAt,
} from './stored-budgets.ts';

type Options = {
  readonly folder: string;
  readonly now: () => number;
  readonly log: { readonly warn: (data: object, text: string) => void };
};

/** Bytes of new lines after which the file is written anew. */
const maxTailBytes = 256 * 1024;

/** Requests are not noted one by one where windows are shorter: waiting for one of them at a start is simpler. */
const shortestNotedMs = 2_000;

const nameOf = (folder: string): string => join(folder, 'patience.jsonl');

/**
 * How patient the marketplaces have been, in `patience.jsonl` of the data folder: lines are added as things happen, and the
 * file is replaced by its state at each start, at each end and once it has grown. A request is sent only after its line was
 * written, so a kill loses none. Nothing waits for the disk itself: after a crash of the machine, the last seconds can lack.
 */
export class ScheduleMemoryFile implements ScheduleMemory {
  readonly #file: string;
  readonly #options: Options;
  readonly #budgets = new Map<string, StoredBudget>();
  readonly #sources = new Map<string, StoredSource>();
  /** Budgets of this run. */
  readonly #open = new Set<string>();
  #salt = randomBytes(16).toString('hex');
  #waiting: string[] = [];
  #tailBytes = 0;
  /** Whether the file has to be written as a whole. */
  #isDue = true;
  #hasFailed = false;
  /** The last write that has begun. */
  #writing: Promise<void> = Promise.resolve();
  /** The one after it, once something waits for it. */
  #next: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#file = nameOf(options.folder);
    for (const text of this.#readLines()) {
      const line = lineIn(text);
      if (line !== null) this.#apply(line);
    }
  }

  readonly digest: ScheduleMemory['digest'] = (text) =>
    createHmac('sha256', this.#salt).update(text).digest('hex').slice(0, 16);

  readonly budget: ScheduleMemory['budget'] = (key, perSeconds): BudgetMemory => {
    const { now } = this.#options;
    const windowMs = perSeconds * 1000;
    const found = this.#budgets.get(key);
    const known = budgetAt({ ...(found ?? freshBudget(windowMs, now())), windowMs }, now());
    this.#budgets.set(key, known);
    this.#open.add(key);
    // Later lines do not say how long its window is
    this.#isDue = true;
    const isNoted = windowMs >= shortestNotedMs;
    const restsUntil = isNoted || found === undefined ? known.restsUntil : Math.max(known.restsUntil, now() + windowMs);
    return {
      stored: { ...known, restsUntil },
      sent: async () => {
        if (isNoted) await this.#note(['sent', key]);
      },
      answered: (at) => void (isNoted && this.#note(['answered', key, at])),
      unused: () => void (isNoted && this.#note(['unused', key])),
      held: (state) => {
        const { uses, underWay } = this.#budgets.get(key) ?? known;
        void this.#note(['budget', key, { ...state, uses, underWay, windowMs, notedAt: now() }]);
      },
    };
  };

  readonly source: ScheduleMemory['source'] = (key): SourceMemory => ({
    stored: () => {
      const found = this.#sources.get(key);
      return found === undefined ? null : sourceAt(found, this.#options.now());
    },
    note: (state) => {
      if (state === null && !this.#sources.has(key)) return;
      void this.#note(['source', key, state === null ? null : { ...state, notedAt: this.#options.now() }]);
    },
  });

  /** Writes the state as a whole; to be called when nothing changes any more. */
  async close(): Promise<void> {
    this.#isDue = true;
    await this.#written();
  }

  #note(line: Line): Promise<void> {
    this.#apply(line);
    this.#waiting.push(`${JSON.stringify(line)}\n`);
    return this.#written();
  }

  /** Resolves when everything noted so far was written, or could not be: after the next write that begins. */
  #written(): Promise<void> {
    this.#next ??= this.#writing.then(() => {
      this.#next = null;
      this.#writing = this.#write();
      return this.#writing;
    });
    return this.#next;
  }

  async #write(): Promise<void> {
    try {
      if (this.#isDue || this.#tailBytes > maxTailBytes) await this.#replace();
      else await this.#append();
      this.#hasFailed = false;
    } catch (error) {
      this.#failed(error);
    }
  }

  async #append(): Promise<void> {
    const text = this.#waiting.join('');
    this.#waiting = [];
    await appendFile(this.#file, text, { mode: 0o600 });
    this.#tailBytes += text.length;
  }

  async #replace(): Promise<void> {
    const text = this.#wholeText();
    this.#waiting = [];
    this.#isDue = false;
    await mkdir(this.#options.folder, { recursive: true });
    await writeFile(`${this.#file}.new`, text, { mode: 0o600 });
    await rename(`${this.#file}.new`, this.#file);
    this.#tailBytes = 0;
  }

  #failed(error: unknown): void {
    // A line may be there in part
    this.#isDue = true;
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#options.log.warn({ error: String(error) }, 'use of budgets not saved for the next start');
  }

  #wholeText(): string {
    const now = this.#options.now();
    const lines: Line[] = [['salt', this.#salt]];
    for (const [key, stored] of this.#budgets) {
      const { underWay } = stored;
      const budget = budgetAt({ ...stored, underWay: 0 }, now);
      if (this.#open.has(key) || underWay > 0 || isCounting(budget))
        lines.push(['budget', key, { ...budget, underWay }]);
    }
    for (const [key, stored] of this.#sources) {
      const source = sourceAt(stored, now);
      if (source !== null) lines.push(['source', key, source]);
    }
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  #apply(line: Line): void {
    if (line[0] === 'salt') this.#salt = line[1];
    else if (line[0] === 'budget') this.#budgets.set(line[1], line[2]);
    else if (line[0] === 'source') {
      if (line[2] === null) this.#sources.delete(line[1]);
      else this.#sources.set(line[1], line[2]);
    } else this.#count(line);
  }

  #count(line: Extract<Line, readonly ['sent' | 'answered' | 'unused', ...unknown[]]>): void {
    const [word, key, at] = line;
    const stored = this.#budgets.get(key) ?? freshBudget(0, this.#options.now());
    const underWay = Math.max(0, stored.underWay + (word === 'sent' ? 1 : -1));
    if (at === undefined) this.#budgets.set(key, { ...stored, underWay });
    else this.#budgets.set(key, { ...stored, underWay, uses: [...countingAt(stored, at), at] });
  }

  #readLines(): readonly string[] {
    try {
      return readFileSync(this.#file, 'utf8').split('\n');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#options.log.warn({ error: String(error) }, 'use of budgets before this start unknown');
      return [];
    }
  }
}
