import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { megabytesOf, metricsOf } from '../../test/support/processes/process-facts.ts';
import { createKey, type ServedProcess, serve } from '../../test/support/processes/served-process.ts';
import { until } from '../../test/support/time/until.ts';
import { cpuByThread } from '../cpu-seconds.ts';
import { createClient, type Latencies, latenciesOf } from '../latency.ts';
import { limitRow, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { startWorker } from '../worker.ts';
import { connectorText, marketplaceOf, nameAt, type Sent, shopCount, slugOf } from './shops.ts';

const offers = 500_000;
const perSecond = 2_000;
const seconds = 30;
const warmUpSeconds = 10;
const crowd = { count: 1_000, witnesses: 20 };
const requests = 1_000;
const fillTimeoutMs = 900_000;

const connectorsIn = (folder: string): string => {
  const into = join(folder, 'connectors');
  for (let shop = 0; shop < shopCount; shop += 1) {
    mkdirSync(join(into, slugOf(shop)), { recursive: true });
    writeFileSync(join(into, slugOf(shop), 'index.mjs'), connectorText);
  }
  return into;
};

/** The service as it is installed: the compiled program with its store, its tape and its default settings. */
function start(folder: string, relay: string): ServedProcess {
  return serve({
    folder: join(folder, 'data'),
    relay,
    program: resolve('dist', 'main.js'),
    environment: {
      COLLECT_CONNECTORS: connectorsIn(folder),
      COLLECT_ONLY: Array.from({ length: shopCount }, (_, shop) => slugOf(shop)).join(),
      COLLECT_ENABLE: '',
      API_CACHE_SECONDS: '10',
      STREAM_CONNECTIONS_PER_KEY: String(crowd.count),
      LOG_LEVEL: 'warn',
    },
  });
}

const untilFilled = async (origin: string): Promise<void> => {
  let found = 0;
  const isFilled = async () => {
    found = (await metricsOf(origin))('itemtape_book_offers');
    return found >= offers;
  };
  await until(`${offers} offers to be read`, isFilled, () => found, fillTimeoutMs);
  // What the first lists leave for the store is not counted among what the changes cost
  const areStored = async () => (await metricsOf(origin))('itemtape_store_rows_waiting') === 0;
  await until('the first lists to be stored', areStored, () => found, fillTimeoutMs);
};

const some = (pathOf: (name: string) => string): string[] =>
  Array.from({ length: requests }, (_, at) => pathOf(nameAt(at * 29)));

const asked = {
  'an item that is not in the cache': some(
    (name) => `/v2/items?marketplace=${marketplaceOf(0)}&game=CS2&name=${encodeURIComponent(name)}`,
  ),
  'search by a part of a name': some(
    (name) => `/v2/items/search?game=CS2&query=${encodeURIComponent(name.slice(0, 8))}`,
  ),
  'deals of a game': Array.from({ length: requests }, (_, at) => `/tape/deals?game=CS2&limit=${1 + (at % 50)}`),
  'search of offers': some((name) => `/tape/offers?game=CS2&name=${encodeURIComponent(name)}`),
};
type Asked = keyof typeof asked;
const maxMs: Readonly<Record<Asked, number>> = {
  'an item that is not in the cache': 10,
  'search by a part of a name': 10,
  'deals of a game': 20,
  'search of offers': 20,
};

/** Milliseconds from when a marketplace sent a new price until a reader had it, shortest first. */
const delaysOf = ({ first, at }: Sent, { numbers, times }: { numbers: number[]; times: number[] }): Float64Array =>
  Float64Array.from(times, (time, index) => time - (at[(numbers[index] ?? 0) - first] ?? Number.NaN))
    .filter((delay) => delay >= 0)
    .sort();

const shareOf = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Microseconds to read such a message of a marketplace as JSON, and to write it again. */
function rewriting(): number {
  const text = JSON.stringify({ offers: [{ id: 1e9, title: nameAt(0), cents: 1234, wear: 0.123456789, seed: 611 }] });
  const count = 200_000;
  const before = process.cpuUsage();
  let bytes = 0;
  for (let at = 0; at < count; at += 1) bytes += JSON.stringify(JSON.parse(text)).length;
  const { user, system } = process.cpuUsage(before);
  if (bytes === 0) throw new Error('nothing was written');
  return (user + system) / count;
}

const sumOf = (values: Iterable<number>): number => Array.from(values).reduce((sum, one) => sum + one, 0);

/** The whole product at once: what it takes and how long it needs while all of its parts work. Needs Linux. */
export const product = (): Promise<Row[]> =>
  withFolder(async (folder) => {
    const [shops, readers] = [startWorker(), startWorker()];
    let service: ServedProcess | null = null;
    try {
      const relay = await shops.call('openShops', offers);
      const key = await createKey(join(folder, 'data'));
      service = start(folder, relay);
      const origin = await service.origin;
      await untilFilled(origin);
      await readers.call('openReaders', { ...crowd, origin, key });
      await shops.call('tellPrices', perSecond * warmUpSeconds, perSecond);
      await readers.call('witnessed');
      return await measured({ service, origin, key, shops, readers });
    } finally {
      await Promise.all([shops.stop(), readers.stop(), service?.stop('SIGTERM')]);
    }
  });

type Parts = {
  readonly service: ServedProcess;
  readonly origin: string;
  readonly key: string;
  readonly shops: ReturnType<typeof startWorker>;
  readonly readers: ReturnType<typeof startWorker>;
};

async function measured({ service, origin, key, shops, readers }: Parts): Promise<Row[]> {
  const pid = service.child.pid ?? 0;
  const client = createClient(Number(new URL(origin).port), key);
  const [before, threadsBefore] = [await metricsOf(origin), cpuByThread(pid)];
  const telling = shops.call('tellPrices', perSecond * seconds, perSecond);
  // A failure is met when it is waited for
  telling.catch(() => undefined);
  const latencies = new Map<Asked, Latencies>();
  for (const name of Object.keys(asked) as Asked[]) latencies.set(name, await latenciesOf(client, asked[name]));
  const sent = await telling;
  const threads = new Map(
    [...cpuByThread(pid)].map(([kind, spent]) => [kind, Math.max(0, spent - (threadsBefore.get(kind) ?? 0))]),
  );
  const after = await metricsOf(origin);
  client.close();
  await new Promise((done) => setTimeout(done, 1_000));
  const delays = delaysOf(sent, await readers.call('witnessed'));
  const risen = (name: string): number => after(name) - before(name);
  const changes = risen('itemtape_stream_changes_total');
  return [
    ...toldRows(delays),
    ...[...latencies].flatMap(([name, latency]) => requestRows(name, latency)),
    ...costRows(threads, changes, risen('itemtape_store_rows_written_total')),
    ...memoryRows(pid, after),
  ];
}

const beside = `${perSecond.toLocaleString('en')} changes/s to ${crowd.count.toLocaleString('en')} readers of a tenth each`;

const toldRows = (delays: Float64Array): Row[] =>
  ([0.5, 0.99] as const).map((share) =>
    limitRow(`from a marketplace to a reader, ${beside}, p${share * 100}`, 'ms', shareOf(delays, share), 50),
  );

const requestRows = (name: Asked, { p99 }: Latencies): Row[] => [
  limitRow(`${name}, beside ${beside}, p99`, 'ms', p99, maxMs[name]),
];

function costRows(threads: ReadonlyMap<string, number>, changes: number, written: number): Row[] {
  const reference = 'its message read as JSON and written again';
  const referenceValue = rewriting();
  const each = (name: string, cpuSeconds: number): Row =>
    row({ name, unit: 'µs of CPU', reference, referenceValue, value: (cpuSeconds * 1e6) / changes });
  const kinds = [...threads].filter(([, spent]) => spent > 0.1).sort(([, one], [, other]) => other - one);
  return [
    each(`a change with all that follows, ${beside}`, sumOf(threads.values())),
    ...kinds.map(([kind, spent]) => each(`the same, ${kind}`, spent)),
    row({
      name: 'rows written to the store',
      unit: 'rows',
      reference: 'changes',
      referenceValue: changes,
      value: written,
    }),
  ];
}

function memoryRows(pid: number, metric: (name: string) => number): Row[] {
  const resident = megabytesOf(pid, 'VmRSS');
  const holding = `memory with ${offers.toLocaleString('en')} offers`;
  const ofBook = metric('itemtape_book_memory_bytes') / 2 ** 20;
  const ofStream = metric('itemtape_stream_log_bytes') / 2 ** 20;
  const partOf = (name: string, value: number): Row =>
    row({ name: `${holding}, ${name}`, unit: 'MB', reference: 'the whole process', referenceValue: resident, value });
  return [
    limitRow(`${holding}, the whole process`, 'MB', resident, 600),
    partOf('all but pages of files', megabytesOf(pid, 'RssAnon')),
    partOf('the book', ofBook),
    partOf('the log of the stream', ofStream),
  ];
}
