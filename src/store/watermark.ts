import type { Clock } from '../clock.ts';
import type { TapePlace } from './store.ts';

type Mark = { readonly row: number; readonly place: TapePlace };

const everyMs = 1_000;

/** Notes in the store up to where of the tape all rows are in it, after the rows and about once a second. */
export class Watermark {
  readonly #write: (place: TapePlace) => Promise<void>;
  readonly #after: Clock['after'];
  /** In order; the first are those whose rows are still on their way. */
  #marks: Mark[] = [];
  #reached: TapePlace | null = null;
  #written: TapePlace | null = null;
  #writing: Promise<void> | null = null;
  #cancel: (() => void) | null = null;
  #isFrozen = false;

  constructor(write: (place: TapePlace) => Promise<void>, after: Clock['after']) {
    this.#write = write;
    this.#after = after;
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
    this.#cancel ??= this.#after(everyMs, () => this.flush());
  }

  /** Rows were given up: what is on the tape since is to be read again by the next run. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** Writes what was reached last; a failure is made up for by the next attempt. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
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
