/** When what is told was heard of: in busy times its envelopes are dated later, as no two of one kind bear the same time. */
export class HeardTimes {
  #waiting: { readonly last: number; readonly at: number }[] = [];

  /** Up to this sequence, from where the last call ended. */
  note(last: number, at: number): void {
    this.#waiting.push({ last, at });
  }

  /** Asked in the order of the sequences; null of what was never noted. */
  of(sequence: number): number | null {
    const passed = this.#waiting.findIndex(({ last }) => last >= sequence);
    if (passed < 0) return null;
    if (passed > 0) this.#waiting = this.#waiting.slice(passed);
    return this.#waiting[0]?.at ?? null;
  }
}
