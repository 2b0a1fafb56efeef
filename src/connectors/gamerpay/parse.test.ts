import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { gamerpay } from './index.ts';
import { parseListed, parseSoldName } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };
const row = {
  id: 31_400_001,
  marketHashName: 'AK-47 | Redline (Field-Tested)',
  price: 2695,
  forSale: true,
  delisted: false,
  privateSale: false,
};
const offer = (more = {}) => {
  const parsed = parseListed({ ...row, ...more }, about);
  if (parsed?.kind !== 'offer') throw new Error('no offer');
  return parsed;
};

const source = (name: string) => {
  const found = gamerpay.sources.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};

describe('an item of GamerPay', () => {
  it('costs cents of a euro', () => {
    expect(offer().price).toEqual({ amount: 26_950, currency: 'EUR' });
  });

  it('is locked until a moment in milliseconds, or free when there is none', () => {
    expect(offer({ tradeLockExpiresAt: Date.UTC(2026, 0, 19, 8) }).tradableAt).toBe(Date.UTC(2026, 0, 19, 8));
    expect(offer({ tradeLockExpiresAt: Date.UTC(2026, 0, 19, 8) / 1000 }).tradableAt).toBeNull();
    expect(offer({ tradeLockExpiresAt: null }).tradableAt).toBe(0);
    expect(offer({ tradeLockExpiresAt: null, tradable: false }).tradableAt).toBeNull();
    expect(offer().tradableAt).toBeNull();
  });

  it('without a market name has its own, with its exterior once', () => {
    const named = (name: string) => offer({ marketHashName: null, name, wearName: 'Field-Tested' }).name;

    expect(named('AK-47 | Redline')).toBe('AK-47 | Redline (Field-Tested)');
    expect(named('AK-47 | Redline (Field-Tested)')).toBe('AK-47 | Redline (Field-Tested)');
    expect(() => parseListed({ ...row, marketHashName: null }, about)).toThrow('name cannot be read: missing');
  });

  it('has stickers only with a finish, and unknown ones where one is incomplete', () => {
    const stickers = [{ name: 'Fnatic | Cologne 2014', slot: '3', wear: 0 }];

    expect(offer({ stickers, paintindex: 282 }).stickers).toEqual([
      { name: 'Sticker | Fnatic | Cologne 2014', slot: 3, wear: 0 },
    ]);
    expect(offer({ stickers, paintindex: 0 }).stickers).toBeNull();
    expect(offer({ stickers: [{ name: 'Fnatic', slot: null, wear: 0 }], paintindex: 282 }).stickers).toBeNull();
    expect(offer({ stickers: [] }).stickers).toEqual([]);
  });
});

describe('the sales of GamerPay', () => {
  it('have different ids even when two are alike', () => {
    const sale = { floatvalue: null, price: 0.38, soldAt: '2026-01-14T20:00:01.000Z' };
    const ids = parseSoldName({ name: 'Fracture Case', sales: [sale, sale] }, about).map(({ saleId }) => saleId);

    expect(new Set(ids).size).toBe(2);
  });
});

describe('GamerPay', () => {
  it('is searched by bare name, exterior and kind', () => {
    const lookup = source('offers');
    const queryFor = (item: string) =>
      lookup.kind === 'lookup' ? lookup.request({ game: 'CS2', item, marketplaceItemId: null })?.query : null;

    expect(queryFor('★ StatTrak™ Karambit | Fade (Factory New)')).toMatchObject({
      query: 'Karambit | Fade',
      wear: 'Factory New',
      stattrak: 'true',
      souvenir: 'false',
    });
    expect(queryFor('Souvenir AWP | Dragon Lore (Minimal Wear)')).toMatchObject({
      query: 'AWP | Dragon Lore',
      stattrak: 'false',
      souvenir: 'true',
    });
    expect(queryFor('Souvenir Package')).toEqual(expect.objectContaining({ souvenir: 'false' }));
    expect(queryFor('Kilowatt Case')).not.toHaveProperty('wear');
  });

  it('has another page only while it says so', () => {
    const walk = source('newest');
    const pageAfter = (payload: unknown, cursor: string | null) =>
      walk.kind === 'walk' && typeof walk.cursorAt === 'function' ? walk.cursorAt(payload, cursor) : undefined;

    expect(pageAfter({ items: [], hasMore: true }, null)).toBe('2');
    expect(pageAfter({ items: [], hasMore: true }, '2')).toBe('3');
    expect(pageAfter({ items: [], hasMore: false }, '2')).toBeNull();
    expect(pageAfter([], '2')).toBeNull();
  });
});
