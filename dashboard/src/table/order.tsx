import { alter, query } from '../router.ts';
import { type Column, classesOf, type Sorting, sorted, sortingIn, sortingText, turned } from './column.ts';

/** The current order and what pressing a column head does; null when it cannot be sorted. */
export type Order<Row> = {
  readonly sorting: Sorting | null;
  readonly press: (column: Column<Row>) => (() => void) | null;
};

/** Of rows that are always in one order. */
export const unsorted: Order<never> = { sorting: null, press: () => null };

type HeadProps<Row> = {
  readonly column: Column<Row>;
  readonly order: Order<Row>;
};

export function HeadCell<Row>({ column, order: { sorting, press } }: HeadProps<Row>) {
  const { id, head, hint, isHeadUnseen = false } = column;
  const kind = classesOf(column);
  const pressed = isHeadUnseen ? null : press(column);
  if (pressed === null) {
    return (
      <th scope="col" class={kind} title={hint}>
        {isHeadUnseen ? <span class="unseen">{head}</span> : head}
      </th>
    );
  }
  const isSorted = sorting?.id === id;
  const order = sorting?.isDown ? 'descending' : 'ascending';
  return (
    <th scope="col" class={kind} title={hint} aria-sort={isSorted ? order : undefined}>
      <button type="button" class="sort" onClick={pressed}>
        {head}
        <span aria-hidden="true">{isSorted ? (sorting.isDown ? '▾' : '▴') : ''}</span>
      </button>
    </th>
  );
}

/** The URL parameter for the order of a table. */
export const orderName = (id: string): string => `by.${id}`;

/** The rows in the order given by the URL, otherwise in their initial order, and the controls to change it. */
export function inOrder<Row>(
  id: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  first?: Sorting,
): { readonly order: Order<Row>; readonly rows: readonly Row[] } {
  const firstSort = first ?? null;
  const sorting = sortingIn(query.value.get(orderName(id)), columns) ?? firstSort;
  const sort = (by: Sorting) => {
    const isFirstSort = by.id === firstSort?.id && by.isDown === firstSort.isDown;
    alter({ [orderName(id)]: isFirstSort ? null : sortingText(by) });
  };
  const press = (column: Column<Row>) => (column.value === undefined ? null : () => sort(turned(sorting, column)));
  return { order: { sorting, press }, rows: sorted(rows, columns, sorting) };
}
