import type { Game } from '../../schema/index.ts';
import { appliedKinds, rarerForms } from './trade-words.ts';
import type { Vocabulary } from './vocabulary.ts';
import { impliedBy, type WordQuery } from './word-query.ts';
import type { WordRows } from './word-rows.ts';

/** In the row of a name without a finish, this word stands for what traders call it. */
export const noFinish = 'vanilla';

const max = 7;
const gradeStep = 16;
const kindStep = 8;

// Values of `#says`
const applied = 1;
const rarer = 2;
const silent = 3;
const typed = 4;

/**
 * How far a name is from a query, from 0 for a name that consists of it: first by whether the words typed are whole words of
 * the name, their beginnings, or inside them; then by whether it is something applied to other items, such as a sticker;
 * then by the other words beside those typed, in the parts of the name where they are.
 */
export class NameRank {
  readonly #rows: WordRows;
  readonly #query: WordQuery;
  /** Bits of the terms that each word is, and that it begins with. */
  readonly #whole: Int32Array;
  readonly #begun: Int32Array;
  /** What each word says of a name. */
  readonly #says: Uint8Array;

  constructor(game: Game, words: Vocabulary, rows: WordRows, query: WordQuery) {
    this.#rows = rows;
    this.#query = query;
    this.#whole = new Int32Array(words.size);
    this.#begun = new Int32Array(words.size);
    this.#says = new Uint8Array(words.size);
    const mark = (text: string, as: number) => {
      for (const word of text.split(', ').flatMap((one) => words.whole(one))) this.#says[word] = as;
    };
    mark(appliedKinds[game], applied);
    mark(rarerForms[game], rarer);
    mark(noFinish, silent);
    this.#note(words);
  }

  #note(words: Vocabulary): void {
    const { bits, refused } = this.#query;
    for (let word = 0; word < bits.length; word += 1) {
      const held = bits[word] as number;
      if (held === 0) continue;
      if ((held & ~refused) !== 0) this.#says[word] = typed;
      this.#compare(word, words.word(word), held);
    }
  }

  #compare(word: number, known: string, held: number): void {
    for (const { gives, text } of this.#query.terms) {
      if ((held & gives) === 0 || !known.startsWith(text)) continue;
      const into = known.length === text.length ? this.#whole : this.#begun;
      into[word] = (into[word] as number) | gives;
    }
  }

  /** The rank of a row that is a result; `held` are the bits of its words. */
  of(row: number, held: number): number {
    const grade = this.#gradeOf(row, held);
    const { beside, otherParts } = this.#besideIn(row);
    if (grade === 0 && beside === 0 && otherParts === 0) return 0;
    return 1 + Math.min(grade, max) * gradeStep + (this.#isApplied(row) ? kindStep : 0) + Math.min(beside, max);
  }

  #isApplied(row: number): boolean {
    const length = Math.min(2, this.#rows.lengthOf(row));
    for (let at = 0; at < length; at += 1) if (this.#says[this.#rows.wordAt(row, at)] === applied) return true;
    return false;
  }

  /** The words beside those typed, in the same parts of the name, and the parts without any that is typed. */
  #besideIn(row: number): { readonly beside: number; readonly otherParts: number } {
    const length = this.#rows.lengthOf(row);
    let beside = 0;
    let otherParts = 0;
    let isTyped = false;
    let besideInPart = 0;
    for (let at = 0; at < length; at += 1) {
      const says = this.#says[this.#rows.wordAt(row, at)];
      if (says === typed) isTyped = true;
      else if (says === rarer) beside += 1;
      else if (says !== silent) besideInPart += 1;
      if (at + 1 < length && !this.#rows.isPartStart(row, at + 1)) continue;
      if (isTyped) beside += besideInPart;
      else otherParts += 1;
      isTyped = false;
      besideInPart = 0;
    }
    return { beside, otherParts };
  }

  /** 0 if every term is a word of the name or stands for what it has, 1 more for each that begins one, 2 for any other. */
  #gradeOf(row: number, held: number): number {
    const { terms } = this.#query;
    const same = this.#rows.bitsOf(row, this.#whole) | impliedBy(held, this.#query);
    const begun = this.#rows.bitsOf(row, this.#begun);
    let grade = 0;
    for (const { gives } of terms) if ((same & gives) === 0) grade += (begun & gives) === 0 ? 2 : 1;
    return grade;
  }
}
