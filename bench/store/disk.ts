import { type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';
import { type Kind, kinds, rowCount } from './disk-tasks.ts';

export async function disk(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of Object.keys(kinds) as Kind[]) {
    const { disk: value, json } = await withFolder((folder) => inWorker('measureDisk', folder, kind));
    rows.push(
      row({
        name: `${kind} on disk`,
        unit: `bytes each, ${rowCount.toLocaleString('en')} of them, sorted`,
        reference: 'the same rows as JSON',
        referenceValue: json,
        value,
      }),
    );
  }
  return rows;
}
