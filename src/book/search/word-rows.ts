import { withRoom } from './grown-array.ts';

// Every so many words it is kept whose row they are in; those between are found from there
const strideBits = 3;

/** Rows of words, by number. From a row to its words, and from a word to its rows through links from each place of a word to the one before. */
export class WordRows {
  // Where the words of each row begin; one more at the end
  #starts = new Int32Array(1);
  #words = new Int32Array(0);
  // Place + 1 of the same word before; 0 is none
  #links = new Int32Array(0);
  #strideRows = new Int32Array(0);
  #owners = new Int32Array(0);
  // By word: its last place + 1, and how many places it has
  #lasts = new Int32Array(0);
  #uses = new Int32Array(0);
  #rowCount = 0;
  #placeCount = 0;

  get bytes(): number {
    const byPlace = [this.#starts, this.#words, this.#links, this.#strideRows, this.#owners];
    return [...byPlace, this.#lasts, this.#uses].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get count(): number {
    return this.#rowCount;
  }

  add(owner: number, words: readonly number[]): void {
    this.#words = withRoom(this.#words, this.#placeCount + words.length);
    this.#links = withRoom(this.#links, this.#placeCount + words.length);
    this.#strideRows = withRoom(this.#strideRows, (this.#placeCount + words.length) >>> strideBits);
    for (let at = 0; at < words.length; at += 1) this.#addWord(words[at] as number);
    this.#owners = withRoom(this.#owners, this.#rowCount);
    this.#owners[this.#rowCount] = owner;
    this.#rowCount += 1;
    this.#starts = withRoom(this.#starts, this.#rowCount);
    this.#starts[this.#rowCount] = this.#placeCount;
  }

  owner(row: number): number {
    return this.#owners[row] as number;
  }

  /** In how many places a word stands. */
  uses(word: number): number {
    return this.#uses[word] as number;
  }

  /** In how many places any of the words stands. */
  usesOf(words: ArrayLike<number>): number {
    let uses = 0;
    for (let at = 0; at < words.length; at += 1) uses += this.uses(words[at] as number);
    return uses;
  }

  /** All bits of the words of a row. */
  bitsOf(row: number, bits: Int32Array): number {
    const end = this.#starts[row + 1] as number;
    let held = 0;
    for (let at = this.#starts[row] as number; at < end; at += 1) held |= bits[this.#words[at] as number] as number;
    return held;
  }

  /** Puts the rows whose words have all of the bits, of all rows, into a list with room for them; how many they are. */
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

  /** How many words a row has. */
  lengthOf(row: number): number {
    return (this.#starts[row + 1] as number) - (this.#starts[row] as number);
  }

  /** A word of a row that has as many, counted from 0. */
  wordAt(row: number, at: number): number {
    return this.#words[(this.#starts[row] as number) + at] as number;
  }

  /** The bits of the first word of a row. */
  firstBits(row: number, bits: Int32Array): number {
    return bits[this.#words[this.#starts[row] as number] as number] as number;
  }

  /** Calls for every row a word stands in, the latest first. */
  eachWith(word: number, use: (row: number) => void): void {
    let before = -1;
    for (let link = this.#lasts[word] as number; link > 0; link = this.#links[link - 1] as number) {
      const row = this.#rowAt(link - 1);
      if (row !== before) use(row);
      before = row;
    }
  }

  /** Calls for every row with one of the words, for some more than once; for all rows where that is less to do. */
  eachWithAny(words: ArrayLike<number>, use: (row: number) => void): void {
    if (this.usesOf(words) >= this.count) {
      for (let row = 0; row < this.count; row += 1) use(row);
      return;
    }
    for (let at = 0; at < words.length; at += 1) this.eachWith(words[at] as number, use);
  }

  #rowAt(place: number): number {
    let row = this.#strideRows[place >>> strideBits] as number;
    while ((this.#starts[row + 1] as number) <= place) row += 1;
    return row;
  }

  #addWord(word: number): void {
    const place = this.#placeCount;
    this.#lasts = withRoom(this.#lasts, word);
    this.#uses = withRoom(this.#uses, word);
    this.#words[place] = word;
    this.#links[place] = this.#lasts[word] as number;
    if ((place >>> strideBits) << strideBits === place) this.#strideRows[place >>> strideBits] = this.#rowCount;
    this.#lasts[word] = place + 1;
    this.#uses[word] = this.uses(word) + 1;
    this.#placeCount += 1;
  }
}
