import { marketplaces } from '../../src/schema/index.ts';
import { type Row, row } from '../rounds.ts';
import { inWorker } from '../worker.ts';
import { inventoryItems, inventoryNames } from './inventory-tasks.ts';

const limitMs = 50;

/** An inventory valued where each piece brings most. */
export async function inventory(): Promise<Row[]> {
  const found = await inWorker('measureInventory');
  const count = (number: number): string => number.toLocaleString('en');
  const what = `inventory of ${count(inventoryItems)} items valued over ${marketplaces.length} marketplaces of ${count(inventoryNames)} names`;
  return (['bid', 'list'] as const).flatMap((way) =>
    (['p50', 'p99'] as const).map((figure) =>
      row(
        {
          name: `${what}, ${way === 'bid' ? 'at buy orders' : 'listed'}, ${figure}`,
          unit: 'ms',
          reference: 'the limit',
          referenceValue: limitMs,
          value: found[way][figure],
        },
        { ratio: { atMost: 1 } },
      ),
    ),
  );
}
