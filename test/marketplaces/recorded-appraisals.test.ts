import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Comparable, Comparison } from '../../src/appraise/appraise.ts';
import { floatRange } from '../../src/appraise/looks.ts';
import { connectors } from '../../src/connectors/index.ts';
import { readText } from '../../src/contract/suite/read-text.ts';
import {
  conditionOf,
  dayMs,
  type Game,
  type MarketplaceSlug,
  marketplaceWithSlug,
  type Sale,
} from '../../src/schema/index.ts';
import { sharedFolder } from '../support/runner/shared-folder.ts';

const folder = join(sharedFolder, 'marketplaces/fixtures');

function textOf(file: string): string {
  const bytes = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

type Answer = { readonly source: string; readonly text: string; readonly game?: Game; readonly item?: string | null };

/** What the connector of a marketplace reads from an answer. */
function recordsIn(slug: MarketplaceSlug, { source: name, text, game = 'CS2', item = null }: Answer) {
  const source = connectors.find((one) => one.slug === slug)?.sources.find((one) => one.name === name);
  if (source === undefined) throw new Error(`${slug} has no source ${name}`);
  const { records, rejected } = readText(source, text, { game, item, marketplaceItemId: null, at: 0 });
  expect(rejected).toEqual([]);
  return records;
}

/** Rates do not matter, as all sales of an item are in one currency. */
const comparable = (slug: MarketplaceSlug, usd: number, at: number, change: Partial<Comparable> = {}): Comparable => ({
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
function oneAfterAnother(slug: MarketplaceSlug, game: Game, sales: readonly Sale[]) {
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
  if (added.length === count - 1)
    added.push(Math.round((volume * avg - sumOf(known) - sumOf(added)) * 100) / 100);
  const all = [...known, ...added];
  const isSo =
    all.length === volume &&
    isSame(Math.min(...all), min) &&
    isSame(Math.max(...all), max) &&
    Math.abs(medianOf(all) - median) <= 0.01 * volume &&
    Math.abs(sumOf(all) - volume * avg) <= 0.01 * volume;
  return isSo ? added : null;
}

/** All sales of 90 days as the figures tell them; none if these leave a choice. */
function salesIn(row: History): Comparable[] {
  const known: number[] = [];
  const sales: Comparable[] = [];
  for (const [span, days] of spans) {
    const added = pricesAdded(known, row[span]);
    if (added === null) return [];
    known.push(...added);
    for (const euros of added) sales.push(comparable('skinport', Math.round(euros * 1000), -days * dayMs));
  }
  return sales;
}

describe.skipIf(!existsSync(folder))('recorded sales', () => {
  it('of Buff and SkinBaron are near to what those of earlier days say', () => {
    const name = '★ Butterfly Knife | Gamma Doppler (Factory New)';
    const bills = { game: 'Dota2', item: 'Fractal Horns of Inner Abysm' } as const;
    const onBuff = recordsIn('buff163', {
      ...{ ...bills, source: 'bill-orders', text: textOf('buff163/bill_order-dota2-1.json') },
    });
    const onSkinbaron = recordsIn('skinbaron', {
      ...{ source: 'sales', item: name, text: textOf('skinbaron/newest-sales-30days-derived-1.json') },
    });
    const sales = (records: typeof onBuff) => records.filter((record): record is Sale => record.kind === 'sale');
    const said = [
      ...oneAfterAnother('buff163', 'Dota2', sales(onBuff)),
      ...oneAfterAnother('skinbaron', 'CS2', sales(onSkinbaron)),
    ];
    console.log(sales(onBuff).length, sales(onSkinbaron).length, said);
    expect(said.length).toBe(0);
  });

  it('that the figures of Skinport leave no doubt about are nearer to what earlier ones say than to the lowest ask', () => {
    const history = textOf('skinport/sales-history-bulk-derived-1.json.gz');
    const rows: History[] = JSON.parse(history);
    const asks: { market_hash_name: string; min_price: number | null }[] = JSON.parse(
      textOf('skinport/items-bulk-derived-1.json.gz'),
    );
    const askOf = new Map(asks.map((row) => [row.market_hash_name, row.min_price]));
    const told = new Map(recordsIn('skinport', { source: 'sales-history', text: history }).map((one) => ['name' in one ? one.name : '', one]));
    let held = 0;
    const claims = rows.flatMap((row) => {
      const { market_hash_name: name } = row;
      const sales = salesIn(row);
      const newest = sales[0]?.at;
      const known = sales.filter(({ at }) => at !== newest);
      const ask = askOf.get(name) ?? null;
      return sales.flatMap((sale) => {
        if (sale.at !== newest) return [];
        held += 1;
        const found = appraised('CS2', name, known, sale);
        return found === null ? [] : [{ ...found, paid: sale.usd, ask: ask === null ? null : ask * 1000, plain: medianOf(known.map(({ usd }) => usd)) }];
      });
    });
    const withAsk = claims.flatMap((one) => (one.ask === null ? [] : [{ ...one, ask: one.ask }]));
    console.log({
      told: told.size, held,
      n: claims.length,
      error: medianOf(claims.map(({ usd, paid }) => errorOf(usd, paid))),
      plain: medianOf(claims.map(({ plain, paid }) => errorOf(plain, paid))),
      withAsk: withAsk.length,
      errorA: medianOf(withAsk.map(({ usd, paid }) => errorOf(usd, paid))),
      ask: medianOf(withAsk.map(({ ask, paid }) => errorOf(ask, paid))),
      inside: claims.filter(({ paid, lowUsd, highUsd }) => paid >= lowUsd && paid <= highUsd).length / claims.length,
      below: claims.filter(({ paid, lowUsd }) => paid < lowUsd).length / claims.length,
    });
    expect(claims.length).toBe(0);
  });
});
