import { limitRow, type Row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker } from '../worker.ts';
import { appraisedNames, offersOfEach, removalsOfEach, salesOfEach } from './appraisal-tasks.ts';

const maxMs = 50;

/** What one item is worth, over HTTP, where sales, removals and offers of it abound. */
export async function appraisal(): Promise<Row[]> {
  const found = await withFolder((folder) => inWorker('measureAppraisal', folder));
  const what = `appraisal of one of ${appraisedNames} items with ${salesOfEach} sales, ${removalsOfEach} removals and ${offersOfEach} offers on each marketplace`;
  return (['p50', 'p99'] as const).map((figure) => limitRow(`${what}, ${figure}`, 'ms', found[figure], maxMs));
}
