import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLetter } from '../../../test/support/arbitraries/any-letter.ts';
import { rowsPath } from './json-seek.ts';
import { createJsonSplitter, NotJson, parseText, textOf } from './json-splitter.ts';

function pieces(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const result: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    result.push(bytes.subarray(at, at + size));
    at += size;
  }
  return result;
}

function split(text: string, rowsAt: string, sizes: readonly number[]) {
  const splitter = createJsonSplitter(rowsPath(rowsAt));
  const rows = pieces(Buffer.from(text), sizes).flatMap((piece) => [...splitter.push(piece)]);
  const { rows: last, payload, hasRows } = splitter.end();
  return { rows: [...rows, ...last], payload, hasRows };
}

// Names and brackets that occur on the path also occur elsewhere, and quotes and backslashes everywhere
const word = fc.constantFrom(
  'items',
  'data',
  '"',
  '\\',
  '\\"',
  '},{',
  '[',
  ']',
  '★ ™',
  '中文',
  '😀',
  '\u0000',
  'a,b',
  '',
);
const text = fc.oneof(word, fc.string({ unit: anyLetter }));
// JSON.parse of V8 12.8 and later (nodejs/node#63785) confuses an escaped key with an earlier key that contains a backslash
const hasNoBackslash = (key: string): boolean => !key.includes('\\');
const key = text.filter(hasNoBackslash);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));
const rows = fc.array(value, { maxLength: 30 });
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
const space = fc.constantFrom(undefined, 1, '\t');
const around = fc.dictionary(key, value, { maxKeys: 4 });

const isNotKey = (key: string) => (object: Record<string, unknown>) => !Object.hasOwn(object, key);

