import { useEffect, useRef, useState } from 'preact/hooks';
import { translate } from '../text/translate.ts';
import { actOnRow } from './act/act-on-row.ts';
import type { RowItem } from './act/row-item.ts';
import type { Column } from './column.ts';
import { HeadCell, type Order } from './order.tsx';
import { TableRow } from './table-row.tsx';
import { useFixedColumns } from './window/use-fixed-columns.ts';
import { useOverflow } from './window/use-overflow.ts';
import { type RowWindow, useWindow } from './window/use-window.ts';

export type Rows<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly rowKind?: ((row: Row) => string | undefined) | undefined;
  /** Attributes that identify rows. */
  readonly rowData?: ((row: Row) => Readonly<Record<`data-${string}`, string>>) | undefined;
  /** The item of a row, for what can be done with it; null if a row has none. */
  readonly itemOf?: ((row: Row) => RowItem | null) | undefined;
};

type Props<Row> = Rows<Row> & {
  readonly label: string;
  readonly kind?: string | undefined;
  readonly order: Order<Row>;
};

/** For how long it says what was done with a row. */
const noticeMs = 2_000;

function useNotice() {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), noticeMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, setNotice] as const;
}

/** A table sorted by the column whose head was pressed. Of a long one, only the rows in view are in the page. */
export function DataTable<Row>({ label, kind = '', order, ...table }: Props<Row>) {
  const { rows, itemOf } = table;
  const columns = table.columns.filter(({ cell }) => cell !== undefined);
  const [element, body] = [useRef<HTMLTableElement>(null), useRef<HTMLTableSectionElement>(null)];
  const [notice, say] = useNotice();
  const part = useWindow(body, rows.length);
  const widths = useFixedColumns(element, part !== null, columns.map(({ id }) => id).join(' '));
  const isWide = useOverflow(element);
  const itemAt = (index: number): RowItem | null => {
    const row = rows[(part?.from ?? 0) + index];
    return row === undefined ? null : (itemOf?.(row) ?? null);
  };
  return (
    <section
      class={`table-region${isWide ? ' wide' : ''}`}
      // A place to go to only where it scrolls, apart from the panel around it
      aria-label={isWide ? translate('Table: {name}', { name: label }) : undefined}
      tabIndex={isWide ? 0 : undefined}
    >
      <table
        ref={element}
        aria-label={label}
        class={widths === null ? kind : `${kind} fixed`}
        aria-rowcount={part === null ? undefined : rows.length + 1}
        onKeyDown={(event) => void actOnRow(event, itemAt, say)}
      >
        {widths !== null && (
          <colgroup>
            {widths.map((width, at) => (
              <col key={columns[at]?.id} style={{ width: `${width}px` }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Body {...table} columns={columns} part={part} say={say} />
        </tbody>
      </table>
      <p role="status" class={notice === null ? 'unseen' : 'notice'}>
        {notice}
      </p>
    </section>
  );
}

type BodyProps<Row> = Rows<Row> & { readonly part: RowWindow | null; readonly say: (notice: string) => void };

/** The rows in view, with room for the others. */
function Body<Row>({ columns, rows, keyOf, rowKind, rowData, itemOf, part, say }: BodyProps<Row>) {
  const { from, to, rowPx } = part ?? { from: 0, to: rows.length, rowPx: 0 };
  return (
    <>
      {from > 0 && <Room key="before" heightPx={from * rowPx} />}
      {rows.slice(from, to).map((row, at) => (
        <TableRow
          key={keyOf(row, from + at)}
          row={row}
          columns={columns}
          kind={rowKind?.(row)}
          data={rowData?.(row)}
          item={itemOf?.(row)}
          position={part === null ? undefined : from + at + 2}
          say={say}
        />
      ))}
      {to < rows.length && <Room key="after" heightPx={(rows.length - to) * rowPx} />}
    </>
  );
}

const Room = ({ heightPx }: { readonly heightPx: number }) => (
  <tr class="room">
    <td style={{ height: `${heightPx}px` }} />
  </tr>
);
