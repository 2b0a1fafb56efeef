import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyLetter } from '../../../test/support/arbitraries/any-letter.ts';
import { rowsPath } from './json-seek.ts';
import { siftList } from './sift-list.ts';

const noRest = async (): Promise<void> => undefined;

const sift = (text: string, rowsAt = '', isKnown: (digest: number) => boolean = () => false, source = 'one') =>
  siftList(Buffer.from(text), rowsPath(rowsAt), { source, look: () => isKnown }, noRest);

const string = fc.oneof(
  fc.constantFrom('items', '"', '\\', '},{', '[', ']', ',', '中文', '😀', ''),
  fc.string({ unit: anyLetter }),
);
const key = fc.constantFrom('a', 'b', 'items', '}', '★');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(1, 2, null, true),
    string,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
}));
const list = fc.array(value, { maxLength: 30 });
const blank = fc.constantFrom('', ' ', '\n\t');
const around = fc.dictionary(fc.constantFrom('time', 'more', '}'), value, { maxKeys: 2 });

const textOf = (rows: readonly unknown[], separator: string): string =>
  rows.map((row) => JSON.stringify(row)).join(`,${separator}`);

const digestsOf = async (text: string, source?: string) => (await sift(text, '', undefined, source))?.digests ?? [];

it('gives every row of a list in its order, known or not, and what surrounds them', async () => {
  await fc.assert(
    fc.asyncProperty(list, list, fc.nat({ max: 9 }), blank, around, async (before, more, share, separator, others) => {
      const digests = await digestsOf(`[${textOf(before, separator)}]`);
      const retained = new Set(digests.filter((digest) => digest % 10 < share));
      const rows = [...more, ...before];
      const text = `{"time":0,"items":[${separator}${textOf(rows, separator)}${separator}],${JSON.stringify(others).slice(1)}`;
      const valid = Object.keys(others).length === 0 ? text.replace(/,}$/, '}') : text;
      const sifted = await sift(valid, 'items', (digest) => retained.has(digest));

      expect(sifted?.payload).toEqual({ ...JSON.parse(valid), items: [] });
      const given = Array.from({ length: sifted?.count ?? 0 }, (_, row) => sifted?.rowAt(row));
      expect(given).toEqual(JSON.parse(valid).items);
      for (const [row, digest] of (sifted?.digests ?? []).entries())
        expect(sifted?.isKnown(row)).toBe(retained.has(digest));
    }),
    { numRuns: 200 },
  );
});

it('finds no list in a text that JSON.parse refuses', async () => {
  const odd = fc.constantFrom('', ',', '[', ']', '{', '}', '"', '\\', 'x', '1');
  await fc.assert(
    fc.asyncProperty(list, fc.nat(), fc.nat({ max: 2 }), odd, async (rows, index, length, put) => {
      const whole = `{"items":[${textOf(rows, '')}],"more":1}`;
      const at = index % whole.length;
      const text = `${whole.slice(0, at)}${put}${whole.slice(at + length)}`;
      const sifted = await sift(text, 'items');
      if (sifted === null) return;
      const given = Array.from({ length: sifted.count }, (_, row) => sifted.rowAt(row));

      expect({ ...(sifted.payload as object), items: given }).toEqual(JSON.parse(Buffer.from(text).toString()));
    }),
    { numRuns: 500 },
  );
});

it('knows a row wherever it is in the list, and not by the bytes of another source', async () => {
  const rows = [1, 2, 3, 4].map((id) => `{"id":${id},"tags":[{"a":"},{"},{"b":2}]}`);
  const digests = await digestsOf(`[${rows.join(',')}]`);
  const reversed = await sift(`[${[...rows].reverse().join(',')}]`, '', (digest) => digests.includes(digest));
  const others = await digestsOf(`[${rows.join(',')}]`, 'other');

  expect(new Set(digests).size).toBe(4);
  expect([0, 1, 2, 3].map((row) => reversed?.isKnown(row))).toEqual([true, true, true, true]);
  expect(others.filter((digest) => digests.includes(digest))).toEqual([]);
});

it.each([
  ['{"items":{"a":1}}', 'items'],
  ['{"items":{"a":1}}', 'items.*'],
  ['{"items":null,"other":[1]}', 'items'],
  ['{"error":"limit"}', ''],
  ['{"items":[1],"items":[2]}', 'items'],
  ['{"items":[1,]}', 'items'],
  ['{"items":[\u00a0]}', 'items'],
  ['{"items":[,1]}', 'items'],
  ['{"items":[1,,2]}', 'items'],
  ['{"items":[1}]', 'items'],
  ['[1,2', ''],
  ['', ''],
])('leaves %s to those who look at it as a whole', async (text, rowsAt) => {
  expect(await sift(text, rowsAt)).toBeNull();
});

it.each(['{"list":[{"a":1},2],"more":[3]}', '[{"a":1},2]'])('finds a list that may be bare in %s', async (text) => {
  const sifted = await sift(text, 'list?');

  expect([sifted?.rowAt(0), sifted?.rowAt(1), sifted?.count]).toEqual([{ a: 1 }, 2, 2]);
});

it('works in pieces, however many rows are known', async () => {
  const text = `[${textOf(
    Array.from({ length: 20_000 }, (_, id) => ({ id })),
    '',
  )}]`;
  for (const isKnown of [true, false]) {
    let rests = 0;
    const rest = async (): Promise<void> => {
      rests += 1;
    };
    const known = { source: 'one', look: () => () => isKnown };
    const sifted = await siftList(Buffer.from(text), rowsPath(''), known, rest);

    expect(sifted?.count).toBe(20_000);
    expect(rests).toBe(Math.ceil(text.length / (64 * 1024)));
  }
});
