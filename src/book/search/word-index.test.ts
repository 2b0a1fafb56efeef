import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extent } from '../../../test/support/runner/long-run.ts';
import { beginsWithin1, editDistance } from '../../text/edit-distance.ts';
import { NameTable } from '../memory/name-table.ts';
import type { NameId } from '../memory/numbers.ts';
import type { FoundNames } from './found-names.ts';
import { lettersOf } from './letters.ts';
import { LocalNames, languageOf } from './local-names.ts';
import { type Term, termsOf } from './search-terms.ts';
import { Vocabulary } from './vocabulary.ts';
import { WordIndex } from './word-index.ts';
import { wordsOf } from './word-reader.ts';
import { WordRows } from './word-rows.ts';

const known = [
  'red',
  'redline',
  'reline',
  'doppler',
  'gamma',
  'field-tested',
  'ssg',
  '08',
  'a',
  'ab',
  'knife',
  '龍王',
  'sticker',
  'black pearl',
  'casehardened',
];
const typed = [
  ...known,
  'redlien',
  'dopler',
  'ft',
  'ruby',
  'p2',
  'emerald',
  'kinfe',
  'stikcerr',
  'ssg08',
  'e',
  '龍',
  'xyzzy',
  'gama',
  'black pearl',
  'phase 2',
  'rbuy',
  'emerlad',
  'case hardened',
];
const textOf = (words: readonly string[], max: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: max }).map((some) => some.join(' '));

type Item = readonly [name: string, local: string | null];

function indexOf(items: readonly Item[]): { names: NameTable; index: WordIndex } {
  const locals = new LocalNames();
  const names: NameTable = new NameTable((name, key) => index.add(name, key));
  const index = new WordIndex('CS2', names);
  for (const [name, local] of items) {
    const number = names.numberFor(name);
    if (local !== null && locals.add(number, local)) index.addLocalName(number, local);
  }
  return { names, index };
}

/** The words of every name and of its first local name, as plain sets. */
function plainWords(items: readonly Item[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  const named = new Set<string>();
  for (const [name, local] of items) {
    const isNews = local !== null && languageOf(local) !== null && !named.has(name);
    if (isNews) named.add(name);
    const words = wordsOf(isNews ? `${name} ${local}` : name);
    const joined = words.flatMap((word, at) => {
      const before = words[at - 1] ?? '';
      return /^\d+$/.test(word) && before !== '' && !/\d/.test(before) ? [before + word] : [];
    });
    all.set(name, new Set([...(all.get(name) ?? []), ...words, ...joined]));
  }
  return all;
}

function vocabularyOf(words: readonly string[]): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const one of words) vocabulary.add(one);
  return vocabulary;
}

const holds = (term: Term, word: string): boolean => (term.isWhole ? word === term.text : word.includes(term.text));
const mayBe = (term: Term, word: string): boolean =>
  holds(term, word) || (term.text.length >= 4 && beginsWithin1(word, term.text));

function plainlyFound(items: readonly Item[], query: string, mayErr: boolean): string[] {
  const isIn = mayErr ? mayBe : holds;
  const vocabulary = vocabularyOf([...plainWords(items).values()].flatMap((words) => [...words]));
  const divided = (term: Term): Term => {
    const all =
      mayErr || term.sense !== null || vocabulary.holding(term.text).length > 0 ? [] : vocabulary.partsOf(term.text);
    return all.length === 0 ? term : { ...term, sense: { all, none: [] } };
  };
  const found = (terms: readonly Term[]) => (terms.length === 0 ? [] : plainlyWithAll(items, terms.map(divided), isIn));
  const all = found(termsOf('CS2', query, { mayErr }));
  return all.length > 0 ? all : found(termsOf('CS2', query, { mayErr, isBrief: true }));
}

function plainlyWithAll(
  items: readonly Item[],
  terms: readonly Term[],
  isIn: (term: Term, word: string) => boolean,
): string[] {
  return [...plainWords(items)].flatMap(([name, words]) => {
    const has = ({ sense, typed }: Term) =>
      (sense?.all.every((word) => words.has(word)) && !sense.none.some((word) => words.has(word))) ||
      (typed.length > 1 && typed.every((part) => [...words].some((word) => word.includes(part))));
    return terms.every((term) => has(term) || [...words].some((word) => isIn(term, word))) ? [name] : [];
  });
}

function plainlyNear(items: readonly Item[], query: string): Map<string, number> {
  const terms = termsOf('CS2', query).filter(({ sense }) => sense === null);
  const letters = terms.reduce((sum, { text }) => sum + text.length, 0);
  const distance = (term: Term, word: string): number => {
    if (holds(term, word)) return 0;
    if (mayBe(term, word)) return 1;
    const apart = editDistance(word, term.text, 1000);
    return term.text.length >= 3 && apart <= Math.floor(term.text.length / 2) ? apart : term.text.length;
  };
  const near = new Map<string, number>();
  for (const [name, words] of plainWords(items)) {
    const apart = terms.reduce(
      (sum, term) => sum + Math.min(term.text.length, ...[...words].map((word) => distance(term, word))),
      0,
    );
    if (letters > 0 && apart <= letters / 2) near.set(name, apart);
  }
  return near;
}

const namesOf = (names: NameTable, found: FoundNames): [string, number][] =>
  Array.from({ length: found.count }, (_, at) => [names.name(found.names[at] as NameId), found.likeness[at] as number]);
const nothing: FoundNames = { names: new Int32Array(0), likeness: new Uint8Array(0), count: 0 };

