/** Up to when a feed has told everything, over its connections. Epoch milliseconds. */
export class HeardSoFar {
  #isJoined = false;
  #isResuming = false;
  /** When something last came. */
  #heardAt: number | null = null;
  /** When the last of what was taken came. */
  #takenAt: number | null = null;
  #underWay = 0;
  #isSpilt = false;

  /** Null while it does not tell. What came and could not be taken, or is not yet, does not count. */
  get at(): number | null {
    return this.#underWay > 0 || this.#isSpilt ? this.#takenAt : this.#heardAt;
  }

  /** What comes on a connection that resumes is not known to be all before it says so. */
  joined(isResuming: boolean): void {
    this.#isJoined = true;
    this.#isResuming = isResuming;
  }

  /** Something came; whether it is the first of a connection. */
  heard(at: number): boolean {
    if (!this.#isJoined || this.#isResuming) return false;
    const isFirst = this.#heardAt === null;
    this.#heardAt = at;
    if (isFirst) this.#takenAt = at;
    return isFirst;
  }

  resumed(at: number): void {
    this.#isResuming = false;
    this.#heardAt = at;
    this.#takenAt = at;
  }

  async taking(at: number, take: () => Promise<void>): Promise<void> {
    this.#underWay += 1;
    try {
      await take();
      if (this.#heardAt !== null) this.#takenAt = at;
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
    this.#heardAt = null;
    this.#takenAt = null;
    this.#isSpilt = false;
  }
}
