import { marketplaces } from '../../src/schema/index.ts';
import { type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';
import { asOfNames, changesADay, offersOfEach, retentionDays } from './as-of-tasks.ts';

/** An item on all marketplaces as of any instant of a month. */
export async function asOf(): Promise<Row[]> {
  const { engine, item } = await withFolder((folder) => inWorker('measureAsOf', folder));
  const rows = asOfNames * marketplaces.length * (offersOfEach + 3) + changesADay;
  const what = `item over ${marketplaces.length} marketplaces at any instant of ${retentionDays} days of ${rows.toLocaleString('en')} rows`;
  const against = (figure: 'p50' | 'p99') => ({
    name: `${what}, ${figure}`,
    unit: 'ms',
    reference: 'SELECT 1 of the engine',
    referenceValue: engine[figure],
    value: item[figure],
  });
  return [row(against('p50')), row(against('p99'), { value: { atMost: 100 } })];
}
