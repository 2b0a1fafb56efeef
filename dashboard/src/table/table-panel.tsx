import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { wholeText } from '../text/number.ts';
import { translate, translateCount } from '../text/translate.ts';
import type { Sorting } from './column.ts';
import { DataTable, type Rows } from './data-table.tsx';
import { useHeldRows } from './hold/use-held-rows.ts';
import { useHolding } from './hold/use-holding.ts';
import { inOrder, type Order } from './order.tsx';
import { TakeAway } from './take-away.tsx';

type Props<Row> = Omit<Rows<Row>, 'rows'> & {
  readonly id: string;
  readonly title: string;
  /** Shown next to the title. */
  readonly about?: ComponentChildren;
  /** null until loaded. */
  readonly rows: readonly Row[] | null;
  readonly failure?: string | null;
  /** The rows belong to an earlier request than the current one. */
  readonly isEarlier?: boolean;
  /** Shown when there are none. */
  readonly none: ComponentChildren;
  /** Name of the file, when the title alone is not enough. */
  readonly file?: string;
  readonly kind?: string;
  readonly sorting?: Sorting;
  /** For rows that are one sorted page of many: how to request another order. */
  readonly order?: Order<Row>;
  readonly shownAtFirst?: number;
  /** Rows that change only when the visitor changes them, and so need not stand still. */
  readonly isOwn?: boolean;
  /** What shows further rows; how many there are by default. */
  readonly moreWords?: string;
  /** Additional buttons in the corner. */
  readonly tools?: ComponentChildren;
  /** Above the table, such as filters. */
  readonly children?: ComponentChildren;
  /** Below it. */
  readonly below?: ComponentChildren;
};

/** A panel with a sortable table that can be copied and saved, and stands still while it is read. */
export function TablePanel<Row>(props: Props<Row>) {
  const { id, title, about, failure = null, isEarlier = false, none, file = title, children, below, tools } = props;
  const { shownAtFirst = 20, columns } = props;
  const [limit, setLimit] = useState(shownAtFirst);
  const own = inOrder(id, columns, props.rows ?? [], props.sorting);
  const { order, rows } = props.order === undefined ? own : { order: props.order, rows: props.rows ?? [] };
  return (
    <section class="panel" aria-labelledby={id} aria-busy={isEarlier}>
      <div class="panel-head">
        <h2 id={id}>
          {title} {about !== undefined && <span class="quiet">{about}</span>}
        </h2>
        <span class="tools">
          {tools}
          {rows.length > 0 && <TakeAway name={file} columns={columns} rows={rows} />}
        </span>
      </div>
      {children}
      {failure !== null && <p role="alert">{failure}</p>}
      {props.rows === null && failure === null && <p class={`empty ${props.kind ?? ''}`}>{translate('Looking…')}</p>}
      {props.rows?.length === 0 && !isEarlier && <p class="empty">{none}</p>}
      {rows.length > 0 && <Held {...props} label={title} rows={rows} limit={limit} order={order} />}
      {rows.length > limit && (
        <button type="button" class="more" onClick={() => setLimit(Number.POSITIVE_INFINITY)}>
          {props.moreWords ?? translate('Show all {count}', { count: wholeText(rows.length) })}
        </button>
      )}
      {below}
    </section>
  );
}

type HeldProps<Row> = Rows<Row> & {
  readonly label: string;
  readonly kind?: string;
  readonly order: Order<Row>;
  readonly limit: number;
  readonly isOwn?: boolean;
  readonly failure?: string | null;
  readonly isEarlier?: boolean;
};

/** The table, whose rows change their values but not their places while the pointer or the keyboard is over it. */
function Held<Row>({
  limit,
  kind = '',
  failure = null,
  isEarlier = false,
  isOwn = false,
  order,
  rows,
  rowKind,
  ...table
}: HeldProps<Row>) {
  const { isHeld, region } = useHolding();
  const about = `${order.sorting?.id} ${order.sorting?.isDown} ${limit}`;
  const held = useHeldRows({
    rows: rows.slice(0, limit),
    keyOf: table.keyOf,
    isHeld: isHeld && !isOwn,
    about,
    isEarlier,
  });
  const kindOf = (row: Row) => [rowKind?.(row), held.gone.has(row) ? 'vanished' : null].filter(Boolean).join(' ');
  return (
    <div class="held" {...region}>
      {held.newCount > 0 && (
        <div class="new-rows">
          <button type="button" class="small" onClick={held.showNew}>
            {translateCount(held.newCount, '{count} new row · show', '{count} new rows · show')}
          </button>
        </div>
      )}
      <DataTable
        {...table}
        // What can no longer be read is as old as it is
        kind={failure === null ? kind : `${kind} stale`}
        order={order}
        rows={held.rows}
        rowKind={kindOf}
      />
    </div>
  );
}