describe('the index of words', () => {
  const item = fc.tuple(textOf(known, 4), fc.option(textOf(['多普勒', '红线', 'rot', 'redline'], 2)));
  const items = fc.array(item, { minLength: 1, maxLength: 40 });

  it('finds each name once, the same as comparing every word of every name', () => {
    fc.assert(
      fc.property(items, textOf(typed, 4), (given, query) => {
        const { names, index } = indexOf(given);
        const found = namesOf(names, index.holding(query, nothing)).map(([name]) => name);
        expect(found.sort()).toEqual(plainlyFound(given, query, false).sort());
        const withErrors = namesOf(names, index.withErrors(query)).map(([name]) => name);
        expect(withErrors.sort()).toEqual(plainlyFound(given, query, true).sort());
        const ranked = namesOf(names, index.rankedHolding(query)).map(([name]) => name);
        expect(ranked.sort()).toEqual(found);
        const rankedWithErrors = namesOf(names, index.rankedWithErrors(query)).map(([name]) => name);
        expect(rankedWithErrors.sort()).toEqual(withErrors);
      }),
      { numRuns: extent({ short: 100, long: 500 }) },
    );
  });

  it('rates near names by the nearest word for each typed one', () => {
    fc.assert(
      fc.property(items, textOf([...typed, 'rdeliine', 'dolpper', 'stciker', 'ne'], 5), (given, query) => {
        const { names, index } = indexOf(given);
        const near = namesOf(names, index.nearest(query));
        expect(near).toHaveLength(new Set(near.map(([name]) => name)).size);
        expect(new Map(near)).toEqual(plainlyNear(given, query));
      }),
      { numRuns: extent({ short: 100, long: 500 }) },
    );
  });

  it('leaves out names that are known already', () => {
    const { names, index } = indexOf([
      ['Red Knife', null],
      ['Red Sticker', '红'],
    ]);
    const first = index.holding('red', nothing);
    expect(first.count).toBe(2);
    expect(namesOf(names, index.holding('red', { ...first, count: 1 }))).toHaveLength(1);
  });
});

describe('a vocabulary', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '1', '7', '龍'), minLength: 1, maxLength: 9 });

  it('finds the same words as comparing each of them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), word, (words, text) => {
        const vocabulary = vocabularyOf(words);
        const numbered = [...words.entries()];
        const limit = Math.floor(text.length / 2);

        expect(vocabulary.begunWithin1(text)).toEqual(
          numbered.flatMap(([at, one]) => (text.length >= 4 && beginsWithin1(one, text) ? [at] : [])),
        );
        const distances = numbered.map(([at, one]) => [at, editDistance(one, text, 1000)] as const);
        expect([...vocabulary.near(text)]).toEqual(distances.filter(([, apart]) => limit > 0 && apart <= limit));
        expect([...vocabulary.holding(text)]).toEqual(
          numbered.flatMap(([at, one]) => (one.includes(text) ? [at] : [])),
        );
        expect(vocabulary.whole(text)).toEqual(words.includes(text) ? [words.indexOf(text)] : []);
      }),
      { numRuns: extent({ short: 100, long: 500 }) },
    );
  });
});

describe('joined words', () => {
  it('are divided into the fewest known words of two letters or more', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 10 });
    const minParts = (words: readonly string[], rest: string): number =>
      rest === ''
        ? 0
        : Math.min(
            Number.POSITIVE_INFINITY,
            ...words
              .filter((one) => one.length >= 2 && rest.startsWith(one))
              .map((one) => 1 + minParts(words, rest.slice(one.length))),
          );
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 6 }), text, (words, joined) => {
        const parts = vocabularyOf(words).partsOf(joined);
        const min = minParts(words, joined);
        expect(parts).toHaveLength(min >= 2 && min <= 4 ? min : 0);
        expect(parts.length === 0 || parts.join('') === joined).toBe(true);
        expect(parts.every((part) => words.includes(part))).toBe(true);
      }),
    );
  });
});

describe('rows of words', () => {
  it('lead from a word to every row with it, the latest first, and count its uses', () => {
    const row = fc.array(fc.nat(5), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (all) => {
        const rows = new WordRows();
        for (const [at, words] of all.entries()) rows.add(at * 2, words);
        for (const word of new Set(all.flat())) {
          const met: number[] = [];
          rows.eachWith(word, (at) => met.push(at));
          expect(met).toEqual([...all.keys()].filter((at) => all[at]?.includes(word)).reverse());
          expect(rows.uses(word)).toBe(all.flat().filter((one) => one === word).length);
        }
        const bits = Int32Array.from([1, 2, 4, 8, 16, 32]);
        for (const [at, words] of all.entries()) {
          expect(rows.bitsOf(at, bits)).toBe(words.reduce((held, word) => held | (1 << word), 0));
          expect(rows.owner(at)).toBe(at * 2);
        }
      }),
    );
  });
});

describe('words of a text', () => {
  it('are the parts between white space and brackets, without other punctuation', () => {
    const signs = [...' \t\u00a0\u1680\u3000\ufeff|()[]{},:;"/\\+（）｜【】-.™★\'"', 'A', 'é', 'İ', '龍', '7', 'z'];
    const between = /[\s|()[\]{},:;"/\\+（）｜【】]+/u;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        const plain = text.split(between).map(lettersOf);
        expect(wordsOf(text)).toEqual(plain.filter((word) => word !== ''));
      }),
      { numRuns: extent({ short: 400, long: 2_000 }) },
    );
  });
});

describe('a list of names', () => {
  it('calls back once for each name, when its text can already be read', () => {
    const added: string[] = [];
    const names: NameTable = new NameTable((number) => added.push(names.name(number)));
    const all = Array.from({ length: 8192 }, (_, at) => `Case ${at}`);
    for (const name of [...all, ...all]) names.numberFor(name);

    expect(added).toEqual(all);
  });
});
