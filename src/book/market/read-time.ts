type Span = readonly [from: number, to: number];

/** Notes further apart than this leave out the time between: the machine slept, or its clock jumped. */
const maxPauseMs = 5 * 60_000;
/** More spans than a source with any use has; the oldest are dropped, so that less time counts. */
const maxSpans = 1_000;

/** The time in which a marketplace was read, as spans of epoch milliseconds. */
export class ReadTime {
  #spans: Span[] = [];

  get spans(): readonly Span[] {
    return this.#spans;
  }

  set spans(spans: readonly Span[]) {
    this.#spans = [...spans];
  }

  /** Notes that the marketplace is being read; called about once a minute. */
  note(now: number): void {
    // Spans in the future come from a clock that ran ahead
    while ((this.#spans.at(-1)?.[0] ?? now) > now) this.#spans.pop();
    const last = this.#spans.at(-1);
    if (last === undefined || now - last[1] > maxPauseMs) this.#spans.push([now, now]);
    else this.#spans.splice(-1, 1, [last[0], now]);
    if (this.#spans.length > maxSpans) this.#spans.shift();
  }

  /** The instant since which the marketplace was read for this long in all; null if it never was. */
  since(milliseconds: number): number | null {
    let left = milliseconds;
    for (const [from, to] of this.#spans.toReversed()) {
      if (to - from >= left) return to - left;
      left -= to - from;
    }
    return null;
  }
}
