import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../contract/connector.ts';
import { readText } from '../../contract/suite/read-text.ts';
import { buffmarket } from './index.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: Date.UTC(2026, 0, 15, 12) } as const;

const sourceNamed = (name: string) => {
  const source = buffmarket.sources.find((one) => one.name === name);
  if (source === undefined) throw new Error(`there is no source ${name}`);
  return source;
};

describe('a request to BUFF.Market', () => {
  it('is made one at a time', () => {
    expect(Object.values(buffmarket.budgets).map(({ atOnce }) => atOnce)).toEqual([1, 1]);
  });

  const lookups = buffmarket.sources.filter((source): source is Lookup<unknown> => source.kind === 'lookup');

  it('identifies an item by its id where that is known, else by its name', () => {
    expect(lookups.length).toBe(4);
    for (const { request } of lookups) {
      const numbered = request({ game: 'CS2', item: 'Kilowatt Case', marketplaceItemId: '7' })?.query;
      const named = request({ game: 'CS2', item: 'Kilowatt Case', marketplaceItemId: null })?.query;
      expect(numbered).toMatchObject({ goods_id: '7' });
      expect(numbered).not.toHaveProperty('market_hash_name');
      expect(named).toMatchObject({ market_hash_name: 'Kilowatt Case' });
      expect(named).not.toHaveProperty('goods_id');
    }
  });

  it('can be refused with status 200, which a new log-in can fix only where one is sent', () => {
    const outcome = (name: string, code: string) =>
      readText(sourceNamed(name), JSON.stringify({ code, error: '', extra: null }), about).outcome;
    expect(outcome('sell-orders', 'Login Required')).toBe('refused');
    expect(outcome('bill-orders', 'Login Required')).toBe('refused');
    expect(outcome('goods', 'Login Required')).toBe('blocked');
    expect(outcome('buy-orders', 'Login Required')).toBe('blocked');
    expect(outcome('sell-orders', 'Captcha Validate Required')).toBe('blocked');
  });
});

describe('an offer on BUFF.Market', () => {
  const lockOf = (cooldown: object) => {
    const asset = { info: { paintindex: 282 }, ...cooldown };
    const order = { id: '1', goods_id: 22, state: 1, price: '18.0', asset_info: asset };
    const goods = { '22': { market_hash_name: 'AK-47 | Redline (Field-Tested)', appid: 730 } };
    const body = JSON.stringify({ code: 'OK', data: { items: [order], goods_infos: goods } });
    const [offer] = readText(sourceNamed('sell-orders'), body, about).records;
    return offer?.kind === 'offer' ? offer.tradableAt : undefined;
  };

  it('is locked by either spelling, and of unknown state without both', () => {
    const unfrozen = 1_768_953_600;
    expect(lockOf({ has_tradeable_cooldown: true, tradeable_unfrozen_time: unfrozen })).toBe(unfrozen * 1000);
    expect(lockOf({ has_tradable_cooldown: true, tradable_unfrozen_time: unfrozen })).toBe(unfrozen * 1000);
    expect(lockOf({ has_tradeable_cooldown: true, tradeable_cooldown_text: '3天' })).toBe(Date.UTC(2026, 0, 18, 12));
    expect(lockOf({ has_tradeable_cooldown: false })).toBe(0);
    expect(lockOf({})).toBeNull();
  });
});
