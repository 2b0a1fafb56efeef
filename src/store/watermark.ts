import type { Clock } from '../runtime/clock.ts';
import type { Position } from '../schema/index.ts';

type Mark = { readonly row: number; readonly position: Position };

const everyMs = 1_000;

/** Records in the store up to which position of the tape all rows are stored, about once a second and after the rows. */
export class Watermark {
  readonly #write: (position: Position) => Promise<void>;
  readonly #after: Clock['after'];
  /** Positions whose rows are not all stored yet, in order. */
  #marks: Mark[] = [];
  #reached: Position | null = null;
  #written: Position | null = null;
  #writing: Promise<void> | null = null;
  #cancel: (() => void) | null = null;

  constructor(write: (position: Position) => Promise<void>, after: Clock['after']) {
    this.#write = write;
    this.#after = after;
  }

  /** Notes that the rows up to the given one cover the tape up to the given position. */
  note(row: number, position: Position): void {
    if (this.#marks.at(-1)?.row === row) this.#marks.pop();
    this.#marks.push({ row, position });
  }

  /** Notes that all rows up to a given one are stored. */
  settled(row: number): void {
    const waiting = this.#marks.findIndex((mark) => mark.row > row);
    const passed = waiting < 0 ? this.#marks.splice(0) : this.#marks.splice(0, waiting);
    const last = passed.at(-1);
    if (last === undefined) return;
    this.#reached = last.position;
    this.#cancel ??= this.#after(everyMs, () => this.flush());
  }

  /** Writes the position reached last; a failed write is superseded by the next one. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    while (this.#writing !== null) await this.#writing;
    const position = this.#reached;
    if (position === null || position === this.#written) return;
    const write = async (): Promise<void> => {
      try {
        await this.#write(position);
        this.#written = position;
      } catch {
        // The next rows meet the same failure, which is reported then
      }
      this.#writing = null;
    };
    this.#writing = write();
    await this.#writing;
  }
}
