import { withRoom } from './grown-array.ts';

// The row is stored for every 2^strideBits-th word; those between are found from there
const strideBits = 3;

/** Numbered rows of words. A row leads to its words, and a word to its rows by links from each place to the previous one. */
export class WordRows {
  // Where the words of each row begin, plus the end of the last one
  #starts = new Int32Array(1);
  #words = new Int32Array(0);
  // Previous place + 1 of the same word; 0 is none
  #links = new Int32Array(0);
  // One bit for each place where a part of the name begins
  #partStarts = new Int32Array(0);
  #strideRows = new Int32Array(0);
  #owners = new Int32Array(0);
  // By word: its last place + 1, and its number of places
  #lasts = new Int32Array(0);
  #uses = new Int32Array(0);
  #rowCount = 0;
  #positionCount = 0;

  get bytes(): number {
    const byPosition = [this.#starts, this.#words, this.#links, this.#partStarts, this.#strideRows, this.#owners];
    return [...byPosition, this.#lasts, this.#uses].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get count(): number {
    return this.#rowCount;
  }

  add(owner: number, words: readonly number[]): void {
    this.#words = withRoom(this.#words, this.#positionCount + words.length);
    this.#links = withRoom(this.#links, this.#positionCount + words.length);
    this.#strideRows = withRoom(this.#strideRows, (this.#positionCount + words.length) >>> strideBits);
    for (let at = 0; at < words.length; at += 1) this.#addWord(words[at] as number);
    this.#owners = withRoom(this.#owners, this.#rowCount);
    this.#owners[this.#rowCount] = owner;
    this.#rowCount += 1;
    this.#starts = withRoom(this.#starts, this.#rowCount);
    this.#starts[this.#rowCount] = this.#positionCount;
  }

  /** Marks a word of the latest row, by its position, as the first of a part. */
  markPartStart(at: number): void {
    const index = (this.#starts[this.#rowCount - 1] as number) + at;
    this.#partStarts = withRoom(this.#partStarts, index >>> 5);
    this.#partStarts[index >>> 5] = (this.#partStarts[index >>> 5] as number) | (1 << (index & 31));
  }

  isPartStart(row: number, at: number): boolean {
    const index = (this.#starts[row] as number) + at;
    return ((this.#partStarts[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  owner(row: number): number {
    return this.#owners[row] as number;
  }

  /** The number of places of a word. */
  uses(word: number): number {
    return this.#uses[word] as number;
  }

  /** The number of places of all these words. */
  usesOf(words: ArrayLike<number>): number {
    let uses = 0;
    for (let at = 0; at < words.length; at += 1) uses += this.uses(words[at] as number);
    return uses;
  }

  /** The combined bits of the words of a row. */
  bitsOf(row: number, bits: Int32Array): number {
    const end = this.#starts[row + 1] as number;
    let held = 0;
    for (let at = this.#starts[row] as number; at < end; at += 1) held |= bits[this.#words[at] as number] as number;
    return held;
  }

  /** Writes the rows whose words together have all the bits to `into`, which needs room for all rows; returns their number. */
  rowsWith(bits: Int32Array, all: number, into: Int32Array): number {
    const starts = this.#starts;
    const words = this.#words;
    let count = 0;
    let at = 0;
    for (let row = 0; row < this.#rowCount; row += 1) {
      const end = starts[row + 1] as number;
      let held = 0;
      while (at < end && (held & all) !== all) {
        held |= bits[words[at] as number] as number;
        at += 1;
      }
      at = end;
      if ((held & all) !== all) continue;
      into[count] = row;
      count += 1;
    }
    return count;
  }

  /** The number of words of a row. */
  lengthOf(row: number): number {
    return (this.#starts[row + 1] as number) - (this.#starts[row] as number);
  }

  /** The word at a position of a row, counted from 0; the row must be long enough. */
  wordAt(row: number, at: number): number {
    return this.#words[(this.#starts[row] as number) + at] as number;
  }

  /** The bits of the first word of a row. */
  firstBits(row: number, bits: Int32Array): number {
    return bits[this.#words[this.#starts[row] as number] as number] as number;
  }

  /** Calls `use` for every row with a word, the latest first. */
  eachWith(word: number, use: (row: number) => void): void {
    let before = -1;
    for (let link = this.#lasts[word] as number; link > 0; link = this.#links[link - 1] as number) {
      const row = this.#rowAt(link - 1);
      if (row !== before) use(row);
      before = row;
    }
  }

  /** Calls `use` for every row with one of the words, for some more than once; for all rows if that is less work. */
  eachWithAny(words: ArrayLike<number>, use: (row: number) => void): void {
    if (this.usesOf(words) >= this.count) {
      for (let row = 0; row < this.count; row += 1) use(row);
      return;
    }
    for (let at = 0; at < words.length; at += 1) this.eachWith(words[at] as number, use);
  }

  #rowAt(index: number): number {
    let row = this.#strideRows[index >>> strideBits] as number;
    while ((this.#starts[row + 1] as number) <= index) row += 1;
    return row;
  }

  #addWord(word: number): void {
    const index = this.#positionCount;
    this.#lasts = withRoom(this.#lasts, word);
    this.#uses = withRoom(this.#uses, word);
    this.#words[index] = word;
    this.#links[index] = this.#lasts[word] as number;
    if ((index >>> strideBits) << strideBits === index) this.#strideRows[index >>> strideBits] = this.#rowCount;
    this.#lasts[word] = index + 1;
    this.#uses[word] = this.uses(word) + 1;
    this.#positionCount += 1;
  }
}
