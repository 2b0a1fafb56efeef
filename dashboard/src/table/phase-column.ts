import type { Column } from './column.ts';

/** The variant of an item, in files only: pages show it behind the name. */
export const phaseColumn = <Row>(phaseOf: (row: Row) => string | null): Column<Row> => ({
  id: 'phase',
  head: 'Variant',
  value: phaseOf,
});
