import { type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';

export async function historyQuery(): Promise<Row[]> {
  const { store, engine } = await withFolder((folder) => inWorker('measureHistoryQuery', folder));
  return [
    row(
      {
        name: 'history, 30 days (4,320 points) to 100',
        unit: 'ms',
        reference: 'SELECT of all its points straight to the engine',
        referenceValue: engine,
        value: store,
      },
      { ratio: { atMost: 1.2 } },
    ),
  ];
}
