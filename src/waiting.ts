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
