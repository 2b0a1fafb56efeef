import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import { type NormalOffer, type NormalQuote, noPrices } from '../schema/index.ts';
import { beginsWithin1, editDistance } from '../text/edit-distance.ts';
import { Book } from './book.ts';

const quote = (name: string, offerCount: number): NormalQuote => ({
  kind: 'quote',
  game: 'CS2',
  name,
  phase: null,
  lowest: null,
  prices: noPrices,
  offerCount,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
});

type Row = readonly [name: string, marketplaceId: number, offerCount: number];

function bookOf(rows: readonly Row[]): Book {
  const book = new Book();
  for (const [name, marketplaceId, count] of rows) {
    book.apply([quote(name, count)], { marketplaceId, source: 'list', at: 1 });
  }
  return book;
}

const found = (book: Book, query: string, marketplaceId: number | null = null, limit = 100): Row[] =>
  book
    .search('CS2', query, marketplaceId === null ? null : [marketplaceId], limit)
    .map((summary) => [summary.name, summary.marketplaceId, summary.offerCount]);

describe('searching', () => {
  it('finds a new name at once, by what traders type too once it has been indexed', () => {
    const pieces: (() => boolean)[] = [];
    const book = new Book(new Map(), new Map(), new Map(), (piece) => void pieces.push(piece));
    const names = [...Array.from({ length: 500 }, (_, number) => `Sticker | Team ${number}`), 'AK-47 | Redline'];
    book.apply(
      names.map((name) => quote(name, 1)),
      { marketplaceId: 1, source: 'list', at: 1 },
    );
    const atOnce = [found(book, 'ak-47'), found(book, 'ak47'), book.names('CS2')].map((some) => [...some].length);
    while (pieces[0]?.() === true);

    expect(atOnce).toEqual([1, 0, 501]);
    expect(found(book, 'ak47')).toEqual([['AK-47 | Redline', 1, 1]]);
    expect(found(book, 'team 7')).toHaveLength(95);
  });

  it('finds names that hold every word, in any case and any script', () => {
    const book = bookOf([
      ['StatTrak™ AK-47 | Redline (Field-Tested)', 1, 1],
      ['★ Karambit | Doppler', 1, 2],
      ['貼紙 | 龍王 (Foil)', 1, 3],
      ['MÜNCHEN Case', 1, 4],
    ]);
    const names = (query: string) => found(book, query).map(([name]) => name);

    expect(names('redline stattrak™')).toEqual(['StatTrak™ AK-47 | Redline (Field-Tested)']);
    expect(names('  ★ ')).toEqual(['★ Karambit | Doppler']);
    expect(names('龍王')).toEqual(['貼紙 | 龍王 (Foil)']);
    expect(names('münchen')).toEqual(['MÜNCHEN Case']);
    expect(names('redline doppler')).toEqual([]);
    expect(names('   ')).toEqual([]);
  });

  it('finds every name of the rows once, and the first of them whatever the limit', () => {
    const name = fc.constantFrom('AWP', 'AWP A', 'AWP B', 'Big AWP', 'AK-47 | Redline', 'ak-47 redline two', 'Redlime');
    const rows = fc.array(fc.tuple(name, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 })));
    const query = fc.constantFrom('awp', 'ak47', 'redline', 'redlnie', 'nothing of it');
    const among = fc.constantFrom(null, [1], [2, 3]);
    fc.assert(
      fc.property(rows, query, among, fc.integer({ min: 1, max: 8 }), (all, text, ids, limit) => {
        const book = bookOf(all);
        const ofRows = new Map(book.search('CS2', text, ids, 100).map(({ name, isNear }) => [name, isNear]));
        const near = [...new Set(book.searchNearest('CS2', text, ids, 100).map((row) => row.name))];
        const items = book.searchNames('CS2', text, { marketplaceIds: ids, limit: 100 });
        expect(new Map(items.map(({ name, isNear }) => [name, isNear]))).toEqual(ofRows);
        expect(items).toHaveLength(ofRows.size);
        expect(book.searchNames('CS2', text, { marketplaceIds: ids, limit })).toEqual(items.slice(0, limit));
        expect(book.searchNearestNames('CS2', text, { marketplaceIds: ids, limit })).toEqual(
          near.slice(0, limit).map((one) => ({ name: one, isNear: true })),
        );
      }),
    );
  });

  it('puts the exact name first, then prefixes, then the rest, each by offers, name and marketplace', () => {
    const book = bookOf([
      ['Big AWP', 2, 900],
      ['AWP Case', 2, 5],
      ['awp', 3, 1],
      ['AWP Asiimov', 1, 5],
      ['AWP Case', 1, 5],
      ['AWP Case', 3, 7],
    ]);

    expect(found(book, 'awp')).toEqual([
      ['awp', 3, 1],
      ['AWP Case', 3, 7],
      ['AWP Asiimov', 1, 5],
      ['AWP Case', 1, 5],
      ['AWP Case', 2, 5],
      ['Big AWP', 2, 900],
    ]);
    expect(found(book, 'AWP', 2)).toEqual([
      ['AWP Case', 2, 5],
      ['Big AWP', 2, 900],
    ]);
  });

  it('starts with the result of filtering and sorting every row, as names and counts arrive', () => {
    const name = fc.array(fc.constantFrom('A', 'b', 'é', 'AB', '龍', 'ba c'), { minLength: 1, maxLength: 4 });
    const row = fc.tuple(
      name.map((parts) => parts.join(' ').trim()),
      fc.constantFrom(3, 1, 2),
      fc.nat(4),
    );
    const query = fc.array(fc.constantFrom('a', 'B', 'ab', 'É', 'c'), { minLength: 1, maxLength: 10 });
    const args = fc.tuple(query, fc.constantFrom(null, 1, 2), fc.integer({ min: 1, max: 8 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(row, args), { maxLength: 30 }), (steps) => {
        const book = new Book();
        const model = new Map<string, Row>();
        for (const [[of, id, count], [words, marketplaceId, limit]] of steps) {
          book.apply([quote(of, count)], { marketplaceId: id, source: 'list', at: 1 });
          model.set(`${id} ${of}`, [of, id, count]);

          const text = words.join(' ');
          const plain = naiveSearch([...model.values()], text, marketplaceId).slice(0, limit);
          const all = found(book, text, marketplaceId, limit);
          expect(all.slice(0, plain.length)).toEqual(plain);
          expect(all.length).toBeLessThanOrEqual(limit);
          expect(new Set(all.map(([of, id]) => `${id} ${of}`)).size).toBe(all.length);
        }
      }),
    );
  });

  it('finds every name in more than one segment', () => {
    const book = new Book();
    const names = Array.from({ length: 20_000 }, (_, at) => `Case ${at} ${'xyz'[at % 3]}`);
    book.apply(
      names.map((name) => quote(name, 1)),
      { marketplaceId: 1, source: 'list', at: 1 },
    );

    expect(found(book, 'x', null, 20_000)).toHaveLength(6667);
    expect(found(book, 'case 19999')).toEqual([['Case 19999 y', 1, 1]]);
    expect(found(book, 'case z', null, 20_000)).toHaveLength(6666);
  });
});

