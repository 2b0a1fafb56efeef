import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { skinbaron } from './skinbaron.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(skinbaron, world, now);
const redline = liquidNames.CS2;
const knife = '★ Karambit | Doppler (Factory New)';

const itemOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`${name} is missing`);
  return item;
};

const headers = { 'x-requested-with': 'XMLHttpRequest' };
const post = (method: string, body: object, sent: Readonly<Record<string, string>> = headers) =>
  ask(`https://api.skinbaron.de/${method}`, { method: 'POST', body: JSON.stringify(body), headers: sent });
const call = (method: string, body: object = {}) => jsonOf(post(method, { apikey: 'played-key', appId: 730, ...body }));

type Row = Readonly<Record<string, unknown>>;
const newest = (): readonly Row[] => call('NewestItems', { size: 100 }).newestItems;
const deals = (): readonly Row[] => call('BestDeals', { size: 100 }).bestDeals;

describe('SkinBaron as played', () => {
  it('lists prices in euros', () => {
    const [cheapest] = world.listings('skinbaron', itemOf(redline));
    const row = call('GetPriceList').map.find(({ marketHashName }: Row) => marketHashName === redline);

    expect(row).toMatchObject({
      name: 'AK-47 | Redline',
      exterior: 'FIELD_TESTED',
      lowestPrice: Math.round((cheapest?.priceUsd ?? 0) * world.rates.EUR * 100) / 100,
      quantity: world.listings('skinbaron', itemOf(redline)).length,
    });
  });

  it('finds finishes by words, several at once, and pages by the last id', () => {
    const wear = { min_wear: 0.15, max_wear: 0.38, stattrak: false };
    const all: readonly Row[] = call('Search', { search_item: 'AK-47 | Redline', ...wear }).sales;
    const [first] = call('Search', { search_item: 'AK-47 | Redline', ...wear, items_per_page: 1 }).sales;

    expect(all.filter(({ market_name }) => market_name === redline)).toHaveLength(
      world.listings('skinbaron', itemOf(redline)).length,
    );
    expect(call('Search', { search_item: 'AK-47 | Redline', ...wear, after_saleid: first.id }).sales).toEqual(
      all.slice(1),
    );
    const both: readonly Row[] = call('Search', { search_item: 'Kilowatt Case;Clutch Case' }).sales;
    expect(both.every(({ market_name }) => /^(Kilowatt|Clutch) Case$/.test(String(market_name)))).toBe(true);
    expect(both.length).toBeLessThanOrEqual(50);
  });

  it('shows the newest with a wear in percent, stackable goods without a price, and some twice', () => {
    const rows = newest();
    const priced = rows.filter((row) => 'itemPrice' in row);

    expect(rows.some((row) => !('itemPrice' in row))).toBe(true);
    expect(priced.some(({ wear }) => Number(wear) > 1)).toBe(true);
    expect(new Set(rows.map(({ salesId }) => salesId)).size).toBeLessThan(rows.length);
    expect(rows.every(({ itemName }) => !String(itemName).includes('StatTrak'))).toBe(true);
  });

  it('spells the sapphire as SkinBaron does', () => {
    const sold: readonly Row[] = call('GetNewestSales30Days', { itemName: 'Doppler' }).newestSales30Days;
    const played = itemOf(knife).phases.map(({ phase }) => phase);

    expect(played).toContain('Sapphire');
    expect(sold.length).toBeGreaterThan(0);
    for (const { dopplerPhase } of sold)
      expect(dopplerPhase).toMatch(/^doppler-(phase[1-4]|ruby|saphhire|black-pearl)$/);
  });

  it('lists sales of thirty days by parts of a name, with the day only', () => {
    const sold: readonly Row[] = call('GetNewestSales30Days', { itemName: redline, statTrak: false }).newestSales30Days;

    expect(sold[0]).toMatchObject({ itemName: redline, dateSold: expect.stringMatching(/^2026-01-1\d$/) });
    expect(call('GetNewestSales30Days', { itemName: 'AK' })).toEqual({ newestSales30Days: [] });
  });

  it('refuses a call without the header, and one without a key', () => {
    expect(post('GetPriceList', { apikey: 'played-key' }, {})?.status).toBe(401);
    expect(post('GetPriceList', { appId: 730 })?.status).toBe(401);
    expect(post('BuyItems', { apikey: 'played-key' })).toBeNull();
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'skinbaron');

describe.runIf(existsSync(recordings))('recorded answers of SkinBaron', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played ones lack', () => {
    expect(missingFrom(call('GetPriceList'), read('get-price-list-1.json'))).toEqual([]);
    expect(missingFrom(call('Search', { search_item: 'AK-47 | Redline' }), read('search-1.json'))).toEqual([]);
    const sold = call('GetNewestSales30Days', { itemName: knife });
    expect(missingFrom(sold, read('newest-sales-30days-derived-1.json'))).toEqual([]);
    // Which items are new or cheap depends on the world; the format of a row does not
    const rows = [...newest(), ...deals()];
    expect(missingFrom(rows, read('newest-items-1.json').newestItems)).toEqual([]);
    expect(missingFrom(rows, read('best-deals-1.json').bestDeals, ['[].dopplerClassName'])).toEqual([]);
  });
});
