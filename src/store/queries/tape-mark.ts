import type { Engine } from '../engine.ts';

/** The sequence of an epoch up to which everything is stored; null when none was noted. */
export const queryTapeMark = async (engine: Engine, epoch: string): Promise<number | null> => {
  const [found] = await engine.ask<readonly [marks: number, sequence: number]>(
    `SELECT count(), max(sequence) FROM ${engine.sql.table('tapeMarks')} WHERE epoch = ${engine.sql.text(epoch)}`,
  );
  return found === undefined || found[0] === 0 ? null : found[1];
};
