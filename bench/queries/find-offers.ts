import { answerAt } from '../http/http-answer.ts';
import { createClient, type Latencies, latenciesOf } from '../latency.ts';
import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker, startWorker } from '../worker.ts';

const requestCount = 200;
const promised: Promised = { value: { atMost: 20 } };

const queries = [
  '',
  '&sort=newest',
  '&sort=float&maxPrice=500',
  '&sort=floatDown',
  '&minPrice=20&maxPrice=25&maxDaysTradeLocked=0',
  '&query=karambit&maxFloat=0.07',
  '&query=ak%20crimson%20web&sort=priceDown',
  '&paintSeeds=661,670,321,955&minPrice=10',
  '&stickers=Sticker%20%7C%20Team%2012%20(Holo)%20%7C%20Katowice',
  '&minFloat=0.15&maxFloat=0.150002',
  '&belowOthersPercent=20&minPrice=5',
];

const paths = Array.from(
  { length: requestCount },
  (_, at) => `/tape/offers?game=CS2&limit=100${queries[at % queries.length]}`,
);

/** Latency of searches over all single offers. */
export const findOffers = (): Promise<Row[]> => measure(1_000_000);

export const findOffersOfFiveMillion = (): Promise<Row[]> => measure(5_000_000);

const measure = (offerCount: number): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = startWorker();
    const beside = startWorker();
    try {
      const { port, key } = await server.call('serveOffers', folder, offerCount);
      const client = createClient(port, key);
      const sample = await answerAt(port, paths[0] ?? '', key);
      const bare = createClient(await beside.call('servePlain', sample.headers, sample.body), key);
      await latenciesOf(client, paths.slice(0, queries.length * 2));
      await latenciesOf(bare, paths);
      const figures = await inRounds({ bare: () => latenciesOf(bare, paths), ours: () => latenciesOf(client, paths) });
      client.close();
      bare.close();
      const rowOf = (figure: keyof Latencies, bound: Promised | null) =>
        row(
          {
            name: `search for 100 of ${offerCount.toLocaleString('en')} live offers, ${figure}`,
            unit: 'ms',
            reference: `bare node:http, one answer of ${(sample.body.length / 1000).toFixed(1)} kB`,
            referenceValue: figures.bare[figure],
            value: figures.ours[figure],
          },
          bound,
        );
      const bytes = await inWorker('measureSearchBytes');
      return [
        rowOf('p50', null),
        rowOf('p99', promised),
        row(
          {
            name: 'columns that searches scan, per offer',
            unit: 'B',
            reference: 'one 8-byte number',
            referenceValue: 8,
            value: bytes,
          },
          { value: { atMost: 24 } },
        ),
      ];
    } finally {
      await Promise.all([server.stop(), beside.stop()]);
    }
  });
