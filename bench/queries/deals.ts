import { answerAt } from '../http/http-answer.ts';
import { createClient, type Latencies, latenciesOf } from '../latency.ts';
import { madeUpNames } from '../made-up/made-up-items.ts';
import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { inWorker, startWorker } from '../worker.ts';
import { dealMarketplaces, dealNames } from './deals-tasks.ts';

const requestCount = 200;
const promised: Promised = { value: { atMost: 20 } };
const what = `${dealNames.toLocaleString('en')} made-up names in 1 game × ${dealMarketplaces}`;

const queries = [
  '',
  '&sort=percent',
  '&way=bid&minProfit=1',
  '&way=list&minPercent=5&maxPrice=50',
  '&without=outlier,thin',
  '&maxAgeSeconds=1800',
  '&maxHoldDays=14',
  '&payout=steamBalance',
  '&payout=any&pairs=all&without=none',
  '&from=buff163&to=csfloat',
  '&to=skinport,csfloat,dmarket&sort=percent&without=stale',
];

const dealPaths = Array.from(
  { length: requestCount },
  (_, at) => `/tape/deals?game=CS2&limit=50${queries[at % queries.length]}`,
);

/** The best prices over marketplaces, and deals. */
export const deals = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const server = startWorker();
    const beside = startWorker();
    try {
      const { port, key } = await server.call('serveDeals', folder);
      const client = createClient(port, key);
      const sample = await answerAt(port, dealPaths[0] ?? '', key);
      const bare = createClient(await beside.call('servePlain', sample.headers, sample.body), key);
      const bestPaths = madeUpNames(requestCount).map((name) => `/tape/best?game=CS2&name=${encodeURIComponent(name)}`);
      await latenciesOf(client, dealPaths.slice(0, queries.length * 2));
      await latenciesOf(bare, dealPaths);
      const figures = await inRounds({
        bare: () => latenciesOf(bare, dealPaths),
        deals: () => latenciesOf(client, dealPaths),
        best: () => latenciesOf(client, bestPaths),
      });
      client.close();
      bare.close();
      const reference = `bare node:http, one answer of ${(sample.body.length / 1000).toFixed(1)} kB`;
      const against = (name: string, figure: keyof Latencies, ours: Latencies) =>
        row(
          { name, unit: 'ms', reference, referenceValue: figures.bare[figure], value: ours[figure] },
          figure === 'p99' ? promised : null,
        );
      const { bytes, series } = await inWorker('measureBestMemory');
      const plainBytes = dealNames * dealMarketplaces * 8;
      return [
        against(`50 deals of ${what}, p50`, 'p50', figures.deals),
        against(`50 deals of ${what}, p99`, 'p99', figures.deals),
        against(`best of an item, ${what}, p99`, 'p99', figures.best),
        row(
          {
            name: `memory of the best prices of ${series.toLocaleString('en')} series`,
            unit: 'MB',
            reference: 'one 8-byte number for each name and marketplace',
            referenceValue: plainBytes / 1e6,
            value: bytes / 1e6,
          },
          { value: { atMost: 100 } },
        ),
      ];
    } finally {
      await Promise.all([server.stop(), beside.stop()]);
    }
  });
