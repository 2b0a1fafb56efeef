import { type Engine, sqlText } from '../engine.ts';
import type { Layout } from '../layout.ts';

/** The sequence of an epoch up to which everything is stored; null when none was noted. */
export const queryTapeMark = async (engine: Engine, layout: Layout, epoch: string): Promise<number | null> => {
  const [found] = await engine.ask<readonly [marks: number, sequence: number]>(
    `SELECT toFloat64(count()), toFloat64(max(sequence)) FROM ${layout.table('tapeMarks')} WHERE epoch = ${sqlText(epoch)}`,
  );
  return found === undefined || found[0] === 0 ? null : found[1];
};
