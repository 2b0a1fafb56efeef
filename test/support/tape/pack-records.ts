import { LineWriter } from '../../../src/tape/line-writer.ts';
import { packRecord } from '../../../src/tape/pack.ts';
import type { TapeRecord } from '../../../src/tape/record.ts';

const batch = new LineWriter();

/** Packs records as a batch of the tape. */
export function packRecords(records: readonly TapeRecord[]): Buffer {
  batch.clear();
  for (const record of records) packRecord(batch, record);
  return batch.take();
}
