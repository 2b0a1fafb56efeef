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
