import { Scrolling } from '../parts/scrolling.tsx';
import { alter, query } from '../router.ts';
import { type Column, type Sorting, sorted, sortingIn, sortingText, turned } from './column.ts';

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

/** The parameter of the address that says how a table is sorted. */
export const orderName = (id: string): string => `by.${id}`;

/** The rows of a table in the order that the address asks for, else as they are at first, and how that is chosen. */
export function inOrder<Row>(id: string, columns: readonly Column<Row>[], rows: readonly Row[], first?: Sorting) {
  const usual = first ?? null;
  const sorting = sortingIn(query.value.get(orderName(id)), columns) ?? usual;
  const sort = (by: Sorting) => {
    const isUsual = by.id === usual?.id && by.isDown === usual.isDown;
    alter({ [orderName(id)]: isUsual ? null : sortingText(by) });
  };
  return { sorting, sort, rows: sorted(rows, columns, sorting) };
}
