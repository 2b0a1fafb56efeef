import type { Engine } from '../engine.ts';
import type { Layout } from '../layout.ts';
import { selectInstant } from '../rows/cells.ts';
import type { KeptSpan } from '../store.ts';
import { stateSpans } from './tables.ts';

/** All noted spans, in order. */
export const querySpans = async (engine: Engine, layout: Layout): Promise<readonly KeptSpan[]> => {
  const instants = ['since', 'base', 'keptTo'].map(selectInstant).join(', ');
  const found = await engine.ask<readonly [since: number, base: number, keptTo: number, isEnded: number]>(
    `SELECT ${instants}, isEnded FROM ${layout.table(stateSpans.name)} FINAL ORDER BY since`,
  );
  return found.map(([since, base, keptTo, isEnded]) => ({
    ...{ since: Number(since), base: Number(base), keptTo: Number(keptTo) },
    isEnded: isEnded === 1,
  }));
};
