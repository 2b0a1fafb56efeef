/** When published changes came in. In busy times their messages are dated later, since no two of a kind share a timestamp. */
export class ReceivedTimes {
  readonly #after: number;
  #waiting: { readonly last: number; readonly at: number }[] = [];

  /** Notes the times of what comes after a sequence. */
  constructor(after: number) {
    this.#after = after;
  }

  /** Notes the time for all sequences from the end of the last call up to `last`. */
  note(last: number, at: number): void {
    this.#waiting.push({ last, at });
  }

  /** Call in the order of sequences; null for one that was never noted. */
  of(sequence: number): number | null {
    if (sequence <= this.#after) return null;
    const passed = this.#waiting.findIndex(({ last }) => last >= sequence);
    if (passed < 0) return null;
    if (passed > 0) this.#waiting = this.#waiting.slice(passed);
    return this.#waiting[0]?.at ?? null;
  }
}
