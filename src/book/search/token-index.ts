import { itemKey } from '../../names/item-key.ts';
import type { NameId } from '../memory/numbers.ts';
import { addFound, type FoundNames, foundNames } from './found-names.ts';
import { LoweredText } from './lowered-text.ts';
import { TextScan } from './text-scan.ts';
import { WordRows } from './word-rows.ts';
import { WordTable } from './word-table.ts';

// One bit of an int32 per word
const wordsAtOnce = 30;
// Values of `Beginning.last`
const isBegun = 1;
const isSame = 2;
// A word with more uses than this share of the rows is searched for in every row
const scannedShare = 1 / 3;

/** Bits per token, and those that the tokens of a name must have together. */
type TokenTest = { readonly bits: Int32Array; readonly all: number };
type Tokens = { readonly tokens: Int32Array; readonly uses: number };

/** How a name must begin to begin with a text: with its tokens, the last of which can continue. */
type Beginning = {
  /** Numbers of the tokens, -1 for one that no name has. */
  readonly tokens: readonly number[];
  /** By token: `isSame` if it equals the last token of the text, `isBegun` if it begins with it. */
  readonly last: Uint8Array;
};

const isBlank = (code: number): boolean => code === 0x20;

const tokensOf = (lowered: string): string[] => lowered.split(' ').filter((token) => token !== '');

/**
 * The parts of each name between white space, in lower case. A name contains a word if one of its tokens does, and there are
 * far fewer tokens than names.
 */
export class TokenIndex {
  readonly #scan = new TextScan();
  readonly #tokens = new WordTable((token) => this.#scan.add(this.#tokens.word(token)));
  readonly #lowered = new LoweredText();
  /** Tokens of the name being added. */
  readonly #row: number[] = [];
  readonly #rows = new WordRows();

  get bytes(): number {
    return this.#rows.bytes;
  }

  /** Adds the key of an item, whose parts single spaces separate. Keys must come in the order of their numbers. */
  add(name: NameId, key: string): void {
    const { codes, length } = this.#lowered.read(key);
    this.#row.length = 0;
    let start = 0;
    for (let at = 0; at <= length; at += 1) {
      if (at < length && !isBlank(codes[at] as number)) continue;
      if (at > start) this.#row.push(this.#tokens.numberFor(codes, start, at));
      start = at + 1;
    }
    this.#rows.add(name, this.#row);
  }

  /** The names that contain every word of a text, ignoring case. */
  containing(text: string): FoundNames {
    const wanted = itemKey(text).toLowerCase();
    const typed = tokensOf(wanted);
    const found = foundNames(this.#rows.count);
    const byWord = new Map([...new Set(typed)].map((word) => [word, this.#holding(word)]));
    const held = [...byWord.values()];
    const rarest = held.reduce<Tokens | null>((a, b) => (a === null || b.uses < a.uses ? b : a), null);
    if (rarest === null || rarest.uses === 0) return found;
    const tests = this.#testsOf(held);
    this.#addHolding(rarest, tests, found);
    const beginning = this.#beginningOf(typed, byWord.get(typed.at(-1) as string) as Tokens);
    for (let at = 0; at < found.count; at += 1)
      found.likeness[at] = this.#likeness(found.names[at] as NameId, beginning);
    return found;
  }

  #addHolding({ tokens, uses }: Tokens, tests: readonly TokenTest[], found: FoundNames): void {
    const [test] = tests;
    if (uses >= this.#rows.count * scannedShare && tests.length === 1 && test !== undefined) {
      found.count = this.#rows.rowsWith(test.bits, test.all, found.names);
      return;
    }
    const isDone = new Uint8Array(this.#rows.count);
    this.#rows.eachWithAny(tokens, (row) => {
      if (isDone[row] === 1) return;
      isDone[row] = 1;
      if (tests.every(({ bits, all }) => (this.#rows.bitsOf(row, bits) & all) === all)) addFound(found, row, 2);
    });
  }

  #holding(word: string): Tokens {
    const tokens = this.#scan.holding(word);
    return { tokens, uses: this.#rows.usesOf(tokens) };
  }

  /** What the tokens of a name must have together, for up to `wordsAtOnce` words per test. */
  #testsOf(held: readonly Tokens[]): TokenTest[] {
    return Array.from({ length: Math.ceil(held.length / wordsAtOnce) }, (_, at) => {
      const bits = new Int32Array(this.#tokens.size);
      const some = held.slice(at * wordsAtOnce, (at + 1) * wordsAtOnce);
      for (const [index, { tokens }] of some.entries())
        for (let one = 0; one < tokens.length; one += 1)
          bits[tokens[one] as number] = (bits[tokens[one] as number] as number) | (1 << index);
      return { bits, all: 2 ** some.length - 1 };
    });
  }

  #beginningOf(typed: readonly string[], holdingLast: Tokens): Beginning {
    const end = typed.at(-1) as string;
    const last = new Uint8Array(this.#tokens.size);
    for (const token of holdingLast.tokens) {
      const held = this.#tokens.word(token);
      if (held.startsWith(end)) last[token] = held.length === end.length ? isSame : isBegun;
    }
    return { tokens: typed.map((one) => this.#tokens.numberOf(one)), last };
  }

  #likeness(name: NameId, { tokens, last }: Beginning): number {
    const length = this.#rows.lengthOf(name);
    const end = tokens.length - 1;
    if (length <= end) return 2;
    for (let at = 0; at < end; at += 1) if (this.#rows.wordAt(name, at) !== tokens[at]) return 2;
    const reached = last[this.#rows.wordAt(name, end)] as number;
    if (reached === 0) return 2;
    return reached === isSame && length === tokens.length ? 0 : 1;
  }
}
