import { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import { addFound, type FoundNames, foundNames } from './found-names.ts';
import { TextScan } from './text-scan.ts';
import { WordRows } from './word-rows.ts';

// One bit of an int32 for each word
const wordsAtOnce = 30;
// Of a token: a name that has it first may begin with what is searched for, or does
const mayBegin = 1;
const begins = 2;

type Tokens = { readonly tokens: Int32Array; readonly uses: number };

const tokensOf = (lowered: string): string[] => lowered.split(/\s+/).filter((token) => token !== '');

/**
 * What stands between the blanks of each name, in lower case. A word is somewhere in a name when it is in one of its
 * tokens, of which there are far fewer than names.
 */
export class TokenIndex {
  readonly #names: NameTable;
  readonly #scan = new TextScan();
  readonly #tokens = new NameTable<number>((token) => this.#scan.add(this.#tokens.name(token)));
  readonly #rows = new WordRows();

  constructor(names: NameTable) {
    this.#names = names;
  }

  get bytes(): number {
    return this.#rows.bytes;
  }

  /** Takes in a name; in the order of their numbers. */
  add(name: NameId): void {
    const tokens = tokensOf(this.#names.name(name).toLowerCase());
    this.#rows.add(
      name,
      tokens.map((token) => this.#tokens.numberFor(token)),
    );
  }

  /** The names in which every word of a text occurs, in any case. */
  containing(text: string): FoundNames {
    const wanted = text.trim().toLowerCase();
    const words = [...new Set(tokensOf(wanted))];
    const found = foundNames(this.#rows.count);
    const held = words.map((word) => this.#holding(word));
    const rarest = held.reduce<Tokens | null>((a, b) => (a === null || b.uses < a.uses ? b : a), null);
    if (rarest === null || rarest.uses === 0) return found;
    const tests = this.#testsOf(held);
    const beginnings = this.#beginningsOf(wanted, words, held[0] as Tokens);
    const [test] = tests;
    if (rarest.uses >= this.#rows.count && tests.length === 1 && test !== undefined) {
      // Nearly every name has it: one look at each, and no call for those that are found
      found.count = this.#rows.rowsWith(test.bits, test.all, found.names);
      for (let at = 0; at < found.count; at += 1)
        found.likeness[at] = this.#likeness(found.names[at] as NameId, wanted, beginnings);
      return found;
    }
    const isDone = new Uint8Array(this.#rows.count);
    this.#rows.eachWithAny(rarest.tokens, (row) => {
      if (isDone[row] === 1) return;
      isDone[row] = 1;
      const name = row as NameId;
      if (tests.every(({ bits, all }) => (this.#rows.bitsOf(name, bits) & all) === all))
        addFound(found, name, this.#likeness(name, wanted, beginnings));
    });
    return found;
  }

  #holding(word: string): Tokens {
    const tokens = this.#scan.holding(word);
    return { tokens, uses: this.#rows.usesOf(tokens) };
  }

  /** What the tokens of a name together have to have, for so many words at a time as there are bits. */
  #testsOf(held: readonly Tokens[]): { readonly bits: Int32Array; readonly all: number }[] {
    return Array.from({ length: Math.ceil(held.length / wordsAtOnce) }, (_, at) => {
      const bits = new Int32Array(this.#tokens.size);
      const some = held.slice(at * wordsAtOnce, (at + 1) * wordsAtOnce);
      for (const [place, { tokens }] of some.entries())
        for (let one = 0; one < tokens.length; one += 1)
          bits[tokens[one] as number] = (bits[tokens[one] as number] as number) | (1 << place);
      return { bits, all: 2 ** some.length - 1 };
    });
  }

  /** Marks the tokens with which a name begins that begins with the text. */
  #beginningsOf(wanted: string, [first, second]: readonly string[], { tokens }: Tokens): Int32Array {
    const bits = new Int32Array(this.#tokens.size);
    for (const token of tokens) {
      const text = this.#tokens.name(token);
      if (text === first) bits[token] = mayBegin;
      else if (second === undefined && text.startsWith(wanted)) bits[token] = begins;
    }
    return bits;
  }

  #likeness(name: NameId, wanted: string, beginnings: Int32Array): number {
    const beginning = this.#rows.firstBits(name, beginnings);
    if (beginning !== mayBegin) return beginning === begins ? 1 : 2;
    const lowered = this.#names.name(name).toLowerCase();
    if (lowered === wanted) return 0;
    return lowered.startsWith(wanted) ? 1 : 2;
  }
}
