import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runOn } from '../cpu-share.ts';
import { doorIn } from '../http/front.ts';
import { createClient, latenciesOf } from '../latency.ts';
import { inRounds, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker, startWorker } from '../worker.ts';

const requestCount = 20_000;
/** Speed of the reader of a list, as over a line of 100 Mbit/s. */
const bytesPerSecond = 12_500_000;

type Beside = {
  readonly name: string;
  readonly reads: 'all' | 'comparisons';
  readonly cacheSeconds: number;
  readonly hasFront: boolean;
  /** Whether client and server have a separate core, on which no list is made or read. */
  readonly isApart?: boolean;
};

/** Latency of other requests while somebody reads lists repeatedly. */
export const besidePrices = async (): Promise<Row[]> => [
  ...(await measureBeside({ name: 'reads of all kinds', reads: 'all', cacheSeconds: 0, hasFront: false })),
  ...(await measureBeside({ name: 'comparisons only', reads: 'comparisons', cacheSeconds: 0, hasFront: false })),
  ...(await measureBeside({ name: 'cached comparisons', reads: 'comparisons', cacheSeconds: 3_600, hasFront: false })),
  ...(await measureBeside({
    name: 'cached comparisons from a front worker',
    reads: 'comparisons',
    cacheSeconds: 3_600,
    hasFront: true,
  })),
  ...(await measureBeside({
    name: 'cached comparisons from a front worker on a separate core',
    reads: 'comparisons',
    cacheSeconds: 3_600,
    hasFront: true,
    isApart: true,
  })),
];

const everyCore = `0-${availableParallelism() - 1}`;

const measureBeside = ({ name, reads, cacheSeconds, hasFront, isApart = false }: Beside): Promise<Row[]> =>
  withFolder(async (folder) => {
    const [server, front, reader, stranger] = [startWorker(), startWorker(), startWorker(), startWorker()];
    try {
      const door = hasFront ? doorIn(folder) : null;
      front.handTo(server);
      const { port: own, key, ...pathsOf } = await server.call('servePrices', join(folder, 'data'), cacheSeconds, door);
      const port = door === null ? own : await front.call('serveFront', door);
      const client = createClient(port, key);
      const others = [server.pid, stranger.pid, reader.pid];
      if (isApart && !(runOn('0', [process.pid, front.pid]) && runOn('1', others))) return [];
      const paths = pathsOf[reads];
      const some = Array.from({ length: requestCount }, (_, turn) => paths[(turn * 37) % paths.length] ?? '');
      await latenciesOf(client, some);
      const other = await stranger.call('servePrices', join(folder, 'stranger'), cacheSeconds, null);
      const beside = async (list: { readonly port: number; readonly key: string }) => {
        const { port: at, key: text } = list;
        await reader.call('beginReading', { port: at, key: text, path: '/tape/prices?game=CS2', bytesPerSecond });
        const found = await latenciesOf(client, some);
        const bytes = await reader.call('endReading');
        if (bytes === 0) throw new Error('no part of a list was read meanwhile');
        return found;
      };
      const { rest, foreign, busy } = await inRounds({
        rest: () => latenciesOf(client, some),
        foreign: () => beside(other),
        busy: () => beside({ port, key }),
      });
      client.close();
      const against = (share: 'p50' | 'p99', reference: string, referenceValue: number) =>
        row(
          {
            name: `${name} next to a reader of full lists at 100 Mbit/s, ${share}`,
            unit: 'ms',
            reference,
            referenceValue,
            value: busy[share],
          },
          share === 'p99' ? { ratio: { atMost: 1.2 } } : null,
        );
      return [
        against('p50', 'the same without', rest.p50),
        against('p99', 'the same without', rest.p99),
        // Shows the effect of the machine itself, with two cores for all of these processes
        against('p99', 'next to a list of another service on this machine', foreign.p99),
      ];
    } finally {
      if (isApart) runOn(everyCore, [process.pid]);
      await Promise.all([server, front, reader, stranger].map(({ stop }) => stop()));
    }
  });

/** Cost of a full price list, which is made while it is read. */
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
