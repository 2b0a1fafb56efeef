import { useRef, useState } from 'preact/hooks';
import { type HeldRows, heldRows, unheld } from './held-rows.ts';

type RowsToHold<Row> = {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly isHeld: boolean;
  /** How the rows are sorted: others are shown at once. */
  readonly about: string;
  /** Whether they belong to an earlier request, so that the next ones are others. */
  readonly isEarlier: boolean;
};

/** The rows to show: those of now, or while they are held those that were shown before, with how to show the new ones. */
export function useHeldRows<Row>({ rows, keyOf, isHeld, about, isEarlier }: RowsToHold<Row>): HeldRows<Row> & {
  readonly showNew: () => void;
} {
  const shown = useRef<{ readonly about: string; readonly rows: readonly Row[]; readonly isEarlier: boolean }>({
    ...{ about, rows, isEarlier },
  });
  const [, setShownAt] = useState(0);
  const before = shown.current;
  const isOther = before.about !== about || before.isEarlier;
  const mayMove = !isHeld || isOther || before.rows.length === 0 || rows.length === 0;
  const held = mayMove ? unheld(rows) : heldRows(before.rows, rows, keyOf);
  shown.current = { about, rows: held.rows, isEarlier };
  const showNew = () => {
    shown.current = { about, rows, isEarlier };
    setShownAt((count) => count + 1);
  };
  return { ...held, showNew };
}
