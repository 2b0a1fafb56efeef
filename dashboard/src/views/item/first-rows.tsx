import type { ComponentChildren } from 'preact';
import { Scrolling } from '../../parts/scrolling.tsx';

const shown = 20;

type Props<Row> = {
  readonly id: string;
  readonly title: string;
  /** What comes first, such as "best". */
  readonly order: string;
  /** Null as long as nothing has come. */
  readonly rows: readonly Row[] | null;
  readonly failure: string | null;
  /** The rows answer an earlier question than the one that is asked now. */
  readonly isEarlier?: boolean;
  readonly none: string;
  readonly heads: ComponentChildren;
  readonly row: (row: Row, place: number) => ComponentChildren;
};

/** A panel with the first rows of a list that may be long. */
export function FirstRows<Row>({ id, title, order, rows, failure, isEarlier, none, heads, row }: Props<Row>) {
  return (
    <section class="panel" aria-labelledby={id} aria-busy={isEarlier}>
      <h2 id={id}>
        {title}
        {rows !== null && rows.length > shown && (
          <span class="quiet">
            the {order} {shown} of {rows.length}
          </span>
        )}
      </h2>
      {failure !== null && <p role="alert">{failure}</p>}
      {rows === null && failure === null && <p class="empty">Looking…</p>}
      {rows?.length === 0 && <p class="empty">{none}</p>}
      {rows !== null && rows.length > 0 && (
        <Scrolling label={`${title}, ${order} first`}>
          <table>
            <thead>
              <tr>{heads}</tr>
            </thead>
            <tbody>{rows.slice(0, shown).map(row)}</tbody>
          </table>
        </Scrolling>
      )}
    </section>
  );
}
