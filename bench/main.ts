import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { cachedRead, frontRead, uncachedRead } from './http/item-read.ts';
import { product } from './product/product.ts';
import { appraisal } from './queries/appraisal.ts';
import { asOf } from './queries/as-of.ts';
import { inventory } from './queries/inventory.ts';
import type { Row } from './rounds.ts';
import { historyQuery } from './store/history-query.ts';
import { ingest } from './store/ingest.ts';
import { restore, restoreOfFiveMillion } from './store/restore.ts';
import { storeRate } from './store/store-rate.ts';
import { tapeBytes } from './store/tape-bytes.ts';
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
  'uncached-read': { measure: uncachedRead },
  ingest: { measure: ingest },
  restore: { measure: restore },
  'restore-5m': { measure: restoreOfFiveMillion, isOnDemand: true },
  history: { measure: historyQuery },
  'as-of': { measure: asOf },
  appraisal: { measure: appraisal },
  inventory: { measure: inventory },
  'store-rate': { measure: storeRate },
  'tape-bytes': { measure: tapeBytes },
};

const names = Object.entries(measurements).map(([name, { isOnDemand }]) =>
  isOnDemand ? `${name} (only when named)` : name,
);
const usage = `npm run bench -- [--only NAME …] [--json FILE] [--against FILE]\n\nmeasurements:\n  ${names.join('\n  ')}\n`;

/** Ends the run with what was wrong and how to call it. */
function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(2);
}

function given() {
  const options = {
    only: { type: 'string', multiple: true, default: [] as string[] },
    json: { type: 'string' },
    against: { type: 'string' },
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

/** A ratio that is worse than an earlier one by more than the noise between two runs. */
const noise = 1.5;
if (values.against !== undefined) {
  const previous: { rows: readonly Row[] } = JSON.parse(readFileSync(values.against, 'utf8'));
  const keyOf = ({ name, unit, reference }: Row): string => [name, unit, reference].join('\n');
  const ratios = new Map(previous.rows.map((row) => [keyOf(row), row.ratio]));
  const worse = rows.flatMap((row) => {
    const { name, ratio, bound } = row;
    const before = ratios.get(keyOf(row));
    if (before === undefined) return [];
    const isWorse = bound?.startsWith('≥') === true ? ratio * noise < before : ratio > before * noise;
    return isWorse ? [`${name}: ${ratio.toPrecision(3)} where it was ${before.toPrecision(3)}`] : [];
  });
  for (const one of worse) console.error(`worse than before: ${one}`);
  if (worse.length > 0) process.exitCode = 1;
}
