import type { Clock } from '../clock.ts';
import type { TapePlace } from './store.ts';

type Mark = { readonly row: number; readonly place: TapePlace };

const everyMs = 1_000;

/** Records in the store up to which place of the tape all rows are stored, about once a second and after the rows. */
export class Watermark {
  readonly #write: (place: TapePlace) => Promise<void>;
  readonly #after: Clock['after'];
  /** Places whose rows are not all stored yet, in order. */
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

  /** Notes that the rows up to the given one cover the tape up to the given place. */
  note(row: number, place: TapePlace): void {
    if (this.#marks.at(-1)?.row === row) this.#marks.pop();
    this.#marks.push({ row, place });
  }

  /** Notes that all rows up to a given one are stored. */
  settled(row: number): void {
    const waiting = this.#marks.findIndex((mark) => mark.row > row);
    const passed = waiting < 0 ? this.#marks.splice(0) : this.#marks.splice(0, waiting);
    const last = passed.at(-1);
    if (last === undefined || this.#isFrozen) return;
    this.#reached = last.place;
    this.#cancel ??= this.#after(everyMs, () => this.flush());
  }

  /** Stops advancing, because rows were discarded: the next run reads the tape again from here. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** Writes the place reached last; a failed write is superseded by the next one. */
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
        // The next rows meet the same failure, which is reported then
      }
      this.#writing = null;
    };
    this.#writing = write();
    await this.#writing;
  }
}
