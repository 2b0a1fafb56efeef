import { type Row, row } from './rounds.ts';
import { inWorker } from './worker.ts';

/** A whole price list, made while it is read. */
export async function prices(): Promise<Row[]> {
  const { rows, ours, plain, firstPieceMs, copyMs } = await inWorker('measurePrices');
  const name = `a price list of ${rows.toLocaleString('en')} rows`;
  const stringified = 'JSON.stringify of the same rows';
  return [
    row(
      { name: `${name}, processor time`, unit: 'ms', reference: stringified, referenceValue: plain, value: ours },
      { ratio: { atMost: 1.5 } },
    ),
    row(
      { name: `${name}, first piece`, unit: 'ms', reference: stringified, referenceValue: plain, value: firstPieceMs },
      { value: { atMost: 100 } },
    ),
    row(
      { name: 'one marketplace copied', unit: 'ms', reference: stringified, referenceValue: plain, value: copyMs },
      null,
    ),
  ];
}
