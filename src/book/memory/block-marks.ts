import { blockBits } from './block-bounds.ts';
import { Column, Columns } from './column.ts';

// 1,024 bits, four for each offer
const wordBits = 5;
const mostReplaced = 64;

/**
 * Which marks the entries of each block of slots have, as bits that marks share: what cannot hold a mark is passed over.
 * What leaves may leave its bits behind, until the block is marked anew.
 */
export class BlockMarks extends Columns {
  readonly #bits = new Column('int32');
  readonly #replaced = new Column('uint8');

  protected override get columns() {
    return { bits: this.#bits, replaced: this.#replaced };
  }

  /** Takes a mark that a slot has from now on. */
  add(slot: number, mark: number): void {
    const word = wordOf(slot >>> blockBits, mark);
    this.#bits.set(word, this.#bits.get(word) | (1 << mark));
  }

  /** Whether an entry of the block may have the mark. */
  mayHold(block: number, mark: number): boolean {
    return (this.#bits.get(wordOf(block, mark)) & (1 << mark)) !== 0;
  }

  /** Counts a slot that has other marks from now on; whether so many have that its block is to be marked anew. */
  replace(slot: number): boolean {
    const block = slot >>> blockBits;
    const replaced = this.#replaced.get(block) + 1;
    this.#replaced.set(block, replaced);
    return replaced >= mostReplaced;
  }

  /** Forgets the marks of the block of a slot. */
  clear(slot: number): void {
    const first = (slot >>> blockBits) << wordBits;
    for (let word = first; word < first + (1 << wordBits); word += 1) this.#bits.set(word, 0);
    this.#replaced.set(slot >>> blockBits, 0);
  }
}

// A shift takes the lowest five bits of a mark, so that the next five choose the word
const wordOf = (block: number, mark: number): number => (block << wordBits) | ((mark >>> 5) & ((1 << wordBits) - 1));
