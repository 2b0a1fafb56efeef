import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buyOrderRecord,
  csfloat,
  fillBook,
  redline,
  type ServedApi,
  serveApi,
  startAt,
  steamMarket,
} from '../../../../test/support/api/served-api.ts';
import { callCommand } from '../../../../test/support/processes/called.ts';
import { asleepStore } from '../../../../test/support/store/asleep-store.ts';
import { Book } from '../../../book/book.ts';
import type { Fee } from '../../../schema/index.ts';

const seller: Fee = { side: 'seller', percent: 10, asOf: '2026-09-01', source: 'shop.example', evidence: 'single' };
const fees = new Map([[csfloat, [seller]]]);
const folder = mkdtempSync(join(tmpdir(), 'itemtape-value-'));

let served: ServedApi;
let origin = '';
beforeAll(async () => {
  const book = new Book(fees);
  fillBook(book);
  book.apply([buyOrderRecord('CS2', redline, 'most', 31_000)], {
    marketplaceId: steamMarket,
    source: 'test',
    at: startAt,
  });
  served = await serveApi(asleepStore('values ask nothing of the store'), { book, fees });
  served.api.server.listen(0, '127.0.0.1');
  await once(served.api.server, 'listening');
  origin = `http://127.0.0.1:${(served.api.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await served?.close();
  rmSync(folder, { recursive: true });
});

it('names for each price the marketplace that pays it, which can be another after fees', async () => {
  const file = join(folder, 'items.csv');
  writeFileSync(file, `${redline}\n`);
  const words = ['value', file, '--game', 'CS2', '--payout', 'any', '--url', origin];
  const { out, err } = await callCommand(words, { ITEMTAPE_KEY: served.key });

  expect(err).toBe('');
  // Steam bids most but its fee is not known here; CSFloat's bid of 30.10 is best of those with a known one
  expect(out.split('\n')[1]).toMatch(
    /^ *1 +31\.00 +SteamMarket +\S+ \S+ +31\.00 +27\.09 +CSFloat +\S+ \S+ +27\.09 +AK-47/,
  );
});
