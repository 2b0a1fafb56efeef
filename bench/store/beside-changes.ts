import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Latencies, latenciesOf } from '../latency.ts';
import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { startWorker } from '../worker.ts';

const changesPerSecond = 2_000;
const settleMs = 5_000;
const readings = 600;

const some = (paths: readonly string[]): string[] =>
  Array.from({ length: readings }, (_, turn) => paths[(turn * 37) % paths.length] ?? '');

const rowsOf = (name: string, rest: Latencies, busy: Latencies, promised: Record<'p50' | 'p99', Promised>): Row[] =>
  (['p50', 'p99'] as const).map((share) =>
    row(
      {
        name: `${name} beside ${changesPerSecond.toLocaleString('en')} changes/s, ${share}`,
        unit: 'ms',
        reference: 'the same while nothing changes',
        referenceValue: rest[share],
        value: busy[share],
      },
      promised[share],
    ),
  );

/** Latency of uncached requests while the store is being written to. */
export const besideChanges = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = startWorker();
    try {
      const { port, key, histories, items } = await server.call('serveChanging', folder);
      const client = createClient(port, key);
      const measured = async (paths: readonly string[], perSecond: number) => {
        await server.call('change', perSecond);
        await sleep(settleMs);
        return await latenciesOf(client, some(paths));
      };
      const found = await inRounds({
        historyAtRest: () => measured(histories, 0),
        itemsAtRest: () => measured(items, 0),
        history: () => measured(histories, changesPerSecond),
        items: () => measured(items, changesPerSecond),
      });
      client.close();
      return [
        ...rowsOf('history, 30 days to 100 points,', found.historyAtRest, found.history, {
          p50: { value: { atMost: 10 } },
          p99: { value: { atMost: 50 } },
        }),
        ...rowsOf('uncached item', found.itemsAtRest, found.items, {
          p50: { value: { atMost: 10 } },
          p99: { value: { atMost: 30 } },
        }),
      ];
    } finally {
      await server.stop();
    }
  });
