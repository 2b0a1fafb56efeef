import type { Column } from '../../table/column.ts';
import type { Source } from './facts.ts';

const columns: readonly Column<Source>[] = [
  { id: 'marketplace', head: 'Marketplace', value: ({ marketplace }) => marketplace },
  { id: 'source', head: 'Source', value: ({ source }) => source },
  { id: 'game', head: 'Game', value: ({ game }) => game },
  { id: 'kind', head: 'Kind', value: ({ kind }) => kind },
  { id: 'state', head: 'State', value: ({ state }) => state },
  { id: 'evidence', head: 'Evidence', value: ({ evidence }) => evidence },
  { id: 'read', head: 'Read', isTime: true, value: ({ lastReadAt }) => lastReadAt },
  { id: 'every seconds', head: 'Every', value: ({ everySeconds }) => everySeconds },
  { id: 'rows', head: 'Rows', value: ({ rows }) => rows },
  { id: 'rejected', head: 'Rejected', value: ({ rejected }) => rejected },
  { id: 'in words', head: 'Details', value: ({ detail }) => detail },
];

/** Columns of a source for copying and files; how well its form is known is for operators. */
export const columnsFor = (isOperator: boolean): readonly Column<Source>[] =>
  isOperator ? columns : columns.filter(({ id }) => id !== 'evidence');
