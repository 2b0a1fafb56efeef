import { describe, expect, it } from 'vitest';
import type { About } from '../contract/connector.ts';
import { receivedAt } from '../contract/suite/fixtures.ts';
import { readText } from '../contract/suite/read-text.ts';
import { connectors } from './index.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: receivedAt };

/** The only record of an answer. */
function recordIn(slug: string, name: string, payload: object) {
  const source = connectors.find((one) => one.slug === slug)?.sources.find((one) => one.name === name);
  if (source === undefined) throw new Error(`${slug} has no source ${name}`);
  const { outcome, rejected, records } = readText(source, JSON.stringify(payload), about);
  expect({ outcome, rejected, count: records.length }).toEqual({ outcome: 'read', rejected: [], count: 1 });
  return records[0];
}

const redline = 'AK-47 | Redline (Field-Tested)';

describe('null in a field that only describes', () => {
  const sellOrders = (asset: object | null, appid = 730) => ({
    code: 'OK',
    data: {
      items: [{ id: '260610T1', state: 1, goods_id: 33975, price: '12.5', user_id: null, asset_info: asset }],
      total_page: 1,
      goods_infos: { 33975: { appid, market_hash_name: redline } },
    },
  });

  it.each(['buff163', 'buffmarket'])('keeps an offer of %s, with that field unknown', (slug) => {
    const read = (asset: object | null) => recordIn(slug, 'sell-orders', sellOrders(asset));
    const asset = { assetid: '1', paintwear: '0.21', action_link: '', has_tradable_cooldown: false };
    const sticker = { name: 'Titan (Holo) | Katowice 2014', slot: 0, wear: null };

    expect(read({ ...asset, info: { paintindex: null, paintseed: null, stickers: [sticker] } })).toMatchObject({
      offerId: '260610T1',
      float: 0.21,
      paintIndex: null,
      paintSeed: null,
      stickers: [{ name: 'Sticker | Titan (Holo) | Katowice 2014', slot: 0, wear: 0 }],
      tradableAt: 0,
    });
    for (const broken of [null, { ...sticker, slot: null }, { ...sticker, name: null }])
      expect(read({ ...asset, info: { paintindex: 282, paintseed: 5, stickers: [broken] } })).toMatchObject({
        paintIndex: 282,
        stickers: null,
      });
    expect(read({ ...asset, has_tradable_cooldown: null, info: null })).toMatchObject({
      float: 0.21,
      tradableAt: null,
    });
    expect(read(null)).toMatchObject({ offerId: '260610T1', float: null, stickers: null });
  });

  const listing = (item: object, seller: object | null) => ({
    data: [{ id: '1', type: 'buy_now', state: 'listed', price: 12_345, seller, item }],
  });

  it('keeps an offer of CSFloat, with that field unknown', () => {
    const read = (item: object, seller: object | null = null) => recordIn('csfloat', 'offers', listing(item, seller));
    const fade = {
      market_hash_name: 'Glock-18 | Fade (Factory New)',
      paint_index: 38,
      paint_seed: 1,
      float_value: 0.01,
    };

    expect(read({ market_hash_name: 'Sticker | Crown (Foil)', paint_index: null, float_value: null })).toMatchObject({
      name: 'Sticker | Crown (Foil)',
      float: null,
      paintIndex: null,
      stickers: null,
      ownerId: null,
    });
    expect(read({ ...fade, stickers: [{ name: 'Sticker | A', slot: 1, wear: null }] })).toMatchObject({
      stickers: [{ name: 'Sticker | A', slot: 1, wear: 0 }],
    });
    for (const broken of [null, { name: 'Sticker | A', slot: null }, { name: null, slot: 1 }])
      expect(read({ ...fade, stickers: [broken] })).toMatchObject({ paintSeed: 1, stickers: null });
    expect(
      read(
        { ...fade, phase: null, inspect_link: null, serialized_inspect: null, paint_seed: null },
        { steam_id: null },
      ),
    ).toMatchObject({ paintIndex: 38, paintSeed: null, inspectLink: null, phase: null, stickers: [], ownerId: null });
  });

  it('keeps an item of the Steam market without a picture', () => {
    const result = { hash_name: redline, sell_listings: 3, sell_price: 1_250, sell_price_text: '$12.50' };
    const payload = { total_count: 1, results: [{ ...result, asset_description: { appid: 730, icon_url: null } }] };
    expect(recordIn('steam-market', 'search', payload)).toMatchObject({
      name: redline,
      offerCount: 3,
      thumbnail: null,
    });
  });
});
