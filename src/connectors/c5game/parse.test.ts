import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../contract/connector.ts';
import { readText } from '../../contract/suite/read-text.ts';
import { c5game } from './index.ts';
import { parsePriced, parseStat } from './parse.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: Date.UTC(2026, 0, 15, 12) } as const;

const lookupNamed = (name: string): Lookup<unknown> => {
  const source = c5game.sources.find((one) => one.name === name);
  if (source?.kind !== 'lookup') throw new Error(`there is no lookup ${name}`);
  return source;
};

describe('a request to C5Game', () => {
  it('names up to a hundred items at once, and the game as string or number, depending on the call', () => {
    const items = ['Clutch Case', 'Prisma Case'].map((item) => ({ item, marketplaceItemId: null }));
    const bodyOf = (name: string) => lookupNamed(name).together?.request({ game: 'Dota2', items }).body;
    expect(lookupNamed('prices').together?.max).toBe(100);
    expect(bodyOf('prices')).toEqual({ appId: '570', marketHashNames: ['Clutch Case', 'Prisma Case'] });
    expect(bodyOf('stats')).toEqual({ appId: 570, marketHashNames: ['Clutch Case', 'Prisma Case'] });
  });

  it('needs an id only on the website, which the prices provide', () => {
    const requested = { game: 'CS2', item: 'Clutch Case' } as const;
    expect(lookupNamed('offers').request({ ...requested, marketplaceItemId: null })).not.toBeNull();
    expect(lookupNamed('web-offers').request({ ...requested, marketplaceItemId: null })).toBeNull();
    expect(lookupNamed('web-offers').request({ ...requested, marketplaceItemId: '23001' })?.query).toMatchObject({
      itemId: '23001',
    });
  });
});

describe('figures of C5Game', () => {
  it('keep the 19 digits of an id that is a number', () => {
    const row = { marketHashName: 'Clutch Case', price: 4, count: 1 };
    const body = JSON.stringify({ success: true, data: { 'Clutch Case': { itemId: 0, ...row } } });
    const text = body.replace('"itemId":0', '"itemId":1310790108815106051');
    expect(readText(lookupNamed('prices'), text, about).records).toMatchObject([
      { marketplaceItemId: '1310790108815106051' },
    ]);
  });

  it('have no lowest price without an offer', () => {
    const row = { itemId: '1', marketHashName: 'Clutch Case', price: 4 };
    expect(parsePriced({ ...row, count: 0 }, about).lowest).toBeNull();
    expect(parsePriced({ ...row, count: 1 }, about).lowest).toEqual({ amount: 4000, currency: 'CNY' });
  });

  it('give a highest order only where it is for any item of the name', () => {
    const row = { itemId: '1', purchaseMaxPrice: 39.25 };
    expect(parseStat({ ...row, marketHashName: 'Clutch Case' }, about)).toMatchObject({
      price: { amount: 39_250, currency: 'CNY' },
      quantity: null,
    });
    expect(parseStat({ ...row, marketHashName: '★ Ursus Knife | Gamma Doppler (Factory New)' }, about)).toBeNull();
    expect(parseStat({ itemId: '1', marketHashName: 'Clutch Case' }, about)).toBeNull();
  });
});
