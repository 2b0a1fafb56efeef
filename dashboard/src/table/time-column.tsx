import { Age } from '../parts/age.tsx';
import type { Column } from './column.ts';

/** A column of instants, shown as ages; `value` is in Unix seconds. */
export const timeColumn = <Row,>(id: string, head: string, value: (row: Row) => number | null): Column<Row> => ({
  id,
  head,
  label: head,
  isTime: true,
  value,
  cell: (row) => <Age at={value(row)} />,
});
