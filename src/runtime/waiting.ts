/** Whether work ended in time. It can continue after that; a later failure is ignored. */
export async function inTime(
  work: Promise<unknown>,
  milliseconds: number,
  after: (milliseconds: number, run: () => void) => () => void,
): Promise<boolean> {
  let cancel = () => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = after(milliseconds, () => resolve(false));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    cancel();
  }
}

/**
 * A pause between two times of day, in epoch milliseconds. It also ends when the clock is set back to before it began, as
 * it would last too long.
 */
export class Pause {
  readonly #from: number;
  readonly #until: number;

  constructor(from: number, until: number) {
    this.#from = from;
    this.#until = until;
  }

  isOver(now: number): boolean {
    return now >= this.#until || now < this.#from;
  }
}

/** Waits until conditions hold. Code that changes what a condition depends on must call `lookAgain`. */
export class Waiting {
  readonly #looks = new Set<() => void>();

  until(isReached: () => boolean): Promise<void> {
    if (isReached()) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!isReached()) return;
        this.#looks.delete(look);
        resolve();
      };
      this.#looks.add(look);
    });
  }

  lookAgain(): void {
    for (const look of [...this.#looks]) look();
  }
}
