import { Component, type ComponentChildren } from 'preact';
import { RowActions } from './act/row-actions.tsx';
import type { RowItem } from './act/row-item.ts';
import { type Column, classesOf } from './column.ts';

export type RowProps<Row> = {
  readonly row: Row;
  /** Its position among all rows, from 1, where not all of them are in the page. */
  readonly position: number | undefined;
  /** Only those that are shown. */
  readonly columns: readonly Column<Row>[];
  readonly kind: string | undefined;
  readonly data: Readonly<Record<`data-${string}`, string>> | undefined;
  readonly item: RowItem | null | undefined;
  readonly say: (notice: string) => void;
};

type State = {
  /** Whether it is pointed at or focused. */
  readonly isActive: boolean;
};

const compared = ['row', 'position', 'columns', 'kind'] as const;

/** A row of a table; the same row in the same columns is not drawn again. */
export class TableRow<Row> extends Component<RowProps<Row>, State> {
  override state: State = { isActive: false };
  /** The numbers last shown, and how often each has moved. */
  readonly #shown = new Map<string, number>();
  readonly #moves = new Map<string, { readonly count: number; readonly way: 'up' | 'down' }>();

  override shouldComponentUpdate(next: RowProps<Row>, { isActive }: State): boolean {
    return isActive !== this.state.isActive || compared.some((name) => next[name] !== this.props[name]);
  }

  readonly #handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => this.setState({ isActive: pointerType === 'mouse' }),
    onPointerLeave: ({ currentTarget }: PointerEvent) => {
      const hasFocus = currentTarget instanceof Element && currentTarget.contains(document.activeElement);
      this.setState({ isActive: hasFocus });
    },
    onFocusIn: () => this.setState({ isActive: true }),
    onFocusOut: ({ relatedTarget, currentTarget }: FocusEvent) => {
      const row = currentTarget as Element;
      const isInside = relatedTarget instanceof Node && row.contains(relatedTarget);
      this.setState({ isActive: isInside || row.matches(':hover') });
    },
  };

  /** Whether the number of a cell has moved since the row was first shown, and how often. */
  #moveOf({ id, isLive = false, value }: Column<Row>) {
    const now = isLive ? value?.(this.props.row) : null;
    if (typeof now !== 'number') return undefined;
    const before = this.#shown.get(id);
    this.#shown.set(id, now);
    if (before !== undefined && before !== now) {
      const count = (this.#moves.get(id)?.count ?? 0) + 1;
      this.#moves.set(id, { count, way: now > before ? 'up' : 'down' });
    }
    return this.#moves.get(id);
  }

  render({ row, position, columns, kind, data, item, say }: RowProps<Row>, { isActive }: State) {
    return (
      <tr class={kind} aria-rowindex={position} {...data} {...this.#handlers}>
        {columns.map((column) => {
          const move = this.#moveOf(column);
          // Another element, in which the motion begins anew
          const key = `${column.id} ${move?.count ?? 0}`;
          const acts =
            column.isRowHead && item != null ? <RowActions item={item} isActive={isActive} say={say} /> : null;
          return <Cell key={key} column={column} row={row} move={move?.way} acts={acts} />;
        })}
      </tr>
    );
  }
}

type CellProps<Row> = {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly move: 'up' | 'down' | undefined;
  readonly acts: ComponentChildren;
};

function Cell<Row>({ column, row, move, acts }: CellProps<Row>) {
  const { cell, isRowHead = false, label } = column;
  const kind = move === undefined ? classesOf(column) : `${classesOf(column)} flash-${move}`;
  if (isRowHead) {
    return (
      <th scope="row" class={kind}>
        {cell?.(row)}
        {acts}
      </th>
    );
  }
  return (
    <td class={kind} data-label={label}>
      {cell?.(row)}
    </td>
  );
}
