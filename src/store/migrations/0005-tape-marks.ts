import type { TableDefinition } from '../layout.ts';

/** Per epoch of the tape, the sequence up to which everything is stored. */
export const tapeMarks: TableDefinition = {
  name: 'tapeMarks',
  columns: `
  epoch String,
  sequence UInt64`,
  engine: 'ReplacingMergeTree',
  arguments: 'sequence',
  orderBy: 'epoch',
  shardBy: 'cityHash64(epoch)',
};
