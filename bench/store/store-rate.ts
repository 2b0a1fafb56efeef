import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';
import { batchRows } from './store-rate-tasks.ts';

export async function storeRate(): Promise<Row[]> {
  const { client, store } = await inRounds({
    client: async () => ({ rate: await withFolder((folder) => inWorker('measureClientRate', folder)) }),
    store: async () => ({ rate: await withFolder((folder) => inWorker('measureStoreRate', folder)) }),
  });
  return [
    row({
      name: 'price points stored',
      unit: 'rows/s, acknowledged',
      reference: `@clickhouse/client only, prepared rows, same batches of ${batchRows.toLocaleString('en')}`,
      referenceValue: client.rate,
      value: store.rate,
    }),
  ];
}
