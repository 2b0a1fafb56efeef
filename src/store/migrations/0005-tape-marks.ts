import type { TableDefinition } from '../layout.ts';

/** Up to where of each epoch of the tape everything is stored. */
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
