import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyChange, instant } from '../../test/support/arbitraries/any-change.ts';
import { packRecords } from '../../test/support/tape/pack-records.ts';
import { type Confirmation, gapReasons, noAttributes } from '../schema/index.ts';
import { unpackRecords } from './pack.ts';
import type { TapeRecord } from './record.ts';

it('restores every change exactly, whatever it holds', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ at: instant, change: anyChange }), { minLength: 1 }), (made) => {
      const records: TapeRecord[] = made.map(({ at, change }) => ({ what: 'change', at, change }));
      const halves = [records.slice(0, 1), records.slice(1)].map((some) => packRecords(some));
      expect(unpackRecords(Buffer.concat(halves))).toEqual(records);
    }),
    { numRuns: 300 },
  );
});

it('restores a top bid, and the absence of one', () => {
  const about = { game: 'CS2' as const, name: 'a "b"', phase: 'Ruby' as const, marketplaceId: 7 };
  const prices = { USD: 900, EUR: 800, CNY: null, RUB: null };
  const none = { USD: null, EUR: null, CNY: null, RUB: null };
  const records: TapeRecord[] = [
    { what: 'topBid', at: 9, topBid: { ...about, prices, orderCount: 3, at: 8 } },
    { what: 'topBid', at: 11, topBid: { ...about, phase: null, prices: none, orderCount: 0, at: 10 } },
  ];
  expect(unpackRecords(packRecords(records))).toEqual(records);
});

it('restores what a marketplace has told of an item', () => {
  const about = { game: 'Dota2' as const, name: 'a "b"', marketplaceId: 7 };
  const records: TapeRecord[] = [
    { what: 'item', at: 9, item: { ...about, ...noAttributes, rarity: 'Mythical', hero: "Nature's Prophet" } },
    { what: 'item', at: 10, item: { ...about, ...noAttributes, game: 'Rust', itemType: 'Tür' } },
    {
      what: 'item',
      at: 11,
      item: { ...about, ...noAttributes, game: 'TF2', classes: ['Pyro', 'Spy'], minFloat: 0.06, maxFloat: 1 },
    },
  ];
  expect(unpackRecords(packRecords(records))).toEqual(records);
});

it('restores the records of a source', () => {
  const about = { marketplaceId: 7, source: 'offers', game: 'CS2' as const };
  const records: TapeRecord[] = [
    ...gapReasons.map((reason) => ({ what: 'gap' as const, at: 9, gap: { ...about, from: 1, to: 8, reason } })),
    { what: 'batch', at: 10, batch: { ...about, first: 3, last: 5 } },
    { what: 'batch', at: 11, batch: { ...about, first: null, last: null } },
  ];
  expect(unpackRecords(packRecords(records))).toEqual(records);
});

it('restores what readings have confirmed', () => {
  const about = { marketplaceId: 7, game: 'CS2' as const, source: 'offers', seenAt: 7, earliest: 6, at: 9 };
  const price = { amount: 5, currency: 'USD' as const };
  const confirmations: Confirmation[] = [
    { ...about, name: null, kinds: ['offer', 'buyOrder', 'quote'] },
    { ...about, name: 'a ["v",\n', kinds: ['offer'], isCut: true, reach: price },
    { ...about, name: 'b', kinds: ['quote'] },
  ];
  const records = confirmations.map((confirmation): TapeRecord => ({ what: 'confirmation', at: 9, confirmation }));
  expect(unpackRecords(packRecords(records))).toEqual(records);
});

it('reads an unknown kind of a later release as unknown, keeping its sequence', () => {
  const bytes = Buffer.from('["gap",7,{"from":1}]\n["au",8]\n');
  expect(unpackRecords(bytes)).toEqual([
    { what: 'unknown', at: 7 },
    { what: 'unknown', at: 8 },
  ]);
});

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'fixtures', name));

it('reads the lines of earlier releases, and writes the same ones', () => {
  const lines = fixture('lines.jsonl');
  const records = JSON.parse(fixture('lines.golden.json').toString()) as TapeRecord[];
  expect(unpackRecords(lines)).toEqual(records);
  expect(packRecords(records).toString()).toBe(lines.toString());
});
