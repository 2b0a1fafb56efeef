import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../schema/index.ts';
import { type Comparable, Comparison, type Subject } from './appraise.ts';
import { floatRange } from './looks.ts';

const now = Date.UTC(2026, 0, 15);
const sale = (usd: number, change: Partial<Comparable> = {}): Comparable => ({
  ...{ kind: 'sale', side: null, marketplaceId: 4, id: `${usd}`, usd, at: now },
  ...{ float: null, paintSeed: null, fade: null, stickersUsd: 0, charmsUsd: 0 },
  ...change,
});
const subject = (change: Partial<Subject> = {}): Subject => ({
  ...{ float: null, paintSeed: null, fade: null, stickersUsd: 0, charmsUsd: 0, marketplaceId: null, at: now },
  ...change,
});
const any = floatRange(null, { minFloat: null, maxFloat: null });
const several = (...prices: readonly number[]) => prices.map((usd) => sale(usd));

describe('an appraisal', () => {
  it('is what the documentation calculates by hand', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/appraise.md'), 'utf8');
    const cells = [...page.matchAll(/^\| \d \|.*\|$/gm)].map(([line]) => line.split('|').slice(1, -1).map(Number));
    const rows = cells.map(([id, price = 0, days = 0, float = 0, stickers = 0]) =>
      sale(price * 1000, { id: String(id), at: now - days * dayMs, float, stickersUsd: stickers * 1000 }),
    );
    const found = new Comparison(rows, floatRange('Field-Tested', { minFloat: 0.1, maxFloat: 0.7 })).appraise(
      subject({ float: 0.1615, stickersUsd: 100_000 }),
    );

    expect(rows).toHaveLength(5);
    const { usd = 0, lowUsd = 0, highUsd = 0, count = 0 } = found ?? {};
    const said = [usd, lowUsd, highUsd].map((one) => `**${(one / 1000).toFixed(2)}**`);
    for (const figure of [...said, `**${count.toFixed(1)}**`]) expect(page).toContain(figure);
    for (const [id, , , , , bare = 0, , , weight = 0] of cells) {
      const row = found?.rows.find((one) => one.row.id === String(id));
      expect(row?.saysUsd).toBe(bare * 1000 + 5_000);
      expect((row?.share ?? 0) * 1.991).toBeCloseTo(weight, 2);
    }
  });

  it('is null while the rows count as less than three', () => {
    expect(new Comparison([], any).appraise(subject())).toBeNull();
    expect(new Comparison(several(900, 1_000), any).appraise(subject())).toBeNull();
    expect(new Comparison(several(900, 1_000, 1_100), any).appraise(subject())?.usd).toBe(1_000);
    const later = several(900, 1_000, 1_100).map((row) => ({ ...row, at: now + 1 }));
    expect(new Comparison(later, any).appraise(subject())).toBeNull();
  });

  it('follows the marketplace, also in what it says for all of them', () => {
    const rows = [1, 2, 3, 4, 5, 6].flatMap((at) => [
      sale(1_000 + at, { marketplaceId: 4 }),
      sale(1_300 + at, { marketplaceId: 7 }),
    ]);
    const comparison = new Comparison(rows, any);
    const at = (marketplaceId: number | null) => comparison.appraise(subject({ marketplaceId }))?.usd ?? 0;

    expect(at(7)).toBeGreaterThan(at(4) * 1.1);
    expect(comparison.atLevelOf(7, 1_000)).toBeGreaterThan(comparison.atLevelOf(4, 1_000));
    expect(comparison.marketplaceIds).toEqual([4, 7]);
  });

  it('reads from sales how much stickers and charms add', () => {
    const plain = several(990, 1_000, 1_000, 1_000, 1_010);
    const stickered = Array.from({ length: 8 }, () => sale(1_200, { stickersUsd: 2_000 }));
    const charmed = Array.from({ length: 8 }, () => sale(1_100, { charmsUsd: 1_000 }));

    const found = new Comparison([...plain, ...stickered, ...charmed], any).appraise(subject({ stickersUsd: 4_000 }));
    expect(found?.shares.stickers).toBeCloseTo(0.1, 9);
    expect(found?.shares.charms).toBeCloseTo(0.1, 9);
    expect(found?.usd).toBe(1_400);
    expect(new Comparison(plain, any).appraise(subject({ stickersUsd: 4_000 }))?.usd).toBe(1_200);
  });

  it('follows sales of the same pattern where they are apart, and no others', () => {
    const others = Array.from({ length: 20 }, (_, at) => sale(1_000 + at, { paintSeed: at, at: now - at }));
    const comparison = new Comparison([...others, sale(3_000, { paintSeed: 661 })], any);

    expect(comparison.appraise(subject({ paintSeed: 661 }))?.usd).toBeGreaterThan(2_900);
    expect(comparison.appraise(subject({ paintSeed: 3 }))?.usd).toBeLessThan(1_050);
  });
});
