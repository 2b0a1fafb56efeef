import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../test/support/runner/shared-folder.ts';
import { connectors } from '../connectors/index.ts';
import { readText } from '../contract/suite/read-text.ts';
import { conditionOf, dayMs, type Game, marketplaceWithSlug, type Sale } from '../schema/index.ts';
import { type Comparable, Comparison } from './appraise.ts';
import { floatRange } from './looks.ts';

const folder = join(sharedFolder, 'marketplaces/fixtures');

function textOf(file: string): string {
  const bytes = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** After all of the recordings. */
const readAt = Date.UTC(2026, 0, 15);

type Answer = { readonly source: string; readonly text: string; readonly game?: Game; readonly item?: string | null };

/** What the connector of a marketplace reads from an answer. */
function recordsIn(slug: string, { source: name, text, game = 'CS2', item = null }: Answer) {
  const source = connectors.find((one) => one.slug === slug)?.sources.find((one) => one.name === name);
  if (source === undefined) throw new Error(`${slug} has no source ${name}`);
  const { records, rejected } = readText(source, text, { game, item, marketplaceItemId: null, at: readAt });
  expect(rejected).toEqual([]);
  return records;
}

/** Rates do not matter, as all sales of an item are in one currency. */
const comparable = (slug: string, usd: number, at: number, change: Partial<Comparable> = {}): Comparable => ({
  ...{ kind: 'sale', side: null, marketplaceId: marketplaceWithSlug(slug).id, id: `${usd}`, usd, at },
  ...{ float: null, paintSeed: null, fade: null, stickersUsd: null, charmsUsd: null },
  ...change,
});

const appraised = (game: Game, name: string, known: readonly Comparable[], one: Comparable) =>
  new Comparison(known, floatRange(conditionOf(game, name), { minFloat: null, maxFloat: null })).appraise(one);

const medianOf = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2;
};

const errorOf = (said: number, paid: number): number => Math.abs(said / paid - 1);

/** Every sale but those to begin with, by the ones of earlier days. */
function oneAfterAnother(slug: string, game: Game, sales: readonly Sale[]) {
  return sales.flatMap((sale) => {
    const earlier = sales.filter(({ phase, soldAt }) => phase === sale.phase && soldAt < sale.soldAt);
    const rowOf = ({ price, soldAt, float }: Sale) => comparable(slug, price.amount, soldAt, { float });
    const found = appraised(game, sale.name, earlier.map(rowOf), rowOf(sale));
    return found === null ? [] : [{ ...found, paid: sale.price.amount }];
  });
}

type Figures = Record<'min' | 'max' | 'avg' | 'median', number | null> & { readonly volume: number };
type Spans = Record<'last_24_hours' | 'last_7_days' | 'last_30_days' | 'last_90_days', Figures>;
type History = Spans & { readonly market_hash_name: string };

/** Spans from the shortest, and how many days ago their sales were in the middle, as no more is known. */
const spans = [
  ['last_24_hours', 0.5],
  ['last_7_days', 4],
  ['last_30_days', 18.5],
  ['last_90_days', 60],
] as const;

/** Thousandths. */
const cent = 10;

const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 0.006;
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** The prices of a span that are not among those of a shorter one; null unless its figures leave only these possible. */
function pricesAdded(known: readonly number[], { min, max, avg, median, volume }: Figures): number[] | null {
  const count = volume - known.length;
  if (count <= 0) return count === 0 ? [] : null;
  if (min === null || max === null || avg === null || median === null) return null;
  const added: number[] = [];
  for (const price of volume % 2 === 1 ? [min, max, median] : [min, max])
    if (added.length < count && ![...known, ...added].some((one) => isSame(one, price))) added.push(price);
  if (added.length === count - 1) added.push(Math.round((volume * avg - sumOf(known) - sumOf(added)) * 100) / 100);
  const all = [...known, ...added];
  const isSo =
    all.length === volume &&
    isSame(Math.min(...all), min) &&
    isSame(Math.max(...all), max) &&
    Math.abs(medianOf(all) - median) <= 0.01 * volume &&
    Math.abs(sumOf(all) - volume * avg) <= 0.01 * volume;
  return isSo ? added : null;
}

/** The sales that the figures leave no doubt about, newest first. */
function salesIn(row: History): Comparable[] {
  const known: number[] = [];
  const sales: Comparable[] = [];
  for (const [span, days] of spans) {
    const added = pricesAdded(known, row[span]);
    if (added === null) break;
    known.push(...added);
    for (const euros of added) sales.push(comparable('skinport', Math.round(euros * 1000), -days * dayMs));
  }
  return sales;
}

