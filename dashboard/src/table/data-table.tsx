import { Scrolling } from '../parts/scrolling.tsx';
import { alter, query } from '../router.ts';
import { type Column, type Sorting, sorted, sortingIn, sortingText, turned } from './column.ts';

export type Rows<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly rowKind?: (row: Row) => string | undefined;
  /** Attributes that identify rows. */
  readonly rowData?: (row: Row) => Readonly<Record<`data-${string}`, string>>;
};

/** The current order and what pressing a column head does; null when it cannot be sorted. */
export type Order<Row> = {
  readonly sorting: Sorting | null;
  readonly press: (column: Column<Row>) => (() => void) | null;
};

type Props<Row> = Rows<Row> & {
  readonly label: string;
  readonly kind?: string;
  readonly order: Order<Row>;
};

/** A table sorted by the column whose head was pressed. */
export function DataTable<Row>({ label, kind, order, ...table }: Props<Row>) {
  const { columns, rows, keyOf, rowKind, rowData } = table;
  const shown = columns.filter(({ cell }) => cell !== undefined);
  return (
    <Scrolling label={label}>
      <table class={kind}>
        <thead>
          <tr>
            {shown.map((column) => (
              <HeadCell key={column.id} column={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} class={rowKind?.(row)} {...rowData?.(row)}>
              {shown.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { kind, cell, isRowHead = false, label } = column;
  if (isRowHead) {
    return (
      <th scope="row" class={kind}>
        {cell?.(row)}
      </th>
    );
  }
  return (
    <td class={kind} data-label={label}>
      {cell?.(row)}
    </td>
  );
}

type HeadProps<Row> = {
  readonly column: Column<Row>;
  readonly order: Order<Row>;
};

function HeadCell<Row>({ column, order: { sorting, press } }: HeadProps<Row>) {
  const { id, head, hint, kind, isHeadUnseen = false } = column;
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
