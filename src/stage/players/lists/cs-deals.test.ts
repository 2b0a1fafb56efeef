import { describe, expect, it } from 'vitest';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { csDeals } from './cs-deals.ts';

const now = Date.UTC(2026, 0, 15, 12, 0, 30);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(csDeals, world, now);
const url = 'https://cs.deals/API/IPricing/GetLowestPrices/v1';
const listOf = (appId: number) => jsonOf(ask(`${url}?appid=${appId}`));

type Row = { readonly marketname: string; readonly lowest_price: string };

describe('CS.Deals as played', () => {
  it('wraps lowest prices of some items, as text with four decimals', () => {
    const { success, response } = listOf(730);
    const rows: readonly Row[] = response.items;
    const lowest = (name: string) => {
      const item = world.itemNamed('CS2', name);
      return item === null ? undefined : world.listings('cs-deals', item)[0]?.priceUsd.toFixed(4);
    };

    expect([success, response.appid, response.time_updated]).toEqual([true, 730, Date.UTC(2026, 0, 15, 12) / 1000]);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(world.items('CS2').length / 2);
    for (const { marketname, lowest_price } of rows) expect(lowest_price).toBe(lowest(marketname));
  });

  it('takes the game from the address or a body, by either method', () => {
    const body = JSON.stringify({ appid: 440 });

    expect(jsonOf(ask(url, { method: 'POST', body }))).toEqual(listOf(440));
    expect(jsonOf(ask(url, { body: JSON.stringify({ appid: '440' }) }))).toEqual(listOf(440));
  });

  it('reports failures with status 200', () => {
    expect(ask(`${url}?appid=753`)).toEqual({ body: { success: false, error: 'Invalid appid' } });
    expect(ask('https://cs.deals/API/IPricing/GetLowestPrices/v2?appid=730')).toBeNull();
  });
});

describe('the interface of CS.Deals as played', () => {
  const api = 'https://api.cs.deals/public/v1';
  const headers = { authorization: 'Bearer played-cs-deals-key' };

  it('requires a key', () => {
    expect(ask(`${api}/listings?app_id=730`)).toEqual({ status: 401, body: { error: 'UNAUTHORISED' } });
    expect(ask(`${api}/sales?app_id=730&market_hash_name=x`)).toMatchObject({ status: 401 });
  });

  it('lists single items newest first, page by page up to the last', () => {
    const ids: number[] = [];
    let cursor: number | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = jsonOf(ask(`${api}/listings?app_id=730&limit=500${more}`, { headers }));
      ids.push(...page.listings.map(({ id }: { readonly id: number }) => id));
      cursor = page.next_cursor;
      expect(page.metadata.total_items).toBeGreaterThan(0);
    } while (cursor !== null);

    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect(ask(`${api}/listings?app_id=730&limit=7`, { headers })).toMatchObject({ status: 400 });
  });
});
