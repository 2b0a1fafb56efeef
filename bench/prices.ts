import { createClient, latenciesOf } from './latency.ts';
import { inRounds, type Row, row } from './rounds.ts';
import { withFolder } from './scratch-folder.ts';
import { inWorker, startWorker } from './worker.ts';

const asked = 4_000;
/** How fast the reader of a list reads: a line of 100 Mbit/s. */
const bytesPerSecond = 12_500_000;

/** What others wait for while somebody reads a list, again and again. */
export const besidePrices = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = startWorker();
    const reader = startWorker();
    try {
      const { port, key, paths } = await server.call('servePrices', folder);
      const client = createClient(port, key);
      const some = Array.from({ length: asked }, (_, turn) => paths[(turn * 37) % paths.length] ?? '');
      await latenciesOf(client, some);
      const list = { port, key, path: '/tape/prices?game=CS2', bytesPerSecond };
      const beside = async () => {
        await reader.call('beginReading', list);
        const found = await latenciesOf(client, some);
        const bytes = await reader.call('endReading');
        if (bytes < bytesPerSecond / 2) throw new Error(`only ${bytes} bytes of lists were read meanwhile`);
        return found;
      };
      const { rest, busy } = await inRounds({ rest: () => latenciesOf(client, some), busy: beside });
      client.close();
      return (['p50', 'p99'] as const).map((share) =>
        row(
          {
            name: `comparison beside a reader of whole lists at 100 Mbit/s, ${share}`,
            unit: 'ms',
            reference: 'the same without',
            referenceValue: rest[share],
            value: busy[share],
          },
          share === 'p99' ? { ratio: { atMost: 1.2 } } : null,
        ),
      );
    } finally {
      await Promise.all([server.stop(), reader.stop()]);
    }
  });

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
      { name: 'the longest copy in one go', unit: 'ms', reference: stringified, referenceValue: plain, value: copyMs },
      null,
    ),
  ];
}
