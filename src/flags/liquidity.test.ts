import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liquidityOf, liquidityParts } from './liquidity.ts';

it('is computed from the known parts', () => {
  expect(liquidityOf({ salesPerDay: null, offerCount: 0, asking: 0, orderCount: null })).toBeNull();
  expect(liquidityOf({ salesPerDay: null, offerCount: 0, asking: 0, orderCount: 0 })).toBeNull();
  expect(liquidityOf({ salesPerDay: 0, offerCount: 0, asking: 0, orderCount: 0 })).toBe(0);
  expect(liquidityOf({ salesPerDay: 5, offerCount: 50, asking: 5, orderCount: 50 })).toBe(50);
  expect(liquidityOf({ salesPerDay: null, offerCount: 50, asking: 5, orderCount: null })).toBe(50);
  expect(liquidityOf({ salesPerDay: 1e9, offerCount: 1e9, asking: 1e9, orderCount: 1e9 })).toBe(100);
});

it('never falls where more is traded', () => {
  const trade = { salesPerDay: 1, offerCount: 20, asking: 3, orderCount: 4 };
  for (const part of Object.keys(liquidityParts) as (keyof typeof trade)[])
    expect(liquidityOf({ ...trade, [part]: trade[part] * 10 }) ?? 0).toBeGreaterThan(liquidityOf(trade) ?? 0);
});

it('matches the documentation', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/trading.md'), 'utf8');
  const example =
    /With ([\d.]+) sales a day, (\d+) offers on (\d+) marketplaces and (\d+) buy orders, (?:it is|the liquidity is) (\d+)/.exec(
      text,
    );
  const [salesPerDay = 0, offerCount = 0, asking = 0, orderCount = 0, result] = (example ?? []).slice(1).map(Number);
  expect(liquidityOf({ salesPerDay, offerCount, asking, orderCount })).toBe(result);
  for (const { weight, half } of Object.values(liquidityParts)) expect(text).toContain(`| ${weight} | ${half} |`);
});
