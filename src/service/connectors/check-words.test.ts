import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { outcomeWords, rejectionWords } from './check-words.ts';

const row = Type.Object({ price: Type.Number(), bids: Type.Record(Type.String(), Type.Number()) });
const wordsOf = (...reasons: readonly string[]) => rejectionWords({ row }, reasons);

describe('why rows were rejected', () => {
  it('is said with the names of fields', () => {
    expect(wordsOf('/price must be number', '/price must be number', 'it must have required properties price')).toEqual(
      ['/price must be number', 'it must have required properties price'],
    );
  });

  it('is said without anything that was in the rows', () => {
    expect(
      wordsOf(
        '/bids/AK-47 | Redline must be number',
        '/bids/it must be 12.50 must be number',
        '/bids/3/secret/price must match pattern "^a"',
        'cannot be parsed: "1,234.50" is not an amount',
        'gives a quote whose /name has 300 characters, of at most 256',
        'gives an offer whose /odd/stickers/0/name is blank',
        'gives a sale whose date 2031-01-01 lies ahead',
        'Unexpected token \'A\', "AK-47 | Red"... is not valid JSON',
      ),
    ).toEqual([
      '/bids/* must be number',
      '/bids/*/*/price must match pattern "^a"',
      'cannot be parsed',
      'gives a quote that cannot be used: /name',
      'gives an offer that cannot be used: /*/stickers/*/name',
      'gives a sale that cannot be used: its content',
      'cannot be used',
    ]);
  });
});

describe('what came of a request', () => {
  const result = { outcome: 'read', status: 200, failure: null, rows: 10, rejected: 0 } as const;

  it.each([
    [{}, ''],
    [{ rejected: 1 }, '1 of 10 rows rejected'],
    [{ outcome: 'blocked', status: 403 }, 'answered 403'],
    [{ outcome: 'retry', status: null, failure: 'connection' }, 'no connection, or it broke off'],
    [{ outcome: 'refused', failure: 'runtime' }, 'the answer is in zstd, which needs Node 22.15 or later'],
    [{ outcome: 'retry', status: null }, 'not opened, or ended early'],
  ] as const)('is said in words of ours: %j', (change, words) => {
    expect(outcomeWords({ ...result, ...change })).toBe(words);
  });
});
