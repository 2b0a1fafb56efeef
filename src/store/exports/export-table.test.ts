import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/store/store-samples.ts';
import { csvText } from '../../schema/index.ts';
import { openStore } from '../open-store.ts';
import type { StoredRow } from '../store.ts';
import { exportColumns } from './export-table.ts';

const at = 1_790_000_000_000;

const texts = [
  "=cmd|' /C calc'!A0",
  '+1+1',
  '@SUM(1)',
  '-2+3',
  '＝1',
  "'=1",
  "''-1",
  '- 米克 - Player Sticker - TI 2023',
  "'Blueberries' Buckshot | NSWC SEAL",
  'AK-47 | Redline (Field-Tested)',
  '=HYPERLINK("https://example.test", "x")',
];

const offerOf = (text: string): StoredRow => ({
  table: 'offers',
  isRemoved: false,
  row: {
    marketplaceId: 3,
    game: 'CS2',
    name: text,
    phase: null,
    offerId: text,
    price: { amount: 1_500, currency: 'USD' },
    prices: { USD: 1_500, EUR: null, CNY: null, RUB: null },
    purchaseLink: text,
    inspectLink: null,
    float: -0.25,
    paintIndex: -3,
    paintSeed: 5,
    stickers: [{ name: text, wear: 0, slot: 1 }],
    tradableAt: null,
    ownerId: text,
    foundAt: at,
    changedAt: at,
    seenAt: at,
  },
});

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );

it('writes no cell of CSV that a spreadsheet would evaluate, and the exact texts in other formats', async () => {
  const { path, remove } = temporaryFolder();
  const { copies, append, close } = await openStore({ at: { folder: join(path, 'data') }, now: () => at });
  onTestFinished(async () => {
    await close();
    remove();
  });
  await append(texts.map(offerOf));
  const exported = async (format: 'csv' | 'json') => {
    const file = join(path, `offers.${format}`);
    await copies?.exportTo({ table: 'offers', format, since: null }, file);
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  };

  const [head = '', ...lines] = await exported('csv');
  const heads = cellsOf(head);
  expect(heads).toEqual(exportColumns('offers').map(({ name }) => name));
  const rows = lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, place) => [heads[place], cell])));
  const safe = (text: string) => cellsOf(csvText(text))[0];
  for (const column of ['name', 'offerId', 'purchaseLink', 'ownerId'])
    expect(rows.map((row) => row[column]).sort()).toEqual(texts.map(safe).sort());
  for (const row of rows) {
    expect(row).toMatchObject({ float: '-0.25', paintIndex: '-3', amount: '1.5', marketplace: 'SkinPort', phase: '' });
    expect([row['inspectLink'], row['priceEUR']]).toEqual(['', '']);
  }
  const whole = (await exported('json')).map((line) => JSON.parse(line));
  expect(whole.map(({ name }) => name).sort()).toEqual([...texts].sort());
  expect(whole.map(({ ownerId }) => ownerId).sort()).toEqual([...texts].sort());
});
