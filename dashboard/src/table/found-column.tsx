import { Age } from '../parts/age.tsx';
import { say } from '../text/say.ts';
import type { Column } from './column.ts';

/** When each row was found; sorts newest first. */
export const foundColumn = <Row,>(foundAt: (row: Row) => number): Column<Row> => ({
  id: 'found',
  head: say('Found'),
  kind: 'number',
  label: say('found'),
  isTime: true,
  isDownFirst: true,
  value: foundAt,
  cell: (row) => <Age at={foundAt(row)} />,
});
