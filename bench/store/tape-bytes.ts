import { type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';

/** Disk space of a change on the tape. */
export async function tapeBytes(): Promise<Row[]> {
  const sizes = await withFolder((folder) => inWorker('measureTapeBytes', folder));
  const unit = `bytes each, ${sizes.changes.toLocaleString('en')} of them, packed`;
  const reference = 'the same changes as JSON';
  const facts = { name: 'changes of a mixed market on the tape', unit, reference, referenceValue: sizes.json };
  return [row({ ...facts, value: sizes.tape }, { value: { atMost: 75 } })];
}
