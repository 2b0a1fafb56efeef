import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { tables } from '../rows/tables.ts';
import { columnsOf, definition, schemaVersion } from './schema.ts';

it('has another version with every change of the columns', () => {
  const columns = tables.map((table) => [table.name, ...columnsOf(table).map(definition)]);
  const digest = createHash('sha256').update(JSON.stringify(columns)).digest('hex').slice(0, 16);

  expect([schemaVersion, digest]).toEqual([19, '623f971039ca526b']);
});
