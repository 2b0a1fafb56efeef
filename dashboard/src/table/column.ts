import type { ComponentChildren } from 'preact';

export type Value = string | number | null;

/** One column of a table: what its cells show, what it is sorted by, and what is copied and written to files. */
export type Column<Row> = {
  /** The head in files, including currency or unit. */
  readonly id: string;
  readonly head: string;
  /** Tooltip of the head. */
  readonly hint?: string;
  /** CSS classes of its cells; `number` is right-aligned. */
  readonly kind?: string;
  /** Without it the column only appears in files. */
  readonly cell?: (row: Row) => ComponentChildren;
  /** Without it the column can neither be sorted by nor appears in files. */
  readonly value?: (row: Row) => Value;
  /** The value is an instant in Unix seconds. */
  readonly isTime?: boolean;
  /** Sorts in descending order first. */
  readonly isDownFirst?: boolean;
  /** Whether the cell is the row's header, which has what can be done with its item. */
  readonly isRowHead?: boolean;
  /** Whether the head is only for screen readers. */
  readonly isHeadUnseen?: boolean;
  /** The label of the cell on phones, where heads are not shown. */
  readonly label?: string;
  /** Not shown where a table is narrow, as on phones. */
  readonly isWideOnly?: boolean;
  /** Only shown where a table has room to spare. */
  readonly isSpare?: boolean;
  /** Whether its cells flash if their number rises or falls. */
  readonly isLive?: boolean;
};

/** The CSS classes of its cells. */
export const classesOf = <Row>({ kind, isWideOnly = false, isSpare = false }: Column<Row>): string =>
  [kind, isWideOnly ? 'wide-only' : null, isSpare ? 'spare' : null].filter(Boolean).join(' ');

export type Sorting = { readonly id: string; readonly isDown: boolean };

// Whoever opens the URL may have chosen a different currency
const withoutCurrency = (id: string): string => id.replace(/ (?:USD|EUR|CNY|RUB)$/, '');

/** The order as a URL parameter: the column, with a leading minus for descending. */
export const sortingText = ({ id, isDown }: Sorting): string => `${isDown ? '-' : ''}${withoutCurrency(id)}`;

/** Parses that parameter; null when no visible column can be sorted this way. */
export function sortingIn<Row>(text: string | null, columns: readonly Column<Row>[]): Sorting | null {
  const isDown = text?.startsWith('-') ?? false;
  const named = isDown ? text?.slice(1) : text;
  const column = columns.find(({ id, cell, value }) => cell && value && withoutCurrency(id) === named);
  return column === undefined ? null : { id: column.id, isDown };
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

/** Sorts by a column, stably; unknown values come last in both directions. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const value = columns.find(({ id }) => id === sorting?.id)?.value;
  if (value === undefined || sorting === null) return rows;
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sorting.isDown ? compare(b, a) : compare(a, b);
  });
}

/** The order after the head of a column is pressed. */
export function turned<Row>(before: Sorting | null, { id, isDownFirst = false }: Column<Row>): Sorting {
  return before?.id === id ? { id, isDown: !before.isDown } : { id, isDown: isDownFirst };
}
