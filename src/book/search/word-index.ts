import type { Game } from '../../schema/index.ts';
import type { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import { addFound, type FoundNames, foundNames } from './found-names.ts';
import { NameRank, noFinish } from './name-rank.ts';
import { type Reading, type Term, termsOf } from './search-terms.ts';
import { SimilarNames } from './similar-names.ts';
import { Vocabulary } from './vocabulary.ts';
import { isAnswer, QueryBuilder, type WordQuery } from './word-query.ts';
import { WordReader } from './word-reader.ts';
import { WordRows } from './word-rows.ts';

// No rank is as high
const unranked = 255;

/**
 * The words of all names of one game, each stored once, and the numbers of each name's words. Finds names by what people
 * type instead of the exact name.
 * It takes 73 bytes per name over 86,149 real ones: 63 and 69 in Dota 2 and CS2, 114 and 242 in Rust and TF2, whose names
 * seldom share words; about 100 more for a name in the language of a marketplace.
 */
export class WordIndex {
  readonly #game: Game;
  readonly #names: NameTable;
  readonly #words = new Vocabulary();
  // One row per name, and one per name with its local name
  readonly #rows = new WordRows();
  readonly #reader = new WordReader();
  /** Words of the row being added. */
  readonly #row: number[] = [];
  /** Positions in it where a part of the name begins. */
  readonly #partStarts: number[] = [];

  constructor(game: Game, names: NameTable) {
    this.#game = game;
    this.#names = names;
  }

  get bytes(): number {
    return this.#rows.bytes;
  }

  add(name: NameId, key: string): void {
    this.#addRow(name, key);
  }

  /** Adds the name of an item in the language of a marketplace. */
  addLocalName(name: NameId, local: string): void {
    this.#addRow(name, `${this.#names.name(name)} | ${local}`);
  }

  /** Names found by joined and separate words and by what traders type, without those in `known`. */
  holding(query: string, known: FoundNames): FoundNames {
    const found = this.#find(this.#held(query, {}), known);
    return found.count + known.count > 0 ? found : this.#find(this.#held(query, { isBrief: true }), known);
  }

  /** Names that contain every word of a query, allowing one typing error per word. */
  withErrors(query: string): FoundNames {
    const found = this.#find(this.#mistyped(query, {}), noNames);
    return found.count > 0 ? found : this.#find(this.#mistyped(query, { isBrief: true }), noNames);
  }

  /** What `holding` finds, each name with its rank as its likeness. */
  rankedHolding(query: string): FoundNames {
    const found = this.#rank(this.#held(query, {}));
    return found.count > 0 ? found : this.#rank(this.#held(query, { isBrief: true }));
  }

  /** What `withErrors` finds, each name with its rank as its likeness. */
  rankedWithErrors(query: string): FoundNames {
    const found = this.#rank(this.#mistyped(query, {}));
    return found.count > 0 ? found : this.#rank(this.#mistyped(query, { isBrief: true }));
  }

  /** The names most similar to a query that finds none. */
  nearest(query: string): FoundNames {
    return new SimilarNames(this.#words, this.#rows, this.#names.size).find(termsOf(this.#game, query));
  }

  #held(query: string, reading: Reading): WordQuery | null {
    const terms = termsOf(this.#game, query, reading).map((term) => this.#divided(term));
    return new QueryBuilder(this.#words, this.#rows).build(terms, (term) => this.#words.matching(term));
  }

  #mistyped(query: string, reading: Reading): WordQuery | null {
    const terms = termsOf(this.#game, query, { ...reading, mayErr: true });
    return new QueryBuilder(this.#words, this.#rows).build(terms, (term) => [
      ...this.#words.matching(term),
      ...this.#words.begunWithin1(term.text),
    ]);
  }

  /** A term that no word contains, as the words that it consists of. */
  #divided(term: Term): Term {
    if (term.sense !== null || this.#words.matching(term).length > 0) return term;
    const all = this.#words.partsOf(term.text);
    return all.length === 0 ? term : { ...term, sense: { all, none: [] } };
  }

  #find(query: WordQuery | null, known: FoundNames): FoundNames {
    if (query === null) return noNames;
    const found = foundNames(this.#names.size);
    const isKnown = new Uint8Array(this.#names.size);
    for (let at = 0; at < known.count; at += 1) isKnown[known.names[at] as number] = 1;
    this.#rows.eachWithAny(query.rarest, (row) => {
      const name = this.#rows.owner(row);
      if (isKnown[name] === 1 || !isAnswer(this.#rows.bitsOf(row, query.bits), query)) return;
      isKnown[name] = 1;
      addFound(found, name, (this.#rows.firstBits(row, query.bits) & 1) === 1 ? 1 : 2);
    });
    return found;
  }

  /** Each name with the lowest rank of its rows. */
  #rank(query: WordQuery | null): FoundNames {
    if (query === null) return noNames;
    const rank = new NameRank(this.#game, this.#words, this.#rows, query);
    const ranks = new Uint8Array(this.#names.size).fill(unranked);
    const found = foundNames(this.#names.size);
    this.#rows.eachWithAny(query.rarest, (row) => {
      const held = this.#rows.bitsOf(row, query.bits);
      if (!isAnswer(held, query)) return;
      const name = this.#rows.owner(row);
      const before = ranks[name] as number;
      if (before === unranked) addFound(found, name, 0);
      ranks[name] = Math.min(before, rank.of(row, held));
    });
    for (let at = 0; at < found.count; at += 1) found.likeness[at] = ranks[found.names[at] as number] as number;
    return found;
  }

  #addRow(name: NameId, text: string): void {
    const { letters, ends, partStarts } = this.#reader.read(text);
    this.#row.length = 0;
    this.#partStarts.length = 0;
    let start = 0;
    let before = 0;
    for (const [at, end] of ends.entries()) {
      if (partStarts[at] === true) this.#partStarts.push(this.#row.length);
      this.#row.push(this.#words.numberFor(letters, start, end));
      // SSG 08 is also typed as one word
      const isJoined = start > before && isNumber(letters, start, end) && !hasDigit(letters, before, start);
      if (isJoined) this.#row.push(this.#words.numberFor(letters, before, end));
      before = start;
      start = end;
    }
    if (isWithoutFinish(text)) this.#row.push(this.#words.numberFor(noFinishCodes, 0, noFinishCodes.length));
    this.#rows.add(name, this.#row);
    for (const at of this.#partStarts) this.#rows.markPartStart(at);
  }
}

const noNames = foundNames(0);
const noFinishCodes = Uint16Array.from(noFinish, (letter) => letter.charCodeAt(0));

/** Whether a name is that of a knife or gloves alone. */
const isWithoutFinish = (name: string): boolean => name.startsWith('★') && !name.includes('|');

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function isNumber(letters: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isDigit(letters[at] as number)) return false;
  return true;
}

function hasDigit(letters: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (isDigit(letters[at] as number)) return true;
  return false;
}