/** The sales of the shortest span that has any, by those of longer ones. */
function newestByOthers(row: History) {
  const sales = salesIn(row);
  const at = sales[0]?.at;
  const known = sales.filter((sale) => sale.at !== at);
  return sales.flatMap((sale) => {
    const found = sale.at === at ? appraised('CS2', row.market_hash_name, known, sale) : null;
    const others = medianOf(known.map(({ usd }) => usd));
    return found === null ? [] : [{ ...found, name: row.market_hash_name, paid: sale.usd, others }];
  });
}

const isInside = ({ paid, lowUsd, highUsd }: { paid: number; lowUsd: number; highUsd: number }): boolean =>
  paid >= lowUsd && paid <= highUsd;

// None of these has a float, stickers or anything else that sets a copy apart, so that these figures say how the method does on
// the scatter of real prices alone
describe.skipIf(!existsSync(folder))('recorded sales', () => {
  it('of Buff and SkinBaron are near to what those of earlier days say', () => {
    const bills = recordsIn('buff163', {
      ...{ source: 'bill-orders', text: textOf('buff163/bill_order-dota2-1.json') },
      ...{ game: 'Dota2', item: 'an item of Dota 2' },
    });
    const knives = recordsIn('skinbaron', {
      ...{ source: 'sales', text: textOf('skinbaron/newest-sales-30days-derived-1.json') },
      item: '★ Butterfly Knife | Gamma Doppler (Factory New)',
    });
    const [onBuff, onSkinbaron] = [bills, knives].map((records) =>
      records.filter((record): record is Sale => record.kind === 'sale'),
    );
    const said = [
      ...oneAfterAnother('buff163', 'Dota2', onBuff ?? []),
      ...oneAfterAnother('skinbaron', 'CS2', onSkinbaron ?? []),
    ];

    expect([onBuff?.length, onSkinbaron?.length]).toEqual([10, 10]);
    expect(said).toHaveLength(8);
    expect(said.filter(isInside).length).toBeGreaterThanOrEqual(6);
    expect(medianOf(said.map(({ usd, paid }) => errorOf(usd, paid)))).toBeLessThan(0.05);
  });

  it('on Skinport are nearer to what others say than to the lowest ask, and eight of ten are in their intervals', () => {
    const history = textOf('skinport/sales-history-bulk-derived-1.json.gz');
    const rows: History[] = JSON.parse(history);
    const read = recordsIn('skinport', { source: 'sales-history', text: history });
    const sold = new Map(read.flatMap((one) => (one.kind === 'pastPrice' ? [[one.name, one]] : [])));
    // What is worked out from the figures agrees with what the connector reads of them
    for (const row of rows) {
      const sales = salesIn(row).filter(({ at }) => at === -spans[0][1] * dayMs);
      const { saleCount = 0, median = { amount: 0 } } = sold.get(row.market_hash_name) ?? {};
      if (sales.length === 0) continue;
      expect(saleCount).toBe(sales.length);
      expect(Math.abs(median.amount - medianOf(sales.map(({ usd }) => usd)))).toBeLessThanOrEqual(cent);
    }
    // The asks are fifteen days younger than the sales
    const asks = recordsIn('skinport', { source: 'items', text: textOf('skinport/items-bulk-derived-1.json.gz') });
    const askOf = new Map(
      asks.flatMap((one) => (one.kind === 'quote' ? [[one.name, one.lowest?.amount ?? null]] : [])),
    );
    const claims = rows.flatMap(newestByOthers);
    const asked = claims.flatMap((claim) => {
      const ask = askOf.get(claim.name) ?? null;
      return ask === null ? [] : [{ ...claim, ask }];
    });
    const inside = claims.filter(isInside).length / claims.length;

    expect(asked.length).toBeGreaterThan(450);
    expect(inside).toBeGreaterThan(0.75);
    expect(inside).toBeLessThan(0.85);
    const error = medianOf(asked.map(({ usd, paid }) => errorOf(usd, paid)));
    expect(error).toBeLessThan(0.11);
    expect(error).toBeLessThan(0.65 * medianOf(asked.map(({ ask, paid }) => errorOf(ask, paid))));
    expect(error).toBeLessThan(1.05 * medianOf(asked.map(({ others, paid }) => errorOf(others, paid))));
  });
});
