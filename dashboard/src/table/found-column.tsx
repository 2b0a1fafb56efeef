import { Age } from '../parts/age.tsx';
import { translate } from '../text/translate.ts';
import type { Column } from './column.ts';

/** When each row was found; sorts newest first. */
export const foundColumn = <Row,>(foundAt: (row: Row) => number): Column<Row> => ({
  id: 'found',
  head: translate('Found'),
  kind: 'number',
  label: translate('found'),
  isTime: true,
  isDownFirst: true,
  value: foundAt,
  cell: (row) => <Age at={foundAt(row)} />,
});
