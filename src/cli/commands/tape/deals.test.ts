import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buyOrderRecord,
  csfloat,
  dmarket,
  offerRecord,
  openTestStore,
  redline,
  type ServedApi,
  serveApi,
  startAt,
  steamMarket,
  type TestStore,
} from '../../../../test/support/api/served-api.ts';
import { callCommand } from '../../../../test/support/processes/called.ts';
import { Book } from '../../../book/book.ts';
import type { Fee, KnownTerms, Phase } from '../../../schema/index.ts';

const doppler = '★ Karambit | Doppler (Factory New)';
const said = { asOf: '2026-09-01', source: 'shop.example', evidence: 'single' } as const;
const seller: Fee = { side: 'seller', percent: 0, ...said };
const fees = new Map([
  [csfloat, [seller]],
  [steamMarket, [seller]],
  [dmarket, [seller, { ...seller, side: 'buyer' as const }]],
]);
const terms: KnownTerms = new Map([
  [csfloat, { payout: { kind: 'money', ...said }, moneyHolds: [{ days: 8, ...said }] }],
  [steamMarket, { payout: { kind: 'steamBalance', ...said }, moneyHolds: [{ days: 0, ...said }] }],
  [dmarket, { payout: { kind: 'money', ...said }, itemHolds: [{ days: 7, ...said }] }],
]);
const folder = mkdtempSync(join(tmpdir(), 'itemtape-deals-'));

let store: TestStore;
let served: ServedApi;
let origin = '';
beforeAll(async () => {
  store = await openTestStore();
  const book = new Book(fees, terms);
  const stamp = (marketplaceId: number) => ({ marketplaceId, source: 'test', at: startAt });
  const bidOf = (phase: Phase, usd: number) => ({ ...buyOrderRecord('CS2', doppler, phase, usd), phase });
  book.apply([offerRecord('CS2', redline, 'a', 20_000), offerRecord('CS2', redline, 'b', 20_000)], stamp(dmarket));
  book.apply(
    [
      buyOrderRecord('CS2', redline, 'c', 25_000),
      buyOrderRecord('CS2', redline, 'd', 25_000),
      bidOf('Ruby', 900_000),
      bidOf('Phase 2', 300_000),
    ],
    stamp(csfloat),
  );
  book.apply(
    [
      buyOrderRecord('CS2', redline, 'e', 30_000),
      buyOrderRecord('CS2', redline, 'f', 30_000),
      offerRecord('CS2', redline, 'g', 32_000),
      offerRecord('CS2', redline, 'i', 32_000),
      { ...offerRecord('CS2', doppler, 'h', 950_000), phase: 'Ruby' },
    ],
    stamp(steamMarket),
  );
  served = await serveApi(store.store, { book, fees, terms });
  served.api.server.listen(0, '127.0.0.1');
  await once(served.api.server, 'listening');
  origin = `http://127.0.0.1:${(served.api.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await served?.close();
  await store?.close();
  rmSync(folder, { recursive: true });
});

async function printed(...words: readonly string[]): Promise<string[]> {
  const { out, err } = await callCommand([...words, '--url', origin], { ITEMTAPE_KEY: served.key });
  expect(err).toBe('');
  return out.trimEnd().split('\n');
}

it('deals end in money, and say for how long it is held and what was not deducted', async () => {
  const [head, unknown, columns, ...rows] = await printed('deals', '--way', 'bid');

  expect(head).toBe('CS2, USD, after known fees');
  expect(unknown).toBe('not known, so not deducted: what paying out costs at CSFloat');
  expect(columns).toMatch(/brings +seen +held +item/);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/^ +5\.00 +25\.0 +DMarket +20\.00 .* CSFloat +bid +25\.00 .* 15 d +AK-47/);
});

it('deals name what is paid out where it is not money, and the pages of both sides on request', async () => {
  const [, columns, row, ...links] = await printed('deals', '--way', 'bid', '--payout', 'steamBalance', '--links');

  expect(columns).toMatch(/brings +pays +seen/);
  expect(row).toMatch(/SteamMarket +bid +30\.00 +Steam balance .* 7 d /);
  expect(links).toEqual(['    https://example.test/a', '    https://example.test/g']);
});

it('deals are limited to one item, and to a time until the money is free', async () => {
  const words = ['deals', '--way', 'bid', '--url', origin];
  const { out, err } = await callCommand([...words, '--max-hold-days', '14'], { ITEMTAPE_KEY: served.key });

  expect([out, err]).toEqual(['', expect.stringContaining('no known deal matches')]);
  expect(await printed('deals', '--way', 'bid', '--max-hold-days', '15', '--name', redline)).toHaveLength(4);
});

it('ratio shows each direction with its items', async () => {
  const lines = await printed('ratio', '--way', 'bid', '--amount', '5', '--min-sales', '0');

  expect(lines[0]).toBe('CS2, USD, after known fees');
  // Two sales in the last week of an item for 20.00 take up 5.71 a day
  expect(lines[1]).toBe('money into Steam balance: 1.5000 for 1, for 5.00 in a day');
  expect(lines[2]).toMatch(/^ +ratio +buy on +for .* held +sales a day +item$/);
  expect(lines[3]).toMatch(/^ *1\.5000 +DMarket +20\.00 .* SteamMarket +bid +30\.00 .* 7 d +0\.29 +AK-47/);
  expect(lines[4]).toBe('Steam balance into money: 0.7813 for 1, for 5.00 in a day');
  expect(lines[6]).toMatch(/^ *0\.7813 +SteamMarket +32\.00 .* CSFloat +bid +25\.00 .* \? +0\.29 +AK-47/);
});

it('best gives the ranges of an item with variants, and asks for one of them', async () => {
  const lines = await printed('best', doppler);

  expect(lines[0]).toContain('USD; bids of marketplaces that pay out money;');
  expect(lines.filter((line) => /^ +highest bid/.test(line))).toEqual([]);
  expect(lines.at(-1)).toBe(
    'by variant: asks from 950.00 to 950.00, bids from 300.00 to 900.00; as a whole it has no bid: choose one with --phase',
  );
  const ruby = await printed('best', doppler, '--phase', 'Ruby');
  expect(ruby.at(-1)).toMatch(/^Ruby +highest bid +900\.00 +900\.00 +CSFloat/);
});

it('value asks for the variant of an item that has some', async () => {
  const file = join(folder, 'items.csv');
  writeFileSync(file, `name,phase\n${doppler},\n${doppler},Ruby\n`);
  const [, whole, ruby] = await printed('value', file);

  expect(whole).toMatch(/has variants; give one in the column phase or effect$/);
  expect(ruby).toMatch(/^ *1 +900\.00 +CSFloat/);
});