function naiveSearch(rows: readonly Row[], query: string, marketplaceId: number | null): Row[] {
  const wanted = query.trim().toLowerCase();
  const level = (name: string) => (name.toLowerCase() === wanted ? 0 : name.toLowerCase().startsWith(wanted) ? 1 : 2);
  return rows
    .filter(([, id]) => marketplaceId === null || id === marketplaceId)
    .filter(([name]) => wanted.split(' ').every((word) => name.toLowerCase().includes(word)))
    .sort(
      ([a, idA, countA], [b, idB, countB]) =>
        level(a) - level(b) || countB - countA || (a === b ? idA - idB : a < b ? -1 : 1),
    );
}

describe('searching as people type', () => {
  const items = [
    'AK-47 | Redline (Field-Tested)',
    'AK-47 | Redline (Minimal Wear)',
    'StatTrak™ AK-47 | Redline (Field-Tested)',
    'AK-47 | Emerald Pinstripe (Field-Tested)',
    'M4A1-S | Printstream (Factory New)',
    'SSG 08 | Blood in the Water (Factory New)',
    'Desert Eagle | Blaze (Factory New)',
    'Souvenir AWP | Safari Mesh (Battle-Scarred)',
    '★ Butterfly Knife | Fade (Factory New)',
    'Sticker | Doppler Poison Frog (Foil)',
    '★ Karambit | Doppler (Factory New)',
    '★ Karambit | Gamma Doppler (Factory New)',
    '★ Karambit | Fade (Factory New)',
    '★ M9 Bayonet | Doppler (Factory New)',
    'Craft Sticker',
  ];
  const book = bookOf(items.map((name, at) => [name, 1, items.length - at]));
  const names = (query: string, limit = 100) => found(book, query, null, limit).map(([name]) => name);
  const redline = 'AK-47 | Redline (Field-Tested)';
  const karambit = '★ Karambit | Doppler (Factory New)';
  const gamma = '★ Karambit | Gamma Doppler (Factory New)';
  const m9 = '★ M9 Bayonet | Doppler (Factory New)';

  it.each([
    ['ak47 redline mw', ['AK-47 | Redline (Minimal Wear)']],
    ['AK-47|Redline st', ['StatTrak™ AK-47 | Redline (Field-Tested)']],
    ['m4a1s printstream', ['M4A1-S | Printstream (Factory New)']],
    ['ssg08', ['SSG 08 | Blood in the Water (Factory New)']],
    ['redline ft', [redline, 'StatTrak™ AK-47 | Redline (Field-Tested)']],
    ['awp bs sv', ['Souvenir AWP | Safari Mesh (Battle-Scarred)']],
    ['desert eagle blaze fn', ['Desert Eagle | Blaze (Factory New)']],
    ['butterfly fade fn', ['★ Butterfly Knife | Fade (Factory New)']],
    ['karambit doppler phase 2', [karambit, gamma]],
    ['karambit p2', [karambit, gamma]],
    ['karambit sapphire', [karambit]],
    ['karambit black pearl', [karambit]],
    ['doppler ruby', [karambit, m9]],
    ['karambit emerald', [gamma]],
    ['m9 bayonet doppler sapphire', [m9]],
    ['ak47 emerald', ['AK-47 | Emerald Pinstripe (Field-Tested)']],
    ['redlien mw', ['AK-47 | Redline (Minimal Wear)']],
    ['karambit dopler', [karambit, gamma]],
    ['xarambit fade', ['★ Karambit | Fade (Factory New)']],
    ['printstreaam', ['M4A1-S | Printstream (Factory New)']],
  ])('finds by %s', (query, right) => {
    expect(names(query)).toEqual(right);
  });

  it('lets names that hold the words come first, and short forms fill what is left', () => {
    expect(names('emerald')).toEqual(['AK-47 | Emerald Pinstripe (Field-Tested)', gamma]);
    expect(names('emerald', 1)).toEqual(['AK-47 | Emerald Pinstripe (Field-Tested)']);
  });

  it('finds an item by its name in the language of a marketplace, alone and among its other words', () => {
    const named = new Book();
    const quoteIn = (name: string, localName: string, marketplaceId = 1) =>
      named.apply([{ ...quote(name, 1), localName }], { marketplaceId, source: 'list', at: 1 });
    const known = (query: string) => found(named, query).map(([name, id]) => `${id} ${name}`);
    quoteIn(redline, 'AK-47 | 红线 (久经沙场)');
    quoteIn(karambit, '爪子刀（★） | 多普勒 (崭新出厂)');

    expect(known('红线')).toEqual([`1 ${redline}`]);
    expect(known('ak47 红线 ft')).toEqual([`1 ${redline}`]);
    expect(known('爪子刀 sapphire')).toEqual([`1 ${karambit}`]);
    expect(known('redline')).toEqual([`1 ${redline}`]);

    const fade: NormalOffer = {
      kind: 'offer',
      game: 'CS2',
      name: '★ Butterfly Knife | Fade (Factory New)',
      phase: null,
      offerId: '1',
      price: { amount: 1_000_000, currency: 'CNY' },
      prices: noPrices,
      ...unknownTraits,
      localName: '蝴蝶刀（★） | 渐变之色 (崭新出厂)',
    };
    named.apply([fade], { marketplaceId: 3, source: 'offers', at: 1 });
    expect(known('蝴蝶刀')).toEqual([`3 ${fade.name}`]);

    quoteIn(redline, 'another name', 2);
    quoteIn(redline, 'AK-47 | 赤线', 2);
    expect(known('another')).toEqual([]);
    expect(known('赤线')).toEqual([]);
    expect(known('红线')).toEqual([`1 ${redline}`, `2 ${redline}`]);
    quoteIn(redline, 'AK-47 | Красная линия');
    expect(known('красная')).toEqual([`1 ${redline}`, `2 ${redline}`]);
    expect(named.localName('CS2', redline)).toEqual({ zh: 'AK-47 | 红线 (久经沙场)', ru: 'AK-47 | Красная линия' });
    expect(named.localName('CS2', 'nothing')).toEqual({ zh: null, ru: null });
    quoteIn('AWP | Asiimov (Field-Tested)', '长'.repeat(200));
    expect(known('长')).toEqual([]);
  });

  it('takes a lone abbreviation for letters of a word, and allows no error in a short one', () => {
    expect(names('ft')).toEqual(['Craft Sticker']);
    expect(names('fn')).toEqual([]);
    expect(names('fad')).toHaveLength(2);
    expect(names('fda')).toEqual([]);
  });

  it.each(['constructor', 'toString', '__proto__', 'valueOf'])('treats %s as a word like any other', (word) => {
    for (const query of [word, `${word} redline`, `ak47 ${word}`]) {
      for (const game of ['CS2', 'TF2', 'Rust'] as const) {
        expect(book.search(game, query, null, 9)).toEqual([]);
        expect(() => book.searchNearest(game, query, null, 9)).not.toThrow();
      }
    }
  });

  it('reads abbreviations in the games that have them', () => {
    const other = new Book();
    other.apply([{ ...quote('Redline (Field-Tested)', 1), game: 'Rust' }], { marketplaceId: 1, source: 'list', at: 1 });
    expect(other.search('Rust', 'redline ft', null, 9)).toEqual([]);
    expect(other.search('Rust', 'redlien', null, 9)).toHaveLength(1);
  });

  it('answers any number of words, and knows names that came later', () => {
    const many = Array.from({ length: 80 }, (_, at) => `q${at}`).join(' ');
    expect(names(many)).toEqual([]);
    const growing = bookOf([['AK-47 | Redline', 1, 1]]);
    expect(found(growing, 'ak47')).toHaveLength(1);
    growing.apply([quote('AK-47 | Vulcan', 1)], { marketplaceId: 1, source: 'list', at: 2 });
    expect(found(growing, 'ak47')).toHaveLength(2);
  });

  it('suggests names with more errors than one, nearest first, and none for what resembles nothing', () => {
    const near = (query: string) => book.searchNearest('CS2', query, null, 100).map(({ name }) => name);
    expect(names('karmabitt dopller')).toEqual([]);
    expect(near('karmabitt dopller')[0]).toBe(karambit);
    expect(near('prinstraem')[0]).toBe('M4A1-S | Printstream (Factory New)');
    expect(near('xyzzy quux')).toEqual([]);
    expect(near('|')).toEqual([]);
  });

  it('finds one changed word of every kind of error in it, and nothing that takes two', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 7 });
    const prefixes = (of: string) => Array.from({ length: of.length + 1 }, (_, at) => of.slice(0, at));
    const oneFrom = (of: string) =>
      [...prefixes(of)].flatMap((before) => {
        const after = of.slice(before.length);
        return [
          before + after.slice(1),
          ...[...'abcd'].flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
          before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2),
        ];
      });
    fc.assert(
      fc.property(word, word, (known, typed) => {
        expect(beginsWithin1(known, typed)).toBe(
          prefixes(known).some((of) => oneFrom(of).includes(typed) || of === typed),
        );
      }),
    );
  });
});

