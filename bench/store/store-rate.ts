import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';
import { batchRows } from './store-rate-tasks.ts';

export async function storeRate(): Promise<Row[]> {
  const { appender, store } = await inRounds({
    appender: async () => ({ rate: await withFolder((folder) => inWorker('measureAppenderRate', folder)) }),
    store: async () => ({ rate: await withFolder((folder) => inWorker('measureStoreRate', folder)) }),
  });
  return [
    row({
      name: 'price points stored',
      unit: 'rows/s, acknowledged',
      reference: `DuckDB's appender only, prepared rows, same batches of ${batchRows.toLocaleString('en')}`,
      referenceValue: appender.rate,
      value: store.rate,
    }),
  ];
}
