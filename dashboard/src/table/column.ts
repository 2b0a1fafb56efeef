import type { ComponentChildren } from 'preact';

export type Value = string | number | null;

/** One column of a table: what stands in it, what it is sorted by, and what of it is copied and written to files. */
export type Column<Row> = {
  /** The head in files, where it stands alone: with its currency or unit. */
  readonly id: string;
  readonly head: string;
  /** What is meant by the head, for whoever points at it. */
  readonly hint?: string;
  /** Classes of its cells; `number` ends where the figures do. */
  readonly kind?: string;
  /** Left out, the column stands in files only. */
  readonly cell?: (row: Row) => ComponentChildren;
  /** Left out, the column is neither sorted by nor in files. */
  readonly value?: (row: Row) => Value;
  /** The value is an instant in Unix seconds. */
  readonly isTime?: boolean;
  /** Whoever sorts by it wants the greatest first. */
  readonly isDownFirst?: boolean;
  /** Names the row. */
  readonly isRowHead?: boolean;
  /** The head is for those who cannot see the column. */
  readonly isHeadUnseen?: boolean;
  /** What the cell is called where it stands without its head, on a phone. */
  readonly label?: string;
};

export type Sorting = { readonly id: string; readonly isDown: boolean };

// Whoever opens the address may have chosen another currency
const withoutCurrency = (id: string): string => id.replace(/ (?:USD|EUR|CNY|RUB)$/, '');

/** As it stands in the address: the column, with a minus before it where the greatest comes first. */
export const sortingText = ({ id, isDown }: Sorting): string => `${isDown ? '-' : ''}${withoutCurrency(id)}`;

/** The same read; null where no column that is shown can be sorted so. */
export function sortingIn<Row>(text: string | null, columns: readonly Column<Row>[]): Sorting | null {
  const isDown = text?.startsWith('-') ?? false;
  const named = isDown ? text?.slice(1) : text;
  const column = columns.find(({ id, cell, value }) => cell && value && withoutCurrency(id) === named);
  return column === undefined ? null : { id: column.id, isDown };
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

/** In the order of a column; what is not known comes last either way, and equal rows stay as they were. */
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

/** What follows when the head of a column is pressed. */
export function turned<Row>(before: Sorting | null, { id, isDownFirst = false }: Column<Row>): Sorting {
  return before?.id === id ? { id, isDown: !before.isDown } : { id, isDown: isDownFirst };
}
