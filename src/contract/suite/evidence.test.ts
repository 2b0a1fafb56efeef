import { describe, expect, it } from 'vitest';
import { answerIn, evidenceIn } from './evidence.ts';

const file = { file: 'a-1.json', kind: 'docs', source: 'a', game: 'CS2', rows: 1, records: { sale: 1 } };
const listOf = (more: object): string => JSON.stringify({ files: [{ ...file, ...more }] });

describe('evidenceIn', () => {
  it('reads instants as epoch milliseconds, and only those', () => {
    const facts = [{ soldAt: '2026-01-15T12:00Z', at: '2026-01-15', tradableAt: 0, format: '2026-01-15' }];

    expect(evidenceIn(listOf({ facts })).files[0]).toEqual({
      ...file,
      facts: [{ soldAt: Date.UTC(2026, 0, 15, 12), at: Date.UTC(2026, 0, 15), tradableAt: 0, format: '2026-01-15' }],
    });
  });

  it('throws for a key it does not know, as what it says would go unread', () => {
    expect(() => evidenceIn(listOf({ fact: [] }))).toThrow('evidence.json: /files/0');
  });
});

describe('answerIn', () => {
  const text = '{"push":{"channel":"sales","data":[1,2]}}';

  it('puts the file and what it has at a path into an answer', () => {
    const as = [{ channel: '$.push.channel', second: '$.push.data.1', all: '$', price: '$5', none: null }];

    expect(JSON.parse(answerIn(text, { why: '', as }, {}))).toEqual([
      { channel: 'sales', second: 2, all: JSON.parse(text), price: '$5', none: null },
    ]);
  });

  it('replaces a part of the text, or applies a function', () => {
    expect(answerIn(text, { why: '', replace: '\\d', by: '[$&]' }, {})).toBe(text.replace('1,2', '[1],[2]'));
    expect(answerIn(text, { why: '', with: 'size' }, { size: ({ length }) => String(length) })).toBe('41');
    expect(() => answerIn(text, { why: '', with: 'size' }, {})).toThrow('unwrap.ts has no "size"');
  });
});