describe('splitting a JSON text while it arrives', () => {
  it('gives the rows of JSON.parse wherever the chunks are cut', () => {
    fc.assert(
      fc.property(rows, sizes, space, (list, cuts, indent) => {
        const found = split(JSON.stringify(list, null, indent), '', cuts);

        expect(found).toEqual({ rows: JSON.parse(JSON.stringify(list)), payload: [], hasRows: true });
      }),
      { numRuns: 300 },
    );
  });

  it('finds a list below other properties and returns what surrounds it', () => {
    const outer = around.filter(isNotKey('data'));
    const inner = around.filter(isNotKey('items'));
    fc.assert(
      fc.property(rows, outer, inner, inner, sizes, space, (list, before, within, after, cuts, indent) => {
        const payload = { ...before, data: { ...within, items: list, ...after } };
        const found = split(JSON.stringify(payload, null, indent), 'data.items', cuts);

        expect(found.rows).toEqual(JSON.parse(JSON.stringify(list)));
        expect(found.payload).toEqual(JSON.parse(JSON.stringify({ ...payload, data: { ...payload.data, items: [] } })));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      'data.items',
      { made: 1, data: { of: ['"', { items: 2 }], items: [{}, {}] } },
      { made: 1, data: { of: ['"', { items: 2 }], items: [] } },
    ],
    ['data.*', { made: 1, data: { a: {}, b: {} } }, { made: 1, data: {} }],
    ['', [{}, {}], []],
  ])('tells what stands before the rows at "%s" as soon as one has come', (rowsAt, payload, head) => {
    fc.assert(
      fc.property(sizes, (cuts) => {
        const splitter = createJsonSplitter(rowsPath(rowsAt));
        const seen = pieces(Buffer.from(JSON.stringify(payload)), cuts).flatMap((piece) =>
          splitter.push(piece).length > 0 ? [splitter.before()] : [],
        );

        expect(createJsonSplitter(rowsPath(rowsAt)).before()).toBeNull();
        expect([...seen, splitter.before()]).toEqual([...seen, 0].map(() => head));
      }),
    );
  });

  it('reads the values of a map as rows', () => {
    const keys = fc.dictionary(
      fc.string({ minLength: 1 }).filter((one) => !/^\d+$/.test(one) && hasNoBackslash(one)),
      value,
      { maxKeys: 20 },
    );
    fc.assert(
      fc.property(keys, sizes, (map, cuts) => {
        const found = split(JSON.stringify({ data: map }), 'data.*', cuts);

        expect(found.rows).toEqual(Object.values(JSON.parse(JSON.stringify(map))));
      }),
    );
  });

  it('refuses every text that JSON.parse refuses', () => {
    const damage = fc.record({ at: fc.nat(), put: fc.constantFrom('', ',', '"', '[', ']', '{', '}', '\\', 'x') });
    fc.assert(
      fc.property(rows, damage, sizes, (list, { at, put }, cuts) => {
        const good = JSON.stringify({ items: list });
        const index = at % good.length;
        const bad = `${good.slice(0, index)}${put}${good.slice(index + 1)}`;
        let isGood = true;
        try {
          JSON.parse(bad);
        } catch {
          isGood = false;
        }

        if (isGood) return;
        expect(() => split(bad, 'items', cuts)).toThrow(NotJson);
      }),
      { numRuns: 500 },
    );
  });

  it('says in one pass that a text stops within a long string', () => {
    const text = `["${'\\"'.repeat(1_000_000)}`;

    expect(() => parseText(text)).toThrow(expect.objectContaining({ isCut: true }));
  });

  it.each([
    ['{"a":1}}', false],
    ['["[{",1]]', false],
    ['"\\\\"]', false],
    ['ś', false],
    ['["ś",', true],
    ['["]', true],
  ])('distinguishes a text that is wrong from one that stops: %s', (text, isCut) => {
    expect(() => parseText(text)).toThrow(expect.objectContaining({ isCut }));
  });

  it('reports a text that stops anywhere as cut off', () => {
    const whole = JSON.stringify({
      time: 1,
      items: [{ name: '★ "a"', tags: [{ b: 1 }, { b: 2 }] }, { name: '\\' }],
      more: 'x',
    });
    for (let length = 1; length < whole.length; length += 1) {
      const splitter = createJsonSplitter(rowsPath('items'));
      const read = () => {
        splitter.push(Buffer.from(whole.slice(0, length)));
        splitter.end();
      };

      expect(read).toThrow(expect.objectContaining({ isCut: true }));
    }
  });

  it.each([
    ['{"success":false}', 'items'],
    ['{"items":{"a":1}}', 'items'],
    ['{"items":null,"other":[1]}', 'items'],
    ['{"other":{"items":[1]}}', 'items'],
    ['{"error":"limit"}', ''],
    ['{"data":[{"items":[1]}]}', 'data.items'],
  ])('finds no rows in %s at "%s" and hands the payload over whole', (payload, rowsAt) => {
    expect(split(payload, rowsAt, [3])).toEqual({ rows: [], payload: JSON.parse(payload), hasRows: false });
  });

  it('accepts a byte order mark', () => {
    expect(split('\uFEFF[1,2]', '', [2]).rows).toEqual([1, 2]);
  });

  it('refuses to collect an endless row in memory', () => {
    const splitter = createJsonSplitter(rowsPath(''));
    const piece = Buffer.from('x'.repeat(1024 * 1024));
    splitter.push(Buffer.from('["'));

    expect(() => {
      for (let turn = 0; turn < 10; turn += 1) splitter.push(piece);
    }).toThrow('a single row is larger than');
  });
});

describe('textOf', () => {
  it('decodes as UTF-8 whatever the bytes are', () => {
    const bytes = fc.oneof(
      fc.string({ unit: anyLetter }).map((some) => Buffer.from(some)),
      fc.uint8Array().map((some) => Buffer.from(some)),
    );

    fc.assert(
      fc.property(bytes, (some) => {
        expect(textOf(some)).toBe(some.toString('utf8'));
      }),
    );
  });

  it('leaves a byte order mark and characters beyond 16 bits as they are', () => {
    expect(textOf(Buffer.from('\uFEFF★ 😀 é'))).toBe('\uFEFF★ 😀 é');
  });
});
