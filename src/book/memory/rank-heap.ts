import type { Slot } from './numbers.ts';
/** Slots by rank, lowest first; an entry whose slot has changed since is the reader's to skip. */
export class RankHeap {
  readonly #ranks: number[] = [];
  readonly #slots: Slot[] = [];

  get size(): number {
    return this.#slots.length;
  }

  get topSlot(): Slot {
    return this.#slots[0] as Slot;
  }

  get topRank(): number {
    return this.#ranks[0] as number;
  }

  push(slot: Slot, rank: number): void {
    let at = this.#slots.length;
    this.#slots.push(slot);
    this.#ranks.push(rank);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#ranks[parent] as number) <= rank) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#put(at, slot, rank);
  }

  pop(): void {
    const slot = this.#slots.pop() as Slot;
    const rank = this.#ranks.pop() as number;
    const size = this.#slots.length;
    if (size === 0) return;
    let at = 0;
    for (let child = 1; child < size; child = at * 2 + 1) {
      if (child + 1 < size && (this.#ranks[child + 1] as number) < (this.#ranks[child] as number)) child += 1;
      if (rank <= (this.#ranks[child] as number)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#put(at, slot, rank);
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#slots[from] as Slot, this.#ranks[from] as number);
  }

  #put(at: number, slot: Slot, rank: number): void {
    this.#slots[at] = slot;
    this.#ranks[at] = rank;
  }
}
