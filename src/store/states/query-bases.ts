import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { instant } from '../queries/dense-history.ts';
import { selectInstant } from '../rows/cells.ts';
import type { KeptBase } from '../store.ts';

/** All stored bases, in order. */
export const queryBases = async (engine: Engine, layout: Layout): Promise<readonly KeptBase[]> => {
  const found = await engine.ask<readonly [at: number, runBegan: number, keptTo: number]>(`
SELECT ${selectInstant('base')}, ${selectInstant('runBegan')}, ${selectInstant('keptTo')}
FROM ${layout.table('bases')} FINAL ORDER BY base`);
  return found.map(([at, runBegan, keptTo]) => ({
    at: Number(at),
    runBegan: Number(runBegan),
    keptTo: Number(keptTo),
  }));
};

type Laid = {
  readonly from: { readonly name: string; readonly columns: object };
  readonly into: string;
  readonly at: number;
};

/** The statement that copies the last states of a table into a base. */
export const baseStatement = (layout: Layout, { from, into, at }: Laid): string => {
  const columns = Object.keys(from.columns).join(', ');
  // One thread, so that other queries are still answered
  return `
INSERT INTO ${layout.table(into)} (${columns}, base, told, sequence, isRemoved)
SELECT ${columns}, ${instant(at)}, ${instant(at)}, 0, 0 FROM ${layout.table(from.name)} FINAL
SETTINGS max_threads = 1, max_block_size = 8192, min_insert_block_size_rows = 65536, min_insert_block_size_bytes = 16777216`;
};
