import { type Engine, sqlText } from '../engine.ts';
import type { Layout } from '../layout.ts';

/** Up to where of an epoch everything is stored. */
export const askTapeMark = async (engine: Engine, layout: Layout, epoch: string): Promise<number | null> => {
  const [found] = await engine.ask<readonly [marks: number, sequence: number]>(
    `SELECT toFloat64(count()), toFloat64(max(sequence)) FROM ${layout.table('tapeMarks')} WHERE epoch = ${sqlText(epoch)}`,
  );
  return found === undefined || found[0] === 0 ? null : found[1];
};
