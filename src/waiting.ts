/** Whether work came to its end in time; it may go on after that, and what it fails with later reaches nobody. */
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

/** Those who wait until something is so. Whoever changes what they may wait for lets them look again. */
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
