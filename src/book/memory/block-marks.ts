import { blockBits } from './block-bounds.ts';
import { bytesOf, Column } from './column.ts';

// 1,024 bits, four for each offer
const wordBits = 5;
const maxReplaced = 64;

/**
 * A Bloom filter of the marks in each block of slots, with one bit per mark, so that searches skip blocks without a mark.
 * Bits of removed entries stay until the block is rebuilt.
 */
export class BlockMarks {
  readonly #bits = new Column('int32');
  readonly #replaced = new Column('uint8');

  get bytes(): number {
    return bytesOf([this.#bits, this.#replaced]);
  }

  /** Adds a mark of a slot. */
  add(slot: number, mark: number): void {
    const word = wordOf(slot >>> blockBits, mark);
    this.#bits.set(word, this.#bits.get(word) | (1 << mark));
  }

  /** Whether an entry of the block may have the mark. */
  mayHold(block: number, mark: number): boolean {
    return (this.#bits.get(wordOf(block, mark)) & (1 << mark)) !== 0;
  }

  /** Counts a slot whose marks were replaced; returns true once its block must be rebuilt. */
  replace(slot: number): boolean {
    const block = slot >>> blockBits;
    const replaced = this.#replaced.get(block) + 1;
    this.#replaced.set(block, replaced);
    return replaced >= maxReplaced;
  }

  /** Clears the marks of a slot's block. */
  clear(slot: number): void {
    const first = (slot >>> blockBits) << wordBits;
    for (let word = first; word < first + (1 << wordBits); word += 1) this.#bits.set(word, 0);
    this.#replaced.set(slot >>> blockBits, 0);
  }
}

// The lowest five bits of a mark choose the bit (a shift uses only these), the next five the word
const wordOf = (block: number, mark: number): number => (block << wordBits) | ((mark >>> 5) & ((1 << wordBits) - 1));
