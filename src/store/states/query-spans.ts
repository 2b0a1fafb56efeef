import type { Engine } from '../engine.ts';
import { stateSpans } from '../rows/state-tables.ts';
import type { StoredSpan } from '../store.ts';

/** All noted spans, in order. */
export const querySpans = async (engine: Engine): Promise<readonly StoredSpan[]> => {
  const instants = ['since', 'base', 'keptTo'].map(engine.sql.milliseconds).join(', ');
  const found = await engine.ask<readonly [since: number, base: number, keptTo: number, isEnded: number]>(
    `SELECT ${instants}, isEnded FROM ${engine.sql.last(stateSpans.name)} ORDER BY since`,
  );
  return found.map(([since, base, keptTo, isEnded]) => ({
    ...{ since, base, keptTo },
    isEnded: isEnded === 1,
  }));
};
