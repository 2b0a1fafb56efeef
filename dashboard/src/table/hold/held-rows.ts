/** What is shown of changing rows while they are to stand still. */
export type HeldRows<Row> = {
  readonly rows: readonly Row[];
  /** Rows that no longer exist. */
  readonly gone: ReadonlySet<Row>;
  /** How many exist that are not shown. */
  readonly newCount: number;
};

type KeyOf<Row> = (row: Row, index: number) => string;

/** The rows in their former order, each as it is now. */
export function heldRows<Row>(shown: readonly Row[], now: readonly Row[], keyOf: KeyOf<Row>): HeldRows<Row> {
  const byKey = new Map(now.map((row, index) => [keyOf(row, index), row]));
  const gone = new Set<Row>();
  const rows = shown.map((row, index) => {
    const current = byKey.get(keyOf(row, index));
    if (current === undefined) gone.add(row);
    return current ?? row;
  });
  return { rows, gone, newCount: now.length - (rows.length - gone.size) };
}

export const unheld = <Row>(rows: readonly Row[]): HeldRows<Row> => ({ rows, gone: new Set(), newCount: 0 });
