import type { TapeRecord } from './record.ts';

/** Upper bounds of the histogram, in seconds. */
export const delayBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export type Delays = {
  /** Number of records sent within each bound; cumulative. */
  readonly within: readonly number[];
  readonly count: number;
  readonly seconds: number;
};

/** Histogram of the delay until records are sent, counted for changes from the arrival of the answer they were read from. */
export class PublishDelays {
  readonly #within = delayBounds.map(() => 0);
  #count = 0;
  #seconds = 0;

  note(records: readonly TapeRecord[], now: number): void {
    for (const record of records) {
      const from = record.what === 'change' ? record.change.at : record.at;
      const seconds = Math.max(0, now - from) / 1000;
      this.#count += 1;
      this.#seconds += seconds;
      for (let at = delayBounds.length - 1; at >= 0 && seconds <= (delayBounds[at] as number); at -= 1) {
        this.#within[at] = (this.#within[at] as number) + 1;
      }
    }
  }

  counts(): Delays {
    return { within: [...this.#within], count: this.#count, seconds: this.#seconds };
  }
}
