/** Runs tasks in the order in which they arrive, a given number at a time. */
export class TaskQueue {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #idlers: (() => void)[] = [];
  #running = 0;

  constructor(width: number) {
    this.#width = width;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#width) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idlers.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    // The slot is handed over directly, so that no other task can take it
    if (next !== undefined) next();
    else this.#running -= 1;
    if (this.#running > 0) return;
    for (const resolve of this.#idlers) resolve();
    this.#idlers = [];
  }
}
