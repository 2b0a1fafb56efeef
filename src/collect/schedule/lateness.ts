import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 20;
/** How long the greatest delay counts, at least; at most twice that when `worst` is called often. */
const spanMs = 10_000;

/** Measures how late timers fire in this process because its event loop is blocked. */
export class Lateness {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #elapsed;
  #spanBegan = 0;
  #ofSpanBefore = 0;

  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  start(): void {
    this.#spanBegan = this.#elapsed();
    this.#delay.enable();
  }

  stop(): void {
    this.#delay.disable();
  }

  /** The greatest delay of the last 10 to 20 s, in milliseconds. */
  worst(): number {
    const ofSpan = this.#delay.count === 0 ? 0 : Math.max(0, this.#delay.max / 1e6 - resolutionMs);
    const worst = Math.max(ofSpan, this.#ofSpanBefore);
    if (this.#elapsed() - this.#spanBegan >= spanMs) {
      this.#ofSpanBefore = ofSpan;
      this.#spanBegan = this.#elapsed();
      this.#delay.reset();
    }
    return worst;
  }
}
