import { type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';

/** Disk space per change, on the tape and in the database. */
export async function diskOfChanges(): Promise<Row[]> {
  const sizes = await withFolder((folder) => inWorker('measureChanges', folder));
  const unit = `bytes each, ${sizes.changes.toLocaleString('en')} of them`;
  const common = { reference: 'the same changes as JSON', referenceValue: sizes.json };
  return [
    row({ name: 'changes on the tape', unit: `${unit}, packed`, ...common, value: sizes.tape }),
    row({ name: 'changes in the database', unit: `${unit}, merged`, ...common, value: sizes.database }),
    row(
      {
        name: 'changes on the disk',
        unit: `${unit}, tape and database`,
        ...common,
        value: sizes.tape + sizes.database,
      },
      { value: { atMost: 100 } },
    ),
  ];
}
