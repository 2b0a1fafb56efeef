import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { burningFlames } from '../../../../test/support/book/effects.ts';
import { offerOf, orderOf, temporaryFolder } from '../../../../test/support/store/store-samples.ts';
import {
  csvText,
  type ExportFormat,
  type LiveBuyOrder,
  type LiveOffer,
  type LiveQuote,
  type StandingTable,
} from '../../../schema/index.ts';
import { type OpenStore, openStore } from '../../open-store.ts';
import { sqlText } from '../sql.ts';
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

const oddOffer = (text: string): LiveOffer => ({
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
});

const quoteOf = (change: Partial<LiveQuote> = {}): LiveQuote => ({
  game: 'TF2',
  name: 'Unusual Team Captain',
  phase: burningFlames,
  marketplaceId: 4,
  lowest: { amount: 90_000, currency: 'USD' },
  prices: { USD: 90_000, EUR: 80_000, CNY: null, RUB: null },
  offerCount: 3,
  purchaseLink: 'https://example.test/captain',
  marketplaceItemId: '17',
  thumbnail: 'https://example.test/captain.png',
  foundAt: at,
  changedAt: at + 5,
  seenAt: at + 7,
  ...change,
});

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );

describe('an export of what stands', () => {
  const { path, remove } = temporaryFolder();
  let store: OpenStore;
  let made = 0;
  beforeAll(async () => {
    store = await openStore({ at: { folder: join(path, 'data') }, now: () => at });
  });
  afterAll(async () => {
    await store.close();
    remove();
  });

  async function exported(
    table: StandingTable,
    rows: readonly (LiveOffer | LiveBuyOrder | LiveQuote)[],
    { format = 'json', since = null }: { readonly format?: ExportFormat; readonly since?: number | null } = {},
  ): Promise<string> {
    made += 1;
    const file = join(path, `${made}.${format}`);
    const pieces = async function* () {
      yield rows.slice(0, 1);
      yield [];
      yield rows.slice(1);
    };
    await store.copies?.exportStanding({ table, format, since }, pieces(), file);
    return file;
  }
  const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');
  const jsonOf = async (...call: Parameters<typeof exported>): Promise<Record<string, unknown>[]> =>
    linesOf(await exported(...call)).flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

  it('has no cell of CSV that a spreadsheet would evaluate, and the exact texts in other formats', async () => {
    const odd = texts.map(oddOffer);

    const [head = '', ...lines] = linesOf(await exported('offers', odd, { format: 'csv' }));
    const heads = cellsOf(head);
    expect(heads).toEqual(exportColumns('offers').map(({ name }) => name));
    const rows = lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [heads[index], cell])));
    const safe = (text: string) => cellsOf(csvText(text))[0];
    for (const column of ['name', 'offerId', 'purchaseLink', 'ownerId'])
      expect(rows.map((row) => row[column]).sort()).toEqual(texts.map(safe).sort());
    for (const row of rows) {
      expect(row).toMatchObject({
        float: '-0.25',
        paintIndex: '-3',
        amount: '1.5',
        marketplace: 'SkinPort',
        phase: '',
      });
      expect([row['inspectLink'], row['priceEUR']]).toEqual(['', '']);
    }
    const whole = await jsonOf('offers', odd);
    expect(whole.map(({ name }) => name).sort()).toEqual([...texts].sort());
    expect(whole.map(({ ownerId }) => ownerId).sort()).toEqual([...texts].sort());
  });

  it('has offers with all that is known of them', async () => {
    const offer = offerOf({
      ...{ name: '★ Karambit | Doppler (Factory New)', phase: 'Ruby' },
      stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0.1, slot: 2 }],
      tradableAt: at + 1,
      ...{ foundAt: at - 9, changedAt: at - 5, seenAt: at },
    });
    const traits = { quality: 'Strange', elevatedQuality: null, craftNumber: 7, crateSeries: null } as const;
    const strange = offerOf({ game: 'TF2', name: 'Strange Rocket Launcher', stickers: null, tf2: traits });

    expect(await jsonOf('offers', [offer, strange])).toEqual([
      {
        game: 'CS2',
        name: '★ Karambit | Doppler (Factory New)',
        marketplace: 'DMarket',
        phase: 'Ruby',
        effect: null,
        offerId: 'offer-1',
        amount: 5.12,
        currency: 'USD',
        priceUSD: 5.12,
        priceEUR: 4.7,
        priceCNY: 36.9,
        priceRUB: 410,
        float: 0.2345,
        paintIndex: 1035,
        paintSeed: 7,
        stickers: '[{"name":"Sticker | Crown (Foil)","wear":0.1,"slot":2}]',
        purchaseLink: 'https://example.test/buy/1',
        inspectLink: null,
        tradableAt: new Date(at + 1).toISOString(),
        ownerId: null,
        ...{ charms: null, nameTag: null, statTrakCount: null, patches: null },
        foundAt: new Date(at - 9).toISOString(),
        changedAt: new Date(at - 5).toISOString(),
        seenAt: new Date(at).toISOString(),
      },
      expect.objectContaining({ game: 'TF2', name: 'Strange Rocket Launcher', stickers: JSON.stringify(traits) }),
    ]);
  });

  it('has quotes with the effect of an unusual item, and buy orders', async () => {
    const none = quoteOf({ lowest: null, phase: null, offerCount: 0, purchaseLink: null });
    const times = { foundAt: new Date(at).toISOString(), seenAt: new Date(at + 7).toISOString() };

    expect(await jsonOf('quotes', [quoteOf(), none])).toEqual([
      {
        ...{ game: 'TF2', name: 'Unusual Team Captain', marketplace: 'DMarket', phase: null, effect: 'Burning Flames' },
        ...{ amount: 90, currency: 'USD', priceUSD: 90, priceEUR: 80, priceCNY: null, priceRUB: null },
        ...{ offerCount: 3, purchaseLink: 'https://example.test/captain' },
        ...{ ...times, changedAt: new Date(at + 5).toISOString() },
      },
      expect.objectContaining({ effect: null, amount: null, offerCount: 0, purchaseLink: null }),
    ]);
    expect(await jsonOf('buyOrders', [orderOf()])).toMatchObject([
      { marketplace: 'DMarket', orderId: 'order-1', amount: 4, currency: 'EUR', priceUSD: 4.4, quantity: 3 },
    ]);
  });

  it('has only what has changed since an instant', async () => {
    const changed = [at - 1, at, at + 1].map((changedAt) => orderOf({ orderId: String(changedAt), changedAt }));

    const found = await jsonOf('buyOrders', changed, { since: at });

    expect(found.map(({ orderId }) => orderId)).toEqual([String(at), String(at + 1)]);
  });

  it('of nothing has the heads of the columns', async () => {
    for (const table of ['offers', 'buyOrders', 'quotes'] as const) {
      const heads = exportColumns(table).map(({ name }) => name);
      expect(cellsOf(linesOf(await exported(table, [], { format: 'csv' }))[0] ?? '')).toEqual(heads);
      expect(await jsonOf(table, [])).toEqual([]);
    }
  });

  it('is Parquet with the same columns', async () => {
    const file = await exported('quotes', [quoteOf()], { format: 'parquet' });
    const connection = await (await DuckDBInstance.create()).connect();
    const read = async (columns: string) =>
      (await connection.runAndReadAll(`SELECT ${columns} FROM read_parquet(${sqlText(file)})`)).getRowObjectsJson();
    const [all] = await read('*');
    const [some] = await read('effect, amount, "offerCount"::INTEGER AS "offerCount"');
    connection.closeSync();

    expect(Object.keys(all ?? {})).toEqual(exportColumns('quotes').map(({ name }) => name));
    expect(some).toEqual({ effect: 'Burning Flames', amount: 90, offerCount: 3 });
  });
});
