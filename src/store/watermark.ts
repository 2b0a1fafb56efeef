import type { TapePlace } from './store.ts';
import type { QueueTimers } from './table-queue.ts';

type Mark = { readonly row: number; readonly place: TapePlace };

const everyMs = 1_000;

/** Notes in the store up to where of the tape all rows are in it, after the rows and about once a second. */
export class Watermark {
  readonly #write: (place: TapePlace) => Promise<void>;
  readonly #timers: QueueTimers;
  /** In order; the first are those whose rows are still on their way. */
  #marks: Mark[] = [];
  #reached: TapePlace | null = null;
  #written: TapePlace | null = null;
  #writing: Promise<void> | null = null;
  #timer: unknown = null;
  #isFrozen = false;

  constructor(write: (place: TapePlace) => Promise<void>, timers: QueueTimers) {
    this.#write = write;
    this.#timers = timers;
  }

  /** The rows up to the given one are those of the tape up to the given place. */
  note(row: number, place: TapePlace): void {
    if (this.#marks.at(-1)?.row === row) this.#marks.pop();
    this.#marks.push({ row, place });
  }

  /** Everything up to a row is stored. */
  settled(row: number): void {
    const waiting = this.#marks.findIndex((mark) => mark.row > row);
    const passed = waiting < 0 ? this.#marks.splice(0) : this.#marks.splice(0, waiting);
    const last = passed.at(-1);
    if (last === undefined || this.#isFrozen) return;
    this.#reached = last.place;
    this.#timer ??= this.#timers.set(() => this.flush(), everyMs);
  }

  /** Rows were given up: what is on the tape since is to be read again by the next run. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** Writes what was reached last; a failure is made up for by the next attempt. */
  async flush(): Promise<void> {
    if (this.#timer !== null) this.#timers.clear(this.#timer);
    this.#timer = null;
    while (this.#writing !== null) await this.#writing;
    const place = this.#reached;
    if (place === null || place === this.#written) return;
    const write = async (): Promise<void> => {
      try {
        await this.#write(place);
        this.#written = place;
      } catch {
        // The rows that follow meet the same failure, and tell it
      }
      this.#writing = null;
    };
    this.#writing = write();
    await this.#writing;
  }
}
