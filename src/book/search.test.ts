import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NormalQuote, noPrices } from '../schema/index.ts';
import { createShelf } from './create-shelf.ts';
import { editDistance } from './nearest-name.ts';
import type { Shelf } from './shelf.ts';

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

function shelfOf(rows: readonly Row[]): Shelf {
  const shelf = createShelf();
  for (const [name, marketplaceId, count] of rows) {
    shelf.apply([quote(name, count)], { marketplaceId, source: 'list', at: 1 });
  }
  return shelf;
}

const found = (shelf: Shelf, query: string, marketplaceId: number | null = null, limit = 100): Row[] =>
  shelf
    .search('CS2', query, marketplaceId, limit)
    .map((summary) => [summary.name, summary.marketplaceId, summary.offerCount]);

describe('searching', () => {
  it('finds names that hold every word, in any case and any script', () => {
    const shelf = shelfOf([
      ['StatTrak™ AK-47 | Redline (Field-Tested)', 1, 1],
      ['★ Karambit | Doppler', 1, 2],
      ['貼紙 | 龍王 (Foil)', 1, 3],
      ['MÜNCHEN Case', 1, 4],
    ]);
    const names = (query: string) => found(shelf, query).map(([name]) => name);

    expect(names('redline stattrak™')).toEqual(['StatTrak™ AK-47 | Redline (Field-Tested)']);
    expect(names('  ★ ')).toEqual(['★ Karambit | Doppler']);
    expect(names('龍王')).toEqual(['貼紙 | 龍王 (Foil)']);
    expect(names('münchen')).toEqual(['MÜNCHEN Case']);
    expect(names('redline doppler')).toEqual([]);
    expect(names('   ')).toEqual([]);
  });

  it('puts the exact name first, then prefixes, then the rest, each by offers, name and marketplace', () => {
    const shelf = shelfOf([
      ['Big AWP', 2, 900],
      ['AWP Case', 2, 5],
      ['awp', 3, 1],
      ['AWP Asiimov', 1, 5],
      ['AWP Case', 1, 5],
      ['AWP Case', 3, 7],
    ]);

    expect(found(shelf, 'awp')).toEqual([
      ['awp', 3, 1],
      ['AWP Case', 3, 7],
      ['AWP Asiimov', 1, 5],
      ['AWP Case', 1, 5],
      ['AWP Case', 2, 5],
      ['Big AWP', 2, 900],
    ]);
    expect(found(shelf, 'AWP', 2)).toEqual([
      ['AWP Case', 2, 5],
      ['Big AWP', 2, 900],
    ]);
  });

  it('equals filtering and sorting every row, as names and counts come in', () => {
    const name = fc.array(fc.constantFrom('A', 'b', 'é', 'AB', '龍', 'ba c'), { minLength: 1, maxLength: 4 });
    const row = fc.tuple(
      name.map((parts) => parts.join(' ').trim()),
      fc.constantFrom(3, 1, 2),
      fc.nat(4),
    );
    const query = fc.array(fc.constantFrom('a', 'B', 'ab', 'É', 'c'), { minLength: 1, maxLength: 10 });
    const asked = fc.tuple(query, fc.constantFrom(null, 1, 2), fc.integer({ min: 1, max: 8 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(row, asked), { maxLength: 30 }), (steps) => {
        const shelf = createShelf();
        const model = new Map<string, Row>();
        for (const [[of, id, count], [words, marketplaceId, limit]] of steps) {
          shelf.apply([quote(of, count)], { marketplaceId: id, source: 'list', at: 1 });
          model.set(`${id} ${of}`, [of, id, count]);

          const text = words.join(' ');
          expect(found(shelf, text, marketplaceId, limit)).toEqual(
            naiveSearch([...model.values()], text, marketplaceId).slice(0, limit),
          );
        }
      }),
    );
  });

  it('finds every name among more than one stretch of them', () => {
    const shelf = createShelf();
    const names = Array.from({ length: 20_000 }, (_, at) => `Case ${at} ${'xyz'[at % 3]}`);
    shelf.apply(
      names.map((name) => quote(name, 1)),
      { marketplaceId: 1, source: 'list', at: 1 },
    );

    expect(found(shelf, 'x', null, 20_000)).toHaveLength(6667);
    expect(found(shelf, 'case 19999')).toEqual([['Case 19999 y', 1, 1]]);
    expect(found(shelf, 'case z', null, 20_000)).toHaveLength(6666);
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

describe('the nearest name', () => {
  const names = [
    'AK-47 | Redline (Field-Tested)',
    'AK-47 | Redline (Minimal Wear)',
    'AWP | Asiimov (Field-Tested)',
    '★ Karambit | Doppler (Factory New)',
    '貼紙 | 龍王 (Foil)',
    'M4',
  ];
  const shelf = shelfOf(names.map((name) => [name, 1, 1]));

  it.each([
    ['ak47 redline field tested', 'AK-47 | Redline (Field-Tested)'],
    ['AK-47 | Redlin (Minimal Waer)', 'AK-47 | Redline (Minimal Wear)'],
    ['AWP | Asimov (Field Tested)', 'AWP | Asiimov (Field-Tested)'],
    ['Karambit | Dopler (Factory New)', '★ Karambit | Doppler (Factory New)'],
    ['貼紙龍王 Foil', '貼紙 | 龍王 (Foil)'],
    ['m4', 'M4'],
  ])('of %s is %s', (wrong, right) => {
    expect(shelf.nearestName('CS2', wrong)).toBe(right);
  });

  it('is none for what resembles nothing, and takes in names that came later', () => {
    expect(shelf.nearestName('CS2', 'completely different thing')).toBeNull();
    expect(shelf.nearestName('CS2', '|!')).toBeNull();
    expect(shelf.nearestName('Rust', 'AK-47')).toBeNull();

    shelf.apply([quote('Completely Different Things', 1)], { marketplaceId: 1, source: 'list', at: 2 });
    expect(shelf.nearestName('CS2', 'completely different thing')).toBe('Completely Different Things');
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
        const told = editDistance(a, b, limit);
        expect(distance > limit ? told > limit : told).toBe(distance > limit ? true : distance);
      }),
    );
  });
});
