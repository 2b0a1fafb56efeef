import Type from 'typebox';
import { expect, it } from 'vitest';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import type { Source } from '../../contract/connector.ts';
import { createShapeSample } from './shape.ts';
import { shapeOfBody, shapeOfMessages } from './shape-of-body.ts';

const rows = priceRows(1_000);
const expected = (() => {
  const sample = createShapeSample();
  for (const row of rows) sample.see(row);
  return sample.shape();
})();
const text = JSON.stringify({ items: rows });
const pieces = [...text.matchAll(/.{1,999}/gs)].map(([piece]) => Buffer.from(piece));

const shapeOf = (more: Partial<Parameters<typeof priceList>[0]>, isWhole = true, given = pieces) =>
  shapeOfBody(priceList({ row: Type.Unknown(), ...more } as never) as Source, given, isWhole);

it('finds the shape of the rows of an answer, split or whole, decoded or not', () => {
  expect(expected?.rows).toBe(500);
  expect(shapeOf({})).toEqual(expected);
  expect(shapeOf({ decode: (given) => JSON.parse(given.slice(1)) }, true, [Buffer.from(`x${text}`)])).toEqual(expected);
});

it('needs only the beginning of a list that is split, and all of any other answer', () => {
  const beginning = pieces.slice(0, -1);

  expect(shapeOf({}, false, beginning)).toEqual(expected);
  expect(
    shapeOf({ rowsAt: (payload: unknown) => (payload as { items: unknown[] }).items }, false, beginning),
  ).toBeNull();
});

it('finds none where there are no rows to be found', () => {
  for (const body of ['', 'Too Many Requests', '{"error":1}', '{"items":[]}'])
    for (const isWhole of [true, false]) expect(shapeOf({}, isWhole, [Buffer.from(body)]), body).toBeNull();
});

it('finds the shape of the rows in messages', () => {
  expect(shapeOfMessages({ rowsAt: 'items' }, [{ items: rows.slice(0, 1) }, { items: rows.slice(1) }])).toEqual(
    expected,
  );
  expect(shapeOfMessages({ rowsAt: 'items' }, [{ greeting: 'x' }])).toBeNull();
});
