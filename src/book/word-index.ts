import type { Game } from '../schema/index.ts';
import { Column } from './column.ts';
import { type FoundNames, NameList } from './name-list.ts';
import { editDistance } from './nearest-name.ts';
import { beginsWithin1 } from './one-error.ts';
import { ownText } from './packed-text.ts';
import { type Term, termsOf, wordsOf } from './wording.ts';

// One bit of an int32 for each word that is looked for, those behind abbreviations among them
const mostBits = 30;
// A shorter word with an error in it could be nearly any other
const shortestWithError = 4;
const farthest = 1 / 3;
const longestLocal = 128;
const leastAlike = 1 / 2;

/** A name that has all of `all` and none of `none` counts as having `gives`. */
type Reading = { readonly gives: number; readonly all: number; readonly none: number };

type Question = { readonly wanted: number; readonly bits: Int32Array; readonly readings: readonly Reading[] };

/**
 * The words of all names of one game, each written once, and for each name the numbers of its words:
 * some 40 bytes a name, and as much again where a marketplace tells it in its own language. Finds names by what people type for them where they do not type the name.
 */
export class WordIndex {
  readonly #game: Game;
  readonly #names: NameList;
  readonly #words = new NameList();
  // Where the words of each row begin in `#parts`; one more at the end
  #starts = new Int32Array(1);
  #parts = new Int32Array(0);
  // Rows are of a name each, and of a name with its local one
  #owners = new Int32Array(0);
  #rowCount = 0;
  readonly #isLocal = new Column('uint8');
  #pending: { readonly name: number; readonly local: string }[] = [];
  #read = 0;
  #partCount = 0;

  constructor(game: Game, names: NameList) {
    this.#game = game;
    this.#names = names;
  }

