import type { Block, Engine } from '../engine.ts';

/** The rows of a statement, of which each block is read by `rowsOf`. */
export async function readRows<Row>(
  engine: Engine,
  statement: string,
  rowsOf: (block: Block) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const block of await engine.read(statement)) rows.push(...rowsOf(block));
  return rows;
}
