import type { Slot } from './numbers.ts';
/** A min-heap of slots by rank, then own rank. Entries can be outdated: the reader must skip those whose slot has changed. */
export class RankHeap {
  readonly #ranks: number[] = [];
  readonly #ownRanks: number[] = [];
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

  get topOwnRank(): number {
    return this.#ownRanks[0] as number;
  }

  push(slot: Slot, rank: number, ownRank: number): void {
    let at = this.#slots.length;
    this.#slots.push(slot);
    this.#ranks.push(rank);
    this.#ownRanks.push(ownRank);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBehind(parent, rank, ownRank)) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#put(at, slot, rank, ownRank);
  }

  pop(): void {
    const slot = this.#slots.pop() as Slot;
    const rank = this.#ranks.pop() as number;
    const ownRank = this.#ownRanks.pop() as number;
    const size = this.#slots.length;
    if (size === 0) return;
    let at = 0;
    for (let child = 1; child < size; child = at * 2 + 1) {
      const other = child + 1;
      if (other < size && this.#isBehind(child, this.#ranks[other] as number, this.#ownRanks[other] as number))
        child = other;
      if (this.#isBehind(child, rank, ownRank)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#put(at, slot, rank, ownRank);
  }

  /** Whether the entry at a place sorts after these ranks. */
  #isBehind(at: number, rank: number, ownRank: number): boolean {
    const own = this.#ranks[at] as number;
    return own > rank || (own === rank && (this.#ownRanks[at] as number) > ownRank);
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#slots[from] as Slot, this.#ranks[from] as number, this.#ownRanks[from] as number);
  }

  #put(at: number, slot: Slot, rank: number, ownRank: number): void {
    this.#slots[at] = slot;
    this.#ranks[at] = rank;
    this.#ownRanks[at] = ownRank;
  }
}
