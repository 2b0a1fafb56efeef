import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import type { Game } from '../../../schema/index.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import type { CatalogueItem } from '../../market/world.ts';
import { igxe, productIdOf } from './igxe.ts';

type Row = Readonly<Record<string, unknown>>;

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(igxe, world, now);
const site = 'https://www.igxe.cn/product';
const doppler = '★ Bayonet | Doppler (Factory New)';

const itemOf = (name: string, game: Game = 'CS2'): CatalogueItem => {
  const item = world.itemNamed(game, name);
  if (item === null) throw new Error(`"${name}" is missing`);
  return item;
};
const tradesOf = (name: string, page = 1) =>
  jsonOf(ask(`${site}/trade/730/${productIdOf(itemOf(name))}?sort=0&sort_rule=0&page_no=${page}`));
const yuan = (usd: number): string => (usd * world.rates.CNY).toFixed(2);

describe('IGXE as played', () => {
  it('lists offers ten to a page from the cheapest, in yuan', () => {
    const listings = world.listings('igxe', itemOf(liquidNames.CS2));
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const answer = tradesOf(liquidNames.CS2, page);
      rows.push(...answer.d_list);
      expect(answer.d_list.length).toBeLessThanOrEqual(10);
      if (page >= answer.page.page_count) break;
    }

    expect(rows.map((row) => [row['id'], row['unit_price']])).toEqual(
      listings.map(({ number, priceUsd }) => [number, yuan(priceUsd)]),
    );
    expect(rows.map((row) => row['lock_span'])).toEqual(
      listings.map(({ tradableAt }) => (tradableAt === null ? 0 : Math.ceil((tradableAt - now) / 86_400_000))),
    );
    expect(rows.map((row) => row['lock_span_str'])).toContainEqual(expect.stringMatching(/^\d天$/));
  });

  it('names everything in Chinese, and writes floats with twenty digits', () => {
    const rows: readonly Row[] = tradesOf(liquidNames.CS2).d_list;
    const stickers = world
      .items('CS2')
      .flatMap(({ name }) => tradesOf(name).d_list.flatMap((row: Row) => row['sticker']));

    for (const row of rows) {
      expect(row['name']).not.toBe(liquidNames.CS2);
      expect(row['exterior_wear']).toMatch(/^0\.\d{20}$/);
    }
    expect(stickers.length).toBeGreaterThan(0);
    for (const sticker of stickers) expect(sticker['sticker_title']).toMatch(/^ /);
    expect(stickers.some((sticker) => sticker['wear'] === -1)).toBe(true);
  });

  it('has one product for all phases, which its paint distinguishes', () => {
    const rows: readonly Row[] = tradesOf(doppler).d_list;

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row['paint_index'])).toEqual(
      world
        .listings('igxe', itemOf(doppler))
        .slice(0, 10)
        .map(({ paintIndex }) => paintIndex),
    );
  });

  it('gives only the day of a sale, in Beijing time', () => {
    const item = itemOf(liquidNames.CS2);
    const { data } = jsonOf(ask(`${site}/get_product_sales_history/730/${productIdOf(item)}`));
    const sales = world.sales('igxe', item).slice(0, 20);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' });

    expect(data.map((row: Row) => [row['id'], row['last_updated']])).toEqual(
      sales.map(({ number, soldAt }) => {
        const [year, month, date] = day.format(soldAt).split('-');
        return [number, `${year}年${month}月${date}日`];
      }),
    );
  });

  it('covers Dota 2, and does not find a product in another game', () => {
    const item = itemOf(liquidNames.Dota2, 'Dota2');

    expect(jsonOf(ask(`${site}/trade/570/${productIdOf(item)}`)).d_list.length).toBeGreaterThan(0);
    expect(ask(`${site}/trade/730/${productIdOf(item)}`)).toBeNull();
    expect(ask(`${site}/trade/252490/1`)).toBeNull();
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'igxe');

describe.runIf(existsSync(recordings))('recorded answers of IGXE', () => {
  it('have no key or kind of value that the played offers lack', () => {
    const recorded = JSON.parse(readFileSync(join(recordings, 'trade-1-partial.json'), 'utf8'));
    const played = world.items('CS2').map(({ name }) => tradesOf(name));

    expect(missingFrom(played, [recorded])).toEqual([]);
  });
});
