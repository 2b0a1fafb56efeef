// Writes the price of every item of a game on every marketplace to a compressed CSV file, for example every night.
//
//   ITEMTAPE_URL=http://127.0.0.1:7400 ITEMTAPE_KEY=... node examples/price-file.mjs --game CS2 --to prices.csv.gz
//
// In your own project, import from '@itemtape/client'.
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { createTape } from '../client/dist/index.js';

const { values } = parseArgs({
  options: { game: { type: 'string', default: 'CS2' }, to: { type: 'string', default: 'prices.csv.gz' } },
});

const tape = createTape({ url: process.env.ITEMTAPE_URL, key: process.env.ITEMTAPE_KEY });
const columns = ['priceUSD', 'priceEUR', 'priceCNY', 'priceRUB', 'offerCount', 'updatedAt'];
const cell = (value) => (typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : (value ?? ''));
let rows = 0;

async function* lines() {
  yield `name,marketplace,${columns.join(',')}\r\n`;
  for await (const { name, marketplaces } of tape.all({ game: values.game })) {
    for (const row of marketplaces) {
      rows += 1;
      yield `${[name, row.marketplace, ...columns.map((column) => row[column])].map(cell).join(',')}\r\n`;
    }
  }
}

// Renamed when complete, so that no reader sees a truncated file
const unfinished = `${values.to}.part`;
await pipeline(lines, createGzip(), createWriteStream(unfinished));
await rename(unfinished, values.to);
console.log(`${values.to}: ${rows} prices of ${values.game}`);
