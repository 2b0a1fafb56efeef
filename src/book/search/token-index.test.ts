import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extent } from '../../../test/support/runner/long-run.ts';
import { itemKey } from '../../names/item-key.ts';
import { NameTable } from '../memory/name-table.ts';
import { TokenIndex } from './token-index.ts';

const indexOf = (texts: readonly string[]) => {
  const names: NameTable = new NameTable((name, key) => tokens.add(name, key));
  const tokens = new TokenIndex();
  for (const text of texts) names.numberFor(text);
  return tokens;
};

const found = (index: TokenIndex, query: string): [name: number, likeness: number][] => {
  const { names, likeness, count } = index.containing(query);
  return Array.from({ length: count }, (_, at): [number, number] => [names[at] as number, likeness[at] as number]).sort(
    ([a], [b]) => a - b,
  );
};

/** The results of reading the key of every name. */
function plain(texts: readonly string[], query: string): [name: number, likeness: number][] {
  const wanted = itemKey(query).toLowerCase();
  const words = wanted.split(' ').filter((word) => word !== '');
  return texts.flatMap((text, at): [number, number][] => {
    const lowered = itemKey(text).toLowerCase();
    if (words.length === 0 || !words.every((word) => lowered.includes(word))) return [];
    return [[at, lowered === wanted ? 0 : lowered.startsWith(wanted) ? 1 : 2]];
  });
}

describe('the tokens of names', () => {
  it('find what reading every name finds, with the same likeness', () => {
    const part = fc.constantFrom('A', 'b', 'ab', 'ABA', 'é', 'É', 'İ', '龍', '(b', '™', '  ', '\u00a0');
    const text = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' ').trim());
    const query = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { maxLength: 20, selector: itemKey }),
        fc.array(query, { maxLength: 10 }),
        (texts, queries) => {
          const names = texts.filter((one) => itemKey(one) !== '');
          const index = indexOf(names);
          for (const one of queries) expect(found(index, one)).toEqual(plain(names, one));
        },
      ),
      { numRuns: extent({ short: 200, long: 1_000 }) },
    );
  });

  it('find names by more words than there are bits', () => {
    const words = Array.from({ length: 70 }, (_, at) => `w${at}x`);
    const index = indexOf([words.join(' '), words.slice(1).join(' '), words.slice(0, -1).join(' ')]);

    expect(found(index, words.join(' '))).toEqual([[0, 0]]);
    expect(found(index, words.slice(1).join(' ')).map(([name]) => name)).toEqual([0, 1]);
  });
});