  /** The name of an item in the language of a marketplace; the first one that is told is kept. */
  addLocalName(name: number, local: string): void {
    if (this.#isLocal.get(name) !== 0 || local.length > longestLocal) return;
    this.#isLocal.set(name, 1);
    this.#pending.push({ name, local: ownText(local) });
  }

  /** Names by joined forms, abbreviations and phases; `known` are left out. */
  holding(query: string, known: FoundNames): FoundNames {
    return this.#find(query, known, (term) => this.#wordsWith(term));
  }

  /** Names that hold every word of a query, each with at most one error of typing in it. */
  withErrors(query: string): FoundNames {
    return this.#find(query, noNames, (term) => [...this.#wordsWith(term), ...this.#wordsNear(term)]);
  }

  /** The names most like a query that finds none. */
  nearest(query: string): FoundNames {
    this.#readAll();
    const terms = termsOf(this.#game, query).filter(({ sense }) => sense === null);
    const letters = terms.reduce((sum, { text }) => sum + text.length, 0);
    const found = this.#nothing();
    if (letters === 0) return found;
    const distances = terms.slice(0, mostBits).map((term) => this.#distances(term));
    const isKnown = new Uint8Array(this.#read);
    for (let row = 0; row < this.#rowCount; row += 1) {
      const name = this.#owners[row] as number;
      if (isKnown[name] === 1) continue;
      let apart = 0;
      for (const distance of distances) apart += this.#leastOf(row, distance);
      if (apart > letters * leastAlike) continue;
      isKnown[name] = 1;
      add(found, name, Math.min(apart, 255));
    }
    return found;
  }

  #find(query: string, known: FoundNames, wordsFor: (term: Term) => Iterable<number>): FoundNames {
    this.#readAll();
    const question = this.#questionOf(termsOf(this.#game, query), wordsFor);
    if (question === null) return noNames;
    const found = this.#nothing();
    const isKnown = new Uint8Array(this.#read);
    for (let at = 0; at < known.count; at += 1) isKnown[known.names[at] as number] = 1;
    const { wanted, bits } = question;
    for (let row = 0; row < this.#rowCount; row += 1) {
      if ((this.#heldBy(row, question) & wanted) !== wanted) continue;
      const name = this.#owners[row] as number;
      if (isKnown[name] === 1) continue;
      isKnown[name] = 1;
      const isFirst = ((bits[this.#parts[this.#starts[row] as number] as number] as number) & 1) === 1;
      add(found, name, isFirst ? 1 : 2);
    }
    return found;
  }

  #heldBy(row: number, { bits, readings }: Question): number {
    let held = 0;
    const parts = this.#parts;
    const end = this.#starts[row + 1] as number;
    for (let at = this.#starts[row] as number; at < end; at += 1) held |= bits[parts[at] as number] as number;
    for (const { all, none, gives } of readings) if ((held & all) === all && (held & none) === 0) held |= gives;
    return held;
  }

  /** Null where no name can hold all of it. */
  #questionOf(terms: readonly Term[], wordsFor: (term: Term) => Iterable<number>): Question | null {
    const bits = new Int32Array(this.#words.size);
    const readings: Reading[] = [];
    let next = 0;
    let wanted = 0;
    const mark = (words: Iterable<number>): { readonly bit: number; readonly isNone: boolean } => {
      const bit = 1 << next;
      next += 1;
      let isNone = true;
      for (const word of words) {
        bits[word] = (bits[word] as number) | bit;
        isNone = false;
      }
      return { bit, isNone };
    };
    const markWhole = (words: readonly string[]): number =>
      words.reduce((sum, word) => sum | mark(this.#wordsWith({ text: word, isWhole: true, sense: null })).bit, 0);
    for (const term of terms) {
      if (next >= mostBits - 3) return null;
      const { bit, isNone } = mark(wordsFor(term));
      wanted |= bit;
      if (term.sense !== null) {
        readings.push({ gives: bit, all: markWhole(term.sense.all), none: markWhole(term.sense.none) });
      } else if (isNone) return null;
    }
    return wanted === 0 ? null : { wanted, bits, readings };
  }

  #wordsWith({ text, isWhole }: Term): Iterable<number> {
    const word = this.#words.numberOf(text);
    if (isWhole) return word < 0 ? [] : [word];
    const { names, count } = this.#words.containing(text);
    return names.subarray(0, count);
  }

  #wordsNear({ text, sense }: Term): number[] {
    const near: number[] = [];
    if (sense !== null || text.length < shortestWithError) return near;
    for (let word = 0; word < this.#words.size; word += 1) {
      if (beginsWithin1(this.#words.name(word), text)) near.push(word);
    }
    return near;
  }

  /** How far each word is from a typed one, which is at most its length. */
  #distances(term: Term): Uint8Array {
    const { text } = term;
    const most = Math.min(text.length, 255);
    const limit = Math.floor(text.length * farthest);
    const distances = new Uint8Array(this.#words.size).fill(most);
    for (let word = 0; limit > 0 && word < distances.length; word += 1) {
      const apart = editDistance(this.#words.name(word), text, limit);
      if (apart < most) distances[word] = apart;
    }
    for (const word of this.#wordsNear(term)) distances[word] = Math.min(distances[word] as number, 1);
    for (const word of this.#wordsWith(term)) distances[word] = 0;
    return distances;
  }

  #leastOf(row: number, distances: Uint8Array): number {
    let least = 255;
    const parts = this.#parts;
    const end = this.#starts[row + 1] as number;
    for (let at = this.#starts[row] as number; at < end; at += 1) {
      least = Math.min(least, distances[parts[at] as number] as number);
    }
    return least;
  }

  #nothing(): FoundNames {
    return { names: new Int32Array(this.#read), likeness: new Uint8Array(this.#read), count: 0 };
  }

  #readAll(): void {
    for (; this.#read < this.#names.size; this.#read += 1) this.#addRow(this.#read, this.#names.name(this.#read));
    for (const { name, local } of this.#pending) this.#addRow(name, `${this.#names.name(name)} ${local}`);
    this.#pending = [];
  }

  #addRow(name: number, text: string): void {
    this.#owners = withRoom(this.#owners, this.#rowCount);
    this.#owners[this.#rowCount] = name;
    let before = '';
    for (const word of wordsOf(text)) {
      this.#note(word);
      // SSG 08 is typed as one word too
      if (before !== '' && /^\d+$/.test(word) && !/\d/.test(before)) this.#note(before + word);
      before = word;
    }
    this.#rowCount += 1;
    this.#starts = withRoom(this.#starts, this.#rowCount);
    this.#starts[this.#rowCount] = this.#partCount;
  }

  #note(word: string): void {
    this.#parts = withRoom(this.#parts, this.#partCount);
    this.#parts[this.#partCount] = this.#words.numberFor(word);
    this.#partCount += 1;
  }
}

const noNames: FoundNames = { names: new Int32Array(0), likeness: new Uint8Array(0), count: 0 };

/** The same numbers with room for one more at a position. */
function withRoom(numbers: Int32Array<ArrayBuffer>, at: number): Int32Array<ArrayBuffer> {
  if (at < numbers.length) return numbers;
  const grown = new Int32Array(Math.max(64, Math.ceil(at * 1.25)));
  grown.set(numbers);
  return grown;
}

function add(found: FoundNames, name: number, likeness: number): void {
  found.names[found.count] = name;
  found.likeness[found.count] = likeness;
  found.count += 1;
}