describe('the nearest name', () => {
  const names = [
    'AK-47 | Redline (Field-Tested)',
    'AK-47 | Redline (Minimal Wear)',
    'AWP | Asiimov (Field-Tested)',
    '★ Karambit | Doppler (Factory New)',
    '貼紙 | 龍王 (Foil)',
    'M4',
  ];
  const book = bookOf(names.map((name) => [name, 1, 1]));

  it.each([
    ['ak47 redline field tested', 'AK-47 | Redline (Field-Tested)'],
    ['AK-47 | Redlin (Minimal Waer)', 'AK-47 | Redline (Minimal Wear)'],
    ['AWP | Asimov (Field Tested)', 'AWP | Asiimov (Field-Tested)'],
    ['Karambit | Dopler (Factory New)', '★ Karambit | Doppler (Factory New)'],
    ['貼紙龍王 Foil', '貼紙 | 龍王 (Foil)'],
    ['m4', 'M4'],
  ])('of %s is %s', (wrong, right) => {
    expect(book.nearestName('CS2', wrong)).toBe(right);
  });

  it('is none for what resembles nothing, and takes in names that came later', () => {
    expect(book.nearestName('CS2', 'completely different thing')).toBeNull();
    expect(book.nearestName('CS2', '|!')).toBeNull();
    expect(book.nearestName('Rust', 'AK-47')).toBeNull();

    book.apply([quote('Completely Different Things', 1)], { marketplaceId: 1, source: 'list', at: 2 });
    expect(book.nearestName('CS2', 'completely different thing')).toBe('Completely Different Things');
  });

  it('is told by an edit distance that equals the textbook one', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    const plain = (a: string, b: string): number => {
      if (a === '' || b === '') return a.length + b.length;
      const replaced = plain(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
      return a[0] === b[0] ? replaced : Math.min(replaced, plain(a.slice(1), b) + 1, plain(a, b.slice(1)) + 1);
    };
    fc.assert(
      fc.property(text, text, fc.nat(8), (a, b, limit) => {
        const distance = plain(a, b);
        const measured = editDistance(a, b, limit);
        expect(distance > limit ? measured > limit : measured).toBe(distance > limit ? true : distance);
      }),
    );
  });
});
