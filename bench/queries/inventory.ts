import { marketplaces } from '../../src/schema/index.ts';
import { limitRow, type Row } from '../rounds.ts';
import { inWorker } from '../worker.ts';
import { inventoryItems, inventoryNames } from './inventory-tasks.ts';

const maxMs = 50;

/** An inventory valued where each piece brings most. */
export async function inventory(): Promise<Row[]> {
  const found = await inWorker('measureInventory');
  const count = (number: number): string => number.toLocaleString('en');
  const what = `inventory of ${count(inventoryItems)} items valued over ${marketplaces.length} marketplaces of ${count(inventoryNames)} names`;
  return (['bid', 'list'] as const).flatMap((way) =>
    (['p50', 'p99'] as const).map((figure) =>
      limitRow(`${what}, ${way === 'bid' ? 'at buy orders' : 'listed'}, ${figure}`, 'ms', found[way][figure], maxMs),
    ),
  );
}
