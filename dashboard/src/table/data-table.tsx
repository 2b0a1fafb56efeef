import { useState } from 'preact/hooks';
import { Scrolling } from '../parts/scrolling.tsx';
import { type Column, type Sorting, sorted, turned } from './column.ts';

export type Rows<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, place: number) => string;
  readonly rowKind?: (row: Row) => string | undefined;
  /** Attributes by which rows are told apart from outside. */
  readonly rowData?: (row: Row) => Readonly<Record<`data-${string}`, string>>;
};

type Props<Row> = Rows<Row> & {
  readonly label: string;
  readonly kind?: string;
  readonly sorting: Sorting | null;
  readonly sort: (by: Sorting) => void;
};

/** Rows in columns, sorted by the column whose head was pressed. */
export function DataTable<Row>({ label, kind, sorting, sort, ...table }: Props<Row>) {
  const { columns, rows, keyOf, rowKind, rowData } = table;
  const shown = columns.filter(({ cell }) => cell !== undefined);
  return (
    <Scrolling label={label}>
      <table class={kind}>
        <thead>
          <tr>
            {shown.map((column) => (
              <HeadCell key={column.id} column={column} sorting={sorting} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={keyOf(row, place)} class={rowKind?.(row)} {...rowData?.(row)}>
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
  readonly sorting: Sorting | null;
  readonly sort: (by: Sorting) => void;
};

function HeadCell<Row>({ column, sorting, sort }: HeadProps<Row>) {
  const { id, head, hint, kind, value, isHeadUnseen = false } = column;
  if (isHeadUnseen || value === undefined) {
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
      <button type="button" class="sort" onClick={() => sort(turned(sorting, column as Column<never>))}>
        {head}
        <span aria-hidden="true">{isSorted ? (sorting.isDown ? '▾' : '▴') : ''}</span>
      </button>
    </th>
  );
}

/** The rows in the order that the visitor chose, and how that is chosen. */
export function useSorting<Row>(columns: readonly Column<Row>[], rows: readonly Row[], first: Sorting | null = null) {
  const [sorting, sort] = useState(first);
  return { sorting, sort, rows: sorted(rows, columns, sorting) };
}
