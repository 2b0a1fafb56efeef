import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { dollarsPerRef, refPerKey } from '../../market/tf2-worth.ts';
import { stnTf } from './stn-tf.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(stnTf, world, now);
const call = (name: string, query = '') =>
  jsonOf(ask(`https://api.stntrading.eu/${name}/v1?apikey=0123456789abcdef${query}`));
const detailsOf = (name: string) => call('GetItemDetails', `&full_name=${encodeURIComponent(name)}`);

type Pair = { readonly keys: number; readonly metal: number };
const dollars = ({ keys, metal }: Pair) => (keys * refPerKey + metal) * dollarsPerRef(world);

describe('STN.tf as played', () => {
  it('sells an item at the price of its cheapest listing, and buys it at that of its best order', () => {
    const sold = world.items('TF2').filter((item) => world.listings('stn-tf', item).length > 0);
    expect(sold.length).toBeGreaterThan(0);
    for (const item of sold) {
      const { pricing, stock } = detailsOf(item.name).item;
      const [best] = world.buyOrders('stn-tf', item);
      expect(Math.abs(dollars(pricing.sell) - (world.listings('stn-tf', item)[0]?.priceUsd ?? 0))).toBeLessThan(0.003);
      expect(stock.level).toBe(world.listings('stn-tf', item).length);
      expect(stock.limit - stock.level).toBe(best?.quantity ?? 0);
      if (best !== undefined) expect(Math.abs(dollars(pricing.buy) - best.priceUsd)).toBeLessThan(0.003);
    }
  });

  it('prices keys in scrap around the value of a key', () => {
    const { buyPrice, sellPrice } = call('GetKeyPrices').result.pricing;
    expect((buyPrice + sellPrice) / 2 / 9).toBeCloseTo(refPerKey, 0);
  });

  it('reports failures with status 200 and a sentence', () => {
    expect(detailsOf('No Such Hat')).toEqual({ success: 0, error: 'Item not found' });
    expect(ask('https://api.stntrading.eu/GetKeyPrices/v1')).toEqual({
      body: { success: 0, error: 'Invalid API key' },
    });
    expect(ask('https://api.stntrading.eu/')).toBeNull();
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'stn-tf');

describe.runIf(existsSync(recordings))('recorded answers of STN.tf', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));
  const [item] = world.items('TF2');

  it.each([
    ['GetItemDetails', () => detailsOf(item?.name ?? '')],
    ['GetKeyPrices', () => call('GetKeyPrices')],
    ['GetKeyStock', () => call('GetKeyStock')],
    ['GetSchema', () => call('GetSchema')],
  ])('of %s have no key or kind of value that the played ones lack', (name, played) => {
    expect(missingFrom(played(), read(`${name}-v1-1.json`))).toEqual([]);
  });

  it('that failed look like the played ones', () => {
    expect(missingFrom(detailsOf('No Such Hat'), read('error-1.json'))).toEqual([]);
  });
});
