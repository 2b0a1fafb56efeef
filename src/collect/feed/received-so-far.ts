/** Tracks up to when a feed is complete, across its connections. Times are in epoch milliseconds. */
export class ReceivedSoFar {
  #isJoined = false;
  #isResuming = false;
  /** When something last arrived. */
  #receivedAt: number | null = null;
  /** When the last message that was taken had arrived. */
  #takenAt: number | null = null;
  #underWay = 0;
  #isSpilt = false;

  /** null while nothing arrives. Messages that could not be taken, or are not taken yet, do not count. */
  get at(): number | null {
    return this.#underWay > 0 || this.#isSpilt ? this.#takenAt : this.#receivedAt;
  }

  /** While a connection is resuming, it is not known whether anything is missing. */
  joined(isResuming: boolean): void {
    this.#isJoined = true;
    this.#isResuming = isResuming;
  }

  /** Something arrived. Returns whether it is the first on the connection. */
  received(at: number): boolean {
    if (!this.#isJoined || this.#isResuming) return false;
    const isFirst = this.#receivedAt === null;
    this.#receivedAt = at;
    if (isFirst) this.#takenAt = at;
    return isFirst;
  }

  resumed(at: number): void {
    this.#isResuming = false;
    this.#receivedAt = at;
    this.#takenAt = at;
  }

  async taking(at: number, take: () => Promise<void>): Promise<void> {
    this.#underWay += 1;
    try {
      await take();
      if (this.#receivedAt !== null) this.#takenAt = at;
    } catch (error) {
      this.#isSpilt = true;
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  lost(): void {
    this.#isJoined = false;
    this.#isResuming = false;
    this.#receivedAt = null;
    this.#takenAt = null;
    this.#isSpilt = false;
  }
}
