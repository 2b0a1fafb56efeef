import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { cachedRead, frontRead, frontWorkers, uncachedRead } from './http/item-read.ts';
import { product } from './product/product.ts';
import { alerts } from './queries/alerts.ts';
import { asOf } from './queries/as-of.ts';
import { deals } from './queries/deals.ts';
import { findOffers, findOffersOfFiveMillion } from './queries/find-offers.ts';
import { besidePrices, prices } from './queries/prices.ts';
import { searchOfAllGames, searchOfOneGame } from './queries/search-latency.ts';
import type { Row } from './rounds.ts';
import { besideChanges } from './store/beside-changes.ts';
import { disk } from './store/disk.ts';
import { diskOfChanges } from './store/disk-changes.ts';
import { historyQuery } from './store/history-query.ts';
import { ingest } from './store/ingest.ts';
import { offerMemory, offerMemoryAtFiveMillion } from './store/offer-memory.ts';
import { restore, restoreOfFiveMillion } from './store/restore.ts';
import { storeRate } from './store/store-rate.ts';
import { bestLatency } from './stream/best-latency.ts';
import { fanOutTo100, fanOutTo1000, fanOutTo5000 } from './stream/fan-out.ts';
import { frontFanOut } from './stream/front-fan-out.ts';
import { idleConnections } from './stream/idle.ts';
import { clusterLatency, streamLatency } from './stream/latency.ts';
import { replaying } from './stream/replay.ts';
import { resuming } from './stream/resume.ts';
import { reconnecting } from './stream/storm.ts';
import { tableOf } from './table.ts';

type Measurement = {
  readonly measure: () => Promise<readonly Row[]>;
  /** Takes long: only runs when named. */
  readonly isOnDemand?: boolean;
};

const measurements: Readonly<Record<string, Measurement>> = {
  product: { measure: product },
  'cached-read': { measure: cachedRead },
  'front-read': { measure: frontRead },
  'front-workers': { measure: frontWorkers },
  'uncached-read': { measure: uncachedRead },
  ingest: { measure: ingest },
  'offer-memory': { measure: offerMemory },
  'offer-memory-5m': { measure: offerMemoryAtFiveMillion, isOnDemand: true },
  history: { measure: historyQuery },
  'as-of': { measure: asOf, isOnDemand: true },
  'beside-changes': { measure: besideChanges },
  'store-rate': { measure: storeRate },
  restore: { measure: restore },
  'restore-5m': { measure: restoreOfFiveMillion, isOnDemand: true },
  disk: { measure: disk, isOnDemand: true },
  'disk-changes': { measure: diskOfChanges, isOnDemand: true },
  search: { measure: searchOfAllGames },
  'search-one-game': { measure: searchOfOneGame },
  deals: { measure: deals },
  alerts: { measure: alerts },
  'find-offers': { measure: findOffers },
  'find-offers-5m': { measure: findOffersOfFiveMillion, isOnDemand: true },
  prices: { measure: prices },
  'beside-prices': { measure: besidePrices },
  'fan-out-100': { measure: fanOutTo100 },
  'fan-out-1000': { measure: fanOutTo1000 },
  'fan-out-5000': { measure: fanOutTo5000 },
  'front-fan-out': { measure: frontFanOut },
  'stream-latency': { measure: streamLatency },
  'cluster-latency': { measure: clusterLatency, isOnDemand: true },
  'best-latency': { measure: bestLatency },
  'stream-idle': { measure: idleConnections },
  'stream-resume': { measure: resuming },
  'stream-storm': { measure: reconnecting },
  replay: { measure: replaying },
};

const names = Object.entries(measurements).map(([name, { isOnDemand }]) =>
  isOnDemand ? `${name} (only when named)` : name,
);
const usage = `npm run bench -- [--only NAME …] [--json FILE]\n\nmeasurements:\n  ${names.join('\n  ')}\n`;

/** Ends the run with what was wrong and how to call it. */
function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

function given() {
  const options = {
    only: { type: 'string', multiple: true, default: [] as string[] },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const values = given();
if (values.help) {
  console.log(usage);
  process.exit(0);
}

function chosen(): [string, Measurement][] {
  const unknown = values.only.find((name) => !Object.hasOwn(measurements, name));
  if (unknown !== undefined) refuse(`there is no measurement "${unknown}"`);
  return Object.entries(measurements).filter(([name, { isOnDemand }]) =>
    values.only.length === 0 ? !isOnDemand : values.only.includes(name),
  );
}

const machine = {
  node: process.version,
  cpu: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  /** Load average of the last minute, before anything was measured. */
  load: Number(loadavg()[0]?.toFixed(2)),
  at: new Date().toISOString(),
};

const rows: Row[] = [];
for (const [name, { measure }] of chosen()) {
  console.error(`measuring ${name} …`);
  rows.push(...(await measure()));
}

console.log(
  `\nNode ${machine.node}, ${machine.cpu}, load before ${machine.load}; medians of three interleaved rounds\n`,
);
console.log(tableOf(rows));
const report = JSON.stringify({ machine, rows }, null, 2);
if (values.json === undefined) console.log(`\n${report}`);
else writeFileSync(values.json, `${report}\n`);
