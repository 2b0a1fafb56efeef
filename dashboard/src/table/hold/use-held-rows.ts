import { useRef, useState } from 'preact/hooks';
import { type HeldRows, heldRows, unheld } from './held-rows.ts';

type RowsToHold<Row> = {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly isHeld: boolean;
  /** What the rows are about and how they are sorted: others are shown at once. */
  readonly about: string;
};

/** The rows to show: those of now, or while they are held those that were shown before, with how to show the new ones. */
export function useHeldRows<Row>({ rows, keyOf, isHeld, about }: RowsToHold<Row>): HeldRows<Row> & {
  readonly showNew: () => void;
} {
  const shown = useRef<{ readonly about: string; readonly rows: readonly Row[] }>({ about, rows });
  const [, setShownAt] = useState(0);
  const before = shown.current;
  const mayMove = !isHeld || before.about !== about || before.rows.length === 0 || rows.length === 0;
  const held = mayMove ? unheld(rows) : heldRows(before.rows, rows, keyOf);
  shown.current = { about, rows: held.rows };
  const showNew = () => {
    shown.current = { about, rows };
    setShownAt((count) => count + 1);
  };
  return { ...held, showNew };
}
